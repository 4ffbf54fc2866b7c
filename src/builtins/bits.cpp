// Bitwise operations on integers and on bit arrays.
#include <algorithm>
#include <cstring>

#include "builtins/builtin.hpp"

namespace winnow {

namespace {

DEFUN(ash, "ash", "(integer count)", R"doc(
Return INTEGER shifted left by COUNT bits, right if COUNT is negative.
Signals: type-error unless INTEGER is an integer and COUNT is an integer; storage-condition if the result is too large.
Example: (ash 1 10) => 1024
Example: (ash -5 -1) => -3
)doc", (Heap& heap, Integer integer, Integer count)) {
  if (!count.value.is_fixnum()) {
    if (integer_sign(count) < 0) return fixnum(integer_sign(integer) < 0 ? -1 : 0);
    return integer_shift(heap, integer, std::int64_t{1} << 40);
  }
  return integer_shift(heap, integer, count.value.fixnum());
}

Value fold_logic(Heap& heap, const char* name, Logic operation, std::int64_t identity,
                 Rest integers) {
  for (Value v : integers)
    if (!is_integer(v)) signal_wrong_type(heap, name, v, "an integer");
  if (integers.size() == 0) return fixnum(identity);
  Value result = *integers.begin();
  for (const Value* v = integers.begin() + 1; v != integers.end(); ++v)
    result = integer_logic(heap, operation, result, *v);
  return result;
}

DEFUN(logand, "logand", "(&rest integers)", R"doc(
Return the bitwise AND of INTEGERS, -1 if there are none.
Signals: type-error unless every argument is an integer.
Example: (logand 12 10) => 8
)doc", (Heap& heap, Rest integers)) {
  return fold_logic(heap, "logand", Logic::And, -1, integers);
}

DEFUN(logior, "logior", "(&rest integers)", R"doc(
Return the bitwise OR of INTEGERS, 0 if there are none.
Signals: type-error unless every argument is an integer.
Example: (logior 12 10) => 14
)doc", (Heap& heap, Rest integers)) {
  return fold_logic(heap, "logior", Logic::Or, 0, integers);
}

DEFUN(logxor, "logxor", "(&rest integers)", R"doc(
Return the bitwise exclusive OR of INTEGERS, 0 if there are none.
Signals: type-error unless every argument is an integer.
Example: (logxor 12 10) => 6
)doc", (Heap& heap, Rest integers)) {
  return fold_logic(heap, "logxor", Logic::Xor, 0, integers);
}

DEFUN(lognot, "lognot", "(integer)", R"doc(
Return the bitwise complement of INTEGER.
Signals: type-error unless INTEGER is an integer.
Example: (lognot 5) => -6
)doc", (Heap& heap, Integer integer)) {
  return integer_subtract(heap, fixnum(-1), integer);
}

DEFUN(logbitp, "logbitp", "(index integer)", R"doc(
Return T if bit INDEX of INTEGER is 1, else NIL. Bit 0 is the least significant.
Signals: type-error unless INDEX is a non-negative integer and INTEGER is an integer.
Example: (logbitp 1 6) => T
)doc", (Count index, Integer integer)) {
  return truth(integer_bit(integer, index));
}

DEFUN(logcount, "logcount", "(integer)", R"doc(
Return the number of 1 bits in INTEGER; if INTEGER is negative, the number of 0 bits.
Signals: type-error unless INTEGER is an integer.
Example: (logcount 13) => 3
)doc", (Integer integer)) {
  return fixnum(integer_bit_count(integer));
}

DEFUN(integer_length_, "integer-length", "(integer)", R"doc(
Return the number of bits that INTEGER needs in two's complement, without its sign bit.
Signals: type-error unless INTEGER is an integer.
Example: (integer-length 7) => 3
)doc", (Integer integer)) {
  return fixnum(integer_length(integer));
}

// ---- arrays of bits

DEFUN(bit, "bit", "(bit-array &rest subscripts)", R"doc(
Return the bit of BIT-ARRAY at SUBSCRIPTS.
Signals: type-error unless BIT-ARRAY is an array of bits and SUBSCRIPTS are valid indices.
Example: (bit #*0100 1) => 1
)doc", (Heap& heap, Value array, Rest subscripts)) {
  if (!is_bit_array(array))
    signal_wrong_type(heap, "bit", array, {"an array of bits", "(ARRAY BIT)"});
  return array_ref(heap, array,
                   checked_subscripts(heap, "bit", array, subscripts.begin(), subscripts.size()));
}

DEFUN(sbit, "sbit", "(bit-array &rest subscripts)", R"doc(
Return the bit of the simple BIT-ARRAY at SUBSCRIPTS.
Signals: type-error unless BIT-ARRAY is a simple array of bits and SUBSCRIPTS are valid indices.
Example: (sbit #*0100 1) => 1
)doc", (Heap& heap, Value array, Rest subscripts)) {
  if (!is_simple_array(array) || !is_bit_array(array))
    signal_wrong_type(heap, "sbit", array, {"a simple array of bits", "(SIMPLE-ARRAY BIT)"});
  return array_ref(heap, array,
                   checked_subscripts(heap, "sbit", array, subscripts.begin(), subscripts.size()));
}

