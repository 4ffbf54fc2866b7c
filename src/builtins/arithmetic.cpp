// Numbers: arithmetic, comparison, rounding, bits, transcendental functions.
#include <ctime>

#include <cmath>

#include "base/random.hpp"
#include "base/unicode.hpp"
#include "builtins/builtin.hpp"

namespace winnow {

namespace {

Value fixnum(std::int64_t n) { return Value::from_fixnum(n); }

// ---- sums, products

DEFUN(plus, "+", "(&rest numbers)", R"doc(
Return the sum of NUMBERS, 0 if there are none.
NUMBERS: numbers of any kind; the result is a float if one of them is.
Signals: wrong-type if an argument is no number.
Example: (+ 1 2 1/2) => 7/2
)doc", (Heap& heap, Rest numbers)) {
  Value sum = fixnum(0);
  for (Value v : numbers) sum = add(heap, sum, v);
  return sum;
}

DEFUN(minus, "-", "(number &rest more)", R"doc(
Return NUMBER less each of MORE, or its negative if it is alone.
Signals: wrong-type if an argument is no number.
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
Signals: wrong-type if an argument is no number; storage-condition if the product is too large.
Example: (* 2 3 4) => 24
)doc", (Heap& heap, Rest numbers)) {
  Value product = fixnum(1);
  for (Value v : numbers) product = multiply(heap, product, v);
  return product;
}

DEFUN(divide_, "/", "(number &rest more)", R"doc(
Return NUMBER divided by each of MORE in turn, or its reciprocal if it is alone.
Integers that do not divide give a ratio.
Signals: wrong-type if an argument is no number; division-by-zero.
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
Signals: wrong-type if NUMBER is no number.
Example: (1+ 41) => 42
)doc", (Heap& heap, Number number)) {
  return add(heap, number, fixnum(1));
}

DEFUN(decrement, "1-", "(number)", R"doc(
Return NUMBER minus one.
Signals: wrong-type if NUMBER is no number.
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
Signals: wrong-type if an argument is no number.
Example: (= 2 2.0 4/2) => T
)doc", (Heap& heap, Number number, Rest more)) {
  return compare_all(heap, "=", number, more, [](auto o) { return o == 0; });
}

DEFUN(different_numbers, "/=", "(number &rest more)", R"doc(
Return T if no two of the numbers have the same value, else NIL.
Signals: wrong-type if an argument is no number.
Example: (/= 1 2 1) => NIL
)doc", (Heap& heap, Number number, Rest more)) {
  bool differ = true;
  for (std::size_t i = 0; i < more.size(); ++i) {
    differ = compare(heap, number, more[i], "/=") != 0 && differ;
    for (std::size_t j = 0; j < i; ++j)
      differ = compare(heap, more[j], more[i], "/=") != 0 && differ;
  }
  return truth(differ);
}

DEFUN(less, "<", "(number &rest more)", R"doc(
Return T if each number is less than the next, else NIL.
Signals: wrong-type if an argument is no real number.
Example: (< 1 2 3) => T
)doc", (Heap& heap, Number number, Rest more)) {
  return compare_all(heap, "<", number, more, [](auto o) { return o < 0; });
}

DEFUN(greater, ">", "(number &rest more)", R"doc(
Return T if each number is greater than the next, else NIL.
Signals: wrong-type if an argument is no real number.
Example: (> 3 2 2) => NIL
)doc", (Heap& heap, Number number, Rest more)) {
  return compare_all(heap, ">", number, more, [](auto o) { return o > 0; });
}

DEFUN(less_or_equal, "<=", "(number &rest more)", R"doc(
Return T if no number is greater than the next, else NIL.
Signals: wrong-type if an argument is no real number.
Example: (<= 1 1 2) => T
)doc", (Heap& heap, Number number, Rest more)) {
  return compare_all(heap, "<=", number, more, [](auto o) { return o <= 0; });
}

DEFUN(greater_or_equal, ">=", "(number &rest more)", R"doc(
Return T if no number is less than the next, else NIL.
Signals: wrong-type if an argument is no real number.
Example: (>= 3 2 2) => T
)doc", (Heap& heap, Number number, Rest more)) {
  return compare_all(heap, ">=", number, more, [](auto o) { return o >= 0; });
}

