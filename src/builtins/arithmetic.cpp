// Arithmetic, comparison, and the types and parts of numbers.
#include <cmath>

#include "builtins/builtin.hpp"
#include "number/complex.hpp"

namespace winnow {

namespace {

// ---- sums, products

DEFUN(plus, "+", "(&rest numbers)", R"doc(
Return the sum of NUMBERS, 0 if there are none.
NUMBERS: numbers of any kind; the result is a float if one of them is.
Signals: type-error unless every argument is a number.
Example: (+ 1 2 1/2) => 7/2
)doc", (Heap& heap, Rest numbers)) {
  if (numbers.size() == 0) return fixnum(0);
  if (numbers.size() == 1) return multiply(heap, fixnum(1), numbers[0], "+");  // 0 + -0.0 is 0.0
  Value sum = numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i) sum = add(heap, sum, numbers[i]);
  return sum;
}

DEFUN(minus, "-", "(number &rest more)", R"doc(
Return NUMBER minus each of MORE, or -NUMBER if MORE is empty.
Signals: type-error unless every argument is a number.
Example: (- 10 3 2) => 5
Example: (- 5) => -5
)doc", (Heap& heap, Number number, Rest more)) {
  if (more.size() == 0) return negate(heap, number);
  Value v = number;
  for (Value m : more) v = subtract(heap, v, m);
  return v;
}

DEFUN(times, "*", "(&rest numbers)", R"doc(
Return the product of NUMBERS, 1 if there are none.
Signals: type-error unless every argument is a number; storage-condition if the product is too large.
Example: (* 2 3 4) => 24
)doc", (Heap& heap, Rest numbers)) {
  Value product = fixnum(1);
  for (Value v : numbers) product = multiply(heap, product, v);
  return product;
}

DEFUN(divide_, "/", "(number &rest more)", R"doc(
Return NUMBER divided by each of MORE in turn, or the reciprocal of NUMBER if MORE is empty.
The quotient of two integers is an integer or a ratio.
Signals: type-error unless every argument is a number; division-by-zero.
Example: (/ 6 4) => 3/2
Example: (/ 2) => 1/2
)doc", (Heap& heap, Number number, Rest more)) {
  if (more.size() == 0) return divide(heap, fixnum(1), number);
  Value v = number;
  for (Value m : more) v = divide(heap, v, m);
  return v;
}

DEFUN(increment, "1+", "(number)", R"doc(
Return NUMBER plus one.
Signals: type-error unless NUMBER is a number.
Example: (1+ 41) => 42
)doc", (Heap& heap, Number number)) {
  return add(heap, number, fixnum(1));
}

DEFUN(decrement, "1-", "(number)", R"doc(
Return NUMBER minus one.
Signals: type-error unless NUMBER is a number.
Example: (1- 43) => 42
)doc", (Heap& heap, Number number)) {
  return add(heap, number, fixnum(-1));
}

// ---- comparison

template <class Test>
Value compare_all(Heap& heap, const char* name, Value first, Rest more, Test test) {
  Value last = first;
  bool holds = true;
  for (Value v : more) {
    holds = test(compare(heap, last, v, name)) && holds;
    last = v;
  }
  return truth(holds);
}

DEFUN(equal_numbers, "=", "(number &rest more)", R"doc(
Return T if all the numbers have the same value, else NIL.
Signals: type-error unless every argument is a number.
Example: (= 2 2.0 4/2) => T
)doc", (Heap& heap, Number number, Rest more)) {
  bool equal = true;
  for (Value v : more) equal = numbers_equal(heap, number, v) && equal;
  return truth(equal);
}

DEFUN(different_numbers, "/=", "(number &rest more)", R"doc(
Return T if no two of the numbers have the same value, else NIL.
Signals: type-error unless every argument is a number.
Example: (/= 1 2 1) => NIL
)doc", (Heap& heap, Number number, Rest more)) {
  bool differ = true;
  for (std::size_t i = 0; i < more.size(); ++i) {
    differ = !numbers_equal(heap, number, more[i], "/=") && differ;
    for (std::size_t j = 0; j < i; ++j)
      differ = !numbers_equal(heap, more[j], more[i], "/=") && differ;
  }
  return truth(differ);
}

DEFUN(less, "<", "(number &rest more)", R"doc(
Return T if each number is less than the next, else NIL.
Signals: type-error unless every argument is a real number.
Example: (< 1 2 3) => T
)doc", (Heap& heap, Real number, Rest more)) {
  return compare_all(heap, "<", number, more, [](auto o) { return o < 0; });
}

