// Decimal expansions of numbers, for FORMAT's ~F ~E ~G ~$.
#pragma once

#include <cstdint>
#include <string>

#include "heap/heap.hpp"

namespace winnow {

// The number 0.DIGITS times 10 to the power POINT. DIGITS neither begins nor ends with 0; it is
// empty for the number zero.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t point = 0;

  bool is_zero() const { return digits.empty(); }
  // Rounds to COUNT digits; ties are rounded away from zero.
  void round_to(std::int64_t count);
  // Rounds to PLACES digits after the decimal point.
  void round_at(std::int64_t places) { round_to(point + places); }
  // The number of digits after the decimal point.
  std::int64_t places() const;

  // The digits before the decimal point (empty if the number is less than one), and PLACES digits
  // after it, where PLACES >= places().
  std::string before_point() const;
  std::string after_point(std::int64_t places) const;
};

// shortest_decimal: the fewest digits that read back as the same float. exact_decimal: the exact
// value. They signal floating-point-overflow for a ratio that is too large for a float.
Decimal shortest_decimal(Heap& heap, Value real);
Decimal exact_decimal(Heap& heap, Value real);

}  // namespace winnow
