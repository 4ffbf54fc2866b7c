// Lists: access, building, searching, sharing.
#include "builtins/sequence_arguments.hpp"

namespace winnow {

namespace {

Value car_of(Heap& heap, const char* name, Value v) {
  if (!v.is_list()) signal_wrong_type(heap, name, v, "a list");
  return car(v);
}
Value cdr_of(Heap& heap, const char* name, Value v) {
  if (!v.is_list()) signal_wrong_type(heap, name, v, "a list");
  return cdr(v);
}

// Applies CAR ('a') and CDR ('d') to V for each letter of PATH, from right to left.
Value follow(Heap& heap, const char* name, std::string_view path, Value v) {
  for (std::size_t i = path.size(); i-- > 0;)
    v = path[i] == 'a' ? car_of(heap, name, v) : cdr_of(heap, name, v);
  return v;
}

#define ACCESSOR(path, words, example)               \
  DEFUN(c##path##r, "c" #path "r", "(list)",                                                 \
        "\nReturn the " words " of LIST. The car and the cdr of NIL are NIL.\n"              \
        "Signals: type-error if CAR or CDR is applied to an object that is not a list.\nExample: " example "\n", \
        (Heap& heap, List list)) {                   \
    return follow(heap, "c" #path "r", #path, list); \
  }
ACCESSOR(a, "first element", "(car '(a b)) => A")
ACCESSOR(d, "rest", "(cdr '(a b)) => (B)")
ACCESSOR(aa, "car of the car", "(caar '((a) b)) => A")
ACCESSOR(ad, "car of the cdr", "(cadr '(a b)) => B")
ACCESSOR(da, "cdr of the car", "(cdar '((a b))) => (B)")
ACCESSOR(dd, "cdr of the cdr", "(cddr '(a b c)) => (C)")
ACCESSOR(aaa, "car of the caar", "(caaar '(((a)))) => A")
ACCESSOR(aad, "car of the cadr", "(caadr '(a (b))) => B")
ACCESSOR(ada, "car of the cdar", "(cadar '((a b))) => B")
ACCESSOR(add, "car of the cddr", "(caddr '(a b c)) => C")
ACCESSOR(daa, "cdr of the caar", "(cdaar '(((a b)))) => (B)")
ACCESSOR(dad, "cdr of the cadr", "(cdadr '(a (b c))) => (C)")
ACCESSOR(dda, "cdr of the cdar", "(cddar '((a b c))) => (C)")
ACCESSOR(ddd, "cdr of the cddr", "(cdddr '(a b c d)) => (D)")
ACCESSOR(addd, "car of the cdddr", "(cadddr '(a b c d)) => D")
ACCESSOR(dddd, "cdr of the cdddr", "(cddddr '(a b c d e)) => (E)")
ACCESSOR(adda, "car of the cddar", "(caddar '((a b c))) => C")
ACCESSOR(aadd, "car of the caddr", "(caaddr '(a b (c))) => C")
ACCESSOR(dadd, "cdr of the caddr", "(cdaddr '(a b (c d))) => (D)")
ACCESSOR(adad, "car of the cdadr", "(cadadr '(a (b c))) => C")
ACCESSOR(aaaa, "car of the caaar", "(caaaar '((((b))))) => B")
ACCESSOR(aaad, "car of the caadr", "(caaadr '(a ((b)))) => B")
ACCESSOR(aada, "car of the cadar", "(caadar '((a (b)))) => B")
ACCESSOR(adaa, "car of the cdaar", "(cadaar '(((a b)))) => B")
ACCESSOR(daaa, "cdr of the caaar", "(cdaaar '((((a b))))) => (B)")
ACCESSOR(daad, "cdr of the caadr", "(cdaadr '(a ((a b)))) => (B)")
ACCESSOR(dada, "cdr of the cadar", "(cdadar '((a (a b)))) => (B)")
ACCESSOR(ddaa, "cdr of the cdaar", "(cddaar '(((a a b)))) => (B)")
ACCESSOR(ddad, "cdr of the cdadr", "(cddadr '(a (a a b))) => (B)")
ACCESSOR(ddda, "cdr of the cddar", "(cdddar '((a a a b))) => (B)")
#undef ACCESSOR

#define ORDINAL(name, words, index, example)                    \
  DEFUN(name##_, #name, "(list)",                                                              \
        "\nReturn the " words " element of LIST, or NIL if LIST has fewer elements.\n"                    \
        "Signals: type-error unless LIST is a list.\nExample: (" #name " '(1 2 3 4 5 6 7 8 9 10)) => " \
        example "\n", (Heap& heap, List list)) {                              \
    Value v = list;                                             \
    for (int i = 0; i < index; ++i) v = cdr_of(heap, #name, v); \
    return car_of(heap, #name, v);                              \
  }
ORDINAL(first, "first", 0, "1")
ORDINAL(second, "second", 1, "2")
ORDINAL(third, "third", 2, "3")
ORDINAL(fourth, "fourth", 3, "4")
ORDINAL(fifth, "fifth", 4, "5")
ORDINAL(sixth, "sixth", 5, "6")
ORDINAL(seventh, "seventh", 6, "7")
ORDINAL(eighth, "eighth", 7, "8")
ORDINAL(ninth, "ninth", 8, "9")
ORDINAL(tenth, "tenth", 9, "10")
#undef ORDINAL

DEFUN(rest_, "rest", "(list)", R"doc(
Return LIST without its first element.
Signals: type-error unless LIST is a list.
Example: (rest '(1 2 3)) => (2 3)
)doc", (List list)) {
  return cdr(list);
}

// The number of steps along the circular LIST that lead to the same cons as N steps: N minus whole
// rounds. The length of the cycle is found by Brent's algorithm (BIT 20, 1980).
std::size_t steps_around(Heap& heap, Value n, Value list) {
  Value mark = list;
  std::size_t entered = 0, round = 0;
  for (Value at = list; round == 0 || at != mark; ++round) {
    if (round == entered + 1) {
      mark = at;
      entered += round;
      round = 0;
    }
    heap.poll_at(round);
    at = cdr(at);
  }
  Value beyond = integer_subtract(heap, n, fixnum(entered));
  Division turns = integer_divide(heap, beyond, fixnum(round), Rounding::Floor);
  return entered + static_cast<std::size_t>(turns.remainder.fixnum());
}

// The number of steps from which a test for a circular list pays off.
constexpr std::size_t kFar = 1 << 20;

Value rest_of(Heap& heap, const char* name, Count n, Value list) {
  std::size_t left = n;
  if (left > kFar && proper_length(heap, list) == -2) left = steps_around(heap, n.given, list);
  for (; left > 0 && !is_nil(list); --left) {
    heap.poll_at(left);
    list = cdr_of(heap, name, list);
  }
  return list;
}

DEFUN(nth, "nth", "(n list)", R"doc(
Return element N of LIST, counted from 0, or NIL if LIST has fewer elements.
Signals: type-error unless N is an integer >= 0 and LIST is a list.
Example: (nth 1 '(a b c)) => B
)doc", (Heap& heap, Count n, List list)) {
  return car_of(heap, "nth", rest_of(heap, "nth", n, list));
}

DEFUN(nthcdr, "nthcdr", "(n list)", R"doc(
Return LIST without its first N elements, or NIL if LIST has fewer elements.
LIST: a proper or dotted list. The result is a tail of it, not a copy.
Signals: type-error unless N is an integer >= 0 and LIST is a list.
Example: (nthcdr 2 '(a b c)) => (C)
)doc", (Heap& heap, Count n, List list)) {
  return rest_of(heap, "nthcdr", n, list);
}

DEFUN(last, "last", "(list &optional n)", R"doc(
Return the tail of LIST that consists of its last N conses. It is not copied.
N: an integer >= 0, default 1.
Signals: type-error unless LIST is a list and N is a non-negative integer.
Example: (last '(a b c)) => (C)
)doc", (Heap& heap, List list, std::optional<Count> n)) {
  std::size_t wanted = n ? n->n : 1;
  std::size_t steps = 0;
  if (wanted == 1) {
    Value tail = list;
    if (!is_cons(tail)) return tail;
    for (; is_cons(cdr(tail)); tail = cdr(tail)) check_walk(heap, "last", tail, ++steps);
    return tail;
  }
  Value lead = list;
  for (; steps < wanted && is_cons(lead); lead = cdr(lead)) heap.poll_at(++steps);
  Value tail = list;
  for (; is_cons(lead); lead = cdr(lead), tail = cdr(tail)) check_walk(heap, "last", lead, ++steps);
  return tail;
}

DEFUN(butlast, "butlast", "(list &optional n)", R"doc(
Return a copy of LIST without its last N conses.
LIST: a proper or dotted list.  N: an integer >= 0, default 1.
Signals: type-error unless LIST is a list and N is a non-negative integer.
Example: (butlast '(a b c)) => (A B)
)doc", (Heap& heap, List list, std::optional<Count> n)) {
  std::size_t length = 0;
  for (Value l = list; is_cons(l); l = cdr(l)) check_walk(heap, "butlast", l, ++length);
  std::size_t drop = n ? n->n : 1;
  ListBuilder copy(heap);
  Value v = list;
  for (std::size_t i = drop; i < length; ++i, v = cdr(v)) copy.add(car(v));
  return copy.list();
}

// ---- predicates

#define LIST_PREDICATE(cname, name, words, test, yes, no) \
  DEFUN(cname, name, "(object)", "\nReturn T if OBJECT is " words ", else NIL.\nExample: (" name \
        " " yes ") => T\nExample: (" name " " no ") => NIL\n", (Value object)) {                                 \
    return truth(test);                                   \
  }
LIST_PREDICATE(null_, "null", "NIL", is_nil(object), "'()", "0")
LIST_PREDICATE(not_, "not", "NIL, which is false", is_nil(object), "nil", "1")
LIST_PREDICATE(consp, "consp", "a cons", is_cons(object), "'(a)", "'()")
LIST_PREDICATE(listp, "listp", "NIL or a cons", object.is_list(), "'()", "'a")
LIST_PREDICATE(atom, "atom", "anything but a cons", !is_cons(object), "'a", "'(a)")
#undef LIST_PREDICATE

DEFUN(endp, "endp", "(list)", R"doc(
Return T if LIST is NIL, and NIL if it is a cons.
Signals: type-error unless LIST is a list.
Example: (endp '()) => T
)doc", (List list)) {
  return truth(is_nil(list));
}

// ---- building

DEFUN(cons_, "cons", "(object-1 object-2)", R"doc(
Return a new cons whose car is OBJECT-1 and whose cdr is OBJECT-2.
Example: (cons 1 '(2)) => (1 2)
)doc", (Heap& heap, Value first, Value rest)) {
  return heap.cons(first, rest);
}

DEFUN(list_, "list", "(&rest objects)", R"doc(
Return a new list of OBJECTS.
Example: (list 1 2) => (1 2)
)doc", (Heap& heap, Rest objects)) {
  return list_of(heap, objects.begin(), objects.size());
}

DEFUN(list_star, "list*", "(object &rest objects)", R"doc(
Return a list of all arguments but the last, which becomes its tail.
Example: (list* 1 2 '(3)) => (1 2 3)
)doc", (Heap& heap, Value object, Rest objects)) {
  if (objects.size() == 0) return object;
  Value list = objects[objects.size() - 1];
  for (std::size_t i = objects.size() - 1; i-- > 0;) list = heap.cons(objects[i], list);
  return heap.cons(object, list);
}

DEFUN(make_list, "make-list", "(size &key initial-element)", R"doc(
Return a new list of SIZE elements, all of which are INITIAL-ELEMENT (default NIL).
Signals: type-error unless SIZE is a non-negative integer.
Example: (make-list 2 :initial-element 'a) => (A A)
)doc", (Heap& heap, Index size, Key<Value> initial_element)) {
  Value list = nil();
  for (std::size_t i = 0; i < size; ++i) {
    list = heap.cons(value_or(initial_element, nil()), list);
    heap.poll_at(i);
  }
  return list;
}

// Concatenates LISTS; all but the last are copied.
Value append_lists(Vm& vm, const char* name, Rest lists) {
  if (lists.size() == 0) return nil();
  ListBuilder result(vm.heap());
  std::size_t steps = 0;
  for (std::size_t i = 0; i + 1 < lists.size(); ++i) {
    if (proper_length(vm.heap(), lists[i]) < 0) signal_not_a_proper_list(vm.heap(), name, lists[i]);
    for (Value l = lists[i]; is_cons(l); l = cdr(l)) {
      result.add(car(l));
      if ((++steps & 0xFFFF) == 0) vm.poll();
    }
  }
  return result.ending_with(lists[lists.size() - 1]);
}

DEFUN(append, "append", "(&rest lists)", R"doc(
Return the concatenation of LISTS.
All lists but the last are copied; the last may be any object.
Signals: type-error unless all LISTS but the last are proper lists.
Example: (append '(1) '(2 3) '(4)) => (1 2 3 4)
)doc", (Vm& vm, Rest lists)) {
  return append_lists(vm, "append", lists);
}

DEFUN(append_for_backquote, "append-lists", "(&rest lists)", R"doc(
Return the concatenation of LISTS, as APPEND does. Backquote uses this function, so that redefining APPEND does not affect it.
Example: (append-lists '(1) '(2)) => (1 2)
)doc", (Vm& vm, Rest lists)) {
  return append_lists(vm, "append", lists);
}

DEFUN(list_to_vector, "list-to-vector", "(list)", R"doc(
Return a vector of the elements of LIST. Backquoted vectors use this function.
Example: (list-to-vector '(1 2)) => #(1 2)
)doc", (Heap& heap, ProperList list)) {
  Value v = make_vector(heap, list_length(list), nil());
  std::size_t i = 0;
  for (Value l = list; is_cons(l); l = cdr(l), heap.poll_at(i))
    heap.store(as<Vector>(v)->data[i++], car(l));
  return v;
}

Value last_cons(Heap& heap, const char* name, Value list) {
  for (std::size_t i = 1; is_cons(cdr(list)); list = cdr(list), ++i)
    check_walk(heap, name, list, i);
  return list;
}

DEFUN(nconc, "nconc", "(&rest lists)", R"doc(
Concatenate LISTS by replacing the last cdr of each list but the last, and return the result.
Signals: type-error unless all LISTS but the last are lists.
Example: (nconc (list 1 2) (list 3)) => (1 2 3)
)doc", (Heap& heap, Rest lists)) {
  Value result = nil();
  Value before = nil();  // the last non-empty list so far
  for (std::size_t i = 0; i < lists.size(); ++i) {
    Value l = lists[i];
    if (is_nil(l)) continue;
    if (!is_cons(l) && i + 1 < lists.size()) signal_wrong_type(heap, "nconc", l, "a list");
    if (is_nil(before))
      result = l;
    else
      heap.store(as_pair(last_cons(heap, "nconc", before))->cdr, l);
    before = l;
  }
  return result;
}

DEFUN(revappend, "revappend", "(list tail)", R"doc(
Return the elements of LIST in reverse order, then TAIL.
Signals: type-error unless LIST is a proper list.
Example: (revappend '(1 2) '(3)) => (2 1 3)
)doc", (Heap& heap, ProperList list, Value tail)) {
  for (Value l = list; is_cons(l); l = cdr(l))
    tail = heap.cons(car(l), tail);  // allocation polls for interrupts
  return tail;
}

DEFUN(copy_list, "copy-list", "(list)", R"doc(
Return a copy of the conses of LIST; the elements are shared.
Signals: type-error unless LIST is a list.
Example: (copy-list '(1 . 2)) => (1 . 2)
)doc", (Heap& heap, List list)) {
  ListBuilder copy(heap);
  Value l = list;
  for (std::size_t i = 1; is_cons(l); l = cdr(l), ++i) {
    copy.add(car(l));
    check_walk(heap, "copy-list", l, i);
  }
  return copy.ending_with(l);
}

// Copies the conses of LIST; copies whose cars are conses are added to the list BRANCHES.
Value copy_spine(Heap& heap, Value list, Value& branches, std::size_t& steps) {
  ListBuilder copy(heap);
  for (; is_cons(list); list = cdr(list)) {
    Value cell = copy.add(car(list));
    if (is_cons(car(list))) branches = heap.cons(cell, branches);
    check_walk(heap, "copy-tree", list, ++steps);
  }
  return copy.ending_with(list);
}

DEFUN(copy_tree, "copy-tree", "(tree)", R"doc(
Return a copy of all conses of TREE.
Signals: type-error or storage-condition if it is circular.
Example: (copy-tree '(1 (2 3))) => (1 (2 3))
)doc", (Heap& heap, Value tree)) {
  std::size_t steps = 0;
  Value branches = nil();
  Value copy = copy_spine(heap, tree, branches, steps);
  while (is_cons(branches)) {
    Value cell = car(branches);
    branches = cdr(branches);
    heap.store(as_pair(cell)->car, copy_spine(heap, car(cell), branches, steps));
  }
  return copy;
}

DEFUN(rplaca, "rplaca", "(cons object)", R"doc(
Make OBJECT the car of CONS and return CONS.
Signals: type-error unless CONS is a cons.
Example: (rplaca (list 1 2) 9) => (9 2)
)doc", (Heap& heap, Cons cons, Value object)) {
  heap.store(as_pair(cons)->car, object);
  return cons;
}

