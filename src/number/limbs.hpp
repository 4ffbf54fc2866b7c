// Integers of at most kMostLimbs limbs: their operations compute on the stack, without the
// temporary numbers and the calls that GMP's functions for integers of any size need.
#pragma once

#include <gmp.h>

#include <array>

#include "number/integer.hpp"

namespace winnow {

constexpr mp_size_t kMostLimbs = 32;

// The sign and magnitude of a fixnum or bignum. The topmost limb of a magnitude is not 0; that of 0
// is empty.
class Magnitude {
 public:
  explicit Magnitude(Value v) {
    if (v.is_fixnum()) {
      const std::int64_t n = v.fixnum();
      own_ = n < 0 ? -static_cast<mp_limb_t>(n) : static_cast<mp_limb_t>(n);
      limbs = &own_;
      size = n == 0 ? 0 : 1;
      negative = n < 0;
    } else {
      const auto* b = as<Bignum>(v);
      limbs = b->limbs;
      size = b->header.length;
      negative = b->negative();
    }
  }
  Magnitude(const Magnitude&) = delete;
  Magnitude& operator=(const Magnitude&) = delete;

  const mp_limb_t* limbs;
  mp_size_t size;
  bool negative;

 private:
  mp_limb_t own_ = 0;
};

// A result on the stack.
struct Limbs {
  std::array<mp_limb_t, 2 * kMostLimbs + 2> limbs;
  mp_size_t size = 0;
  bool negative = false;
  // Removes leading zero limbs.
  void normalize();
  Value to_value(Heap& heap) const;
};

int compare_magnitudes(const Magnitude& a, const Magnitude& b);  // < 0, 0 or > 0
int compare(const Magnitude& a, const Magnitude& b);
std::uint64_t integer_length(const Magnitude& a);
bool has_bit(const Magnitude& a, std::uint64_t index);

// The operands must be small; B is not zero in divide(). NEGATES: A - B.
void add(Limbs& sum, const Magnitude& a, const Magnitude& b, bool negates);
void multiply(Limbs& product, const Magnitude& a, const Magnitude& b);
void divide(Limbs& quotient, Limbs& remainder, const Magnitude& a, const Magnitude& b,
            Rounding rounding);
void shift_left(Limbs& result, const Magnitude& a, std::uint64_t count);  // COUNT < 64 * kMostLimbs
void shift_right(Limbs& result, const Magnitude& a, std::uint64_t count);  // rounds down
void combine(Limbs& result, Logic operation, const Magnitude& a, const Magnitude& b);

}  // namespace winnow
