// How much of a value the prompt should print.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/heap.hpp"

namespace winnow {

struct Extent {
  bool is_cut = false;       // something is left out
  bool is_circular = false;  // so labels (#1=) are needed
  std::int64_t length = 0;   // *PRINT-LENGTH* and *PRINT-LEVEL*, where something is left out
  std::int64_t level = 0;
};

// Of V when at most LIMIT atoms are to be printed. Looks at no more of V than that needs, and at
// some 100,000 cells for a circle.
Extent extent_of(Heap& heap, Value v, std::size_t limit);

}  // namespace winnow
