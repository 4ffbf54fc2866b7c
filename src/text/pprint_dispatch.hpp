// Tables that say how the pretty printer lays out which objects (ANSI Common Lisp, 22.2.1.4).
#pragma once

#include "text/text_system.hpp"

namespace winnow {

// The table of the standard layouts. It is never changed: programs change a copy.
Value make_standard_dispatch_table(TextSystem& text);
// Adds a layout that is written in Lisp, for lists that begin with OPERATOR.
void set_standard_layout(TextSystem& text, Value op, Value function);
Value copy_dispatch_table(Heap& heap, Value table);

// Makes FUNCTION, of a stream and an object, print the objects of TYPE that no entry of a higher
// PRIORITY (a real number) is for; NIL removes the entry.
void set_dispatch(TextSystem& text, Value table, Value type, Value function, Value priority);

// What prints OBJECT: a function, the number of a standard layout (a fixnum), or kAbsent if TABLE
// has nothing for it.
Value find_dispatch(TextSystem& text, Value table, Value object);

// Prints OBJECT on OUT by standard layout NUMBER.
void print_layout(TextSystem& text, Stream& out, std::int64_t number, Value object);

}  // namespace winnow
