// FIND, POSITION, COUNT and their -IF forms, SEARCH and MISMATCH.
#include <algorithm>

#include "builtins/sequence_arguments.hpp"
#include "builtins/sequence_elements.hpp"

namespace winnow {

namespace {

// Calls VISIT(element, index) for the elements from START to END, backwards if FROM_END, until it
// returns true.
template <class Visit>
bool walk(Vm& vm, const char* name, Value sequence, const Key<Value>& start, const Key<Value>& end,
          bool from_end, Visit visit) {
  bool list = sequence.is_list();
  Range r = checked_range(vm.heap(), name, sequence_length(vm.heap(), sequence), start, end);
  if (list && !from_end) {
    Value l = nth_rest(sequence, r.start);
    for (std::size_t i = r.start; i < r.end && is_cons(l); ++i, l = cdr(l)) {
      vm.heap().poll_at(i);
      if (visit(car(l), i)) return true;
    }
    return false;
  }
  if (list) {
    Elements all(vm.heap(), sequence, r);
    for (std::size_t i = r.end; i-- > r.start;) {
      vm.heap().poll_at(i);
      if (visit(all[i], i)) return true;
    }
    return false;
  }
  for (std::size_t k = 0; k < r.end - r.start; ++k) {
    std::size_t i = from_end ? r.end - 1 - k : r.start + k;
    vm.heap().poll_at(k);
    if (i < array_total_size(sequence) && visit(array_ref(vm.heap(), sequence, i), i)) return true;
  }
  return false;
}

enum class Search : std::uint8_t { Find, Position, Count };

template <class Test>
Value search_sequence(Vm& vm, const char* name, Search kind, Value sequence,
                      const Key<Value>& start, const Key<Value>& end, const Key<Value>& from_end,
                      Test test) {
  Value result = nil();
  std::size_t count = 0;
  walk(vm, name, sequence, start, end, is_true(from_end), [&](Value element, std::size_t i) {
    if (!test(element)) return false;
    ++count;
    result = kind == Search::Find ? element : fixnum(i);
    return kind != Search::Count;
  });
  return kind == Search::Count ? fixnum(count) : result;
}

#define SEARCH_FUNCTIONS(cname, name, kind, what, example, example_if, example_if_not)       \
  DEFUN(cname, name, "(item sequence &key from-end test test-not start end key)",                  \
        "\nReturn " what " that matches ITEM.\n"                                                   \
        "TEST: default EQL.  KEY: applied to each element.  START, END: the part searched.  FROM-END: the last one.\n" \
        "Signals: type-error; program-error if TEST and TEST-NOT are both given.\n"                \
        "Example: " example "\n",                                                                  \
        (Vm& vm, Value item, Sequence sequence, Key<Value> from_end, Key<Function> test,           \
         Key<Function> test_not, Key<Value> start, Key<Value> end, Key<Function> key)) {     \
    Matcher matches(vm, name, test, test_not, key);                                          \
    return search_sequence(vm, name, Search::kind, sequence, start, end, from_end,           \
                           [&](Value e) { return matches(item, e); });                       \
  }                                                                                          \
  DEFUN(cname##_if, name "-if", "(predicate sequence &key from-end start end key)",                \
        "\nReturn " what " that satisfies PREDICATE.\n"                                            \
        "KEY: applied to each element.  START, END: the part searched.  FROM-END: the last one.\n" \
        "Signals: type-error.\nExample: " example_if "\n",                                         \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,     \
         Key<Value> end, Key<Function> key)) {                                               \
    Predicate holds(vm, predicate, key);                                                     \
    return search_sequence(vm, name "-if", Search::kind, sequence, start, end, from_end,     \
                           [&](Value e) { return holds(e); });                               \
  }                                                                                          \
  DEFUN(cname##_if_not, name "-if-not", "(predicate sequence &key from-end start end key)",        \
        "\nReturn " what " that does not satisfy PREDICATE.\nSignals: type-error.\nExample: " example_if_not "\n",              \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,     \
         Key<Value> end, Key<Function> key)) {                                               \
    Predicate holds(vm, predicate, key);                                                     \
    return search_sequence(vm, name "-if-not", Search::kind, sequence, start, end, from_end, \
                           [&](Value e) { return !holds(e); });                              \
  }
SEARCH_FUNCTIONS(find, "find", Find,
                 "the first element of SEQUENCE, or NIL if no element is found,",
                 "(find 2 '(1 2 3)) => 2", "(find-if #'evenp '(1 2 3)) => 2",
                 "(find-if-not #'oddp '(1 2 3)) => 2")
