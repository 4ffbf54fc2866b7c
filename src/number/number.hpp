// The numeric tower: integers (integer.hpp), ratios in lowest terms, single and double floats,
// complex numbers (complex.hpp).
#pragma once

#include <compare>

#include "heap/heap.hpp"
#include "number/integer.hpp"

namespace winnow {

inline bool is_rational(Value v) { return is_integer(v) || is_ratio(v); }
inline bool is_number(Value v) { return is_real(v) || is_complex(v); }

// These signal a type-error that names OPERATION if an argument is not a number.
Value add_numbers(Heap& heap, Value a, Value b, const char* operation);
Value subtract_numbers(Heap& heap, Value a, Value b, const char* operation);
inline Value add(Heap& heap, Value a, Value b, const char* operation = "+") {
  if (!a.is_fixnum() || !b.is_fixnum()) return add_numbers(heap, a, b, operation);
  return make_integer(heap, a.fixnum() + b.fixnum());
}
inline Value subtract(Heap& heap, Value a, Value b, const char* operation = "-") {
  if (!a.is_fixnum() || !b.is_fixnum()) return subtract_numbers(heap, a, b, operation);
  return make_integer(heap, a.fixnum() - b.fixnum());
}
Value multiply(Heap& heap, Value a, Value b, const char* operation = "*");
Value divide(Heap& heap, Value a, Value b);  // signals division-by-zero
[[noreturn]] void division_by_zero(Heap& heap, const char* operation, Value a, Value b);
Value negate(Heap& heap, Value a);

// Compares reals by value, exactly: a float counts as the rational it is. Unordered with a NaN.
std::partial_ordering compare_reals(Heap& heap, Value a, Value b, const char* operation);
inline std::partial_ordering compare(Heap& heap, Value a, Value b, const char* operation) {
  if (!a.is_fixnum() || !b.is_fixnum()) return compare_reals(heap, a, b, operation);
  return a.fixnum() <=> b.fixnum();
}
bool numbers_equal(Heap& heap, Value a, Value b, const char* operation = "=");
int sign_of(Heap& heap, Value a, const char* operation);

// The quotient of A and B, rounded to an integer (or to a float with an integral value if
// FLOAT_QUOTIENT), and the remainder.
Division divide_rounding(Heap& heap, Value a, Value b, Rounding rounding, bool float_quotient,
                         const char* operation);

Value make_ratio(Heap& heap, Value numerator, Value denominator);  // in lowest terms; or an integer
Value numerator_of(Value rational);
Value denominator_of(Value rational);
Value rational_from_double(Heap& heap, double x);  // exact; X is finite

// REAL as a double; signals floating-point-overflow if it is too large.
double to_double(Heap& heap, Value real);
// REAL as a double; infinite if it is too large.
double nearest_double(Value real);
// Is A or B, or a part of one, a double? Then float results computed from them are doubles, else
// singles (12.1.4.4).
bool any_double(Value a, Value b);
// REAL as a Lisp float: a double if AS_DOUBLE, else a single. Signals floating-point-overflow.
Value to_float(Heap& heap, Value real, bool as_double);
// X, the result of OPERATION on A and B, as a Lisp float. Infinity and NaN are not Lisp values: for
// these it signals an arithmetic-error.
Value checked_float(Heap& heap, double x, const char* operation, Value a, Value b);
Value checked_float(Heap& heap, double x, const char* operation, Value a);

Value power(Heap& heap, Value base, Value exponent);
Value square_root(Heap& heap, Value a);

}  // namespace winnow