DEFUN(max_, "max", "(number &rest more)", R"doc(
Return the greatest of the numbers, the first of equal ones.
Signals: wrong-type if an argument is no real number.
Example: (max 1 9 5) => 9
)doc", (Heap& heap, Number number, Rest more)) {
  Value best = number;
  for (Value v : more)
    if (compare(heap, v, best, "max") > 0) best = v;
  return best;
}

DEFUN(min_, "min", "(number &rest more)", R"doc(
Return the least of the numbers, the first of equal ones.
Signals: wrong-type if an argument is no real number.
Example: (min 3 1 2) => 1
)doc", (Heap& heap, Number number, Rest more)) {
  Value best = number;
  for (Value v : more)
    if (compare(heap, v, best, "min") < 0) best = v;
  return best;
}

#define SIGN_PREDICATE(cname, name, words, test, yes, no) \
  DEFUN(cname, name, "(number)",                                                                \
        "\nReturn T if NUMBER is " words ", else NIL.\nSignals: wrong-type if NUMBER is no real number.\n" \
        "Example: (" name " " yes ") => T\nExample: (" name " " no ") => NIL\n",                \
        (Heap& heap, Number number)) {                    \
    int sign = sign_of(heap, number, name);               \
    return truth(test);                                   \
  }
SIGN_PREDICATE(zerop, "zerop", "zero", sign == 0, "0", "1")
SIGN_PREDICATE(plusp, "plusp", "greater than zero", sign > 0, "1", "0")
SIGN_PREDICATE(minusp, "minusp", "less than zero", sign < 0, "-1", "0")
#undef SIGN_PREDICATE

DEFUN(evenp, "evenp", "(integer)", R"doc(
Return T if INTEGER is even, else NIL.
Signals: wrong-type if INTEGER is no integer.
Example: (evenp 4) => T
)doc", (Integer integer)) {
  return truth(!integer_is_odd(integer));
}

DEFUN(oddp, "oddp", "(integer)", R"doc(
Return T if INTEGER is odd, else NIL.
Signals: wrong-type if INTEGER is no integer.
Example: (oddp 4) => NIL
)doc", (Integer integer)) {
  return truth(integer_is_odd(integer));
}

DEFUN(abs_, "abs", "(number)", R"doc(
Return the absolute value of NUMBER.
Signals: wrong-type if NUMBER is no number.
Example: (abs -3/2) => 3/2
)doc", (Heap& heap, Number number)) {
  if (is_float(number)) return heap.make_float(std::fabs(float_value(number)));
  return sign_of(heap, number, "abs") < 0 ? negate(heap, number) : number.value;
}

DEFUN(signum, "signum", "(number)", R"doc(
Return -1, 0 or 1 as NUMBER is negative, zero or positive; a float if NUMBER is one.
Signals: wrong-type if NUMBER is no number.
Example: (signum -7) => -1
)doc", (Heap& heap, Number number)) {
  int sign = sign_of(heap, number, "signum");
  return is_float(number) ? heap.make_float(sign) : fixnum(sign);
}

// ---- division with remainder

Value round_to(Vm& vm, const char* name, Value number, std::optional<Number> divisor,
               Rounding rounding, bool float_quotient) {
  Division d = divide_rounding(vm.heap(), number, divisor ? divisor->value : fixnum(1), rounding,
                               float_quotient, name);
  return vm.return_values({d.quotient, d.remainder});
}

#define ROUNDING(cname, name, words, rounding, quotient, result)              \
  DEFUN(cname, name, "(number &optional divisor)",                                             \
        "\nReturn NUMBER / DIVISOR " words "; the second value is the remainder.\n"             \
        "DIVISOR: default 1.\nSignals: wrong-type; division-by-zero.\n"                        \
        "Example: (" name " -7 2) => " result "\n",                                            \
        (Vm& vm, Number number, std::optional<Number> divisor)) {             \
    return round_to(vm, name, number, divisor, Rounding::rounding, quotient); \
  }
ROUNDING(floor_, "floor", "rounded down to an integer", Floor, false, "-4")
ROUNDING(ceiling_, "ceiling", "rounded up to an integer", Ceiling, false, "-3")
ROUNDING(truncate_, "truncate", "rounded toward zero to an integer", Truncate, false, "-3")
ROUNDING(round_, "round", "rounded to the nearest integer, to the even one of two", Round, false,
         "-4")
