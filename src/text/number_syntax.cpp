#include "text/number_syntax.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "number/number.hpp"

namespace winnow {

int digit_of(char32_t c) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0');
  if (c >= 'A' && c <= 'Z') return static_cast<int>(c - 'A') + 10;
  if (c >= 'a' && c <= 'z') return static_cast<int>(c - 'a') + 10;
  return 99;
}

// The syntax: [sign] digits [.], [sign] digits / digits, [sign] [digits] . digits [exponent], or
// [sign] digits [. [digits]] exponent.
Value parse_number(Heap& heap, std::u32string_view text, int base, bool doubles,
                   const char*& fault) {
  std::string ascii;
  for (char32_t c : text) {
    if (c >= 0x80) return kAbsent;
    ascii += static_cast<char>(c);
  }
  std::size_t i = 0;
  std::size_t n = ascii.size();
  if (i < n && (ascii[i] == '+' || ascii[i] == '-')) ++i;
  std::size_t first = i;
  bool decimal = true;
  auto digits = [&](int radix) {
    std::size_t from = i;
    while (i < n && digit_of(static_cast<unsigned char>(ascii[i])) < radix) {
      if (ascii[i] > '9') decimal = false;
      ++i;
    }
    return i - from;
  };
  std::size_t whole = digits(base);
  if (whole > 0 && i == n) return integer_from_string(heap, ascii, base);
  if (whole > 0 && i + 1 < n && ascii[i] == '/') {
    std::size_t slash = i++;
    if (digits(base) == 0 || i != n) return kAbsent;
    Value numerator = integer_from_string(heap, ascii.substr(0, slash), base);
    Value denominator = integer_from_string(heap, ascii.substr(slash + 1), base);
    if (denominator == Value::from_fixnum(0)) {
      fault = "the ratio ~A has a zero denominator";
      return kAbsent;
    }
    return make_ratio(heap, numerator, denominator);
  }
  // The rest of the syntax is decimal.
  i = first;
  decimal = true;
  whole = digits(10);
  if (!decimal) return kAbsent;
  if (whole > 0 && i + 1 == n && ascii[i] == '.')
    return integer_from_string(heap, ascii.substr(0, i), 10);
  std::size_t fraction = 0;
  if (i < n && ascii[i] == '.') {
    ++i;
    fraction = digits(10);
    if (fraction == 0 && (whole == 0 || i == n)) return kAbsent;
  }
  if (whole + fraction == 0) return kAbsent;
  if (i < n) {
    static constexpr std::string_view kMarkers = "ESFDLesfdl";
    if (kMarkers.find(ascii[i]) == std::string_view::npos) return kAbsent;
    char marker = static_cast<char>(ascii[i] | 0x20);
    if (marker != 'e') doubles = marker == 'd' || marker == 'l';
    ascii[i++] = 'e';
    if (i < n && (ascii[i] == '+' || ascii[i] == '-')) ++i;
    if (digits(10) == 0 || i != n) return kAbsent;
  } else if (fraction == 0) {
    return kAbsent;
  }
  double x = doubles ? std::strtod(ascii.c_str(), nullptr) : std::strtof(ascii.c_str(), nullptr);
  if (!std::isfinite(x)) {
    fault = doubles ? "~A is too large for a float" : "~A is too large for a single float";
    return kAbsent;
  }
  return doubles ? heap.make_double(x) : Value::from_single(static_cast<float>(x));
}

bool is_potential_number(std::u32string_view text, int base) {
  if (text.empty()) return false;
  auto is_sign = [](char32_t c) { return c == '+' || c == '-'; };
  auto is_letter = [](char32_t c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  // With a decimal point, letters are not digits.
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
