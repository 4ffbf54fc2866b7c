// How numbers are spelled.
#pragma once

#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

// The value of a digit in a base of up to 36; 99 for what is none.
int digit_of(char32_t c);

// Numbers begin with a digit, a sign or a dot; in a base above ten also with a letter.
inline bool may_begin_number(char32_t first, int base) {
  return (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.' ||
         (base > 10 && digit_of(first) < base);
}

// The number that TEXT spells, with integers and ratios in BASE (2 to 36), and floats that do not
// say what they are double ones if DOUBLES; or kAbsent. Where it spells one that cannot be, FAULT
// says why: a control string for TEXT.
Value parse_number(Heap& heap, std::u32string_view text, int base, bool doubles,
                   const char*& fault);

}  // namespace winnow
