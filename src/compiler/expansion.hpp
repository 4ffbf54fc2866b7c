// Who wrote a form: the program, or a macro. A macro builds its expansion from conses that it
// makes, from those of the form that it was given, and, if it is the library's, from constants in
// the image; so where a cons lies tells.
//
// What a macro of Winnow's library made calls the library's own functions, whatever the program
// defines under their names; and errors in it are told of by the operator that the program used.
#pragma once

#include <functional>
#include <vector>

#include "data/dialect.hpp"
#include "heap/heap.hpp"

namespace winnow {

struct Expansion {
  Value form;                   // the macro call, which is being replaced
  bool by_library;              // by a macro of the library
  const Expansion* outer;       // that FORM was found in, or null
  std::vector<PairSpan> spans;  // where the pairs lie that the macro made
  const Expansion* first;       // of those that led to FORM, the one whose form a program wrote,
                                // or a macro of it
};

// Calls EXPAND; what it made, as an expansion of FORM inside OUTER, is put into EXPANSION.
Value record_expansion(Heap& heap, Expansion& expansion, const std::function<Value()>& expand);

// Of the expansions under way, E being the innermost, the one that made the cons FORM; null if the
// program wrote it.
const Expansion* maker_of(const Heap& heap, Value form, const Expansion* e);

// What the operator of FORM, a symbol, means in a text of DIALECT: a symbol of its own where that
// has its own meaning for it, and no macro of the library made FORM, as these are written in Common
// Lisp. E: the innermost expansion under way.
Value operator_of_dialect(Heap& heap, Dialect dialect, Value form, const Expansion* e);

// The function or macro that the library defines as NAME, also where the program has replaced it;
// kAbsent if there is none.
Value library_definition(Heap& heap, Value name);

// Is the function or macro F one of the library's?
bool is_library_code(Value f);

}  // namespace winnow
