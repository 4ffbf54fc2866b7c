// REMOVE, DELETE, SUBSTITUTE, their -IF forms, and REMOVE-DUPLICATES.
#include <algorithm>
#include <limits>

#include "builtins/sequence_arguments.hpp"
#include "builtins/sequence_elements.hpp"
#include "data/hash_table.hpp"

namespace winnow {

namespace {

// Removes from LIST, in place, the conses at the indices where ELEMENTS has kAbsent.
Value unlink(Heap& heap, Value list, const ValueVector& elements) {
  Value before = nil();
  Value l = list;
  for (std::size_t i = 0; i < elements.size() && is_cons(l); ++i, l = cdr(l)) {
    heap.poll_at(i + 1);
    if (elements[i] != kAbsent)
      before = l;
    else if (is_nil(before))
      list = cdr(l);
    else
      heap.store(as_pair(before)->cdr, cdr(l));
  }
  return list;
}

enum class Change : bool { Copy, InPlace };  // whether lists are copied or modified

// Removes or, unless REPLACEMENT is absent, replaces at most COUNT elements for which DROP is true.
template <Change change = Change::Copy, class Test>
Value filter(Vm& vm, const char* name, Value sequence, const Key<Value>& start,
             const Key<Value>& end, const Key<Value>& from_end, const Key<Value>& count,
             Value replacement, Test drop) {
  Heap& heap = vm.heap();
  bool list = sequence.is_list();
  bool backwards = is_true(from_end);
  // The length of a list is computed only if it is needed.
  bool whole = list && !start && !end && !backwards && change == Change::Copy;
  std::size_t length = whole ? ~std::size_t{0} : sequence_length(heap, sequence);
  Range r = whole ? Range{0, length} : checked_range(heap, name, length, start, end);
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();
  if (Value c = value_or(count, nil()); !is_nil(c)) {
    if (!is_integer(c))
      signal_wrong_type(heap, name, c, {"an integer or NIL as :COUNT", "(OR INTEGER NULL)"});
    budget = c.is_fixnum() ? c.fixnum() : integer_sign(c) < 0 ? 0 : budget;
  }
  if (list && !backwards && change == Change::Copy) {
    ListBuilder kept(heap);
    Value shared = sequence;  // a tail from which nothing is removed is shared
    std::size_t passed = 0;   // elements from `shared` to here
    std::size_t i = 0;
    Value l = sequence;
    for (; is_cons(l) && i < r.end && budget > 0; l = cdr(l), ++i) {
      heap.poll_at(i + 1);
      if (i < r.start || !drop(car(l))) {
        ++passed;
        continue;
      }
      --budget;
      for (; passed > 0; --passed, shared = cdr(shared)) kept.add(car(shared));
      if (replacement != kAbsent) kept.add(replacement);
      shared = cdr(l);
    }
    return kept.ending_with(shared);
  }
  ValueVector all(heap);
  gather(sequence, all);
  for (std::size_t k = 0; k < r.end - r.start && budget > 0; ++k) {
    std::size_t i = backwards ? r.end - 1 - k : r.start + k;
    heap.poll_at(k + 1);
    if (!drop(all[i])) continue;
    all[i] = replacement;
    --budget;
  }
  if (list && change == Change::InPlace) return unlink(heap, sequence, all);
  Value* last = std::remove(all.begin(), all.end(), kAbsent);
  std::size_t left = static_cast<std::size_t>(last - all.begin());
  if (left == length && replacement == kAbsent) return sequence;
  return like(heap, name, sequence, all.begin(), left);
}

#define REMOVE_FUNCTIONS(cname, name, change, words)                                              \
  DEFUN(cname, name, "(item sequence &key from-end test test-not start end count key)",               \
        "\nReturn SEQUENCE without the elements that match ITEM" words                                  \
        "TEST: default EQL.  KEY: applied to each element.  COUNT: at most this many, the last ones with FROM-END.\n" \
        "Signals: type-error; program-error if TEST and TEST-NOT are both given.\n"                   \
        "Example: (" name " 1 (list 1 2 1 3)) => (2 3)\n",                                            \
        (Vm& vm, Value item, Sequence sequence, Key<Value> from_end, Key<Function> test,              \
         Key<Function> test_not, Key<Value> start, Key<Value> end, Key<Value> count,                  \
         Key<Function> key)) {                                                                    \
    bool plain = Change::change == Change::Copy && !from_end && !test && !test_not && !start &&   \
                 !end && !count && !key;                                                          \
    if (plain && sequence.value.is_list() && !item.is_object())                                   \
      return without(vm.heap(), item, sequence);                                                  \
    Matcher matches(vm, name, test, test_not, key);                                               \
    return filter<Change::change>(vm, name, sequence, start, end, from_end, count, kAbsent,       \
                                  [&](Value e) { return matches(item, e); });                     \
  }                                                                                               \
  DEFUN(cname##_if, name "-if", "(predicate sequence &key from-end start end count key)",             \
        "\nReturn SEQUENCE without the elements that satisfy PREDICATE" words                           \
        "Signals: type-error.\nExample: (" name "-if #'evenp (list 1 2 3 4)) => (1 3)\n",             \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,        \
         Key<Value> end, Key<Value> count, Key<Function> key)) {                                  \
    Predicate holds(vm, predicate, key);                                                          \
    return filter<Change::change>(vm, name "-if", sequence, start, end, from_end, count, kAbsent, \
                                  [&](Value e) { return holds(e); });                             \
  }                                                                                               \
  DEFUN(cname##_if_not, name "-if-not", "(predicate sequence &key from-end start end count key)",     \
        "\nReturn SEQUENCE without the elements that do not satisfy PREDICATE" words                    \
        "Signals: type-error.\nExample: (" name "-if-not #'evenp (list 1 2 3 4)) => (2 4)\n",         \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,        \
         Key<Value> end, Key<Value> count, Key<Function> key)) {                                  \
    Predicate holds(vm, predicate, key);                                                          \
    return filter<Change::change>(vm, name "-if-not", sequence, start, end, from_end, count,      \
                                  kAbsent, [&](Value e) { return !holds(e); });                   \
  }
