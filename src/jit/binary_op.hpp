// The operations that templates know for numbers of every kind.
#pragma once

#include <cstdint>

namespace winnow::jit {

enum class BinaryOp : std::uint8_t { Add, Subtract, Multiply };

}  // namespace winnow::jit
