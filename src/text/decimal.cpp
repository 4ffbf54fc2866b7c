#include "text/decimal.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "number/number.hpp"

namespace winnow {

namespace {

// Removes zeros at the end. Only the number zero has 0 as first digit.
Decimal trimmed(std::string digits, std::int64_t point) {
  digits.resize(digits.find_last_not_of('0') + 1);
  if (digits.empty()) point = 0;
  return {std::move(digits), point};
}

}  // namespace

Decimal shortest_decimal(Heap& heap, Value real) {
  if (is_integer(real)) {
    std::string digits = integer_to_string(heap, real, 10);
    if (digits[0] == '-') digits.erase(0, 1);
    auto point = static_cast<std::int64_t>(digits.size());
    return trimmed(std::move(digits), point);
  }
  char buffer[64];
  char* limit = buffer + sizeof buffer;
  auto format = std::chars_format::scientific;
  auto end = real.is_single() ? std::to_chars(buffer, limit, std::fabs(real.single()), format)
                              : std::to_chars(buffer, limit, std::fabs(float_value(real)), format);
  std::string text(buffer, end.ptr);  // such as 1.25e-07
  std::size_t e = text.find('e');
  std::int64_t point = std::atoi(text.c_str() + e + 1) + 1;
  text.resize(e);
  if (text.size() > 1) text.erase(1, 1);  // the point
  return trimmed(std::move(text), point);
}

}  // namespace winnow