ROUNDING(ffloor, "ffloor", "rounded down, as a float", Floor, true, "-4.0")
ROUNDING(fceiling, "fceiling", "rounded up, as a float", Ceiling, true, "-3.0")
ROUNDING(ftruncate, "ftruncate", "rounded toward zero, as a float", Truncate, true, "-3.0")
ROUNDING(fround, "fround", "rounded to the nearest integer, as a float", Round, true, "-4.0")
#undef ROUNDING

DEFUN(mod, "mod", "(number divisor)", R"doc(
Return what remains of NUMBER when divided by DIVISOR and rounded down; it has the divisor's sign.
Signals: wrong-type; division-by-zero.
Example: (mod -7 3) => 2
)doc", (Heap& heap, Number number, Number divisor)) {
  Value a = number;
  Value b = divisor;
  if (a.is_fixnum() && b.is_fixnum() && b.fixnum() > 0) [[likely]] {
    std::int64_t r = a.fixnum() % b.fixnum();
    return fixnum(r < 0 ? r + b.fixnum() : r);
  }
  return divide_rounding(heap, a, b, Rounding::Floor, false, "mod").remainder;
}

DEFUN(rem, "rem", "(number divisor)", R"doc(
Return what remains of NUMBER when divided by DIVISOR and rounded toward zero; it has the number's sign.
Signals: wrong-type; division-by-zero.
Example: (rem -7 3) => -1
)doc", (Heap& heap, Number number, Number divisor)) {
  return divide_rounding(heap, number, divisor, Rounding::Truncate, false, "rem").remainder;
}

DEFUN(gcd_, "gcd", "(&rest integers)", R"doc(
Return the greatest common divisor of INTEGERS, 0 if there are none.
Signals: wrong-type if an argument is no integer.
Example: (gcd 12 18) => 6
)doc", (Heap& heap, Rest integers)) {
  Value result = fixnum(0);
  for (Value v : integers) {
    if (!is_integer(v)) signal_wrong_type(heap, "gcd", v, "an integer");
    result = integer_gcd(heap, result, v);
  }
  return result;
}

DEFUN(lcm_, "lcm", "(&rest integers)", R"doc(
Return the least common multiple of INTEGERS, 1 if there are none.
Signals: wrong-type if an argument is no integer.
Example: (lcm 4 6) => 12
)doc", (Heap& heap, Rest integers)) {
  Value result = fixnum(1);
  for (Value v : integers) {
    if (!is_integer(v)) signal_wrong_type(heap, "lcm", v, "an integer");
    if (v == fixnum(0)) return v;
    Value common = integer_gcd(heap, result, v);
    result = integer_multiply(heap, result, integer_exact_quotient(heap, v, common));
    if (integer_sign(result) < 0) result = integer_negate(heap, result);
  }
  return result;
}

// ---- kinds

#define TYPE_PREDICATE(cname, name, words, test, yes, no) \
  DEFUN(cname, name, "(object)",                                                                \
        "\nReturn T if OBJECT is " words ", else NIL.\n"                                        \
        "Example: (" name " " yes ") => T\nExample: (" name " " no ") => NIL\n", (Value object)) {                                 \
    return truth(test);                                   \
  }
TYPE_PREDICATE(numberp, "numberp", "a number", is_number(object), "1/2", "'one")
TYPE_PREDICATE(realp, "realp", "a real number", is_real(object), "1.5", "\"1\"")
TYPE_PREDICATE(rationalp, "rationalp", "an integer or a ratio", is_rational(object), "1/2", "0.5")
TYPE_PREDICATE(integerp, "integerp", "an integer", is_integer(object), "7", "7.0")
TYPE_PREDICATE(floatp, "floatp", "a float", is_float(object), "7.0", "7")
#undef TYPE_PREDICATE

DEFUN(float_, "float", "(number &optional prototype)", R"doc(
Return NUMBER as a float. There is one kind of float, so PROTOTYPE changes nothing.
Signals: wrong-type if NUMBER is no number; floating-point-overflow if it is too large.
Example: (float 1/4) => 0.25
)doc", (Heap& heap, Number number, std::optional<Number>)) {
  return is_float(number) ? number.value : heap.make_float(to_double(heap, number));
}

