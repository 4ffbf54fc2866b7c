// The names of the lexical variables in code, for the debugger. Not recorded for the library.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heap/object.hpp"

namespace winnow {

// The place of a variable while the instructions [from, to) are executed. It is packed into a fixnum,
// which follows the name in Code::variables.
struct VariablePlace {
  static constexpr std::uint32_t kMostUnits = (1U << 20) - 1;
  static constexpr std::uint32_t kMostSlots = (1U << 16) - 1;
  std::uint32_t from = 0;
  std::uint32_t to = kMostUnits;
  std::uint32_t index = 0;   // of the slot in the frame, or of the captured value of the closure
  bool is_captured = false;  // belongs to an outer function
  bool is_boxed = false;     // the slot or the closure holds a box with the value

  bool can_be_packed() const { return from <= kMostUnits && index <= kMostSlots; }
  Value packed() const {
    return Value::from_fixnum((std::int64_t{std::min(to, kMostUnits)} << 38) |
                              (std::int64_t{from} << 18) | (std::int64_t{index} << 2) |
                              (is_captured ? 2 : 0) | (is_boxed ? 1 : 0));
  }
  static VariablePlace unpacked(Value packed) {
    const std::int64_t n = packed.fixnum();
    return {static_cast<std::uint32_t>(n >> 18) & kMostUnits,
            static_cast<std::uint32_t>(n >> 38) & kMostUnits,
            static_cast<std::uint32_t>(n >> 2) & kMostSlots, (n & 2) != 0, (n & 1) != 0};
  }
  bool is_live_at(std::uint32_t unit) const { return from <= unit && unit < to; }
};

}  // namespace winnow
