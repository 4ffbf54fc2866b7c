// Uniform access to the elements of lists and vectors.
#pragma once

#include "builtins/sequence_arguments.hpp"

namespace winnow {

std::size_t sequence_length(Heap& heap, Value sequence);
// The same for a value that may not be a sequence: signals a type-error of the operator NAME then.
std::size_t checked_length(Heap& heap, const char* name, Value sequence);

// Calls VISIT with each element of SEQUENCE.
template <class Visit>
void for_each_element(Heap& heap, Value sequence, Visit visit) {
  std::size_t step = 0;
  const std::size_t n = sequence.is_list() ? 0 : vector_length(sequence);
  for (std::size_t i = 0; i < n; ++i) {
    heap.poll_at(++step);
    visit(array_ref(heap, sequence, i));
  }
  for (; is_cons(sequence); sequence = cdr(sequence)) {
    heap.poll_at(++step);
    visit(car(sequence));
  }
}

// Adds the elements of SEQUENCE to OUT.
void gather(Value sequence, ValueVector& out);

// The elements of a part of a sequence, by their indices in the sequence. The elements of a
// list are copied. Those of a vector are read on access; an element is NIL if a called
// function has shortened the vector.
class Elements {
 public:
  Elements(Heap& heap, Value sequence, Range part);
  Value operator[](std::size_t i) const {
    if (vector_ == kAbsent) return copied_[i - start_];
    return i < array_total_size(vector_) ? array_ref(copied_.heap(), vector_, i) : nil();
  }

 private:
  Value vector_;  // kAbsent if the sequence is a list
  std::size_t start_;
  ValueVector copied_;
};

// A new sequence of the same type as MODEL with COUNT ELEMENTS, for the operator NAME.
Value like(Heap& heap, const char* name, Value model, const Value* elements, std::size_t count);

}  // namespace winnow
