#include "text/symbol_syntax.hpp"

#include <algorithm>

#include "text/number_syntax.hpp"

namespace winnow {

bool is_potential_number(std::u32string_view text, int base) {
  if (text.empty()) return false;
  auto is_sign = [](char32_t c) { return c == '+' || c == '-'; };
  auto is_letter = [](char32_t c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  // Letters are digits only if there is no decimal point.
  int radix = text.find(U'.') == std::u32string_view::npos ? base : std::min(base, 10);
  auto is_digit = [&](char32_t c) { return digit_of(c) < std::max(radix, 10); };
  char32_t first = text.front();
  if (!is_digit(first) && !is_sign(first) && first != '.' && first != '^' && first != '_')
    return false;
  if (is_sign(text.back())) return false;
  bool has_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char32_t c = text[i];
    if (is_digit(c)) {
      has_digit = true;
    } else if (is_letter(c)) {  // a number marker, such as E, is not adjacent to another letter
      if (i + 1 < text.size() && is_letter(text[i + 1]) && !is_digit(text[i + 1])) return false;
    } else if (!is_sign(c) && c != '/' && c != '.' && c != '^' && c != '_') {
      return false;
    }
  }
  return has_digit;
}

}  // namespace winnow
