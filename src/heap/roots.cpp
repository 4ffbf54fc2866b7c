#include "heap/roots.hpp"

#include <stdexcept>

#include "heap/heap.hpp"

namespace winnow {

RootSet::RootSet(Heap& heap) : heap_(heap) { heap.add_roots(this); }

RootSet::~RootSet() { heap_.remove_roots(this); }

void ValueVector::mark(Heap& heap) { heap.mark_range(values_.data(), values_.size()); }

void map_static_cells() {
  static const PageRange page(sizeof(StaticCells), sizeof(StaticCells), 4096, kStaticCellsAddress);
  if (reinterpret_cast<std::uintptr_t>(page.begin()) != kStaticCellsAddress)
    throw std::runtime_error("the memory at address 0x50000000, where NIL has to be, is taken");
}

}  // namespace winnow
