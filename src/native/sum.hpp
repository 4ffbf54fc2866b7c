// The operations that templates know for numbers of every kind.
#pragma once

#include <cstdint>

namespace winnow::native {

enum class Sum : std::uint8_t { Add, Subtract, Multiply };

}  // namespace winnow::native
