// The arithmetic operations that have templates for fixnums and floats.
#pragma once

#include <cstdint>

namespace winnow::jit {

enum class BinaryOp : std::uint8_t { Add, Subtract, Multiply };

}  // namespace winnow::jit
