// Sequences: functions that work on lists and vectors alike.
#include <algorithm>
#include <limits>

#include "builtins/sequence_arguments.hpp"
#include "core/equality.hpp"
#include "core/hash_table.hpp"

namespace winnow {

namespace {

std::size_t sequence_length(Heap& heap, Value s) {
  if (!s.is_list()) return vector_length(s);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, proper_length(heap, s)));
}

// The elements of SEQUENCE in a row that the collector sees.
void gather(Value sequence, ValueVector& out) {
  if (sequence.is_list()) {
    for (; is_cons(sequence); sequence = cdr(sequence)) {
      out.push(car(sequence));
      out.heap().poll_at(out.size());
    }
  } else {
    std::size_t n = vector_length(sequence);
    for (std::size_t i = 0; i < n; ++i) {
      out.push(array_ref(sequence, i));
      out.heap().poll_at(i);
    }
  }
}

// A sequence of the kind of MODEL with ELEMENTS.
Value like(Heap& heap, Value model, Value* elements, std::size_t count) {
  if (model.is_list()) return list_of(heap, elements, count);
  if (is_string(model)) {
    Value s = make_string(heap, count, ' ');
    for (std::size_t i = 0; i < count; ++i) {
      heap.poll_at(i);
      if (!elements[i].is_character())
        signal_wrong_type(heap, "a string's element", elements[i], "a character");
      set_string_char(heap, as<String>(s), i, elements[i].character());
    }
    return s;
  }
  if (is_bit_vector(model)) {
    Value bits = make_bit_vector(heap, count, false);
    for (std::size_t i = 0; i < count; ++i) {
      heap.poll_at(i + 1);
      set_array_ref(heap, bits, i, elements[i]);
    }
    return bits;
  }
  Value v = make_vector(heap, count, nil());
  std::copy_n(elements, count, as<Vector>(v)->data);
  return v;
}

DEFUN(elt, "elt", "(sequence index)", R"doc(
Return element INDEX of SEQUENCE, counted from 0.
Signals: type-error if SEQUENCE is no sequence or INDEX lies outside.
Example: (elt '(a b c) 1) => B
)doc", (Heap& heap, Sequence sequence, Index index)) {
  Value s = sequence;
  std::size_t length = sequence_length(heap, s);
  if (index >= length)
    signal_error(heap, ConditionKind::type_error,
                 "elt: index ~D is out of range for a sequence of length ~D",
                 {fixnum(index), fixnum(length)}, {fixnum(index), nil()});
  if (!s.is_list()) return array_ref(s, index);
  return car(nth_rest(s, index));
}

DEFUN(set_elt, "%set-elt", "(sequence index value)", R"doc(
Make VALUE the element INDEX of SEQUENCE and return it: (setf elt).
Signals: type-error if SEQUENCE is no sequence or INDEX lies outside.
Example: (%set-elt (list 1 2) 0 9) => 9
)doc", (Heap& heap, Sequence sequence, Index index, Value value)) {
  Value s = sequence;
  std::size_t length = sequence_length(heap, s);
  if (index >= length)
    signal_error(heap, ConditionKind::type_error,
                 "(setf elt): index ~D is out of range for a sequence of length ~D",
                 {fixnum(index), fixnum(length)}, {fixnum(index), nil()});
  if (!s.is_list()) {
    set_array_ref(heap, s, index, value);
  } else {
    s = nth_rest(s, index);
    if (is_cons(s)) heap.store(as_pair(s)->car, value);
  }
  return value;
}

