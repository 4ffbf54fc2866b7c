#include "number/number.hpp"

#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>

#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "number/complex.hpp"

namespace winnow {

namespace {

[[noreturn]] void not_a_real(Heap& heap, const char* operation, Value a, Value b) {
  signal_wrong_type(heap, operation, is_real(a) ? b : a, "a real number");
}

bool both_real(Value a, Value b) { return is_real(a) && is_real(b); }
bool any_float(Value a, Value b) { return is_float(a) || is_float(b); }
bool both_integers(Value a, Value b) { return is_integer(a) && is_integer(b); }

}  // namespace

void division_by_zero(Heap& heap, const char* operation, Value a, Value b) {
  signal_arithmetic_error(heap, ConditionKind::division_by_zero, "~A: division of ~S by zero",
                          operation, a, list_of(heap, {a, b}));
}

bool any_double(Value a, Value b) {
  auto is_wide = [](Value v) { return is_double(v) || (is_complex(v) && is_double(real_part(v))); };
  return is_wide(a) || is_wide(b);
}

namespace {

// X as a double or a single float, or kAbsent if it is not finite.
Value finite_float(Heap& heap, double x, bool is_double) {
  if (is_double) {
    if (std::isfinite(x)) [[likely]]
      return heap.make_double(x);
  } else if (auto single = static_cast<float>(x); std::isfinite(single)) [[likely]] {
    return Value::from_single(single);
  }
  return kAbsent;
}

[[noreturn]] void not_finite(Heap& heap, double x, const char* operation, Value operands) {
  ConditionKind kind = std::isnan(x) ? ConditionKind::floating_point_invalid
                                     : ConditionKind::floating_point_overflow;
  signal_arithmetic_error(heap, kind,
                          std::isnan(x)
                              ? "~A: the result is not a number (of ~{~S~^ and ~})"
                              : "~A: the result is too large for a float (of ~{~S~^ and ~})",
                          operation, operands, operands);
}

}  // namespace

Value checked_float(Heap& heap, double x, const char* operation, Value a, Value b) {
  Value result = finite_float(heap, x, any_double(a, b));
  if (result == kAbsent) [[unlikely]]
    not_finite(heap, x, operation, list_of(heap, {a, b}));
  return result;
}

Value checked_float(Heap& heap, double x, const char* operation, Value a) {
  Value result = finite_float(heap, x, any_double(a, a));
  if (result == kAbsent) [[unlikely]]
    not_finite(heap, x, operation, list_of(heap, {a}));
  return result;
}

namespace {

template <class Float>
Float nearest(Value real) {
  if (is_float(real)) return static_cast<Float>(float_value(real));
  return is_ratio(real) ? quotient_to_float<Float>(numerator_of(real), denominator_of(real))
                        : integer_to_float<Float>(real);
}

template <class Float>
Float converted(Heap& heap, Value real) {
  Float x = nearest<Float>(real);
  if (!std::isinf(x)) [[likely]]
    return x;
  if (is_float(real))
    signal_error(heap, ConditionKind::floating_point_overflow, "~S is too large for a single float",
                 {real});
  signal_error(heap, ConditionKind::floating_point_overflow,
               "A number of ~D bits is too large for a float",
               {fixnum(integer_length(numerator_of(real)))});
}

// The operand V of an operation with a double as result if AS_DOUBLE, else a single. A rational is
// first rounded to that format.
double operand(Heap& heap, Value v, bool as_double) {
  return as_double ? converted<double>(heap, v) : converted<float>(heap, v);
}

template <class F>
Value on_floats(Heap& heap, Value a, Value b, const char* operation, F function) {
  bool wide = any_double(a, b);
  double x = function(operand(heap, a, wide), operand(heap, b, wide));
  return checked_float(heap, x, operation, a, b);
}

}  // namespace

double nearest_double(Value real) { return nearest<double>(real); }
double to_double(Heap& heap, Value real) { return converted<double>(heap, real); }

Value to_float(Heap& heap, Value real, bool as_double) {
  return as_double ? heap.make_double(converted<double>(heap, real))
                   : Value::from_single(converted<float>(heap, real));
}

Value numerator_of(Value rational) {
  return is_ratio(rational) ? as<Ratio>(rational)->numerator : rational;
}

Value denominator_of(Value rational) {
  return is_ratio(rational) ? as<Ratio>(rational)->denominator : Value::from_fixnum(1);
}

namespace {

struct Fraction {
  Value numerator;
  Value denominator;
};

Fraction reduced(Heap& heap, Value numerator, Value denominator) {
  Value common = integer_gcd(heap, numerator, denominator);
  if (common == Value::from_fixnum(1)) return {numerator, denominator};
  return {integer_exact_quotient(heap, numerator, common),
          integer_exact_quotient(heap, denominator, common)};
}

// The rational of two coprime integers; DENOMINATOR is positive.
Value in_lowest_terms(Heap& heap, Value numerator, Value denominator) {
  if (denominator == Value::from_fixnum(1)) return numerator;
  auto* r = heap.allocate<Ratio>(Type::Ratio, sizeof(Ratio));
  r->numerator = numerator;
  r->denominator = denominator;
  return to_value(r);
}

// Arithmetic on fractions in lowest terms with fewer and smaller GCDs (Knuth, "The Art of Computer
// Programming", 4.5.1).
Value add_rationals(Heap& heap, Value a, Value b) {
  auto sum = [&](Value of_a, Value of_b) {
    return integer_add(heap, integer_multiply(heap, numerator_of(a), of_b),
                       integer_multiply(heap, numerator_of(b), of_a));
  };
  Value of_a = denominator_of(a);
  Value of_b = denominator_of(b);
  Value common = integer_gcd(heap, of_a, of_b);
  if (common == Value::from_fixnum(1))
    return in_lowest_terms(heap, sum(of_a, of_b), integer_multiply(heap, of_a, of_b));
  Value rest_of_a = integer_exact_quotient(heap, of_a, common);
  Value numerator = sum(rest_of_a, integer_exact_quotient(heap, of_b, common));
  common = integer_gcd(heap, numerator, common);
  return in_lowest_terms(
      heap, integer_exact_quotient(heap, numerator, common),
      integer_multiply(heap, rest_of_a, integer_exact_quotient(heap, of_b, common)));
}

Value multiply_rationals(Heap& heap, Value a, Value b) {
  auto [left, under_right] = reduced(heap, numerator_of(a), denominator_of(b));
  auto [right, under_left] = reduced(heap, numerator_of(b), denominator_of(a));
  return in_lowest_terms(heap, integer_multiply(heap, left, right),
                         integer_multiply(heap, under_left, under_right));
}

Value inverse(Heap& heap, Value a) {
  Value numerator = denominator_of(a);
  Value denominator = numerator_of(a);
  if (integer_sign(denominator) > 0) return in_lowest_terms(heap, numerator, denominator);
  return in_lowest_terms(heap, integer_negate(heap, numerator), integer_negate(heap, denominator));
}

}  // namespace

Value make_ratio(Heap& heap, Value numerator, Value denominator) {
  if (integer_sign(denominator) < 0) {
    numerator = integer_negate(heap, numerator);
    denominator = integer_negate(heap, denominator);
  }
  Fraction fraction = reduced(heap, numerator, denominator);
  return in_lowest_terms(heap, fraction.numerator, fraction.denominator);
}

Value rational_from_double(Heap& heap, double x) {
  int exponent;
  double fraction = std::frexp(x, &exponent);
  Value mantissa = Value::from_fixnum(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
  exponent -= 53;
  if (exponent >= 0) return integer_shift(heap, mantissa, exponent);
  return make_ratio(heap, mantissa, integer_shift(heap, Value::from_fixnum(1), -exponent));
}

Value add_numbers(Heap& heap, Value a, Value b, const char* operation) {
  if (both_integers(a, b)) return integer_add(heap, a, b);
  if (!both_real(a, b)) return complex_add(heap, a, b, operation);
  if (any_float(a, b)) return on_floats(heap, a, b, operation, std::plus<>());
  return add_rationals(heap, a, b);
}

Value subtract_numbers(Heap& heap, Value a, Value b, const char* operation) {
  if (both_integers(a, b)) return integer_subtract(heap, a, b);
  if (!both_real(a, b)) return complex_subtract(heap, a, b, operation);
  if (any_float(a, b)) return on_floats(heap, a, b, operation, std::minus<>());
  return add(heap, a, negate(heap, b));
}

Value multiply(Heap& heap, Value a, Value b, const char* operation) {
  if (both_integers(a, b)) return integer_multiply(heap, a, b);
  if (!both_real(a, b)) return complex_multiply(heap, a, b, operation);
  if (any_float(a, b)) return on_floats(heap, a, b, operation, std::multiplies<>());
  return multiply_rationals(heap, a, b);
}

Value divide(Heap& heap, Value a, Value b) {
  if (!both_real(a, b)) return complex_divide(heap, a, b);
  if (any_float(a, b)) {
    bool wide = any_double(a, b);
    double divisor = operand(heap, b, wide);
    if (divisor == 0) division_by_zero(heap, "/", a, b);
    return checked_float(heap, operand(heap, a, wide) / divisor, "/", a, b);
  }
  if (b == Value::from_fixnum(0)) division_by_zero(heap, "/", a, b);
  if (a.is_fixnum() && b.is_fixnum() && a.fixnum() % b.fixnum() == 0)
    return make_integer(heap, a.fixnum() / b.fixnum());
  if (both_integers(a, b)) return make_ratio(heap, a, b);
  return multiply_rationals(heap, a, inverse(heap, b));
}

Value negate(Heap& heap, Value a) {
  if (is_float(a)) return checked_float(heap, -float_value(a), "-", a, a);
  if (is_integer(a)) return integer_negate(heap, a);
  if (is_complex(a)) {
    Value real = negate(heap, real_part(a));
    return make_complex(heap, real, negate(heap, imaginary_part(a)));
  }
  if (!is_ratio(a)) signal_wrong_type(heap, "-", a, "a number");
  return in_lowest_terms(heap, integer_negate(heap, numerator_of(a)), denominator_of(a));
}

namespace {

// The double that is equal to V, if V is a float or a small integer.
std::optional<double> exact_double(Value v) {
  constexpr std::int64_t kMostExact = std::int64_t{1} << 53;
  if (is_float(v)) return float_value(v);
  if (!v.is_fixnum() || std::abs(v.fixnum()) > kMostExact) return std::nullopt;
  return static_cast<double>(v.fixnum());
}

}  // namespace

std::partial_ordering compare_reals(Heap& heap, Value a, Value b, const char* operation) {
  if (both_integers(a, b)) return integer_compare(a, b) <=> 0;
  if (auto x = exact_double(a), y = exact_double(b); x && y) return *x <=> *y;
  if (!both_real(a, b)) not_a_real(heap, operation, a, b);
  if (is_float(a) || is_float(b)) {
    double x = float_value(is_float(a) ? a : b);
    if (std::isnan(x)) return std::partial_ordering::unordered;
    if (std::isinf(x)) return is_float(a) ? x <=> 0.0 : 0.0 <=> x;
    Value exact = rational_from_double(heap, x);
    return is_float(a) ? compare(heap, exact, b, operation) : compare(heap, a, exact, operation);
  }
  Value left = integer_multiply(heap, numerator_of(a), denominator_of(b));
  return integer_compare(left, integer_multiply(heap, numerator_of(b), denominator_of(a))) <=> 0;
}

bool numbers_equal(Heap& heap, Value a, Value b, const char* operation) {
  if (both_real(a, b)) return compare(heap, a, b, operation) == 0;
  for (Value v : {a, b})
    if (!is_number(v)) signal_wrong_type(heap, operation, v, "a number");
  return compare(heap, real_part(a), real_part(b), operation) == 0 &&
         compare(heap, imaginary_part(a), imaginary_part(b), operation) == 0;
}

int sign_of(Heap& heap, Value a, const char* operation) {
  if (!is_real(a)) not_a_real(heap, operation, a, a);
  if (is_float(a)) return float_value(a) < 0 ? -1 : float_value(a) > 0;
  return integer_sign(numerator_of(a));
}

namespace {

struct FloatDivision {
  double quotient;
  double remainder;
};

// Truncates the quotient of X and Y in their float format, with the matching remainder, and then
// corrects both for ROUNDING.
template <typename Float>
FloatDivision divide_floats(Float x, Float y, Rounding rounding) {
  Float q = std::trunc(x / y);
  Float r = q == 0 ? x : x - q * y;  // preserves the sign of a zero X
  bool same_sign = (r < 0) == (y < 0);
  Float rest = std::fabs(y) - std::fabs(r);  // half of Y may underflow
  Float by = 0;
  switch (rounding) {
    case Rounding::Floor: by = r != 0 && !same_sign ? -1 : 0; break;
    case Rounding::Ceiling: by = r != 0 && same_sign ? 1 : 0; break;
    case Rounding::Truncate: break;
    case Rounding::Round:
      if (std::fabs(r) > rest || (std::fabs(r) == rest && std::fmod(q, Float{2}) != 0))
        by = same_sign ? 1 : -1;
      break;
  }
  if (by == 0) return {q, r};
  return {q + by, r - by * y};
}

}  // namespace

Division divide_rounding(Heap& heap, Value a, Value b, Rounding rounding, bool float_quotient,
                         const char* operation) {
  if (a.is_immediate_double() && b == fixnum(1) && std::fabs(a.immediate_double()) < 0x1p52) {
    const FloatDivision d = divide_floats(a.immediate_double(), 1.0, rounding);
    return {float_quotient ? heap.make_double(d.quotient)
                           : Value::from_fixnum(static_cast<std::int64_t>(d.quotient)),
            heap.make_double(d.remainder)};
  }
  for (Value v : {a, b})
    if (!is_real(v)) not_a_real(heap, operation, v, v);
  if (sign_of(heap, b, operation) == 0) division_by_zero(heap, operation, a, b);
  Division result;
  if (both_integers(a, b)) {
    result = integer_divide(heap, a, b, rounding);
  } else if (any_float(a, b) && std::fabs(to_double(heap, a) / to_double(heap, b)) < 0x1p52) {
    double x = to_double(heap, a);
    double y = to_double(heap, b);
    FloatDivision d = any_double(a, b)
                          ? divide_floats(x, y, rounding)
                          : divide_floats(static_cast<float>(x), static_cast<float>(y), rounding);
    result = {float_quotient ? checked_float(heap, d.quotient, operation, a, b)
                             : Value::from_fixnum(static_cast<std::int64_t>(d.quotient)),
              checked_float(heap, d.remainder, operation, a, b)};
    return result;
  } else {
    Value x = is_float(a) ? rational_from_double(heap, float_value(a)) : a;
    Value y = is_float(b) ? rational_from_double(heap, float_value(b)) : b;
    Value q = integer_divide(heap, integer_multiply(heap, numerator_of(x), denominator_of(y)),
                             integer_multiply(heap, denominator_of(x), numerator_of(y)), rounding)
                  .quotient;
    Value r = subtract(heap, x, multiply(heap, q, y));
    result = {q, any_float(a, b) ? to_float(heap, r, any_double(a, b)) : r};
  }
  if (float_quotient) result.quotient = to_float(heap, result.quotient, any_double(a, b));
  return result;
}

Value power(Heap& heap, Value base, Value exponent) {
  if (exponent == fixnum(2) && !is_float(base)) return multiply(heap, base, base, "expt");
  if (!both_real(base, exponent)) return complex_power(heap, base, exponent);
  bool negative = sign_of(heap, exponent, "expt") < 0;
  if (negative && sign_of(heap, base, "expt") == 0) division_by_zero(heap, "expt", base, exponent);
  if (!is_integer(exponent)) {
    double x = to_double(heap, base);
    if (double y = to_double(heap, exponent); x < 0 && y != std::trunc(y))
      return complex_power(heap, base, exponent);
    return checked_float(heap, std::pow(x, to_double(heap, exponent)), "expt", base, exponent);
  }
  if (is_float(base)) {
    const double x = float_value(base);
    const double found = exponent == fixnum(2) ? x * x : std::pow(x, to_double(heap, exponent));
    return checked_float(heap, found, "expt", base, exponent);
  }
  Value magnitude = negative ? integer_negate(heap, exponent) : exponent;
  // A bignum exponent is too large for every base except 0, 1 and -1.
  std::uint64_t n = magnitude.is_fixnum() ? static_cast<std::uint64_t>(magnitude.fixnum())
                                          : (std::uint64_t{1} << 40) + integer_is_odd(magnitude);
  Value top = integer_power(heap, numerator_of(base), n);
  Value bottom = integer_power(heap, denominator_of(base), n);
  Value result = in_lowest_terms(heap, top, bottom);
  return negative ? inverse(heap, result) : result;
}

Value square_root(Heap& heap, Value a) {
  if (is_complex(a)) return make_complex(heap, std::sqrt(to_complex(heap, a)), "sqrt", a, a);
  bool negative = sign_of(heap, a, "sqrt") < 0;
  const double x = to_double(heap, a);
  Value root = checked_float(heap, std::sqrt(negative ? -x : x), "sqrt", a, a);
  return negative ? make_complex(heap, fixnum(0), root) : root;
}

}  // namespace winnow
