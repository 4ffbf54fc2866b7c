// Templates.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// The form that builds what the backquoted FORM describes.
Value expand_backquote(Heap& heap, Value form);

}  // namespace winnow
