// SEARCH and MISMATCH.
#include <algorithm>

#include "builtins/sequence_arguments.hpp"
#include "builtins/sequence_elements.hpp"

namespace winnow {

namespace {

DEFUN(search_, "search", "(part sequence &key from-end test test-not key start1 end1 start2 end2)", R"doc(
Return the index at which PART first occurs in SEQUENCE as a contiguous subsequence, or NIL if it does not occur.
TEST: default EQL.  KEY: applied to the elements of both.  START1, END1: the part of PART to find.
START2, END2: the part of SEQUENCE to search.  FROM-END: if true, find the last occurrence.
Signals: type-error unless PART and SEQUENCE are sequences and the ranges are within them; program-error if TEST and
TEST-NOT are both given.
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
Signals: type-error unless both are sequences and the ranges are within them; program-error if TEST and TEST-NOT are both
given.
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
