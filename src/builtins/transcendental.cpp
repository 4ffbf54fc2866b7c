// Powers, roots, logarithms, trigonometric and hyperbolic functions.
#include <cmath>
#include <limits>

#include "builtins/builtin.hpp"
#include "number/complex.hpp"

namespace winnow {

namespace {

DEFUN(expt, "expt", "(base power)", R"doc(
Return BASE raised to POWER. The result is exact for a rational BASE and an integer POWER.
Signals: type-error unless every argument is a number; division-by-zero; storage-condition if the result is too large.
Example: (expt 2 100) => 1267650600228229401496703205376
Example: (expt 2 -2) => 1/4
)doc", (Heap& heap, Number base, Number power_)) {
  return power(heap, base, power_);
}

DEFUN(exp_, "exp", "(number)", R"doc(
Return e raised to NUMBER.
Signals: type-error unless NUMBER is a number; floating-point-overflow.
Example: (exp 0) => 1.0
)doc", (Heap& heap, Number number)) {
  if (is_complex(number))
    return make_complex(heap, std::exp(to_complex(heap, number)), "exp", number, number);
  return checked_float(heap, std::exp(to_double(heap, number)), "exp", number);
}

// The natural logarithm of the absolute value of a real, which may be too large for a float. The
// result is a long double, so that the quotient of two logarithms is rounded correctly.
long double logarithm(Heap& heap, Value real) {
  if (is_integer(real) && !real.is_fixnum()) {
    if (integer_sign(real) < 0) real = integer_negate(heap, real);
    auto bits = static_cast<std::int64_t>(integer_length(real));
    Value top = integer_shift(heap, real, 60 - bits);
    return std::log(static_cast<long double>(top.fixnum())) +
           static_cast<long double>(bits - 60) * std::log(2.0L);
  }
  if (is_ratio(real))
    return logarithm(heap, numerator_of(real)) - logarithm(heap, denominator_of(real));
  if (real.is_fixnum()) return std::log(std::fabs(static_cast<long double>(real.fixnum())));
  return std::log(std::fabs(static_cast<long double>(to_double(heap, real))));
}

// The natural logarithm of V; a double if V or OTHER is a double.
Value natural_logarithm(Heap& heap, Value v, Value other) {
  if (numbers_equal(heap, v, fixnum(0), "log"))
    signal_error(heap, ConditionKind::division_by_zero,
                 "LOG: expected a number other than 0, got ~S", {v},
                 {heap.symbols->intern("LOG"), list_of(heap, {v})});
  if (is_complex(v)) return make_complex(heap, std::log(to_complex(heap, v)), "log", v, other);
  Value real = checked_float(heap, static_cast<double>(logarithm(heap, v)), "log", v, other);
  if (sign_of(heap, v, "log") > 0) return real;
  return make_complex(heap, real, checked_float(heap, std::acos(-1.0), "log", v, other));
}

bool is_positive(Heap& heap, Value v) { return is_real(v) && sign_of(heap, v, "log") > 0; }

DEFUN(log_, "log", "(number &optional base)", R"doc(
Return the logarithm of NUMBER to BASE, or its natural logarithm without BASE. The result is complex if an argument is
negative, and 0 if BASE is 0.
Signals: type-error unless every argument is a number; division-by-zero if NUMBER is 0 or BASE is 1.
Example: (log 1) => 0.0
Example: (log 1024 2) => 10.0
)doc", (Heap& heap, Number number, std::optional<Number> base)) {
  if (!base) return natural_logarithm(heap, number, number);
  if (numbers_equal(heap, *base, fixnum(0), "log"))
    return checked_float(heap, 0.0, "log", number, *base);
  if (!is_positive(heap, number) || !is_positive(heap, *base) ||
      numbers_equal(heap, *base, fixnum(1), "log"))
    return divide(heap, natural_logarithm(heap, number, *base),
                  natural_logarithm(heap, *base, number));
  long double quotient = logarithm(heap, number) / logarithm(heap, *base);
  return checked_float(heap, static_cast<double>(quotient), "log", number, *base);
}

DEFUN(sqrt_, "sqrt", "(number)", R"doc(
Return the square root of NUMBER, as a float; complex if NUMBER is negative.
Signals: type-error unless NUMBER is a number.
Example: (sqrt 16) => 4.0
Example: (sqrt -4) => #C(0.0 2.0)
)doc", (Heap& heap, Number number)) {
  return square_root(heap, number);
}

