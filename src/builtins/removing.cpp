// Removal and replacement of elements that match an item by EQ, EQL or EQUAL, for REMOVE, DELETE
// and SUBSTITUTE in Lisp (lib/data/removing.lisp).
#include <algorithm>
#include <limits>

#include "builtins/sequence_arguments.hpp"
#include "builtins/sequence_elements.hpp"

namespace winnow {

namespace {

// The number of elements that COUNT, the value of :COUNT, allows to change.
std::int64_t checked_count(Heap& heap, const char* name, Value count) {
  if (is_nil(count)) return std::numeric_limits<std::int64_t>::max();
  if (!is_integer(count))
    signal_wrong_type(heap, name, count, {"an integer or NIL as :COUNT", "(OR INTEGER NULL)"});
  if (count.is_fixnum()) return count.fixnum();
  return integer_sign(count) < 0 ? 0 : std::numeric_limits<std::int64_t>::max();
}

// Copies LIST up to the last of the first COUNT elements in the range R for which DROP is true;
// these are replaced by REPLACEMENT or, if it is kAbsent, removed. The result shares the rest.
template <class Drop>
Value filter_list(Heap& heap, Value list, Range r, std::int64_t count, Value replacement,
                  Drop drop) {
  ListBuilder kept(heap);
  Value shared = list;     // a tail from which nothing is removed is shared
  std::size_t passed = 0;  // elements from `shared` to here
  Value l = list;
  for (std::size_t i = 0; is_cons(l) && i < r.end && count > 0; l = cdr(l), ++i) {
    heap.poll_at(i + 1);
    if (i < r.start || !drop(car(l))) {
      ++passed;
      continue;
    }
    --count;
    for (; passed > 0; --passed, shared = cdr(shared)) kept.add(car(shared));
    if (replacement != kAbsent) kept.add(replacement);
    shared = cdr(l);
  }
  return kept.ending_with(shared);
}

// Removes the same elements from LIST in place.
template <class Drop>
Value shorten_list(Heap& heap, Value list, Range r, std::int64_t count, Drop drop) {
  Value before = nil();
  Value l = list;
  for (std::size_t i = 0; is_cons(l) && i < r.end && count > 0; l = cdr(l), ++i) {
    heap.poll_at(i + 1);
    if (i < r.start || !drop(car(l))) {
      before = l;
      continue;
    }
    --count;
    if (is_nil(before))
      list = cdr(l);
    else
      heap.store(as_pair(before)->cdr, cdr(l));
  }
  return list;
}

DEFUN(filter_matching, "filter-matching", "(item sequence from-end start end count test in-place &optional new)", R"doc(
Return SEQUENCE without the elements from START up to END that match ITEM, or with NEW, if given, in their place.
COUNT: change at most this many, the last ones if FROM-END is true; NIL for all.  IN-PLACE: if true, modify a list.
TEST: the code of EQ, EQL or EQUAL (TEST-ARGUMENT).
Signals: type-error.
Example: (filter-matching 1 '(1 2 1 3) nil 0 nil nil 1 nil) => (2 3)
)doc", (Heap& heap, Value item, Value sequence, Value from_end, Value start, Value end, Value count,
        Value test, Value in_place, std::optional<Value> fresh)) {
  const char* name = "filter-matching";
  std::size_t length = checked_length(heap, name, sequence);
  StandardTest matches(heap, item, test);
  bool is_list = sequence.is_list();
  bool is_plain = is_list && is_nil(from_end) && start == fixnum(0) && is_nil(end) &&
                  is_nil(count) && is_nil(in_place) && !fresh;
  if (is_plain && matches.by_identity()) return without(heap, item, sequence);
  Range r = checked_range(heap, name, length, start, end);
  std::int64_t budget = checked_count(heap, name, count);
  Value replacement = fresh ? *fresh : kAbsent;
  bool backwards = !is_nil(from_end);
  if (is_list && !backwards)
    return is_nil(in_place) ? filter_list(heap, sequence, r, budget, replacement, matches)
                            : shorten_list(heap, sequence, r, budget, matches);
  ValueVector all(heap);
  gather(sequence, all);
  for (std::size_t k = 0; k < r.end - r.start && budget > 0; ++k) {
    std::size_t i = backwards ? r.end - 1 - k : r.start + k;
    heap.poll_at(k + 1);
    if (!matches(all[i])) continue;
    all[i] = replacement;
    --budget;
  }
  if (is_list && !is_nil(in_place)) {
    auto is_marked = [&, i = std::size_t{0}](Value) mutable { return all[i++] == kAbsent; };
    return shorten_list(heap, sequence, {0, length}, std::numeric_limits<std::int64_t>::max(),
                        is_marked);
  }
  Value* last = std::remove(all.begin(), all.end(), kAbsent);
  std::size_t left = static_cast<std::size_t>(last - all.begin());
  if (left == length && replacement == kAbsent) return sequence;
  return like(heap, name, sequence, all.begin(), left);
}

}  // namespace

}  // namespace winnow