// A copy of the elements of SEQUENCE in RANGE.
Value copy_range(Heap& heap, Value s, Range r) {
  const std::size_t count = r.end - r.start;
  if (is_string(s)) {
    StringView v = string_view_of(s);
    v.offset += r.start;
    v.length = count;
    return make_string(heap, text_of(v));
  }
  if (is_bit_vector(s)) {
    Value copy = make_bit_vector(heap, count, false);
    for (std::size_t i = 0; i < count; ++i) {
      heap.poll_at(i + 1);
      set_array_ref(heap, copy, i, array_ref(s, r.start + i));
    }
    return copy;
  }
  if (!s.is_list()) {
    Value copy = make_vector(heap, count, nil());
    Underlying from = underlying(s);
    std::copy_n(as<Vector>(from.data)->data + from.offset + r.start, count, as<Vector>(copy)->data);
    return copy;
  }
  s = nth_rest(s, r.start);
  ListBuilder copy(heap);
  for (std::size_t i = 0; i < count; ++i, s = cdr(s)) copy.add(car(s));
  return copy.list();
}

DEFUN(subseq, "subseq", "(sequence start &optional end)", R"doc(
Return a copy of the elements of SEQUENCE from START up to END.
END: default, or NIL, the length.
Signals: type-error if the range does not lie in the sequence.
Example: (subseq "winnow" 3) => "now"
)doc", (Heap& heap, Sequence sequence, Value start, std::optional<Value> end)) {
  Value s = sequence;
  std::size_t length = sequence_length(heap, s);
  return copy_range(heap, s, checked_range(heap, "subseq", length, start, end ? *end : nil()));
}

DEFUN(copy_seq, "copy-seq", "(sequence)", R"doc(
Return a copy of SEQUENCE; the elements are shared.
Signals: type-error if SEQUENCE is no sequence.
Example: (copy-seq '(1 2)) => (1 2)
)doc", (Heap& heap, Sequence sequence)) {
  Value s = sequence;
  return copy_range(heap, s, {0, sequence_length(heap, s)});
}

DEFUN(reverse, "reverse", "(sequence)", R"doc(
Return a new sequence with the elements of SEQUENCE in reverse order.
Signals: type-error if SEQUENCE is no sequence.
Example: (reverse '(1 2 3)) => (3 2 1)
)doc", (Heap& heap, Sequence sequence)) {
  if (sequence.value.is_list()) {
    Value result = nil();
    for (Value l = sequence; is_cons(l); l = cdr(l)) result = heap.cons(car(l), result);
    return result;
  }
  ValueVector all(heap);
  gather(sequence, all);
  std::reverse(all.begin(), all.end());
  return like(heap, sequence, all.begin(), all.size());
}

DEFUN(nreverse, "nreverse", "(sequence)", R"doc(
Reverse SEQUENCE in place and return it; a list's first cons is then its last.
Signals: type-error if SEQUENCE is no sequence.
Example: (nreverse (list 1 2 3)) => (3 2 1)
)doc", (Heap& heap, Sequence sequence)) {
  Value s = sequence;
  if (!s.is_list()) {
    std::size_t n = vector_length(s);
    for (std::size_t i = 0; i < n / 2; ++i) {
      heap.poll_at(i + 1);
      Value a = array_ref(s, i);
      set_array_ref(heap, s, i, array_ref(s, n - 1 - i));
      set_array_ref(heap, s, n - 1 - i, a);
    }
    return s;
  }
  Value result = nil();
  while (is_cons(s)) {
    Value next = cdr(s);
    heap.store(as_pair(s)->cdr, result);
    result = s;
    s = next;
  }
  return result;
}

// ---- searching: one walk serves FIND, POSITION, COUNT and their -IF forms