DEFUN(isqrt, "isqrt", "(integer)", R"doc(
Return the greatest integer whose square is not greater than INTEGER.
Signals: type-error unless INTEGER is a non-negative integer.
Example: (isqrt 17) => 4
)doc", (Heap& heap, Integer integer)) {
  if (integer_sign(integer) < 0)
    signal_wrong_type(heap, "isqrt", integer, "a non-negative integer");
  return integer_square_root(heap, integer);
}

// Applies FUNCTION, whose real domain is LOW to HIGH. Reals outside it are on a branch cut: below
// LOW the value on the upper side of the cut is used, above HIGH the value on the side that the
// sign of ABOVE, a zero, selects.
template <class F>
Value apply_function(Heap& heap, const char* name, Value v, double low, double high, double above,
                     F function) {
  if (is_complex(v)) return make_complex(heap, function(to_complex(heap, v)), name, v, v);
  double x = to_double(heap, v);
  if (x < low || x > high)
    return make_complex(heap, function(std::complex<double>(x, x < low ? 0.0 : above)), name, v, v);
  return checked_float(heap, function(x), name, v);
}

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

#define FLOAT_FUNCTION(cname, name, words, low, high, above, example) \
  DEFUN(cname##_, name, "(number)",                                                            \
        "\nReturn the " words " of NUMBER, as a float, or complex. Angles are in radians.\n"   \
        "Signals: type-error unless NUMBER is a number; an arithmetic error where it is undefined.\n"                    \
        "Example: (" name " " example "\n",                                                    \
        (Heap& heap, Number number)) {                                \
    return apply_function(heap, name, number, low, high, above,       \
                          [](auto x) { return std::cname(x); });      \
  }
FLOAT_FUNCTION(sin, "sin", "sine", -kUnbounded, kUnbounded, 0.0, "0) => 0.0")
FLOAT_FUNCTION(cos, "cos", "cosine", -kUnbounded, kUnbounded, 0.0, "0) => 1.0")
FLOAT_FUNCTION(tan, "tan", "tangent", -kUnbounded, kUnbounded, 0.0, "0) => 0.0")
FLOAT_FUNCTION(asin, "asin", "arc sine", -1, 1, -0.0, "0) => 0.0")
FLOAT_FUNCTION(acos, "acos", "arc cosine", -1, 1, -0.0, "1) => 0.0")
FLOAT_FUNCTION(sinh, "sinh", "hyperbolic sine", -kUnbounded, kUnbounded, 0.0, "0) => 0.0")
FLOAT_FUNCTION(cosh, "cosh", "hyperbolic cosine", -kUnbounded, kUnbounded, 0.0, "0) => 1.0")
FLOAT_FUNCTION(tanh, "tanh", "hyperbolic tangent", -kUnbounded, kUnbounded, 0.0, "0) => 0.0")
FLOAT_FUNCTION(asinh, "asinh", "inverse hyperbolic sine", -kUnbounded, kUnbounded, 0.0, "0) => 0.0")
FLOAT_FUNCTION(acosh, "acosh", "inverse hyperbolic cosine", 1, kUnbounded, 0.0, "1) => 0.0")
FLOAT_FUNCTION(atanh, "atanh", "inverse hyperbolic tangent", -1, 1, 0.0, "0) => 0.0")
#undef FLOAT_FUNCTION

DEFUN(atan_, "atan", "(y &optional x)", R"doc(
Return the arc tangent of Y in radians. With X, return the angle of the point (X, Y); both must be real.
Signals: type-error unless Y is a number, or with X, unless both are real numbers.
Example: (atan 0) => 0.0
Example: (atan 0 1) => 0.0
)doc", (Heap& heap, Number y, std::optional<Real> x)) {
  if (is_complex(y) && x) signal_wrong_type(heap, "atan", y, "a real number");
  if (x)
    return checked_float(heap, std::atan2(to_double(heap, y), to_double(heap, *x)), "atan", y, *x);
  return apply_function(heap, "atan", y, -kUnbounded, kUnbounded, 0.0,
                        [](auto z) { return std::atan(z); });
}

}  // namespace

}  // namespace winnow
