// The 64-bit word that is every Lisp value: tags, tests and conversions, nothing else.
//
//   low bits   meaning
//   x00        fixnum, 62 bits; sums, differences and comparisons work on the tagged word
//   x10        double float, immediate: rotl(bits + (0x100 << 52), 3), exact for 2^-255 <= |x| <
//   2^257
//              (Melançon, Serrano and Feeley, "Float Self-Tagging", arXiv 2411.16544)
//   001        pair: two words, no header; NIL is a static pair whose car and cdr are NIL
//   101        heap object with an 8-byte header
//   111        symbol
//   011        character (low byte 03), marker (0B) or single float (13, its bits in the upper
//   half)
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

  // True if X has an immediate form as a double; it is then stored in OUT.
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

// A count, an index or any other number that surely is one.
constexpr Value fixnum(std::integral auto n) {
  return Value::from_fixnum(static_cast<std::int64_t>(n));
}

// Markers never reach a program: an unbound cell, an argument not given, the end of a file.
constexpr Value kUnbound = Value::marker(0);
constexpr Value kAbsent = Value::marker(1);
constexpr Value kEndOfFile = Value::marker(2);

struct Pair {
  Value car;
  Value cdr;
};

inline Pair* as_pair(Value v) { return reinterpret_cast<Pair*>(v.bits - kPairTag); }

// Of a value that surely is a list.
inline Value car_unchecked(Value list) { return as_pair(list)->car; }
inline Value cdr_unchecked(Value list) { return as_pair(list)->cdr; }

}  // namespace winnow
