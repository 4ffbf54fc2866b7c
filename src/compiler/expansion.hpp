// Who wrote a form: the program, or a macro. A macro builds its expansion from conses of its own
// and from those of the form that it was given; so the conses tell.
//
// What a macro of Winnow's library made calls the library's own functions, whatever the program
// defines under their names; and errors in it are told of by the operator that the program used.
#pragma once

#include "core/heap.hpp"

namespace winnow {

struct Expansion {
  Value form;              // the macro call, which is being replaced
  bool by_library;         // by a macro of the library
  const Expansion* outer;  // that FORM was found in, or null
};

// Of the expansions under way, E being the innermost, the one that made the cons FORM; null if the
// program wrote it.
const Expansion* maker_of(Value form, const Expansion* e);

// Of the expansions that led to what E made, the one whose form the program wrote.
const Expansion* outermost_maker(const Expansion* e);

// Is there a list in FORM, not too large a one, that begins with NAME?
bool holds_call(Value form, Value name);

// The function or macro that the library defines as NAME, also where the program has replaced it;
// kAbsent if there is none.
Value library_definition(Heap& heap, Value name);

// Is the function or macro F one of the library's?
bool is_library_code(Value f);

}  // namespace winnow