// Calls VISIT(element, index) over the range, from the end if FROM_END, until it returns true.
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
    ValueVector all(vm.heap());
    gather(sequence, all);
    for (std::size_t i = r.end; i-- > r.start;) {
      vm.heap().poll_at(i);
      if (visit(all[i], i)) return true;
    }
    return false;
  }
  for (std::size_t k = 0; k < r.end - r.start; ++k) {
    std::size_t i = from_end ? r.end - 1 - k : r.start + k;
    vm.heap().poll_at(k);
    if (i < array_total_size(sequence) && visit(array_ref(sequence, i), i)) return true;
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

#define SEARCH_FUNCTIONS(cname, name, kind, what, example, example_if, example_if_not)   \
  DEFUN(cname, name, "(item sequence &key from-end test test-not start end key)",                  \
        "\nReturn " what " that matches ITEM.\n"                                                   \
        "TEST: default EQL.  KEY: applied to each element.  START, END: the part searched.  FROM-END: the last one.\n" \
        "Signals: type-error; program-error if TEST and TEST-NOT are both given.\n"                \
        "Example: " example "\n",                                                                  \
        (Vm& vm, Value item, Sequence sequence, Key<Value> from_end, Key<Function> test,           \
         Key<Function> test_not, Key<Value> start, Key<Value> end, Key<Function> key)) { \
    Matcher matches(vm, name, test, test_not, key);                                      \
    return search_sequence(vm, name, Search::kind, sequence, start, end, from_end,       \
                           [&](Value e) { return matches(item, e); });                   \
  }                                                                                      \
  DEFUN(cname##_if, name "-if", "(predicate sequence &key from-end start end key)",                \
        "\nReturn " what " that satisfies PREDICATE.\n"                                            \
        "KEY: applied to each element.  START, END: the part searched.  FROM-END: the last one.\n" \
        "Signals: type-error.\nExample: " example_if "\n",                                         \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,     \
         Key<Value> end, Key<Function> key)) {                                           \
    Matcher keyed(vm, name "-if", {}, {}, key);                                          \
    return search_sequence(                                                              \
        vm, name "-if", Search::kind, sequence, start, end, from_end,                    \
        [&](Value e) { return !is_nil(vm.call(predicate, {keyed.apply_key(e)})); });     \
  }                                                                                      \
  DEFUN(cname##_if_not, name "-if-not", "(predicate sequence &key from-end start end key)",        \
        "\nReturn " what " that does not satisfy PREDICATE.\nSignals: type-error.\nExample: " example_if_not "\n",              \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,     \
         Key<Value> end, Key<Function> key)) {                                           \
    Matcher keyed(vm, name "-if-not", {}, {}, key);                                      \
    return search_sequence(                                                              \
        vm, name "-if-not", Search::kind, sequence, start, end, from_end,                \
        [&](Value e) { return is_nil(vm.call(predicate, {keyed.apply_key(e)})); });      \
  }