DEFUN(rational, "rational", "(number)", R"doc(
Return NUMBER as an integer or a ratio of exactly the same value.
Signals: wrong-type if NUMBER is no number.
Example: (rational 0.375) => 3/8
)doc", (Heap& heap, Number number)) {
  return is_float(number) ? rational_from_double(heap, float_value(number)) : number.value;
}

DEFUN(numerator, "numerator", "(rational)", R"doc(
Return the numerator of RATIONAL in lowest terms.
Signals: wrong-type if RATIONAL is no rational number.
Example: (numerator 6/4) => 3
)doc", (Rational rational)) {
  return numerator_of(rational);
}

DEFUN(denominator, "denominator", "(rational)", R"doc(
Return the denominator of RATIONAL in lowest terms, 1 for an integer.
Signals: wrong-type if RATIONAL is no rational number.
Example: (denominator 6/4) => 2
)doc", (Rational rational)) {
  return denominator_of(rational);
}

// ---- powers and transcendental functions

DEFUN(expt, "expt", "(base power)", R"doc(
Return BASE raised to POWER; exact for a rational base and an integer power.
Signals: wrong-type; division-by-zero; storage-condition if the result is too large.
Example: (expt 2 100) => 1267650600228229401496703205376
Example: (expt 2 -2) => 1/4
)doc", (Heap& heap, Number base, Number power_)) {
  return power(heap, base, power_);
}

DEFUN(exp_, "exp", "(number)", R"doc(
Return e raised to NUMBER.
Signals: wrong-type; floating-point-overflow.
Example: (exp 0) => 1.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::exp(to_double(heap, number)), "exp", number, number);
}

DEFUN(log_, "log", "(number &optional base)", R"doc(
Return the logarithm of NUMBER, natural or to BASE.
Signals: wrong-type; an arithmetic error unless both are greater than zero.
Example: (log 1) => 0.0
)doc", (Heap& heap, Number number, std::optional<Number> base)) {
  auto logarithm = [&](Value v) {
    if (sign_of(heap, v, "log") <= 0)
      signal_wrong_type(heap, "log", v, "a number greater than zero");
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
Signals: wrong-type if NUMBER is negative: there are no complex numbers.
Example: (sqrt 16) => 4.0
)doc", (Heap& heap, Number number)) {
  return square_root(heap, number);
}

DEFUN(isqrt, "isqrt", "(integer)", R"doc(
Return the greatest integer whose square is not greater than INTEGER.
Signals: wrong-type unless INTEGER is a non-negative integer.
Example: (isqrt 17) => 4
)doc", (Heap& heap, Integer integer)) {
  if (integer_sign(integer) < 0)
    signal_wrong_type(heap, "isqrt", integer, "a non-negative integer");
  return integer_square_root(heap, integer);
}

#define FLOAT_FUNCTION(cname, name, words, function)                                     \
  DEFUN(cname, name, "(number)",                                                              \
        "\nReturn the " words " of NUMBER, as a float. Angles are in radians.\n"               \
        "Signals: wrong-type; an arithmetic error where it is undefined.\n"                   \
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
Signals: wrong-type.
Example: (cos 0) => 1.0
)doc", (Heap& heap, Number number)) {
  return heap.make_float(std::cos(to_double(heap, number)));
}

DEFUN(cosh_, "cosh", "(number)", R"doc(
Return the hyperbolic cosine of NUMBER, as a float.
Signals: wrong-type; floating-point-overflow.
Example: (cosh 0) => 1.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::cosh(to_double(heap, number)), "cosh", number, number);
}

DEFUN(acos_, "acos", "(number)", R"doc(
Return the arc cosine of NUMBER, in radians.
Signals: wrong-type; an arithmetic error outside -1..1.
Example: (acos 1) => 0.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::acos(to_double(heap, number)), "acos", number, number);
}

DEFUN(acosh_, "acosh", "(number)", R"doc(
Return the inverse hyperbolic cosine of NUMBER.
Signals: wrong-type; an arithmetic error below 1.
Example: (acosh 1) => 0.0
)doc", (Heap& heap, Number number)) {
  return checked_float(heap, std::acosh(to_double(heap, number)), "acosh", number, number);
}

