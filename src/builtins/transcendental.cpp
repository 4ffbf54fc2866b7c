// Powers, roots, logarithms and the functions of the circle.
#include <cmath>

#include "builtins/builtin.hpp"

namespace winnow {

namespace {

DEFUN(expt, "expt", "(base power)", R"doc(
Return BASE raised to POWER; exact for a rational base and an integer power.
Signals: type-error; division-by-zero; storage-condition if the result is too large.
Example: (expt 2 100) => 1267650600228229401496703205376
Example: (expt 2 -2) => 1/4
)doc", (Heap& heap, Number base, Number power_)) {
  return power(heap, base, power_);
}

DEFUN(exp_, "exp", "(number)", R"doc(
Return e raised to NUMBER.
Signals: type-error; floating-point-overflow.
Example: (exp 0) => 1.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::exp(to_double(heap, number)), "exp", number, number);
}

DEFUN(log_, "log", "(number &optional base)", R"doc(
Return the logarithm of NUMBER, natural or to BASE.
Signals: type-error; an arithmetic error unless both are greater than zero.
Example: (log 1) => 0.0
)doc", (Heap& heap, Number number, std::optional<Number> base)) {
  auto logarithm = [&](Value v) {
    if (sign_of(heap, v, "log") <= 0)
      signal_wrong_type(heap, "log", v, {"a number greater than zero", "(REAL (0))"});
    if (is_integer(v) && !v.is_fixnum()) {  // too large for a float, perhaps
      auto bits = static_cast<std::int64_t>(integer_length(v));
      Value top = integer_shift(heap, v, 60 - bits);
      return std::log(integer_to_double(top)) + static_cast<double>(bits - 60) * std::log(2.0);
    }
    return std::log(to_double(heap, v));
  };
  double x = logarithm(number);
  if (base) x /= logarithm(*base);
  return checked_float(heap, x, "log", number, number);
}

DEFUN(sqrt_, "sqrt", "(number)", R"doc(
Return the square root of NUMBER, as a float.
Signals: type-error if NUMBER is negative: there are no complex numbers.
Example: (sqrt 16) => 4.0
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

#define FLOAT_FUNCTION(cname, name, words, function)                                     \
  DEFUN(cname, name, "(number)",                                                              \
        "\nReturn the " words " of NUMBER, as a float. Angles are in radians.\n"               \
        "Signals: type-error; an arithmetic error where it is undefined.\n"                   \
        "Example: (" name " 0) => 0.0\n", (Heap& heap, Number number)) {                                                   \
    return checked_float(heap, function(to_double(heap, number)), name, number, number); \
  }
FLOAT_FUNCTION(sin_, "sin", "sine", std::sin)
FLOAT_FUNCTION(tan_, "tan", "tangent", std::tan)
FLOAT_FUNCTION(asin_, "asin", "arc sine", std::asin)
FLOAT_FUNCTION(sinh_, "sinh", "hyperbolic sine", std::sinh)
FLOAT_FUNCTION(tanh_, "tanh", "hyperbolic tangent", std::tanh)
FLOAT_FUNCTION(asinh_, "asinh", "inverse hyperbolic sine", std::asinh)
FLOAT_FUNCTION(atanh_, "atanh", "inverse hyperbolic tangent", std::atanh)
#undef FLOAT_FUNCTION

DEFUN(cos_, "cos", "(number)", R"doc(
Return the cosine of NUMBER radians, as a float.
Signals: type-error.
Example: (cos 0) => 1.0
)doc", (Heap& heap, Number number)) {
  return heap.make_float(std::cos(to_double(heap, number)));
}

DEFUN(cosh_, "cosh", "(number)", R"doc(
Return the hyperbolic cosine of NUMBER, as a float.
Signals: type-error; floating-point-overflow.
Example: (cosh 0) => 1.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::cosh(to_double(heap, number)), "cosh", number, number);
}

DEFUN(acos_, "acos", "(number)", R"doc(
Return the arc cosine of NUMBER, in radians.
Signals: type-error; an arithmetic error outside -1..1.
Example: (acos 1) => 0.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::acos(to_double(heap, number)), "acos", number, number);
}

DEFUN(acosh_, "acosh", "(number)", R"doc(
Return the inverse hyperbolic cosine of NUMBER.
Signals: type-error; an arithmetic error below 1.
Example: (acosh 1) => 0.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::acosh(to_double(heap, number)), "acosh", number, number);
}

DEFUN(atan_, "atan", "(y &optional x)", R"doc(
Return the arc tangent of Y, or with X the angle of the point (X, Y), in radians.
Signals: type-error.
Example: (atan 0) => 0.0
Example: (atan 0 1) => 0.0
)doc", (Heap& heap, Number y, std::optional<Number> x)) {
  double a = to_double(heap, y);
  return heap.make_float(x ? std::atan2(a, to_double(heap, *x)) : std::atan(a));
}

}  // namespace

}  // namespace winnow