SEARCH_FUNCTIONS(find, "find", Find, "the first element of SEQUENCE, or NIL if there is none,",
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

// ---- removing and substituting

// Elements for which DROP is true are left out (REPLACEMENT absent) or replaced; at most COUNT of
// them.
template <class Test>
Value filter(Vm& vm, const char* name, Value sequence, const Key<Value>& start,
             const Key<Value>& end, const Key<Value>& from_end, const Key<Value>& count,
             Value replacement, Test drop) {
  Heap& heap = vm.heap();
  bool list = sequence.is_list();
  std::size_t length = sequence_length(heap, sequence);
  Range r = checked_range(heap, name, length, start, end);
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();
  if (Value c = value_or(count, nil()); !is_nil(c)) {
    if (!is_integer(c))
      signal_wrong_type(heap, name, c, {"an integer or NIL as :COUNT", "(OR INTEGER NULL)"});
    budget = c.is_fixnum() ? c.fixnum() : integer_sign(c) < 0 ? 0 : budget;
  }
  bool backwards = is_true(from_end);
  if (list && !backwards) {
    ListBuilder kept(heap);
    Value shared = sequence;  // a tail without anything dropped is shared
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
  Value* last = std::remove(all.begin(), all.end(), kAbsent);
  std::size_t left = static_cast<std::size_t>(last - all.begin());
  if (left == length && replacement == kAbsent) return sequence;
  return like(heap, sequence, all.begin(), left);
}

#define REMOVE_FUNCTIONS(cname, name, words)                                                   \
  DEFUN(cname, name, "(item sequence &key from-end test test-not start end count key)",               \
        "\nReturn SEQUENCE without the elements that match ITEM" words                                  \
        "TEST: default EQL.  KEY: applied to each element.  COUNT: at most so many, the last with FROM-END.\n" \
        "Signals: type-error; program-error if TEST and TEST-NOT are both given.\n"                   \
        "Example: (" name " 1 (list 1 2 1 3)) => (2 3)\n",                                            \
        (Vm& vm, Value item, Sequence sequence, Key<Value> from_end, Key<Function> test,              \
         Key<Function> test_not, Key<Value> start, Key<Value> end, Key<Value> count,                  \
         Key<Function> key)) {                                                                 \
    Matcher matches(vm, name, test, test_not, key);                                            \
    return filter(vm, name, sequence, start, end, from_end, count, kAbsent,                    \
                  [&](Value e) { return matches(item, e); });                                  \
  }                                                                                            \
  DEFUN(cname##_if, name "-if", "(predicate sequence &key from-end start end count key)",             \
        "\nReturn SEQUENCE without the elements that satisfy PREDICATE" words                           \
        "Signals: type-error.\nExample: (" name "-if #'evenp (list 1 2 3 4)) => (1 3)\n",             \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,        \
         Key<Value> end, Key<Value> count, Key<Function> key)) {                               \
    Matcher keyed(vm, name "-if", {}, {}, key);                                                \
    return filter(vm, name "-if", sequence, start, end, from_end, count, kAbsent,              \
                  [&](Value e) { return !is_nil(vm.call(predicate, {keyed.apply_key(e)})); }); \
  }                                                                                            \
  DEFUN(cname##_if_not, name "-if-not", "(predicate sequence &key from-end start end count key)",     \
        "\nReturn SEQUENCE without the elements that do not satisfy PREDICATE" words                    \
        "Signals: type-error.\nExample: (" name "-if-not #'evenp (list 1 2 3 4)) => (2 4)\n",         \
        (Vm& vm, Function predicate, Sequence sequence, Key<Value> from_end, Key<Value> start,        \
         Key<Value> end, Key<Value> count, Key<Function> key)) {                               \
    Matcher keyed(vm, name "-if-not", {}, {}, key);                                            \
    return filter(vm, name "-if-not", sequence, start, end, from_end, count, kAbsent,          \
                  [&](Value e) { return is_nil(vm.call(predicate, {keyed.apply_key(e)})); });  \
  }
REMOVE_FUNCTIONS(remove_, "remove",
                 "; the argument is not changed, and the result may share its tail.\n")
REMOVE_FUNCTIONS(delete_, "delete", "; the argument may be changed, so use the result.\n")
#undef REMOVE_FUNCTIONS

DEFUN(substitute, "substitute", "(new old sequence &key from-end test test-not start end count key)", R"doc(
Return SEQUENCE with the elements that match OLD replaced by NEW.
TEST: default EQL.  KEY: applied to each element.  COUNT: at most so many, the last with FROM-END.
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
  Matcher keyed(vm, "substitute-if", {}, {}, key);
  return filter(vm, "substitute-if", sequence, start, end, from_end, count, fresh,
                [&](Value e) { return !is_nil(vm.call(predicate, {keyed.apply_key(e)})); });
}

DEFUN(substitute_if_not, "substitute-if-not", "(new predicate sequence &key from-end start end count key)", R"doc(
Return SEQUENCE with the elements that do not satisfy PREDICATE replaced by NEW.
Signals: type-error.
Example: (substitute-if-not 0 #'oddp '(1 2 3)) => (1 0 3)
)doc", (Vm& vm, Value fresh, Function predicate, Sequence sequence, Key<Value> from_end,
        Key<Value> start, Key<Value> end, Key<Value> count, Key<Function> key)) {
  Matcher keyed(vm, "substitute-if-not", {}, {}, key);
  return filter(vm, "substitute-if-not", sequence, start, end, from_end, count, fresh,
                [&](Value e) { return is_nil(vm.call(predicate, {keyed.apply_key(e)})); });
}