DEFUN(atan_, "atan", "(y &optional x)", R"doc(
Return the arc tangent of Y, or with X the angle of the point (X, Y), in radians.
Signals: wrong-type.
Example: (atan 0) => 0.0
Example: (atan 0 1) => 0.0
)doc", (Heap& heap, Number y, std::optional<Number> x)) {
  double a = to_double(heap, y);
  return heap.make_float(x ? std::atan2(a, to_double(heap, *x)) : std::atan(a));
}

// ---- bits

DEFUN(ash, "ash", "(integer count)", R"doc(
Return INTEGER shifted left by COUNT bits, right if COUNT is negative.
Signals: wrong-type; storage-condition if the result is too large.
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
  Value result = fixnum(identity);
  for (Value v : integers) {
    if (!is_integer(v)) signal_wrong_type(heap, name, v, "an integer");
    result = integer_logic(heap, operation, result, v);
  }
  return result;
}

DEFUN(logand, "logand", "(&rest integers)", R"doc(
Return the bitwise AND of INTEGERS, -1 if there are none.
Signals: wrong-type.
Example: (logand 12 10) => 8
)doc", (Heap& heap, Rest integers)) {
  return fold_logic(heap, "logand", Logic::And, -1, integers);
}

DEFUN(logior, "logior", "(&rest integers)", R"doc(
Return the bitwise OR of INTEGERS, 0 if there are none.
Signals: wrong-type.
Example: (logior 12 10) => 14
)doc", (Heap& heap, Rest integers)) {
  return fold_logic(heap, "logior", Logic::Or, 0, integers);
}

DEFUN(logxor, "logxor", "(&rest integers)", R"doc(
Return the bitwise exclusive OR of INTEGERS, 0 if there are none.
Signals: wrong-type.
Example: (logxor 12 10) => 6
)doc", (Heap& heap, Rest integers)) {
  return fold_logic(heap, "logxor", Logic::Xor, 0, integers);
}

DEFUN(lognot, "lognot", "(integer)", R"doc(
Return the bitwise complement of INTEGER.
Signals: wrong-type.
Example: (lognot 5) => -6
)doc", (Heap& heap, Integer integer)) {
  return integer_subtract(heap, fixnum(-1), integer);
}

DEFUN(logbitp, "logbitp", "(index integer)", R"doc(
Return T if bit INDEX of INTEGER is one, counted from 0 at the low end.
Signals: wrong-type.
Example: (logbitp 1 6) => T
)doc", (Index index, Integer integer)) {
  return truth(integer_bit(integer, index));
}

DEFUN(logcount, "logcount", "(integer)", R"doc(
Return how many bits of INTEGER are one, or zero if it is negative.
Signals: wrong-type.
Example: (logcount 13) => 3
)doc", (Integer integer)) {
  return fixnum(static_cast<std::int64_t>(integer_bit_count(integer)));
}

DEFUN(integer_length_, "integer-length", "(integer)", R"doc(
Return how many bits INTEGER needs, its sign not counted.
Signals: wrong-type.
Example: (integer-length 7) => 3
)doc", (Integer integer)) {
  return fixnum(static_cast<std::int64_t>(integer_length(integer)));
}

// ---- random numbers

RandomState* random_state(Heap& heap, Value v) {
  if (!has_type(v, Type::RandomState)) signal_wrong_type(heap, "random", v, "a random state");
  return as<RandomState>(v);
}

DEFUN(random_, "random", "(limit &optional state)", R"doc(
Return a random number of LIMIT's kind, at least 0 and less than LIMIT.
LIMIT: an integer or float > 0.  STATE: a random state, default *RANDOM-STATE*, whose seed is always the same.
Signals: wrong-type.
Example: (random 1) => 0
)doc", (Heap& heap, Number limit, std::optional<Value> state)) {
  RandomState* s = random_state(heap, state ? *state : symbol_value(heap, Sym::star_random_state));
  Random random{s->state};
  Value v = limit;
  if (is_ratio(v) || sign_of(heap, v, "random") <= 0)
    signal_wrong_type(heap, "random", v, "an integer or float greater than zero");
  Value result;
  if (is_float(v)) {
    result = heap.make_float(static_cast<double>(random.next() >> 11) * 0x1p-53 * float_value(v));
  } else if (v.is_fixnum()) {
    // The part of 2^64 that LIMIT divides evenly, so that no value is likelier than another.
    auto n = static_cast<std::uint64_t>(v.fixnum());
    std::uint64_t rest = (~std::uint64_t{0} % n + 1) % n;
    std::uint64_t x = random.next();
    while (rest != 0 && x > ~std::uint64_t{0} - rest) x = random.next();
    result = fixnum(static_cast<std::int64_t>(x % n));
  } else {
    Value sum = fixnum(0);
    for (std::uint64_t bits = integer_length(v) + 64; bits > 0;
         bits -= std::min<std::uint64_t>(bits, 60))
      sum = integer_add(heap, integer_shift(heap, sum, 60),
                        fixnum(static_cast<std::int64_t>(random.next() >> 4)));
    result = integer_divide(heap, sum, v, Rounding::Floor).remainder;
  }
  s->state = random.state;
  return result;
}

