// Pprint dispatch tables: the printing functions for types of objects (ANSI Common Lisp, 22.2.1.4).
#pragma once

#include "text/text_system.hpp"

namespace winnow {

// The table of the standard layouts. It is constant; programs change a copy.
Value make_standard_dispatch_table(TextSystem& text);
// Makes LAYOUT, a function or the number of a standard layout, the layout of lists whose operator
// is OP.
void set_standard_layout(TextSystem& text, Value op, Value layout);
Value copy_dispatch_table(Heap& heap, Value table);

// Adds an entry: FUNCTION, of a stream and an object, prints the objects of TYPE, unless they match
// an entry of a higher PRIORITY (a real number). If FUNCTION is NIL, removes the entry.
void set_dispatch(TextSystem& text, Value table, Value type, Value function, Value priority);

// The entry of TABLE for OBJECT: a function, the number of a standard layout, or kAbsent.
Value find_dispatch(TextSystem& text, Value table, Value object);

}  // namespace winnow