REMOVE_FUNCTIONS(remove_, "remove", Copy,
                 ". SEQUENCE is not modified, and the result may share its tail.\n")
REMOVE_FUNCTIONS(
    delete_, "delete", InPlace,
    ". A list is modified in place; use the result, since it may start at a later cons.\n")
#undef REMOVE_FUNCTIONS

DEFUN(substitute, "substitute", "(new old sequence &key from-end test test-not start end count key)", R"doc(
Return SEQUENCE with the elements that match OLD replaced by NEW.
TEST: default EQL.  KEY: applied to each element.  COUNT: at most this many, the last ones with FROM-END.
Signals: type-error.
Example: (substitute 9 1 '(1 2 1)) => (9 2 9)
)doc", (Vm& vm, Value fresh, Value old, Sequence sequence, Key<Value> from_end, Key<Function> test,
        Key<Function> test_not, Key<Value> start, Key<Value> end, Key<Value> count, Key<Function> key)) {
  Matcher matches(vm, "substitute", test, test_not, key);
  return filter(vm, "substitute", sequence, start, end, from_end, count, fresh,
                [&](Value e) { return matches(old, e); });
}

DEFUN(substitute_if, "substitute-if", "(new predicate sequence &key from-end start end count key)", R"doc(
Return SEQUENCE with the elements that satisfy PREDICATE replaced by NEW.
Signals: type-error.
Example: (substitute-if 0 #'oddp '(1 2 3)) => (0 2 0)
)doc", (Vm& vm, Value fresh, Function predicate, Sequence sequence, Key<Value> from_end,
        Key<Value> start, Key<Value> end, Key<Value> count, Key<Function> key)) {
  Predicate holds(vm, predicate, key);
  return filter(vm, "substitute-if", sequence, start, end, from_end, count, fresh,
                [&](Value e) { return holds(e); });
}

DEFUN(substitute_if_not, "substitute-if-not", "(new predicate sequence &key from-end start end count key)", R"doc(
Return SEQUENCE with the elements that do not satisfy PREDICATE replaced by NEW.
Signals: type-error.
Example: (substitute-if-not 0 #'oddp '(1 2 3)) => (1 0 3)
)doc", (Vm& vm, Value fresh, Function predicate, Sequence sequence, Key<Value> from_end,
        Key<Value> start, Key<Value> end, Key<Value> count, Key<Function> key)) {
  Predicate holds(vm, predicate, key);
  return filter(vm, "substitute-if-not", sequence, start, end, from_end, count, fresh,
                [&](Value e) { return !holds(e); });
}

DEFUN(remove_duplicates, "remove-duplicates", "(sequence &key from-end test test-not start end key)", R"doc(
Return SEQUENCE without duplicates: of elements that match each other, only the last is kept, or the first with FROM-END.
TEST: default EQL.  KEY: applied to each element.  START, END: the part to search.
Signals: type-error.
Example: (remove-duplicates '(1 2 1 3)) => (2 1 3)
)doc", (Vm& vm, Sequence sequence, Key<Value> from_end, Key<Function> test, Key<Function> test_not,
        Key<Value> start, Key<Value> end, Key<Function> key)) {
  Heap& heap = vm.heap();
  Matcher matches(vm, "remove-duplicates", test, test_not, key);
  ValueVector all(heap);
  gather(sequence, all);
  Range r = checked_range(heap, "remove-duplicates", all.size(), start, end);
  ValueVector keys(heap);
  for (Value v : all) keys.push(matches.apply_key(v));
  bool keep_first = is_true(from_end);
  std::size_t count = r.end - r.start;
  auto at = [&](std::size_t k) { return keep_first ? r.start + k : r.end - 1 - k; };
  if (matches.has_table() && count > 32) {
    Value seen = make_hash_table(heap, matches.table_test());
    for (std::size_t k = 0; k < count; ++k) {
      Value key_of_element = keys[at(k)];
      if (hash_table_get(heap, seen, key_of_element) != kAbsent)
        all[at(k)] = kAbsent;
      else
        hash_table_put(heap, seen, key_of_element, t());
    }
  } else {
    // Each element is compared with all before it, including removed ones, since a test need not be
    // transitive. The element that is first in the sequence is the first argument of the test.
    std::size_t steps = 0;
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t j = 0; j < k && all[at(k)] != kAbsent; ++j) {
        heap.poll_at(++steps);
        std::size_t first = std::min(at(j), at(k));
        if (matches.compare(keys[first], keys[std::max(at(j), at(k))])) all[at(k)] = kAbsent;
      }
  }
  Value* last = std::remove(all.begin(), all.end(), kAbsent);
  return like(heap, "remove-duplicates", sequence, all.begin(),
              static_cast<std::size_t>(last - all.begin()));
}

}  // namespace

}  // namespace winnow
