// Conversion between tagged integers and raw words, which are integers from 0 below 2^64.
//
// Storing a raw word of 2^61 or more in memory allocates a bignum (Heap::box_word). That neither
// collects nor signals, so values may remain in registers.
#pragma once

#include "jit/calling_convention.hpp"

namespace winnow::jit {

// Whether V is an integer above the fixnums that can be raw.
inline bool is_large_word(Value v) {
  return has_type(v, Type::Bignum) && !as<Bignum>(v)->negative() && header_of(v)->length == 1;
}

// The lowest 64 bits of the integer V in two's complement.
inline std::uint64_t low_word(Value v) {
  if (v.is_fixnum()) return static_cast<std::uint64_t>(v.fixnum());
  const auto* n = as<Bignum>(v);
  return n->negative() ? 0 - n->limbs[0] : n->limbs[0];
}

// Replaces the raw word R by a tagged fixnum. If it is too large, jumps to LARGE, where
// restore_large_word() restores it.
inline void tag_small_word(Assembler& a, const Gp& r, const Label& large) {
  a.rotate_left(r, 3);
  a.test(r.r8(), 7);
  a.jnz(large);
  a.shr(r, 1);
}
inline void restore_large_word(Assembler& a, const Gp& r) { a.rotate_left(r, 61); }

// Loads the word of the bignum R.
inline void load_large_word(Assembler& a, const Gp& to, const Gp& r) {
  a.mov(to, field(r, offsetof(Bignum, limbs)));
}

}  // namespace winnow::jit