DEFUN(remove_duplicates, "remove-duplicates", "(sequence &key from-end test test-not start end key)", R"doc(
Return SEQUENCE with only the last of elements that match each other, or the first with FROM-END.
TEST: default EQL.  KEY: applied to each element.  START, END: the part looked at.
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
    // Each is compared with those that stay, the one that stands first in the sequence coming
    // first.
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t j = 0; j < k && all[at(k)] != kAbsent; ++j) {
        heap.poll_at(j + 1);
        if (all[at(j)] == kAbsent) continue;
        std::size_t first = std::min(at(j), at(k));
        if (matches.compare(keys[first], keys[std::max(at(j), at(k))])) all[at(k)] = kAbsent;
      }
  }
  Value* last = std::remove(all.begin(), all.end(), kAbsent);
  return like(heap, sequence, all.begin(), static_cast<std::size_t>(last - all.begin()));
}

// ---- sorting

// A merge sort, stable, that survives predicates which are no order and exits out of them.
class Sorter {
 public:
  Sorter(Vm& vm, Value predicate, const Key<Function>& key)
      : vm_(vm),
        predicate_(predicate),
        matcher_(vm, "sort", {}, {}, key),
        scratch_(vm.heap()),
        keys_(vm.heap()),
        key_scratch_(vm.heap()) {
    if (has_type(predicate, Type::Builtin)) {
      std::string_view name = as<Builtin>(predicate)->info->name;
      if (name == "<") numeric_ = -1;
      if (name == ">") numeric_ = 1;
    }
  }

  void sort(ValueVector& elements) {
    std::size_t n = elements.size();
    scratch_.assign(n, nil());
    if (matcher_.has_key()) {  // each is asked for once
      key_scratch_.assign(n, nil());
      for (std::size_t i = 0; i < n; ++i) keys_.push(matcher_.apply_key(elements[i]));
    }
    Row from{elements.begin(), keys_.begin()};
    Row to{scratch_.begin(), key_scratch_.begin()};
    for (std::size_t width = 1; width < n; width *= 2) {
      for (std::size_t i = 0; i < n; i += 2 * width)
        merge(from, to, i, std::min(i + width, n), std::min(i + 2 * width, n));
      std::swap(from, to);
      vm_.poll();
    }
    if (from.elements != elements.begin()) std::copy_n(from.elements, n, elements.begin());
  }

 private:
  struct Row {
    Value* elements;
    Value* keys;  // of the elements, where those are not compared themselves
  };

  void merge(Row from, Row to, std::size_t a, std::size_t middle, std::size_t end) {
    const bool has_keys = matcher_.has_key();
    const Value* compared = has_keys ? from.keys : from.elements;
    std::size_t b = middle;
    for (std::size_t out = a; out < end; ++out) {
      vm_.heap().poll_at(out + 1);
      bool right = b < end && (a >= middle || before(compared[b], compared[a]));
      std::size_t taken = right ? b++ : a++;
      to.elements[out] = from.elements[taken];
      if (has_keys) to.keys[out] = from.keys[taken];
    }
  }
  bool before(Value x, Value y) {
    if (numeric_ != 0 && x.is_fixnum() && y.is_fixnum())
      return numeric_ < 0 ? x.fixnum() < y.fixnum() : x.fixnum() > y.fixnum();
    return !is_nil(vm_.call(predicate_, {x, y}));
  }

  Vm& vm_;
  Value predicate_;
  Matcher matcher_;
  ValueVector scratch_;
  ValueVector keys_;
  ValueVector key_scratch_;
  int numeric_ = 0;
};

// What the predicate does to the sequence meanwhile is lost.
Value sort_sequence(Vm& vm, Value sequence, Value predicate, const Key<Function>& key) {
  Heap& heap = vm.heap();
  ValueVector all(heap);
  gather(sequence, all);
  Sorter(vm, predicate, key).sort(all);
  if (sequence.is_list()) {
    std::size_t i = 0;
    for (Value l = sequence; is_cons(l) && i < all.size(); l = cdr(l))
      heap.store(as_pair(l)->car, all[i++]);
  } else {
    std::size_t n = std::min(all.size(), array_total_size(sequence));
    for (std::size_t i = 0; i < n; ++i) set_array_ref(heap, sequence, i, all[i]);
  }
  return sequence;
}

