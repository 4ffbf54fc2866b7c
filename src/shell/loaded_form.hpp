#pragma once

#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

// The form that is being loaded or evaluated, and its source.
struct LoadedForm : RootSet {
  using RootSet::RootSet;
  void mark(Heap& heap) override { heap.mark_range(&form, 1), heap.mark_range(&source, 1); }

  Value form = nil();
  Value source = nil();  // the name of its file, a list of a typed text, or NIL
  int line = 0;          // its first line; 0: unknown
};

}  // namespace winnow
