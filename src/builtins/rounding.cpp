// Division with remainder, and the greatest common divisor.
#include "builtins/builtin.hpp"

namespace winnow {

namespace {

Value round_to(Vm& vm, const char* name, Value number, std::optional<Real> divisor,
               Rounding rounding, bool float_quotient) {
  Division d = divide_rounding(vm.heap(), number, divisor ? divisor->value : fixnum(1), rounding,
                               float_quotient, name);
  return vm.return_values({d.quotient, d.remainder});
}

#define ROUNDING(cname, name, words, rounding, quotient, result)              \
  DEFUN(cname, name, "(number &optional divisor)",                                             \
        "\nReturn NUMBER / DIVISOR " words "; the second value is the remainder.\n"             \
        "DIVISOR: default 1.\nSignals: type-error unless every argument is a real number; division-by-zero.\n"                        \
        "Example: (" name " -7 2) => " result "\n",                                            \
        (Vm& vm, Real number, std::optional<Real> divisor)) {                 \
    return round_to(vm, name, number, divisor, Rounding::rounding, quotient); \
  }
ROUNDING(floor_, "floor", "rounded down to an integer", Floor, false, "-4")
ROUNDING(ceiling_, "ceiling", "rounded up to an integer", Ceiling, false, "-3")
ROUNDING(truncate_, "truncate", "rounded toward zero to an integer", Truncate, false, "-3")
ROUNDING(round_, "round", "rounded to the nearest integer, ties to even", Round, false, "-4")
ROUNDING(ffloor, "ffloor", "rounded down, as a float", Floor, true, "-4.0")
ROUNDING(fceiling, "fceiling", "rounded up, as a float", Ceiling, true, "-3.0")
ROUNDING(ftruncate, "ftruncate", "rounded toward zero, as a float", Truncate, true, "-3.0")
ROUNDING(fround, "fround", "rounded to the nearest integer, as a float", Round, true, "-4.0")
#undef ROUNDING

DEFUN(mod, "mod", "(number divisor)", R"doc(
Return the remainder of NUMBER / DIVISOR rounded down; it has the sign of DIVISOR.
Signals: type-error unless every argument is a real number; division-by-zero.
Example: (mod -7 3) => 2
)doc", (Heap& heap, Real number, Real divisor)) {
  Value a = number;
  Value b = divisor;
  if (a.is_fixnum() && b.is_fixnum() && b.fixnum() > 0) [[likely]] {
    std::int64_t r = a.fixnum() % b.fixnum();
    return fixnum(r < 0 ? r + b.fixnum() : r);
  }
  return divide_rounding(heap, a, b, Rounding::Floor, false, "mod").remainder;
}

DEFUN(rem, "rem", "(number divisor)", R"doc(
Return the remainder of NUMBER / DIVISOR rounded toward zero; it has the sign of NUMBER.
Signals: type-error unless every argument is a real number; division-by-zero.
Example: (rem -7 3) => -1
)doc", (Heap& heap, Real number, Real divisor)) {
  return divide_rounding(heap, number, divisor, Rounding::Truncate, false, "rem").remainder;
}

DEFUN(gcd_, "gcd", "(&rest integers)", R"doc(
Return the greatest common divisor of INTEGERS, 0 if there are none.
Signals: type-error unless every argument is an integer.
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
Signals: type-error unless every argument is an integer.
Example: (lcm 4 6) => 12
)doc", (Heap& heap, Rest integers)) {
  Value result = fixnum(1);
  for (Value v : integers) {
    if (!is_integer(v)) signal_wrong_type(heap, "lcm", v, "an integer");
    Value common = integer_gcd(heap, result, v);
    if (common == fixnum(0)) continue;  // both are 0
    result = integer_multiply(heap, result, integer_exact_quotient(heap, v, common));
    if (integer_sign(result) < 0) result = integer_negate(heap, result);
  }
  return result;
}

}  // namespace

}  // namespace winnow
