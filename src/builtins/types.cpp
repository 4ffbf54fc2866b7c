// Primitives for TYPEP: tests for standard types by name.
#include "builtins/builtin.hpp"

namespace winnow {

namespace {

DEFUN(standard_type_p, "standard-type-p", "(name)", R"doc(
Return T if NAME names a standard type other than a condition type, else NIL.
Example: (standard-type-p 'integer) => T
)doc", (Heap& heap, Value name)) {
  return truth(type_named(heap, name) != kNoType);
}

DEFUN(standard_typep, "standard-typep", "(object name)", R"doc(
Return T if OBJECT is of the standard type NAME, else NIL.
Signals: type-error if NAME does not name a standard type.
Example: (standard-typep 5 'integer) => T
)doc", (Heap& heap, Value object, Value name)) {
  int type = type_named(heap, name);
  if (type == kNoType)
    signal_wrong_type(heap, "typep", name,
                      {"the name of a standard type", "(SATISFIES STANDARD-TYPE-P)"});
  return truth(is_of_type(object, type));
}

DEFUN(note_type, "note-type", "(name)", R"doc(
Record that the form being compiled uses NAME as a type, and return NAME. A warning is printed if NAME is not defined as a
type at the end of the file.
Signals: type-error.
Example: (note-type 'error) => ERROR
)doc", (Interpreter& lisp, SymbolArg name)) {
  lisp.note_type(name);
  return name;
}

}  // namespace

}  // namespace winnow