DEFUN(sort, "sort", "(sequence predicate &key key)", R"doc(
Sort SEQUENCE in place so that PREDICATE holds between neighbours, and return it.
PREDICATE: function of two elements, true if the first belongs before the second.  KEY: applied to each first.
Equal elements keep their order.
Signals: type-error, and whatever PREDICATE does.
Example: (sort (list 3 1 2) #'<) => (1 2 3)
)doc", (Vm& vm, Sequence sequence, Function predicate, Key<Function> key)) {
  return sort_sequence(vm, sequence, predicate, key);
}

DEFUN(stable_sort, "stable-sort", "(sequence predicate &key key)", R"doc(
Sort SEQUENCE in place as SORT does; equal elements keep their order.
Signals: type-error, and whatever PREDICATE does.
Example: (stable-sort (list '(1 a) '(0 b) '(1 c)) #'< :key #'car) => ((0 B) (1 A) (1 C))
)doc", (Vm& vm, Sequence sequence, Function predicate, Key<Function> key)) {
  return sort_sequence(vm, sequence, predicate, key);
}

// ---- the rest

DEFUN(fill_, "fill", "(sequence item &key start end)", R"doc(
Replace the elements of SEQUENCE from START to END by ITEM, and return SEQUENCE.
Signals: type-error.
Example: (fill (list 1 2 3) 0 :start 1) => (1 0 0)
)doc", (Heap& heap, Sequence sequence, Value item, Key<Value> start, Key<Value> end)) {
  Value s = sequence;
  Range r = checked_range(heap, "fill", sequence_length(heap, s), start, end);
  Value l = s;
  for (std::size_t i = 0; i < r.end; ++i) {
    heap.poll_at(i);
    if (i >= r.start) {
      if (s.is_list())
        heap.store(as_pair(l)->car, item);  // no callbacks here: L is a cons
      else
        set_array_ref(heap, s, i, item);
    }
    if (s.is_list()) l = cdr(l);
  }
  return s;
}

DEFUN(replace_, "replace", "(target source &key start1 end1 start2 end2)", R"doc(
Copy elements of the sequence SOURCE (START2 to END2) over those of TARGET (START1 to END1); return TARGET.
Signals: type-error.
Example: (replace (list 1 2 3) '(8 9)) => (8 9 3)
)doc", (Heap& heap, Sequence target, Sequence source, Key<Value> start1, Key<Value> end1,
        Key<Value> start2, Key<Value> end2)) {
  ValueVector from(heap);
  gather(source, from);
  Value s = target;
  Range a = checked_range(heap, "replace", sequence_length(heap, s), start1, end1);
  Range b = checked_range(heap, "replace", from.size(), start2, end2);
  std::size_t n = std::min(a.end - a.start, b.end - b.start);
  if (s.is_list()) {
    Value l = nth_rest(s, a.start);
    for (std::size_t i = 0; i < n && is_cons(l); ++i, l = cdr(l))
      heap.store(as_pair(l)->car, from[b.start + i]);
  } else {
    for (std::size_t i = 0; i < n; ++i) set_array_ref(heap, s, a.start + i, from[b.start + i]);
  }
  return s;
}