DEFUN(rplacd, "rplacd", "(cons object)", R"doc(
Make OBJECT the cdr of CONS and return CONS.
Signals: type-error unless CONS is a cons.
Example: (rplacd (list 1 2) '(3)) => (1 3)
)doc", (Heap& heap, Cons cons, Value object)) {
  heap.store(as_pair(cons)->cdr, object);
  return cons;
}

DEFUN(set_car, "set-car", "(cons object)", R"doc(
Make OBJECT the car of CONS and return OBJECT. Implements (setf car).
Signals: type-error unless CONS is a cons.
Example: (set-car (list 1) 2) => 2
)doc", (Heap& heap, Cons cons, Value object)) {
  heap.store(as_pair(cons)->car, object);
  return object;
}

DEFUN(set_cdr, "set-cdr", "(cons object)", R"doc(
Make OBJECT the cdr of CONS and return OBJECT. Implements (setf cdr).
Signals: type-error unless CONS is a cons.
Example: (set-cdr (list 1) 2) => 2
)doc", (Heap& heap, Cons cons, Value object)) {
  heap.store(as_pair(cons)->cdr, object);
  return object;
}

DEFUN(list_length_, "list-length", "(list)", R"doc(
Return the length of LIST, or NIL if it is circular.
Signals: type-error if LIST is dotted.
Example: (list-length '(a b)) => 2
)doc", (Heap& heap, List list)) {
  std::ptrdiff_t n = proper_length(heap, list);
  if (n == -1) signal_wrong_type(heap, "list-length", list, {"a proper or circular list", "LIST"});
  return n < 0 ? nil() : Value::from_fixnum(n);
}

