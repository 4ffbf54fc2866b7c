// The origin of forms: user code or a macro. An expansion consists of conses that the macro
// allocates, conses of the macro call, and, for a library macro, constants in the image. The
// address of a cons therefore identifies its origin.
//
// Calls in the expansion of a library macro call the library's own functions, even if the user has
// redefined them. An error in such an expansion is reported with the operator of the user's source.
#pragma once

#include <functional>
#include <vector>

#include "data/dialect.hpp"
#include "heap/heap.hpp"

namespace winnow {

struct Expansion {
  Value form;                   // the macro call being expanded
  bool by_library;              // whether the macro is in the library
  const Expansion* outer;       // the expansion that contains FORM, or null
  std::vector<PairSpan> spans;  // memory of the pairs that the macro allocated
  const Expansion* first;       // the outermost expansion that led to FORM through library macros
};

// Calls EXPAND and records in EXPANSION the pairs that it allocated. Returns the value of EXPAND.
// `form`, `by_library` and `outer` of EXPANSION must be set. MAKER: the expansion that produced its
// form, or null.
Value record_expansion(Heap& heap, Expansion& expansion, const Expansion* maker,
                       const std::function<Value()>& expand);

// Returns the current expansion that produced the cons FORM, or null if it is user code. E: the
// innermost current expansion.
const Expansion* maker_of(const Heap& heap, Value form, const Expansion* e);

// Returns the symbol that the operator of FORM denotes in DIALECT. If the dialect gives the
// operator its own meaning, this is a symbol of the dialect, unless a library macro produced FORM:
// library macros expand to Common Lisp. E: the innermost current expansion.
Value operator_of_dialect(Heap& heap, Dialect dialect, Value form, const Expansion* e);

// Returns the function or macro that the library defines as NAME, even if the user has redefined
// it; kAbsent if the library does not define NAME.
Value library_definition(Heap& heap, Value name);

// Returns whether the function or macro F belongs to the library.
bool is_library_code(Value f);

}  // namespace winnow
