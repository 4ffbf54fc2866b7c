// Numbers as rows of decimal digits, for FORMAT's ~F ~E ~G ~$.
#pragma once

#include <cstdint>
#include <string>

#include "heap/heap.hpp"

namespace winnow {

// 0.DIGITS times 10 to the power POINT. No zeros at either end; zero has no digits.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t point = 0;

  bool is_zero() const { return digits.empty(); }
  // Rounds to COUNT digits, those in the middle away from zero.
  void round_to(std::int64_t count);
  // The same to PLACES digits behind the decimal point.
  void round_at(std::int64_t places) { round_to(point + places); }
  // How many digits stand behind the decimal point.
  std::int64_t places() const;

  // With PLACES digits behind the point, which are not fewer than there are; the part before the
  // point is empty below one.
  std::string before_point() const;
  std::string after_point(std::int64_t places) const;
};

// REAL by the fewest digits that read back as the same float, and its exact value. Signals
// floating-point-overflow for a ratio that is no float.
Decimal shortest_decimal(Heap& heap, Value real);
Decimal exact_decimal(Heap& heap, Value real);

}  // namespace winnow
