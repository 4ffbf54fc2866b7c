// Functions on sequences: access, copies, reversal, FILL, REPLACE and CONCATENATE.
#include <algorithm>

#include "builtins/sequence_arguments.hpp"
#include "builtins/sequence_elements.hpp"

namespace winnow {

namespace {

// Longer vectors are copied in parts, between which signals are handled.
constexpr std::size_t kMostCopiedAtOnce = 4096;

DEFUN(elt, "elt", "(sequence index)", R"doc(
Return element INDEX of SEQUENCE, counted from 0.
Signals: type-error if SEQUENCE is not a sequence or INDEX is out of range.
Example: (elt '(a b c) 1) => B
)doc", (Heap& heap, Sequence sequence, Index index)) {
  Value s = sequence;
  checked_index(heap, "elt", fixnum(index), sequence_length(heap, s));
  if (!s.is_list()) return array_ref(heap, s, index);
  return car(nth_rest(s, index));
}

DEFUN(set_elt, "set-elt", "(sequence index value)", R"doc(
Make VALUE the element INDEX of SEQUENCE and return it. Implements (setf elt).
Signals: type-error if SEQUENCE is not a sequence or INDEX is out of range.
Example: (set-elt (list 1 2) 0 9) => 9
)doc", (Heap& heap, Sequence sequence, Index index, Value value)) {
  Value s = sequence;
  checked_index(heap, "(setf elt)", fixnum(index), sequence_length(heap, s));
  if (!s.is_list()) {
    set_array_ref(heap, s, index, value);
  } else {
    s = nth_rest(s, index);
    if (is_cons(s)) heap.store(as_pair(s)->car, value);
  }
  return value;
}

// A new simple vector of COUNT elements of the simple vector S, from START on.
Value copy_objects(Heap& heap, Value s, std::size_t start, std::size_t count) {
  auto* copy = heap.allocate<Vector>(Type::Vector, sizeof(Header), count, sizeof(Value));
  std::copy_n(as<Vector>(s)->data + start, count, copy->data);
  return to_value(copy);
}

// A copy of the elements of S in the range R.
Value copy_range(Heap& heap, Value s, Range r) {
  const std::size_t count = r.end - r.start;
  if (is_vector_object(s) && count <= kMostCopiedAtOnce)
    return copy_objects(heap, s, r.start, count);
  if (is_string(s)) {
    auto [data, offset] = storage(heap, s, r.start, count);
    return copy_string(heap, {as<String>(data), offset, count});
  }
  if (!s.is_list()) {
    Value copy = make_vector_like(heap, s, count, fixnum(0));
    copy_elements(heap, copy, 0, s, r.start, count);
    return copy;
  }
  s = nth_rest(s, r.start);
  ListBuilder copy(heap);
  for (std::size_t i = 0; i < count; ++i, s = cdr(s)) copy.add(car(s));
  return copy.list();
}

// ---- arguments of sequence functions that are written in Lisp

DEFUN(function_argument, "function-argument", "(function)", R"doc(
Return the function that FUNCTION, a function or its name, designates.
Signals: type-error; undefined-function.
Example: (functionp (function-argument 'car)) => T
)doc", (Function function)) {
  return function.value;
}

DEFUN(test_argument, "test-argument", "(test test-not)", R"doc(
Return the function that TEST or TEST-NOT, a function, its name or NIL, designates, or its code: 0 for EQ, 1 for EQL, the
default, and 2 for EQUAL.
Signals: type-error; undefined-function; program-error if both are given.
Example: (test-argument 'eql nil) => 1
)doc", (Vm& vm, Value test, Value test_not)) {
  if (is_nil(test) && is_nil(test_not)) return fixnum(kEqlTest);
  if (!is_nil(test) && !is_nil(test_not))
    signal_error(vm.heap(), ConditionKind::program_error,
                 "~A: :TEST and :TEST-NOT exclude each other",
                 {operation_named(vm.heap(), "test-argument")});
  Value function = vm.function_of(is_nil(test) ? test_not : test);
  if (!has_type(function, Type::Builtin)) return function;
  std::string_view name = as<Builtin>(function)->info->name;
  return name == "eq"      ? fixnum(kEqTest)
         : name == "eql"   ? fixnum(kEqlTest)
         : name == "equal" ? fixnum(kEqualTest)
                           : function;
}

DEFUN(range_end, "range-end", "(sequence start end)", R"doc(
Check that START and END delimit a range of SEQUENCE, and return END, or the length of SEQUENCE if END is NIL.
Signals: type-error.
Example: (range-end "abc" 1 nil) => 3
)doc", (Heap& heap, Value sequence, Value start, Value end)) {
  std::size_t length = checked_length(heap, "range-end", sequence);
  return fixnum(checked_range(heap, "range-end", length, start, end).end);
}

DEFUN(subseq, "subseq", "(sequence start &optional end)", R"doc(
Return a copy of the elements of SEQUENCE from START up to END.
END: default, or NIL: the length of SEQUENCE.
Signals: type-error unless the range is within SEQUENCE.
Example: (subseq "winnow" 3) => "now"
)doc", (Heap& heap, Sequence sequence, Value start, std::optional<Value> end)) {
  Value s = sequence;
  std::size_t length = sequence_length(heap, s);
  return copy_range(heap, s, checked_range(heap, "subseq", length, start, end ? *end : nil()));
}

