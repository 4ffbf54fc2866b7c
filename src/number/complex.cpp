#include "number/complex.hpp"

#include "heap/condition.hpp"

namespace winnow {

namespace {

void check_numbers(Heap& heap, Value a, Value b, const char* operation) {
  for (Value v : {a, b})
    if (!is_number(v)) signal_wrong_type(heap, operation, v, "a number");
}

bool is_rational_complex(Value v) { return !is_float(real_part(v)); }

}  // namespace

Value make_complex(Heap& heap, Value real, Value imaginary) {
  if (is_float(real) || is_float(imaginary)) {
    bool wide = any_double(real, imaginary);
    for (Value* part : {&real, &imaginary})
      if (wide ? !is_double(*part) : !part->is_single()) *part = to_float(heap, *part, wide);
  }
  if (imaginary == fixnum(0)) return real;
  auto* z = heap.allocate<Complex>(Type::Complex, sizeof(Complex));
  z->real = real;
  z->imaginary = imaginary;
  return to_value(z);
}

Value make_complex(Heap& heap, std::complex<double> z, const char* operation, Value a, Value b) {
  Value real = checked_float(heap, z.real(), operation, a, b);
  return make_complex(heap, real, checked_float(heap, z.imag(), operation, a, b));
}

Value real_part(Value number) { return is_complex(number) ? as<Complex>(number)->real : number; }

Value imaginary_part(Value number) {
  return is_complex(number) ? as<Complex>(number)->imaginary : fixnum(0);
}

std::complex<double> to_complex(Heap& heap, Value number) {
  return {to_double(heap, real_part(number)), to_double(heap, imaginary_part(number))};
}

// In sums and products the imaginary part of a real is missing, not 0.0, which
// preserves the sign of zeros.

Value complex_add(Heap& heap, Value a, Value b, const char* operation) {
  check_numbers(heap, a, b, operation);
  Value real = add(heap, real_part(a), real_part(b), operation);
  if (!is_complex(a)) return make_complex(heap, real, imaginary_part(b));
  if (!is_complex(b)) return make_complex(heap, real, imaginary_part(a));
  return make_complex(heap, real, add(heap, imaginary_part(a), imaginary_part(b), operation));
}

Value complex_subtract(Heap& heap, Value a, Value b, const char* operation) {
  check_numbers(heap, a, b, operation);
  Value real = subtract(heap, real_part(a), real_part(b), operation);
  if (!is_complex(a)) return make_complex(heap, real, negate(heap, imaginary_part(b)));
  if (!is_complex(b)) return make_complex(heap, real, imaginary_part(a));
  return make_complex(heap, real, subtract(heap, imaginary_part(a), imaginary_part(b), operation));
}

Value complex_multiply(Heap& heap, Value a, Value b, const char* operation) {
  check_numbers(heap, a, b, operation);
  auto product = [&](Value x, Value y) { return multiply(heap, x, y, operation); };
  Value ar = real_part(a);
  Value ai = imaginary_part(a);
  Value br = real_part(b);
  Value bi = imaginary_part(b);
  if (!is_complex(a) || !is_complex(b)) {
    Value left = product(ar, br);
    return make_complex(heap, left, is_complex(a) ? product(ai, br) : product(ar, bi));
  }
  Value real = subtract(heap, product(ar, br), product(ai, bi), operation);
  return make_complex(heap, real, add(heap, product(ar, bi), product(ai, br), operation));
}

// Rationals are multiplied by the conjugate of the divisor and divided by its norm. For floats
// std::complex avoids intermediate overflow; the longer format makes nearly all quotients exact
// before they are rounded.
Value complex_divide(Heap& heap, Value a, Value b) {
  check_numbers(heap, a, b, "/");
  if (is_rational_complex(a) && is_rational_complex(b)) {
    Value br = real_part(b);
    Value bi = imaginary_part(b);
    Value norm = add(heap, multiply(heap, br, br), multiply(heap, bi, bi));
    Value top = multiply(heap, a, make_complex(heap, br, negate(heap, bi)));
    Value real = divide(heap, real_part(top), norm);
    return make_complex(heap, real, divide(heap, imaginary_part(top), norm));
  }
  std::complex<double> divisor = to_complex(heap, b);
  if (divisor == 0.0) division_by_zero(heap, "/", a, b);
  if (!is_complex(b)) {
    Value real = divide(heap, real_part(a), b);
    return make_complex(heap, real, divide(heap, imaginary_part(a), b));
  }
  using Long = std::complex<long double>;
  const Long quotient = Long(to_complex(heap, a)) / Long(divisor);
  return make_complex(heap, std::complex<double>(quotient), "/", a, b);
}

Value complex_power(Heap& heap, Value base, Value exponent) {
  check_numbers(heap, base, exponent, "expt");
  if (is_integer(exponent) && exponent.is_fixnum()) {
    std::int64_t n = exponent.fixnum();
    Value result =
        is_rational_complex(base)
            ? fixnum(1)
            : make_complex(heap, to_float(heap, fixnum(1), any_double(base, base)), fixnum(0));
    Value square = base;
    for (auto left = static_cast<std::uint64_t>(n < 0 ? -n : n); left > 0; left /= 2) {
      if (left % 2 == 1) result = multiply(heap, result, square, "expt");
      if (left > 1) square = multiply(heap, square, square, "expt");
    }
    return n < 0 ? divide(heap, fixnum(1), result) : result;
  }
  std::complex<double> x = to_complex(heap, base);
  std::complex<double> y = to_complex(heap, exponent);
  if (x == 0.0) {
    if (y.real() <= 0)
      signal_wrong_type(heap, "expt", exponent,
                        {"an exponent of 0 whose real part is greater than zero", "NUMBER"});
    return multiply(heap, base, exponent, "expt");
  }
  return make_complex(heap, std::exp(y * std::log(x)), "expt", base, exponent);
}

}  // namespace winnow
