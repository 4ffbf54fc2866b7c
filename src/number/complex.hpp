// Complex numbers: two rationals, or two floats of one format. A rational one whose imaginary part
// is 0 becomes a real.
#pragma once

#include <complex>

#include "number/number.hpp"

namespace winnow {

// The number with the parts REAL and IMAGINARY; if one is a float, both become floats.
Value make_complex(Heap& heap, Value real, Value imaginary);
// Z as a Lisp number: the result of OPERATION on A and B, which determine the float format.
Value make_complex(Heap& heap, std::complex<double> z, const char* operation, Value a, Value b);

// These take any number.
Value real_part(Value number);
Value imaginary_part(Value number);
std::complex<double> to_complex(Heap& heap, Value number);

// At least one argument is complex. If one is not a number, they signal a type-error.
Value complex_add(Heap& heap, Value a, Value b, const char* operation);
Value complex_subtract(Heap& heap, Value a, Value b, const char* operation);
Value complex_multiply(Heap& heap, Value a, Value b, const char* operation);
Value complex_divide(Heap& heap, Value a, Value b);
Value complex_power(Heap& heap, Value base, Value exponent);

}  // namespace winnow
