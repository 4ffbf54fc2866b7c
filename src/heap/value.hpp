// Lisp values: 64-bit tagged words, their tests and conversions.
//
//   low bits   meaning
//   x00        fixnum of 62 bits; +, - and comparisons work on the tagged word
//   x10        immediate double float: rotl(bits + (0x100 << 52), 3), for 2^-255 <= |x| < 2^257
//   001        pair: two words without a header; NIL is a static pair whose car and cdr are NIL
//   101        heap object with a header of 8 bytes
//   111        symbol
//   011        by the low byte: 03 character, 0B marker, 13 single float (bits in the upper half)
//
// Source: Melançon, Serrano and Feeley, "Float Self-Tagging", arXiv 2411.16544.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "host/assert.hpp"

namespace winnow {

struct Value {
  std::uint64_t bits = 0;  // the fixnum 0, so fresh zeroed memory holds valid values

  constexpr bool operator==(const Value&) const = default;

  constexpr bool is_fixnum() const { return (bits & 3) == 0; }
  constexpr bool is_immediate_double() const { return (bits & 3) == 2; }
  constexpr bool is_list() const { return (bits & 7) == 1; }  // a cons or NIL
  constexpr bool is_object() const { return (bits & 7) == 5; }
  constexpr bool is_symbol_object() const { return (bits & 7) == 7; }  // any symbol but NIL
  constexpr bool is_character() const { return (bits & 0xFF) == 0x03; }
  constexpr bool is_single() const { return (bits & 0xFF) == 0x13; }
  constexpr bool is_pointer() const { return (bits & 1) == 1 && (bits & 7) != 3; }

  constexpr std::int64_t fixnum() const { return static_cast<std::int64_t>(bits) >> 2; }
  constexpr char32_t character() const { return static_cast<char32_t>(bits >> 8); }
  constexpr double immediate_double() const {
    return std::bit_cast<double>(std::rotr(bits, 3) - kFloatOffset);
  }
  constexpr float single() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32));
  }
  char* address() const { return reinterpret_cast<char*>(bits & ~std::uint64_t{7}); }

  static constexpr Value from_fixnum(std::int64_t n) {
    return Value{static_cast<std::uint64_t>(n) << 2};
  }
  static constexpr Value from_character(char32_t c) {
    return Value{(static_cast<std::uint64_t>(c) << 8) | 0x03};
  }
  static constexpr Value from_single(float x) {
    return Value{(std::uint64_t{std::bit_cast<std::uint32_t>(x)} << 32) | 0x13};
  }
  static constexpr Value marker(unsigned n) { return Value{(std::uint64_t{n} << 8) | 0x0B}; }
  static Value tagged(const void* address, unsigned tag) {
    return Value{reinterpret_cast<std::uint64_t>(address) | tag};
  }

  // Returns whether X can be represented as an immediate double, and if so stores that in OUT.
  static constexpr bool try_double(double x, Value& out) {
    std::uint64_t word = std::rotl(std::bit_cast<std::uint64_t>(x) + kFloatOffset, 3);
    out = Value{word};
    return (word & 3) == 2;
  }

 private:
  static constexpr std::uint64_t kFloatOffset = std::uint64_t{0x100} << 52;
};

constexpr unsigned kPairTag = 1;
constexpr unsigned kObjectTag = 5;
constexpr unsigned kSymbolTag = 7;

constexpr std::int64_t kMostPositiveFixnum = (std::int64_t{1} << 61) - 1;
constexpr std::int64_t kMostNegativeFixnum = -(std::int64_t{1} << 61);
constexpr bool fits_fixnum(std::int64_t n) {
  return n >= kMostNegativeFixnum && n <= kMostPositiveFixnum;
}

// The fixnum N, such as a count or an index; N must be in the range of fixnums.
constexpr Value fixnum(std::integral auto n) {
  return Value::from_fixnum(static_cast<std::int64_t>(n));
}

// Markers, which user programs never see: an unbound cell, a missing argument, the end of a file.
constexpr Value kUnbound = Value::marker(0);
constexpr Value kAbsent = Value::marker(1);
constexpr Value kEndOfFile = Value::marker(2);

struct Pair {
  Value car;
  Value cdr;
};

inline Pair* as_pair(Value v) { return reinterpret_cast<Pair*>(v.bits - kPairTag); }

// CAR and CDR of a value that must be a list.
inline Value car_unchecked(Value list) { return as_pair(list)->car; }
inline Value cdr_unchecked(Value list) { return as_pair(list)->cdr; }

}  // namespace winnow
