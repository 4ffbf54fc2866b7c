// Expansion of backquote.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// Returns a form that constructs the structure described by the backquoted FORM.
Value expand_backquote(Heap& heap, Value form);

}  // namespace winnow
