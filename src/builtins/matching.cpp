// Searches by EQ, EQL and EQUAL, which call no function of the program. FIND, POSITION, COUNT,
// MEMBER, ASSOC and RASSOC, in Lisp (lib/data), use them if no other test and no key are given.
#include "builtins/sequence_arguments.hpp"
#include "builtins/sequence_elements.hpp"

namespace winnow {

namespace {

// Calls VISIT(element, index) for the elements of SEQUENCE in the range R until it returns true.
// Vectors are traversed backwards if BACKWARDS is true.
template <class Visit>
void visit_elements(Heap& heap, Value sequence, Range r, bool backwards, Visit visit) {
  auto visit_vector = [&](auto element_at) {
    for (std::size_t k = 0; k < r.end - r.start; ++k) {
      std::size_t i = backwards ? r.end - 1 - k : r.start + k;
      heap.poll_at(k);
      if (visit(element_at(i), i)) return;
    }
  };
  if (is_vector_object(sequence))
    return visit_vector([&](std::size_t i) { return as<Vector>(sequence)->data[i]; });
  if (is_string_object(sequence))
    return visit_vector(
        [&](std::size_t i) { return Value::from_character(string_char(as<String>(sequence), i)); });
  if (!sequence.is_list())
    return visit_vector([&](std::size_t i) { return array_ref(heap, sequence, i); });
  Value l = nth_rest(sequence, r.start);
  for (std::size_t i = r.start; i < r.end; ++i, l = cdr(l)) {
    heap.poll_at(i);
    if (visit(car(l), i)) return;
  }
}

// Returns what SEARCH does for a function that tests whether an element matches ITEM.
template <class Search>
Value with_test(Heap& heap, Value item, Value test, Search search) {
  const StandardTest matches(heap, item, test);
  if (matches.by_identity()) return search([item](Value element) { return element == item; });
  return search(matches);
}

struct Found {
  Value element;
  Value index;
};

// Returns the first element that matches, or the last if FROM_END is true; NIL if none matches.
Found find_matching(Heap& heap, const char* name, Value item, Value sequence, Value from_end,
                    Value start, Value end, Value test) {
  Range r = checked_range(heap, name, checked_length(heap, name, sequence), start, end);
  bool finds_last = sequence.is_list() && !is_nil(from_end);
  StandardTest matches(heap, item, test);
  Found found{nil(), nil()};
  visit_elements(heap, sequence, r, !is_nil(from_end), [&](Value element, std::size_t i) {
    if (!matches(element)) return false;
    found = {element, fixnum(i)};
    return !finds_last;
  });
  return found;
}

DEFUN(find_matching_, "find-matching", "(item sequence from-end start end test)", R"doc(
Return the first element of SEQUENCE from START up to END that matches ITEM, or NIL; the last one if FROM-END is true.
TEST: the code of EQ, EQL or EQUAL (TEST-ARGUMENT).
Signals: type-error.
Example: (find-matching 2 '(1 2) nil 0 nil 1) => 2
)doc", (Heap& heap, Value item, Value sequence, Value from_end, Value start, Value end, Value test)) {
  return find_matching(heap, "find-matching", item, sequence, from_end, start, end, test).element;
}

DEFUN(position_matching, "position-matching", "(item sequence from-end start end test)", R"doc(
Return the index of the element that FIND-MATCHING finds, or NIL.
Signals: type-error.
Example: (position-matching 2 '(1 2) nil 0 nil 1) => 1
)doc", (Heap& heap, Value item, Value sequence, Value from_end, Value start, Value end, Value test)) {
  return find_matching(heap, "position-matching", item, sequence, from_end, start, end, test).index;
}

DEFUN(count_matching, "count-matching", "(item sequence from-end start end test)", R"doc(
Return the number of elements of SEQUENCE from START up to END that match ITEM. FROM-END is ignored.
TEST: the code of EQ, EQL or EQUAL (TEST-ARGUMENT).
Signals: type-error.
Example: (count-matching 2 '(1 2) nil 0 nil 1) => 1
)doc", (Heap& heap, Value item, Value sequence, Value, Value start, Value end, Value test)) {
  const char* name = "count-matching";
  Range r = checked_range(heap, name, checked_length(heap, name, sequence), start, end);
  StandardTest matches(heap, item, test);
  std::size_t count = 0;
  visit_elements(heap, sequence, r, false, [&](Value element, std::size_t) {
    count += matches(element);
    return false;
  });
  return fixnum(count);
}

DEFUN(member_matching, "member-matching", "(item list test)", R"doc(
Return the tail of LIST that starts with an element that matches ITEM, or NIL.
TEST: the code of EQ, EQL or EQUAL (TEST-ARGUMENT).
Signals: type-error unless LIST is a proper list.
Example: (member-matching 2 '(1 2 3) 1) => (2 3)
)doc", (Heap& heap, Value item, List list, Value test)) {
  return with_test(heap, item, test, [&](auto matches) {
    Value l = list;
    for (std::size_t i = 1; is_cons(l); l = cdr(l), ++i) {
      if (matches(car(l))) return l;
      check_walk(heap, "member-matching", l, i);
    }
    if (!is_nil(l)) signal_not_a_proper_list(heap, "member-matching", list);
    return nil();
  });
}

// Returns the first pair of ALIST whose part, the car or the cdr, matches ITEM.
template <Value (*Part)(Value)>
Value search_alist(Heap& heap, const char* name, Value item, Value alist, Value test) {
  return with_test(heap, item, test, [&](auto matches) {
    Value l = alist;
    for (std::size_t i = 1; is_cons(l); l = cdr(l), ++i) {
      check_walk(heap, name, l, i);
      Value pair = car(l);
      if (is_nil(pair)) continue;
      if (!is_cons(pair))
        signal_wrong_type(heap, name, pair, {"a cons, in an association list", "LIST"});
      if (matches(Part(pair))) return pair;
    }
    if (!is_nil(l)) signal_not_a_proper_list(heap, name, alist);
    return nil();
  });
}

DEFUN(assoc_matching, "assoc-matching", "(item alist test)", R"doc(
Return the first pair of ALIST whose car matches ITEM, or NIL.
TEST: the code of EQ, EQL or EQUAL (TEST-ARGUMENT).
Signals: type-error unless ALIST is a proper list of conses and NIL, which is skipped.
Example: (assoc-matching 'b '((a . 1) (b . 2)) 1) => (B . 2)
)doc", (Heap& heap, Value item, List alist, Value test)) {
  return search_alist<car>(heap, "assoc-matching", item, alist, test);
}

DEFUN(rassoc_matching, "rassoc-matching", "(item alist test)", R"doc(
Return the first pair of ALIST whose cdr matches ITEM, or NIL, as ASSOC-MATCHING does.
Example: (rassoc-matching 2 '((a . 1) (b . 2)) 1) => (B . 2)
)doc", (Heap& heap, Value item, List alist, Value test)) {
  return search_alist<cdr>(heap, "rassoc-matching", item, alist, test);
}

DEFUN(proper_list, "proper-list", "(list)", R"doc(
Return LIST.
Signals: type-error unless LIST is a proper list.
Example: (proper-list '(1 2)) => (1 2)
)doc", (ProperList list)) {
  return list;
}

}  // namespace

}  // namespace winnow