DEFUN(copy_seq, "copy-seq", "(sequence)", R"doc(
Return a copy of SEQUENCE; the elements are shared.
Signals: type-error unless SEQUENCE is a sequence.
Example: (copy-seq '(1 2)) => (1 2)
)doc", (Heap& heap, Sequence sequence)) {
  Value s = sequence;
  return copy_range(heap, s, {0, sequence_length(heap, s)});
}

Value reverse_in_place(Heap& heap, Value vector) {
  std::size_t n = vector_length(vector);
  for (std::size_t i = 0; i < n / 2; ++i) {
    heap.poll_at(i + 1);
    Value a = array_ref(heap, vector, i);
    set_array_ref(heap, vector, i, array_ref(heap, vector, n - 1 - i));
    set_array_ref(heap, vector, n - 1 - i, a);
  }
  return vector;
}

DEFUN(reverse, "reverse", "(sequence)", R"doc(
Return a new sequence with the elements of SEQUENCE in reverse order.
Signals: type-error unless SEQUENCE is a sequence.
Example: (reverse '(1 2 3)) => (3 2 1)
)doc", (Heap& heap, Sequence sequence)) {
  if (sequence.value.is_list()) {
    Value result = nil();
    for (Value l = sequence; is_cons(l); l = cdr(l)) result = heap.cons(car(l), result);
    return result;
  }
  const std::size_t length = vector_length(sequence);
  Value copy = copy_range(heap, sequence, {0, length});
  const bool is_short = length <= kMostCopiedAtOnce;  // and new, so that it needs no write barrier
  const auto reversed = [=](auto* first) {
    std::reverse(first, first + length);
    return copy;
  };
  if (is_short && is_vector_object(copy)) return reversed(as<Vector>(copy)->data);
  if (is_short && is_string_object(copy) && !as<String>(copy)->is_wide())
    return reversed(as<String>(copy)->narrow);
  return reverse_in_place(heap, copy);
}

DEFUN(nreverse, "nreverse", "(sequence)", R"doc(
Reverse SEQUENCE in place and return the result. The first cons of a list becomes its last.
Signals: type-error unless SEQUENCE is a sequence.
Example: (nreverse (list 1 2 3)) => (3 2 1)
)doc", (Heap& heap, Sequence sequence)) {
  Value s = sequence;
  if (!s.is_list()) return reverse_in_place(heap, s);
  Value result = nil();
  while (is_cons(s)) {
    Value next = cdr(s);
    heap.store(as_pair(s)->cdr, result);
    result = s;
    s = next;
  }
  return result;
}

DEFUN(fill_, "fill", "(sequence item &key start end)", R"doc(
Replace the elements of SEQUENCE from START to END by ITEM, and return SEQUENCE.
Signals: type-error unless SEQUENCE is a sequence that can contain ITEM, and START and END are a range within it.
Example: (fill (list 1 2 3) 0 :start 1) => (1 0 0)
)doc", (Heap& heap, Sequence sequence, Value item, Key<Value> start, Key<Value> end)) {
  Value s = sequence;
  Range r = checked_range(heap, "fill", sequence_length(heap, s), start, end);
  if (!s.is_list()) {
    fill_elements(heap, s, r.start, r.end - r.start, item);
    return s;
  }
  Value l = nth_rest(s, r.start);
  for (std::size_t i = r.start; i < r.end && is_cons(l); ++i, l = cdr(l)) {
    heap.poll_at(i);  // an interrupt handler may shorten the list
    heap.store(as_pair(l)->car, item);
  }
  return s;
}