DEFUN(search_, "search", "(part sequence &key from-end test test-not key start1 end1 start2 end2)", R"doc(
Return the index where PART begins as a subsequence of SEQUENCE, or NIL.
TEST: default EQL.  KEY: applied to the elements of both.  START1, END1: the piece of PART.
START2, END2: where in SEQUENCE.  FROM-END: the last place.
Signals: type-error; program-error if TEST and TEST-NOT are both given.
Example: (search "now" "winnow") => 3
Example: (search "n" "winnow" :start2 3) => 3
)doc", (Vm& vm, Sequence part, Sequence sequence, Key<Value> from_end, Key<Function> test,
        Key<Function> test_not, Key<Function> key, Key<Value> start1, Key<Value> end1, Key<Value> start2,
        Key<Value> end2)) {
  Heap& heap = vm.heap();
  Matcher matches(vm, "search", test, test_not, key);
  ValueVector a(heap);
  ValueVector b(heap);
  gather(part, a);
  gather(sequence, b);
  Range piece = checked_range(heap, "search", a.size(), start1, end1);
  Range where = checked_range(heap, "search", b.size(), start2, end2);
  std::size_t n = piece.end - piece.start;
  if (n > where.end - where.start) return nil();
  std::size_t places = where.end - where.start - n + 1;
  for (std::size_t k = 0; k < places; ++k) {
    heap.poll_at(k);
    std::size_t at = where.start + (is_true(from_end) ? places - 1 - k : k);
    std::size_t i = 0;
    while (i < n &&
           matches.compare(matches.apply_key(a[piece.start + i]), matches.apply_key(b[at + i])))
      heap.poll_at(++i);
    if (i == n) return fixnum(at);
  }
  return nil();
}

DEFUN(mismatch, "mismatch", "(sequence1 sequence2 &key from-end test test-not key start1 end1 start2 end2)", R"doc(
Return the index in SEQUENCE1 of the first place where the sequences differ, or NIL if they match.
TEST: default EQL.  KEY: applied to the elements of both.  START1, END1, START2, END2: the parts compared.
FROM-END: compare from the ends; the index is then one more than that of the last place that differs.
Signals: type-error; program-error if TEST and TEST-NOT are both given.
Example: (mismatch "abcd" "abxd") => 2
Example: (mismatch "abcd" "xbcd" :from-end t) => 1
)doc", (Vm& vm, Sequence sequence1, Sequence sequence2, Key<Value> from_end, Key<Function> test,
        Key<Function> test_not, Key<Function> key, Key<Value> start1, Key<Value> end1, Key<Value> start2,
        Key<Value> end2)) {
  Heap& heap = vm.heap();
  Matcher matches(vm, "mismatch", test, test_not, key);
  ValueVector a(heap);
  ValueVector b(heap);
  gather(sequence1, a);
  gather(sequence2, b);
  Range r = checked_range(heap, "mismatch", a.size(), start1, end1);
  Range s = checked_range(heap, "mismatch", b.size(), start2, end2);
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

// KIND: "list", "vector", "string" or "bit-vector", as %CONCATENATE and %COERCE-SEQUENCE are told
// by the library.
Value make_of_kind(Heap& heap, const char* name, Value kind, ValueVector& elements) {
  std::string k = utf8_of(as<String>(as_symbol(kind)->name));
  Value model = nil();
  if (k == "STRING")
    model = make_string(heap, "");
  else if (k == "VECTOR")
    model = make_vector(heap, 0, nil());
  else if (k == "BIT-VECTOR")
    model = make_bit_vector(heap, 0, false);
  else if (k != "LIST")
    signal_wrong_type(heap, name, kind, "a sequence type");
  return like(heap, model, elements.begin(), elements.size());
}

DEFUN(concatenate_, "%concatenate", "(kind &rest sequences)", R"doc(
Return a sequence of KIND (LIST, VECTOR, STRING or BIT-VECTOR) of the elements of all SEQUENCES.
Signals: type-error.
Example: (%concatenate 'list "a" '(b)) => (#\a B)
)doc", (Heap& heap, SymbolArg kind, Rest sequences)) {
  bool strings = utf8_of(as<String>(as_symbol(kind)->name)) == "STRING";
  for (Value s : sequences) {
    if (!is_vector(s) && proper_length(heap, s) < 0)
      signal_wrong_type(heap, "concatenate", s, "a sequence (a list or a vector)");
    strings = strings && is_string(s);
  }
  if (strings) {
    std::u32string text;
    for (Value s : sequences) text += text_of(string_view_of(s));
    return make_string(heap, text);
  }
  ValueVector all(heap);
  for (Value s : sequences) gather(s, all);
  return make_of_kind(heap, "concatenate", kind, all);
}

}  // namespace

}  // namespace winnow
