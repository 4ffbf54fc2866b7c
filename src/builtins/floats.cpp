// The parts of floats: significand, exponent and sign.
#include <algorithm>
#include <cmath>

#include "builtins/builtin.hpp"

namespace winnow {

namespace {

double checked(Heap& heap, const char* name, Value v) {
  if (!is_float(v)) signal_wrong_type(heap, name, v, "a float");
  return float_value(v);
}

DEFUN(decode_float, "decode-float", "(float)", R"doc(
Return the significand of FLOAT, at least 1/2 and less than 1, or 0; the exponent of 2; and 1.0 or -1.0 for the sign.
Signals: type-error unless FLOAT is a float.
Example: (decode-float 6.0) => 0.75
)doc", (Vm& vm, Value number)) {
  Heap& heap = vm.heap();
  double x = checked(heap, "decode-float", number);
  int exponent = 0;
  double significand = std::frexp(std::fabs(x), &exponent);
  return vm.return_values({checked_float(heap, significand, "decode-float", number),
                           fixnum(exponent),
                           checked_float(heap, std::copysign(1.0, x), "decode-float", number)});
}

DEFUN(integer_decode_float, "integer-decode-float", "(float)", R"doc(
Return the significand of FLOAT as an integer, the exponent of 2 by which it is scaled, and 1 or -1 for the sign.
Signals: type-error unless FLOAT is a float.
Example: (multiple-value-bind (m e s) (integer-decode-float -6.0) (* s m (expt 2 e))) => -6
)doc", (Vm& vm, Value number)) {
  double x = checked(vm.heap(), "integer-decode-float", number);
  const int digits = is_double(number) ? 53 : 24;
  int exponent = 0;
  double significand = std::frexp(std::fabs(x), &exponent);
  auto scaled = static_cast<std::int64_t>(std::ldexp(significand, digits));
  return vm.return_values(
      {fixnum(scaled), fixnum(exponent - digits), fixnum(std::signbit(x) ? -1 : 1)});
}

DEFUN(scale_float, "scale-float", "(float exponent)", R"doc(
Return FLOAT times 2 raised to the integer EXPONENT.
Signals: type-error unless FLOAT is a float and EXPONENT is an integer; floating-point-overflow.
Example: (scale-float 1.5 2) => 6.0
)doc", (Heap& heap, Value number, Integer exponent)) {
  constexpr std::int64_t kMost = 5000;  // exceeds the exponent range of a double
  double x = checked(heap, "scale-float", number);
  std::int64_t e =
      exponent.value.is_fixnum() ? exponent.value.fixnum() : integer_sign(exponent) * (kMost + 1);
  int scale = static_cast<int>(std::clamp(e, -kMost, kMost));
  return checked_float(heap, std::ldexp(x, scale), "scale-float", number, exponent);
}

}  // namespace

}  // namespace winnow