void check_bit_array(Heap& heap, Value v, Value model) {
  if (!is_bit_array(v))
    signal_wrong_type(heap, "bit-operation", v, {"an array of bits", "(ARRAY BIT)"});
  bool same = array_rank(v) == array_rank(model);
  for (std::size_t i = 0; same && i < array_rank(v); ++i)
    same = array_dimension(v, i) == array_dimension(model, i);
  if (!same)
    signal_error(heap, ConditionKind::type_error,
                 "~A: expected an array of the same dimensions as ~S, got ~S",
                 {operation_named(heap, "bit-operation"), model, v},
                 {v, heap.symbols->intern("BIT-VECTOR")});
}

Value make_bit_array_like(Heap& heap, Value model) {
  Value data = make_bit_vector(heap, array_total_size(model), false);
  if (array_rank(model) == 1) return data;
  ValueVector dimensions(heap);
  for (std::size_t i = 0; i < array_rank(model); ++i)
    dimensions.push(fixnum(array_dimension(model, i)));
  ArrayOptions options;
  options.data = data;
  return make_array(heap, {dimensions.begin(), dimensions.size()}, options);
}

// The machine words that hold the bits of ARRAY; null if ARRAY is displaced to
// another array with an offset.
std::uint64_t* words_of(Heap& heap, Value array) {
  auto [data, offset] = storage(heap, array, 0, array_total_size(array));
  return offset == 0 ? as<BitVector>(data)->words : nullptr;
}

// Combines two words bit by bit: the result for the bits A and B is bit 2A + B of TABLE. It is a
// polynomial over the field of two elements (Zhegalkin 1927).
class Combination {
 public:
  explicit Combination(std::uint64_t table) {
    auto row = [&](unsigned i) { return 0 - (table >> i & 1); };
    one_ = row(0);
    x_ = row(0) ^ row(2);
    y_ = row(0) ^ row(1);
    both_ = row(0) ^ row(1) ^ row(2) ^ row(3);
  }
  template <class Word>
  Word operator()(Word x, Word y) const {
    return one_ ^ (x_ & x) ^ (y_ & y) ^ (both_ & x & y);
  }

 private:
  std::uint64_t one_, x_, y_, both_;
};

// Two words, which one instruction combines.
using WordPair = std::uint64_t __attribute__((vector_size(16)));
WordPair pair_at(const std::uint64_t* words) {
  WordPair pair;
  std::memcpy(&pair, words, sizeof pair);
  return pair;
}

// Stores the combination of COUNT words of X and Y in OUT, which may be one of them.
void combine_words(const Combination& combine, const std::uint64_t* x, const std::uint64_t* y,
                   std::uint64_t* out, std::size_t count) {
  std::size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const WordPair result = combine(pair_at(x + i), pair_at(y + i));
    std::memcpy(out + i, &result, sizeof result);
  }
  if (i < count) out[i] = combine(x[i], y[i]);
}

DEFUN(bit_operation, "bit-operation", "(table a b result)", R"doc(
Combine the bit arrays A and B, of the same dimensions, bit by bit, and return the result.
TABLE: an integer: its bit 2X + Y is the result for the bits X of A and Y of B.
RESULT: the bit array to store into; T for A, NIL for a new array.
Signals: type-error.
Example: (bit-operation 8 #*0011 #*0101 nil) => #*0001
)doc", (Heap& heap, Index table, ArrayArg a, ArrayArg b, Value result)) {
  check_bit_array(heap, a, a);
  check_bit_array(heap, b, a);
  if (is_nil(result)) result = make_bit_array_like(heap, a);
  if (result == t()) result = a;
  check_bit_array(heap, result, a);
  const Combination combine(table);
  const std::size_t count = array_total_size(a);
  std::size_t i = 0;
  if (auto* x = words_of(heap, a), *y = words_of(heap, b), *out = words_of(heap, result);
      x != nullptr && y != nullptr && out != nullptr) {
    constexpr std::size_t kChunk = 1024;
    for (std::size_t word = 0; word < count / 64; word += kChunk) {
      heap.upcalls->poll();
      combine_words(combine, x + word, y + word, out + word, std::min(kChunk, count / 64 - word));
    }
    i = count / 64 * 64;
    if (i <
        count) {  // the last word, whose other bits may belong to an array that contains this one
      std::uint64_t mask = (std::uint64_t{1} << (count - i)) - 1;
      out[i / 64] = (out[i / 64] & ~mask) | (combine(x[i / 64], y[i / 64]) & mask);
      i = count;
    }
  }
  for (; i < count; ++i) {
    heap.poll_at(i + 1);
    bool x = array_ref(heap, a, i) == fixnum(1);
    bool y = array_ref(heap, b, i) == fixnum(1);
    set_array_ref(heap, result, i, fixnum(combine(std::uint64_t{x}, std::uint64_t{y}) & 1));
  }
  return result;
}

}  // namespace

}  // namespace winnow
