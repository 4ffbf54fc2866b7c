// The shortest decimal expansion of a number, for FORMAT's ~F ~E ~G ~$
// (lib/io/format-numbers.lisp).
#pragma once

#include <cstdint>
#include <string>

#include "heap/heap.hpp"

namespace winnow {

// The number 0.DIGITS times 10 to the power POINT. DIGITS neither begins nor ends with 0; it is
// empty for the number zero.
struct Decimal {
  std::string digits;
  std::int64_t point = 0;
};

// The absolute value of REAL, an integer or a finite float, with the fewest digits that read back
// as the same float.
Decimal shortest_decimal(Heap& heap, Value real);

}  // namespace winnow