DEFUN(greater, ">", "(number &rest more)", R"doc(
Return T if each number is greater than the next, else NIL.
Signals: type-error unless every argument is a real number.
Example: (> 3 2 2) => NIL
)doc", (Heap& heap, Real number, Rest more)) {
  return compare_all(heap, ">", number, more, [](auto o) { return o > 0; });
}

DEFUN(less_or_equal, "<=", "(number &rest more)", R"doc(
Return T if no number is greater than the next, else NIL.
Signals: type-error unless every argument is a real number.
Example: (<= 1 1 2) => T
)doc", (Heap& heap, Real number, Rest more)) {
  return compare_all(heap, "<=", number, more, [](auto o) { return o <= 0; });
}

DEFUN(greater_or_equal, ">=", "(number &rest more)", R"doc(
Return T if no number is less than the next, else NIL.
Signals: type-error unless every argument is a real number.
Example: (>= 3 2 2) => T
)doc", (Heap& heap, Real number, Rest more)) {
  return compare_all(heap, ">=", number, more, [](auto o) { return o >= 0; });
}

DEFUN(max_, "max", "(number &rest more)", R"doc(
Return the greatest of the numbers, the first of equal ones.
Signals: type-error unless every argument is a real number.
Example: (max 1 9 5) => 9
)doc", (Heap& heap, Real number, Rest more)) {
  Value best = number;
  for (Value v : more)
    if (compare(heap, v, best, "max") > 0) best = v;
  return best;
}

DEFUN(min_, "min", "(number &rest more)", R"doc(
Return the least of the numbers, the first of equal ones.
Signals: type-error unless every argument is a real number.
Example: (min 3 1 2) => 1
)doc", (Heap& heap, Real number, Rest more)) {
  Value best = number;
  for (Value v : more)
    if (compare(heap, v, best, "min") < 0) best = v;
  return best;
}

DEFUN(zerop, "zerop", "(number)", R"doc(
Return T if NUMBER is zero, else NIL.
Signals: type-error unless NUMBER is a number.
Example: (zerop 0) => T
Example: (zerop 1) => NIL
)doc", (Heap& heap, Number number)) {
  return truth(numbers_equal(heap, number, fixnum(0), "zerop"));
}

#define SIGN_PREDICATE(cname, name, words, test, yes, no) \
  DEFUN(cname, name, "(number)",                                                                \
        "\nReturn T if NUMBER is " words ", else NIL.\nSignals: type-error unless NUMBER is a real number.\n" \
        "Example: (" name " " yes ") => T\nExample: (" name " " no ") => NIL\n",                \
        (Heap& heap, Real number)) {                      \
    int sign = sign_of(heap, number, name);               \
    return truth(test);                                   \
  }
SIGN_PREDICATE(plusp, "plusp", "greater than zero", sign > 0, "1", "0")
SIGN_PREDICATE(minusp, "minusp", "less than zero", sign < 0, "-1", "0")
#undef SIGN_PREDICATE

DEFUN(evenp, "evenp", "(integer)", R"doc(
Return T if INTEGER is even, else NIL.
Signals: type-error unless INTEGER is an integer.
Example: (evenp 4) => T
)doc", (Integer integer)) {
  return truth(!integer_is_odd(integer));
}

DEFUN(oddp, "oddp", "(integer)", R"doc(
Return T if INTEGER is odd, else NIL.
Signals: type-error unless INTEGER is an integer.
Example: (oddp 4) => NIL
)doc", (Integer integer)) {
  return truth(integer_is_odd(integer));
}

DEFUN(abs_, "abs", "(number)", R"doc(
Return the absolute value of NUMBER.
Signals: type-error unless NUMBER is a number.
Example: (abs -3/2) => 3/2
)doc", (Heap& heap, Number number)) {
  if (is_complex(number))
    return checked_float(heap, std::abs(to_complex(heap, number)), "abs", number);
  if (is_float(number)) return checked_float(heap, std::fabs(float_value(number)), "abs", number);
  return sign_of(heap, number, "abs") < 0 ? negate(heap, number) : number.value;
}

DEFUN(signum, "signum", "(number)", R"doc(
Return -1, 0 or 1 if NUMBER is negative, zero or positive, as a float if NUMBER is a float. For a complex NUMBER, return
the number of absolute value 1 in the same direction, or NUMBER itself if it is zero.
Signals: type-error unless NUMBER is a number.
Example: (signum -7) => -1
)doc", (Heap& heap, Number number)) {
  if (is_complex(number)) {
    std::complex<double> z = to_complex(heap, number);
    return z == 0.0 ? number.value : make_complex(heap, z / std::abs(z), "signum", number, number);
  }
  int sign = sign_of(heap, number, "signum");
  if (sign == 0) return number;  // also -0.0
  return is_float(number) ? checked_float(heap, sign, "signum", number) : fixnum(sign);
}

