// The syntax of numbers.
#pragma once

#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

// The value of the digit C in a base of up to 36; 99 if C is not a digit.
int digit_of(char32_t c);

// Numbers begin with a digit, a sign or a dot; in a base above ten also with a letter.
inline bool may_begin_number(char32_t first, int base) {
  return (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.' ||
         (base > 10 && digit_of(first) < base);
}

// The number with the syntax TEXT, or kAbsent. Integers and ratios are in BASE (2 to 36);
// floats without a format marker are doubles if DOUBLES, else singles. If TEXT has the syntax
// of a number that does not exist, such as 1/0, FAULT becomes the error message, a control
// string with TEXT as argument.
Value parse_number(Heap& heap, std::u32string_view text, int base, bool doubles,
                   const char*& fault);

// Is TEXT a potential number in BASE (ANSI Common Lisp, 2.3.1.1)?
bool is_potential_number(std::u32string_view text, int base);

}  // namespace winnow
