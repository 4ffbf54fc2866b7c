// Complex numbers: two rationals, or two floats. A rational one whose imaginary part is 0 is a
// real.
#pragma once

#include <complex>

#include "number/number.hpp"

namespace winnow {

// The number with these parts, which are reals; both become floats if one of them is.
Value make_complex(Heap& heap, Value real, Value imaginary);
// Z, which was computed of A and B.
Value make_complex(Heap& heap, std::complex<double> z, const char* operation, Value a, Value b);

// Of any number.
Value real_part(Value number);
Value imaginary_part(Value number);
std::complex<double> to_complex(Heap& heap, Value number);

// At least one argument is complex, or else no number: then a type-error is signalled.
Value complex_add(Heap& heap, Value a, Value b, const char* operation);
Value complex_subtract(Heap& heap, Value a, Value b, const char* operation);
Value complex_multiply(Heap& heap, Value a, Value b, const char* operation);
Value complex_divide(Heap& heap, Value a, Value b);
Value complex_power(Heap& heap, Value base, Value exponent);

}  // namespace winnow
