// The common cases of arithmetic, inlined in the interpreter loop.
#pragma once

#include <cmath>

#include "compiler/opcode.hpp"
#include "heap/value.hpp"

namespace winnow {

constexpr bool both_fixnums(Value a, Value b) { return ((a.bits | b.bits) & 3) == 0; }
constexpr bool both_doubles(Value a, Value b) { return (a.bits & 3) == 2 && (b.bits & 3) == 2; }
constexpr bool both_singles(Value a, Value b) { return a.is_single() && b.is_single(); }
constexpr std::int64_t word_of(Value v) { return static_cast<std::int64_t>(v.bits); }

inline bool fast_single(float x, Value& out) {
  out = Value::from_single(x);
  return std::isfinite(x);
}

// Each of these stores the result in OUT and returns true, or returns false if the
// case is not common.
inline bool fast_add(Value a, Value b, Value& out) {
  if (both_fixnums(a, b)) {
    std::int64_t r;
    if (__builtin_add_overflow(word_of(a), word_of(b), &r)) return false;
    out.bits = static_cast<std::uint64_t>(r);
    return true;
  }
  if (both_doubles(a, b))
    return Value::try_double(a.immediate_double() + b.immediate_double(), out);
  return both_singles(a, b) && fast_single(a.single() + b.single(), out);
}

inline bool fast_subtract(Value a, Value b, Value& out) {
  if (both_fixnums(a, b)) {
    std::int64_t r;
    if (__builtin_sub_overflow(word_of(a), word_of(b), &r)) return false;
    out.bits = static_cast<std::uint64_t>(r);
    return true;
  }
  if (both_doubles(a, b))
    return Value::try_double(a.immediate_double() - b.immediate_double(), out);
  return both_singles(a, b) && fast_single(a.single() - b.single(), out);
}

inline bool fast_multiply(Value a, Value b, Value& out) {
  if (both_fixnums(a, b)) {
    std::int64_t r;
    if (__builtin_mul_overflow(word_of(a), b.fixnum(), &r)) return false;
    out.bits = static_cast<std::uint64_t>(r);
    return true;
  }
  if (both_doubles(a, b))
    return Value::try_double(a.immediate_double() * b.immediate_double(), out);
  return both_singles(a, b) && fast_single(a.single() * b.single(), out);
}

// Does the comparison C hold between A and B?
template <Comparison C>
inline bool holds(auto a, auto b) {
  if constexpr (C == Comparison::Lt) return a < b;
  if constexpr (C == Comparison::Le) return a <= b;
  if constexpr (C == Comparison::Gt) return a > b;
  if constexpr (C == Comparison::Ge) return a >= b;
  if constexpr (C == Comparison::Equal) return a == b;
}

}  // namespace winnow