// ---- association lists and property lists

DEFUN(acons, "acons", "(key datum alist)", R"doc(
Return ALIST with the pair (KEY . DATUM) in front.
Example: (acons 'a 1 '()) => ((A . 1))
)doc", (Heap& heap, Value key, Value datum, Value alist)) {
  return heap.cons(heap.cons(key, datum), alist);
}

DEFUN(property_list_p, "property-list-p", "(object)", R"doc(
Return T if OBJECT is a property list, a proper list of even length, else NIL.
)doc", (Heap& heap, Value object)) {
  std::ptrdiff_t n = proper_length(heap, object);
  return truth(n >= 0 && n % 2 == 0);
}

DEFUN(getf, "getf", "(plist indicator &optional default)", R"doc(
Return the value that follows INDICATOR in the property list PLIST, or DEFAULT.
Signals: type-error if PLIST is not a list, or its last indicator has no value.
Example: (getf '(a 1 b 2) 'b) => 2
)doc", (Heap& heap, List plist, Value indicator, std::optional<Value> otherwise)) {
  Value p = plist;
  for (std::size_t i = 1; is_cons(p) && is_cons(cdr(p)); p = cdr(cdr(p)), ++i) {
    if (car(p) == indicator) return second(p);
    if (goes_round(heap, p, i)) signal_wrong_type(heap, "getf", plist, kProperList);
  }
  if (!is_nil(p))
    signal_wrong_type(heap, "getf", plist, {"a property list", "(SATISFIES PROPERTY-LIST-P)"});
  return otherwise ? *otherwise : nil();
}