DEFUN(make_random_state, "make-random-state", "(&optional state)", R"doc(
Return a new random state: a copy of STATE, of *RANDOM-STATE* if it is NIL, or a fresh one if it is T.
STATE: NIL, T, a random state, or an integer that becomes the seed.
Signals: wrong-type.
Example: (random-state-p (make-random-state)) => T
)doc", (Heap& heap, std::optional<Value> state)) {
  Value from = state ? *state : nil();
  std::uint64_t seed;
  if (from.is_fixnum()) {
    seed = static_cast<std::uint64_t>(from.fixnum());
  } else if (from == t()) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    seed = mix64(static_cast<std::uint64_t>(now.tv_nsec) ^ static_cast<std::uint64_t>(now.tv_sec)
                                                               << 30);
  } else {
    seed =
        random_state(heap, is_nil(from) ? symbol_value(heap, Sym::star_random_state) : from)->state;
  }
  auto* r = heap.allocate<RandomState>(Type::RandomState, sizeof(RandomState), 0);
  r->state = seed;
  return to_value(r);
}

DEFUN(random_state_p, "random-state-p", "(object)", R"doc(
Return T if OBJECT is a random state, else NIL.
Example: (random-state-p 1) => NIL
)doc", (Value object)) {
  return truth(has_type(object, Type::RandomState));
}

DEFUN(parse_integer, "parse-integer", "(string &key start end radix junk-allowed)", R"doc(
Return the integer that STRING spells between START and END, white space around it skipped.
RADIX: 2..36, default 10.  JUNK-ALLOWED: if true, other text may follow, and NIL is returned if there is no digit.
The second value is the index where parsing ended.
Signals: parse-error if there is anything else, unless JUNK-ALLOWED.
Example: (parse-integer " -12 ") => -12
)doc", (Vm& vm, StringArg string, Key<Index> start, Key<Index> end, Key<Fixnum> radix,
        Key<Value> junk_allowed)) {
  StringView s = string_view_of(string);
  std::size_t from = start ? (*start).n : 0;
  std::size_t to = end ? (*end).n : s.length;
  Heap& heap = vm.heap();
  if (from > to || to > s.length)
    signal_error(heap, ConditionKind::type_error, "parse-integer: ~D to ~D lie outside the string",
                 {fixnum(static_cast<std::int64_t>(from)), fixnum(static_cast<std::int64_t>(to))});
  std::int64_t base = radix ? (*radix).n : 10;
  if (base < 2 || base > 36)
    signal_wrong_type(heap, "parse-integer", fixnum(base), "a radix from 2 to 36");
  std::size_t i = from;
  while (i < to && unicode::is_space(s.at(i))) ++i;
  std::string digits;
  if (i < to && (s.at(i) == '+' || s.at(i) == '-')) digits += static_cast<char>(s.at(i++));
  std::size_t first = i;
  for (; i < to; ++i) {
    char32_t c = unicode::upcase(s.at(i));
    std::int64_t digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
    if (digit >= base) break;
    digits += static_cast<char>(c);
  }
  bool found = i > first;
  std::size_t stop = i;
  while (i < to && unicode::is_space(s.at(i))) ++i;
  bool junk = is_true(junk_allowed);
  if (!junk && (!found || i < to))
    signal_error(heap, ConditionKind::parse_error, "parse-integer: ~S is not an integer", {string});
  Value result = found ? integer_from_string(heap, digits, static_cast<int>(base)) : nil();
  return vm.return_values({result, fixnum(static_cast<std::int64_t>(junk ? stop : i))});
}

}  // namespace

}  // namespace winnow
