// The page of NIL, T and the undefined function, which are outside the heap.
#include <stdexcept>

#include "heap/object.hpp"
#include "host/pages.hpp"

namespace winnow {

void map_static_cells() {
  static const PageRange page(sizeof(StaticCells), sizeof(StaticCells), 4096, kStaticCellsAddress);
  if (reinterpret_cast<std::uintptr_t>(page.begin()) != kStaticCellsAddress)
    throw std::runtime_error("the memory at address 0x50000000, where NIL has to be, is taken");
}

}  // namespace winnow
