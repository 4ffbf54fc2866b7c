// The equality predicates of the standard: EQ, EQL, EQUAL and EQUALP.
#include "data/equality.hpp"
#include "builtins/builtin.hpp"

namespace winnow {

namespace {

DEFUN(eq_, "eq", "(a b)", R"doc(
Return T if A and B are the same object, else NIL. Equal fixnums are the same object, and so are equal characters.
Example: (eq 'a 'a) => T
)doc", (Value a, Value b)) {
  return truth(a == b);
}

DEFUN(eql_, "eql", "(a b)", R"doc(
Return T if A and B are the same object, or numbers of one type and value, else NIL.
Example: (eql 1 1.0) => NIL
)doc", (Value a, Value b)) {
  return truth(eql(a, b));
}

DEFUN(equal_, "equal", "(a b)", R"doc(
Return T if A and B have equal structure: conses with EQUAL parts, strings or bit vectors with the same elements, or EQL objects.
Signals: storage-condition if they are nested too deeply.
Example: (equal '(1 "a") (list 1 "a")) => T
)doc", (Heap& heap, Value a, Value b)) {
  return truth(equal(heap, a, b));
}

DEFUN(equalp_, "equalp", "(a b)", R"doc(
Return T if A and B are EQUAL, ignoring case and number type, or arrays, structures or hash tables with EQUALP parts.
Signals: storage-condition if they are nested too deeply.
Example: (equalp #(1 "A") #(1.0 "a")) => T
)doc", (Heap& heap, Value a, Value b)) {
  return truth(equalp(heap, a, b));
}

DEFUN(identity, "identity", "(object)", R"doc(
Return OBJECT.
Example: (identity 1) => 1
)doc", (Value object)) {
  return object;
}

}  // namespace

}  // namespace winnow
