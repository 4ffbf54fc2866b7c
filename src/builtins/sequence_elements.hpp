// Sequences, whatever they are, as rows of elements.
#pragma once

#include "builtins/sequence_arguments.hpp"

namespace winnow {

std::size_t sequence_length(Heap& heap, Value sequence);

// Adds the elements of SEQUENCE to OUT.
void gather(Value sequence, ValueVector& out);

// The elements of a part of a sequence, by their numbers in it. Those of a list are copied, those
// of a vector read when they are asked for: what functions called meanwhile have cut off it is NIL.
class Elements {
 public:
  Elements(Heap& heap, Value sequence, Range part);
  Value operator[](std::size_t i) const {
    if (vector_ == kAbsent) return copied_[i - start_];
    return i < array_total_size(vector_) ? array_ref(copied_.heap(), vector_, i) : nil();
  }

 private:
  Value vector_;  // kAbsent: it is a list
  std::size_t start_;
  ValueVector copied_;
};

// A sequence of the kind of MODEL with COUNT ELEMENTS, for the operator NAME.
Value like(Heap& heap, const char* name, Value model, const Value* elements, std::size_t count);

}  // namespace winnow
