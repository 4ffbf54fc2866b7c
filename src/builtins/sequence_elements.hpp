// Sequences, whatever they are, as rows of elements.
#pragma once

#include "builtins/builtin.hpp"

namespace winnow {

std::size_t sequence_length(Heap& heap, Value sequence);

// Adds the elements of SEQUENCE to OUT.
void gather(Value sequence, ValueVector& out);

// A sequence of the kind of MODEL with COUNT ELEMENTS, for the operator NAME.
Value like(Heap& heap, const char* name, Value model, const Value* elements, std::size_t count);

}  // namespace winnow