DEFUN(ldiff, "ldiff", "(list object)", R"doc(
Return a copy of the part of LIST before the tail that is EQL to OBJECT, or of the whole LIST if there is none.
Example: (let ((l '(1 2 3))) (ldiff l (cddr l))) => (1 2)
)doc", (Heap& heap, List list, Value object)) {
  if (proper_length(heap, list) == -2) signal_wrong_type(heap, "ldiff", list, kProperList);
  ListBuilder copy(heap);
  Value l = list;
  for (; is_cons(l) && l != object; l = cdr(l)) copy.add(car(l));
  return copy.ending_with(eql(l, object) ? nil() : l);
}

DEFUN(tailp, "tailp", "(object list)", R"doc(
Return T if OBJECT is LIST or one of its tails, else NIL.
Example: (tailp 1 '(1 2)) => NIL
)doc", (Heap& heap, Value object, List list)) {
  if (proper_length(heap, list) == -2) signal_wrong_type(heap, "tailp", list, kProperList);
  Value l = list;
  for (; is_cons(l); l = cdr(l))
    if (l == object) return t();
  return truth(eql(l, object));
}

DEFUN(length_, "length", "(sequence)", R"doc(
Return the number of elements of SEQUENCE, up to its fill pointer if it has one.
Signals: type-error unless SEQUENCE is a proper list or a vector.
Example: (length '(a b c)) => 3
)doc", (Heap& heap, Value sequence)) {
  if (sequence.is_list()) {
    std::ptrdiff_t n = proper_length(heap, sequence);
    if (n < 0) signal_not_a_proper_list(heap, "length", sequence);
    return fixnum(n);
  }
  if (is_vector(sequence)) {
    return fixnum(vector_length(sequence));
  }
  signal_wrong_type(heap, "length", sequence, "a sequence (a list or a vector)");
}

}  // namespace

}  // namespace winnow
