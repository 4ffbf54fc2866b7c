#include "heap/roots.hpp"

#include "heap/heap.hpp"

namespace winnow {

RootSet::RootSet(Heap& heap) : heap_(heap) { heap.add_roots(this); }

RootSet::~RootSet() { heap_.remove_roots(this); }

void ValueVector::mark(Heap& heap) { heap.mark_range(values_.data(), values_.size()); }

}  // namespace winnow