SEARCH_FUNCTIONS(position, "position", Position,
                 "the index of the first element of SEQUENCE, or NIL,",
                 "(position 'c '(a b c)) => 2", "(position-if #'evenp '(1 2 3)) => 1",
                 "(position-if-not #'oddp '(1 2 3)) => 1")
SEARCH_FUNCTIONS(count, "count", Count, "the number of elements of SEQUENCE, each",
                 "(count 1 '(1 2 1)) => 2", "(count-if #'oddp '(1 2 3)) => 2",
                 "(count-if-not #'oddp '(1 2 3)) => 1")
#undef SEARCH_FUNCTIONS

DEFUN(search_, "search", "(part sequence &key from-end test test-not key start1 end1 start2 end2)", R"doc(
Return the index at which PART first occurs in SEQUENCE as a contiguous subsequence, or NIL if it does not occur.
TEST: default EQL.  KEY: applied to the elements of both.  START1, END1: the part of PART to find.
START2, END2: the part of SEQUENCE to search.  FROM-END: if true, find the last occurrence.
Signals: type-error; program-error if TEST and TEST-NOT are both given.
Example: (search "now" "winnow") => 3
Example: (search "n" "winnow" :start2 3) => 3
)doc", (Vm& vm, Sequence part, Sequence sequence, Key<Value> from_end, Key<Function> test,
        Key<Function> test_not, Key<Function> key, Key<Value> start1, Key<Value> end1, Key<Value> start2,
        Key<Value> end2)) {
  Heap& heap = vm.heap();
  Matcher matches(vm, "search", test, test_not, key);
  Range piece = checked_range(heap, "search", sequence_length(heap, part), start1, end1);
  Range where = checked_range(heap, "search", sequence_length(heap, sequence), start2, end2);
  Elements a(heap, part, piece);
  Elements b(heap, sequence, where);
  std::size_t n = piece.end - piece.start;
  if (n > where.end - where.start) return nil();
  std::size_t places = where.end - where.start - n + 1;
  std::size_t steps = 0;
  for (std::size_t k = 0; k < places; ++k) {
    heap.poll_at(++steps);
    std::size_t at = where.start + (is_true(from_end) ? places - 1 - k : k);
    std::size_t i = 0;
    while (i < n &&
           matches.compare(matches.apply_key(a[piece.start + i]), matches.apply_key(b[at + i]))) {
      heap.poll_at(++steps);
      ++i;
    }
    if (i == n) return fixnum(at);
  }
  return nil();
}

DEFUN(mismatch, "mismatch", "(sequence1 sequence2 &key from-end test test-not key start1 end1 start2 end2)", R"doc(
Return the index in SEQUENCE1 of the first element at which the sequences differ, or NIL if they match.
TEST: default EQL.  KEY: applied to the elements of both.  START1, END1, START2, END2: the parts compared.
FROM-END: if true, compare backwards from the ends; the result is then one more than the index of the last difference.
Signals: type-error; program-error if TEST and TEST-NOT are both given.
Example: (mismatch "abcd" "abxd") => 2
Example: (mismatch "abcd" "xbcd" :from-end t) => 1
)doc", (Vm& vm, Sequence sequence1, Sequence sequence2, Key<Value> from_end, Key<Function> test,
        Key<Function> test_not, Key<Function> key, Key<Value> start1, Key<Value> end1, Key<Value> start2,
        Key<Value> end2)) {
  Heap& heap = vm.heap();
  Matcher matches(vm, "mismatch", test, test_not, key);
  Range r = checked_range(heap, "mismatch", sequence_length(heap, sequence1), start1, end1);
  Range s = checked_range(heap, "mismatch", sequence_length(heap, sequence2), start2, end2);
  Elements a(heap, sequence1, r);
  Elements b(heap, sequence2, s);
  bool backwards = is_true(from_end);
  std::size_t length = r.end - r.start;
  std::size_t other = s.end - s.start;
  std::size_t same = 0;
  for (; same < std::min(length, other); ++same) {
    heap.poll_at(same);
    Value x = a[backwards ? r.end - 1 - same : r.start + same];
    Value y = b[backwards ? s.end - 1 - same : s.start + same];
    if (!matches.compare(matches.apply_key(x), matches.apply_key(y))) break;
  }
  if (same == length && same == other) return nil();
  return fixnum(backwards ? r.end - same : r.start + same);
}

}  // namespace

}  // namespace winnow
