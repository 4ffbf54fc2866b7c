// Conversion between tagged integers and raw words: in most functions integers from 0 below 2^64, in
// those whose words are signed integers from -2^63 below 2^63.
//
// Storing a raw word beyond the fixnums in memory allocates a bignum (Heap::box_word). That neither
// collects nor signals, so values may remain in registers.
#pragma once

#include "jit/calling_convention.hpp"

namespace winnow::jit {

// Whether V is an integer beyond the fixnums that can be raw.
inline bool is_large_word(Value v, bool is_signed) {
  if (!has_type(v, Type::Bignum) || header_of(v)->length != 1) return false;
  const auto* n = as<Bignum>(v);
  constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
  return is_signed ? n->limbs[0] < kSignBit + (n->negative() ? 1 : 0) : !n->negative();
}

// Which integers beyond the fixnums a function has met: in its constants, its frame or its declarations.
struct WordsMet {
  bool any = false;
  bool negative = false;
  bool unsigned_only = false;  // one that cannot be a signed word

  void note(Value v) {
    unsigned_only |= is_large_word(v, false) && !is_large_word(v, true);
    negative |= is_large_word(v, true) && as<Bignum>(v)->negative();
    any |= is_large_word(v, false) || is_large_word(v, true);
  }
  void note_declarations(std::uint16_t code_flags) {
    unsigned_only |= (code_flags & Code::kWords) != 0;
    negative |= (code_flags & Code::kSignedWords) != 0;
    any |= unsigned_only || negative;
  }
  bool are_signed() const { return negative && !unsigned_only; }
};

// The lowest 64 bits of the integer V in two's complement.
inline std::uint64_t low_word(Value v) {
  if (v.is_fixnum()) return static_cast<std::uint64_t>(v.fixnum());
  const auto* n = as<Bignum>(v);
  return n->negative() ? 0 - n->limbs[0] : n->limbs[0];
}

// Restores the raw word R, on which tag_small_word() has jumped to LARGE.
inline void restore_large_word(Assembler& a, const Gp& r, bool is_signed) {
  if (is_signed) a.sub(r, 1);
  a.rotate_left(r, 61);
}

// Replaces the raw word R by a tagged fixnum. Jumps to LARGE if it is not one. A signed word is a
// fixnum if its upper three bits are equal.
inline void tag_small_word(Assembler& a, const Gp& r, const Label& large, bool is_signed) {
  a.rotate_left(r, 3);
  if (is_signed) a.add(r, 1);
  a.test(r.r8(), is_signed ? 6 : 7);
  a.jnz(large);
  if (is_signed) {
    restore_large_word(a, r, is_signed);
    a.shl(r, 2);
  } else {
    a.shr(r, 1);
  }
}

// Shifts the raw word R right by N bits.
inline void shift_word_right(Assembler& a, const Gp& r, unsigned n, bool is_signed) {
  if (is_signed)
    a.sar(r, n);
  else
    a.shr(r, n);
}

// Loads the word of the bignum R.
inline void load_large_word(Assembler& a, const Gp& to, const Gp& r, bool is_signed) {
  Label done = a.newLabel();
  if (is_signed) a.cmp(type_and_flags_of(r), static_cast<int>(Type::Bignum));
  a.mov(to, field(r, offsetof(Bignum, limbs)));
  if (!is_signed) return;
  a.je(done);  // it is not negative
  a.neg(to);
  a.bind(done);
}

// The same for any object R. Jumps to OTHERWISE unless it is a bignum that can be raw.
inline void load_if_large_word(Assembler& a, const Gp& to, const Gp& r, bool is_signed,
                               const Label& otherwise) {
  test_tag(a, r, kObjectTag);
  a.jnz(otherwise);
  a.cmp(is_signed ? type_of(r) : type_and_flags_of(r), static_cast<int>(Type::Bignum));
  a.jne(otherwise);
  a.cmp(length_of(r), 1);
  a.jne(otherwise);
  if (is_signed) {  // the magnitude, less one if negative, must be below 2^63
    Label is_positive = a.newLabel();
    a.mov(to, field(r, offsetof(Bignum, limbs)));
    a.cmp(type_and_flags_of(r), static_cast<int>(Type::Bignum));
    a.je(is_positive);
    a.sub(to, 1);
    a.bind(is_positive);
    a.test(to, to);
    a.js(otherwise);
  }
  load_large_word(a, to, r, is_signed);
}

}  // namespace winnow::jit
