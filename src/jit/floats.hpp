// Conversion between the words of floats and raw floats, which are in float registers.
//
// Every single is immediate. Only doubles with an immediate word (heap/value.hpp) and zeros are raw.
// So storing a raw float in memory never allocates. When the word of a double is rotated left by one
// bit, its four lowest bits are the sign and the upper three bits of the exponent, plus 1.
#pragma once

#include "jit/calling_convention.hpp"

namespace winnow::jit {

// Whether V is a double that can be raw.
inline bool is_raw_double(Value v) {
  return v.is_immediate_double() || (has_type(v, Type::Double) && as<Double>(v)->value == 0);
}

// Loads the word of X into R if X is not zero. Condition Z holds if it is zero.
inline void load_word_of(Assembler& a, const Gp& r, const Float& x) {
  a.move_bits(r, x);
  a.rotate_left(r, 4);
  a.add(r, 1);
  a.rotate_left(r, 63);
  a.test(r.r8(), 2);
}

// The continuation of load_word_of() for zeros.
inline void load_word_of_zero(Assembler& a, const Gp& r) {
  constexpr unsigned kDistance = offsetof(StaticCells, negative_zero) - offsetof(StaticCells, zero);
  static_assert(kDistance == 16);
  a.and_(r, 4);  // the sign
  a.shl(r, 2);
  a.add(r, static_cast<std::int32_t>(zero_double(false).bits));
}

// Loads the immediate double in R into X and overwrites R.
inline void load_immediate_double(Assembler& a, const Float& x, const Gp& r) {
  a.rotate_left(r, 1);
  a.sub(r, 1);
  a.rotate_left(r, 60);
  a.move_bits(x, r);
}

// Clears condition Z if the double R, which can be raw, is not an immediate word.
inline void test_boxed(Assembler& a, const Gp& r) { a.test(r.r8(), 1); }
inline void load_boxed_double(Assembler& a, const Float& x, const Gp& r) {
  a.load_double(x, field(r, offsetof(Double, value)));
}

// Replaces the bits of a single in R by its word.
inline void tag_single(Assembler& a, const Gp& r) {
  a.shl(r, 32);
  a.add(r, static_cast<std::int32_t>(Value::from_single(0).bits));
}

// Sets condition Z if X is an immediate double. Overwrites the scratch register.
inline void test_immediate_double(Assembler& a, const Float& x) {
  a.move_bits(kScratch, x);
  a.rotate_left(kScratch, 4);
  a.sub(kScratch, 3);
  a.test(kScratch.r8(), 6);
}

}  // namespace winnow::jit