DEFUN(replace_, "replace", "(target source &key start1 end1 start2 end2)", R"doc(
Replace the elements of TARGET from START1 to END1 by those of SOURCE from START2 to END2; return TARGET.
Signals: type-error unless TARGET is a sequence, SOURCE is a sequence whose elements TARGET can contain, and the ranges are
within them.
Example: (replace (list 1 2 3) '(8 9)) => (8 9 3)
)doc", (Heap& heap, Sequence target, Sequence source, Key<Value> start1, Key<Value> end1,
        Key<Value> start2, Key<Value> end2)) {
  Value s = target;
  Range a = checked_range(heap, "replace", sequence_length(heap, s), start1, end1);
  Range b = checked_range(heap, "replace", sequence_length(heap, source), start2, end2);
  std::size_t n = std::min(a.end - a.start, b.end - b.start);
  if (!s.is_list() && !source.value.is_list()) {
    copy_elements(heap, s, a.start, source, b.start, n);
    return s;
  }
  const Elements from(heap, source, {b.start, b.start + n});
  Value l = s.is_list() ? nth_rest(s, a.start) : nil();
  for (std::size_t i = 0; i < n; ++i) {
    heap.poll_at(i);
    if (!s.is_list()) {
      set_array_ref(heap, s, a.start + i, from[b.start + i]);
    } else if (is_cons(l)) {
      heap.store(as_pair(l)->car, from[b.start + i]);
      l = cdr(l);
    }
  }
  return s;
}

// Stores the elements of SEQUENCES in RESULT, a new vector, and returns it.
Value concatenated(Heap& heap, Value result, Rest sequences) {
  std::size_t at = 0;
  for (Value s : sequences) {
    if (!s.is_list()) {
      std::size_t n = std::min(vector_length(s), array_total_size(result) - at);
      copy_elements(heap, result, at, s, 0, n);
      at += n;
    }
    for (; is_cons(s); s = cdr(s)) {
      heap.poll_at(at);
      set_array_ref(heap, result, at++, car(s));
    }
  }
  return result;
}

Value concatenated_list(Heap& heap, Rest sequences) {
  ListBuilder list(heap);
  for (Value s : sequences) for_each_element(heap, s, [&](Value v) { list.add(v); });
  return list.list();
}

// The string of the elements of SEQUENCES, which has LENGTH characters.
Value concatenated_string(Heap& heap, std::size_t length, Rest sequences) {
  Value result = make_string(heap, length, U' ');
  std::size_t at = 0;
  for (Value s : sequences)
    for_each_element(heap, s, [&](Value v) {
      if (!v.is_character()) signal_wrong_type(heap, "concatenate", v, "a character");
      if (at < length) set_string_char(heap, as<String>(result), at++, v.character());
    });
  return result;
}

// A new vector of SIZE elements; KIND: the symbol VECTOR, BIT-VECTOR or OCTET-VECTOR.
Value make_vector_of_kind(Heap& heap, Value kind, std::size_t size) {
  const SymbolTable& s = *heap.symbols;
  if (kind == s.symbol(Sym::vector)) return make_vector(heap, size, fixnum(0));
  if (kind == s.symbol(Sym::bit_vector)) return make_bit_vector(heap, size, false);
  if (kind == s.symbol(Sym::octet_vector)) return make_octet_vector(heap, size, 0);
  signal_wrong_type(heap, "concatenate", kind,
                    {"a sequence type", "(MEMBER LIST VECTOR STRING BIT-VECTOR OCTET-VECTOR)"});
}

DEFUN(concatenate_, "concatenate-as", "(kind &rest sequences)", R"doc(
Return a new sequence of the type KIND that contains the elements of all SEQUENCES.
KIND: LIST, VECTOR, STRING, BIT-VECTOR or OCTET-VECTOR.
Signals: type-error.
Example: (concatenate-as 'list "a" '(b)) => (#\a B)
)doc", (Heap& heap, SymbolArg kind, Rest sequences)) {
  std::size_t total = 0;
  bool are_strings = true;
  for (Value s : sequences) {
    total += checked_length(heap, "concatenate", s);
    are_strings = are_strings && is_string(s);
  }
  if (kind == heap.symbols->symbol(Sym::list)) return concatenated_list(heap, sequences);
  if (kind == heap.symbols->symbol(Sym::string))
    return are_strings ? join_strings(heap, sequences.values)
                       : concatenated_string(heap, total, sequences);
  return concatenated(heap, make_vector_of_kind(heap, kind, total), sequences);
}

}  // namespace

}  // namespace winnow
