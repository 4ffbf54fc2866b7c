// Types by name: what TYPEP is made of.
#include "builtins/builtin.hpp"

namespace winnow {

namespace {

DEFUN(standard_type_p, "standard-type-p", "(name)", R"doc(
Return T if NAME is that of one of the standard's types which are no conditions, else NIL.
Example: (standard-type-p 'integer) => T
)doc", (Heap& heap, Value name)) {
  return truth(type_named(heap, name) != kNoType);
}

DEFUN(standard_typep, "standard-typep", "(object name)", R"doc(
Return T if OBJECT is of the standard type NAME, else NIL.
Signals: type-error if NAME is no such type.
Example: (standard-typep 5 'integer) => T
)doc", (Heap& heap, Value object, Value name)) {
  int type = type_named(heap, name);
  if (type == kNoType)
    signal_wrong_type(heap, "typep", name,
                      {"the name of a standard type", "(SATISFIES STANDARD-TYPE-P)"});
  return truth(is_of_type(object, type));
}

DEFUN(note_type, "note-type", "(name)", R"doc(
Note that the form being compiled takes NAME for a type: if it is none at the end of the text, a warning says so.
Signals: type-error.
Example: (note-type 'error) => ERROR
)doc", (Interpreter& lisp, SymbolArg name)) {
  lisp.note_type(name);
  return name;
}

}  // namespace

}  // namespace winnow