// ---- type predicates and parts of numbers

#define TYPE_PREDICATE(cname, name, words, test, yes, no) \
  DEFUN(cname, name, "(object)",                                                                \
        "\nReturn T if OBJECT is " words ", else NIL.\n"                                        \
        "Example: (" name " " yes ") => T\nExample: (" name " " no ") => NIL\n", (Value object)) {                                 \
    return truth(test);                                   \
  }
TYPE_PREDICATE(numberp, "numberp", "a number", is_number(object), "1/2", "'one")
TYPE_PREDICATE(complexp, "complexp", "a complex number", is_complex(object), "#C(1 2)", "1")
TYPE_PREDICATE(realp, "realp", "a real number", is_real(object), "1.5", "\"1\"")
TYPE_PREDICATE(rationalp, "rationalp", "an integer or a ratio", is_rational(object), "1/2", "0.5")
TYPE_PREDICATE(integerp, "integerp", "an integer", is_integer(object), "7", "7.0")
TYPE_PREDICATE(floatp, "floatp", "a float", is_float(object), "7.0", "7")
#undef TYPE_PREDICATE

DEFUN(float_, "float", "(number &optional prototype)", R"doc(
Return NUMBER as a float of the same format as the float PROTOTYPE. Without PROTOTYPE, return NUMBER itself if it is a
float, else a single-float.
Signals: type-error unless NUMBER is a real number and PROTOTYPE is a float; floating-point-overflow if NUMBER is too large.
Example: (float 1/4) => 0.25
Example: (float 1/3 0d0) => 0.3333333333333333d0
)doc", (Heap& heap, Real number, std::optional<Value> prototype)) {
  if (prototype && !is_float(*prototype)) signal_wrong_type(heap, "float", *prototype, "a float");
  if (!prototype && is_float(number)) return number;
  return to_float(heap, number, prototype && is_double(*prototype));
}

DEFUN(rational, "rational", "(number)", R"doc(
Return NUMBER as an integer or a ratio of exactly the same value.
Signals: type-error unless NUMBER is a real number.
Example: (rational 0.375) => 3/8
)doc", (Heap& heap, Real number)) {
  return is_float(number) ? rational_from_double(heap, float_value(number)) : number.value;
}

DEFUN(complex_, "complex", "(real &optional imaginary)", R"doc(
Return the complex number with the parts REAL and IMAGINARY, or REAL itself if it is rational and IMAGINARY is 0.
IMAGINARY: default 0.
Signals: type-error unless REAL is a real number and IMAGINARY is a real number.
Example: (complex 1 2) => #C(1 2)
Example: (complex 1 0) => 1
)doc", (Heap& heap, Real real, std::optional<Real> imaginary)) {
  return make_complex(heap, real, imaginary ? imaginary->value : fixnum(0));
}

DEFUN(realpart, "realpart", "(number)", R"doc(
Return the real part of NUMBER.
Signals: type-error unless NUMBER is a number.
Example: (realpart #C(1 2)) => 1
)doc", (Number number)) {
  return real_part(number);
}

DEFUN(imagpart, "imagpart", "(number)", R"doc(
Return the imaginary part of NUMBER; for a real NUMBER, 0 times NUMBER.
Signals: type-error unless NUMBER is a number.
Example: (imagpart #C(1 2)) => 2
)doc", (Heap& heap, Number number)) {
  // The zero has the sign and the format of the float.
  return is_float(number) ? multiply(heap, fixnum(0), number) : imaginary_part(number);
}

DEFUN(numerator, "numerator", "(rational)", R"doc(
Return the numerator of RATIONAL in lowest terms.
Signals: type-error unless RATIONAL is a rational number.
Example: (numerator 6/4) => 3
)doc", (Rational rational)) {
  return numerator_of(rational);
}

DEFUN(denominator, "denominator", "(rational)", R"doc(
Return the denominator of RATIONAL in lowest terms, 1 for an integer.
Signals: type-error unless RATIONAL is a rational number.
Example: (denominator 6/4) => 2
)doc", (Rational rational)) {
  return denominator_of(rational);
}

}  // namespace

}  // namespace winnow
