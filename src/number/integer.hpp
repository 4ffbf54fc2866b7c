// Integers of arbitrary size: fixnums, and bignums by GMP.
//
// GMP ends the process if a result does not fit into memory, so operations with potentially huge
// results estimate the size first and signal a storage-condition above kMaxIntegerBits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

// 323 million decimal digits. Operations that take long at this size can be interrupted.
constexpr std::uint64_t kMaxIntegerBits = std::uint64_t{1} << 30;

inline Value make_integer(Heap& heap, std::int64_t n);
Value make_bignum(Heap& heap, std::int64_t n);  // N is outside the range of fixnums
inline Value make_integer(Heap& heap, std::int64_t n) {
  return fits_fixnum(n) ? Value::from_fixnum(n) : make_bignum(heap, n);
}

// All arguments are integers.
Value integer_add(Heap& heap, Value a, Value b);
Value integer_subtract(Heap& heap, Value a, Value b);
Value integer_multiply(Heap& heap, Value a, Value b);
Value integer_negate(Heap& heap, Value a);
int integer_compare(Value a, Value b);  // < 0, 0 or > 0
int integer_sign(Value a);

enum class Rounding : std::uint8_t { Floor, Ceiling, Truncate, Round };
struct Division {
  Value quotient;
  Value remainder;
};
// B must not be zero.
Division integer_divide(Heap& heap, Value a, Value b, Rounding rounding);
Value integer_exact_quotient(Heap& heap, Value a, Value b);
Value integer_gcd(Heap& heap, Value a, Value b);
Value integer_power(Heap& heap, Value base, std::uint64_t exponent);
Value integer_square_root(Heap& heap, Value a);  // floor, A >= 0

Value integer_shift(Heap& heap, Value a, std::int64_t count);  // ASH
enum class Logic : std::uint8_t { And, Or, Xor };
Value integer_logic(Heap& heap, Logic operation, Value a, Value b);
std::uint64_t integer_length(Value a);  // bits of the two's complement form without the sign
std::uint64_t integer_bit_count(Value a);
bool integer_bit(Value a, std::uint64_t index);
bool integer_is_odd(Value a);
std::uint64_t integer_hash(Value a);

// The nearest float, ties to even; infinite if A is too large.
template <class Float>
Float integer_to_float(Value a);
template <class Float>
Float quotient_to_float(Value numerator, Value denominator);

std::string integer_to_string(Heap& heap, Value a, int base);
// DIGITS: an optional sign, then one or more digits in BASE.
Value integer_from_string(Heap& heap, std::string_view digits, int base);

}  // namespace winnow
