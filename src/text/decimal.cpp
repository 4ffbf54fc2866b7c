#include "text/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "number/number.hpp"

namespace winnow {

namespace {

// Removes zeros at both ends. Only the number zero has 0 as first digit.
void trim(Decimal& d) {
  d.digits.resize(d.digits.find_last_not_of('0') + 1);
  if (d.digits.empty()) d.point = 0;
}

// The number in TEXT, such as 1.25e-7.
Decimal decimal_from(std::string text, bool negative) {
  Decimal d;
  d.negative = negative;
  std::size_t e = text.find('e');
  d.point = std::atoi(text.c_str() + e + 1) + 1;
  text.resize(e);
  if (text.size() > 1) text.erase(1, 1);  // the point
  d.digits = std::move(text);
  trim(d);
  return d;
}

Decimal decimal_of_integer(Heap& heap, Value n) {
  Decimal d;
  d.negative = integer_sign(n) < 0;
  d.digits = integer_to_string(heap, n, 10);
  if (d.negative) d.digits.erase(0, 1);
  d.point = static_cast<std::int64_t>(d.digits.size());
  trim(d);
  return d;
}

// REAL as a float; a ratio becomes a single, as in other conversions.
Value float_of(Heap& heap, Value real) {
  return is_float(real) ? real : to_float(heap, real, false);
}

}  // namespace

void Decimal::round_to(std::int64_t count) {
  if (count >= static_cast<std::int64_t>(digits.size())) return;
  bool up = count >= 0 && digits[static_cast<std::size_t>(count)] >= '5';
  digits.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, count)));
  if (up) {
    std::size_t i = digits.size();
    while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
    if (i > 0) {
      ++digits[i - 1];
    } else {
      digits.insert(0, "1");
      ++point;
    }
  }
  trim(*this);
}

std::int64_t Decimal::places() const {
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(digits.size()) - point);
}

std::string Decimal::before_point() const {
  if (point <= 0) return "";
  auto count = static_cast<std::size_t>(point);
  std::string text = digits.substr(0, count);
  text.resize(count, '0');
  return text;
}

std::string Decimal::after_point(std::int64_t places) const {
  std::string text(static_cast<std::size_t>(std::min(places, std::max<std::int64_t>(0, -point))),
                   '0');
  auto first = static_cast<std::size_t>(std::max<std::int64_t>(0, point));
  if (first < digits.size()) text += digits.substr(first);
  text.resize(static_cast<std::size_t>(places), '0');
  return text;
}

Decimal shortest_decimal(Heap& heap, Value real) {
  if (is_integer(real)) return decimal_of_integer(heap, real);
  Value v = float_of(heap, real);
  char buffer[64];
  char* limit = buffer + sizeof buffer;
  auto format = std::chars_format::scientific;
  auto end = v.is_single() ? std::to_chars(buffer, limit, std::fabs(v.single()), format)
                           : std::to_chars(buffer, limit, std::fabs(float_value(v)), format);
  return decimal_from({buffer, end.ptr}, std::signbit(float_value(v)));
}

Decimal exact_decimal(Heap& heap, Value real) {
  if (is_integer(real)) return decimal_of_integer(heap, real);
  double x = float_value(float_of(heap, real));
  char buffer[1024];  // a double has at most 767 digits
  auto end = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(x),
                           std::chars_format::scientific, 766);
  return decimal_from({buffer, end.ptr}, std::signbit(x));
}

}  // namespace winnow
