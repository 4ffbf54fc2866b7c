#include "number/limbs.hpp"

#include <algorithm>
#include <bit>

namespace winnow {

namespace {

// Subtracts B from A, of which B is not the larger. RESULT may have the limbs of A or B.
void subtract_smaller(Limbs& result, const mp_limb_t* a, mp_size_t a_size, const mp_limb_t* b,
                      mp_size_t b_size) {
  if (b_size == 0)
    std::copy_n(a, a_size, result.limbs.data());
  else
    mpn_sub(result.limbs.data(), a, a_size, b, b_size);
  result.size = a_size;
  result.normalize();
}

void add_one(Limbs& n) {
  n.limbs[static_cast<std::size_t>(n.size)] = 0;
  for (std::size_t i = 0; ++n.limbs[i] == 0;) ++i;
  if (n.limbs[static_cast<std::size_t>(n.size)] != 0) ++n.size;
}

// Is Q + 1 nearer to the exact quotient than Q, or as near and even? R and B are the remainder and
// the divisor.
bool rounds_away(const Limbs& q, const Limbs& r, const Magnitude& b) {
  Limbs rest;
  subtract_smaller(rest, b.limbs, b.size, r.limbs.data(), r.size);
  const int difference = r.size != rest.size ? (r.size < rest.size ? -1 : 1)
                                             : mpn_cmp(r.limbs.data(), rest.limbs.data(), r.size);
  return difference > 0 || (difference == 0 && q.size > 0 && (q.limbs[0] & 1) != 0);
}

bool are_zero(const mp_limb_t* limbs, mp_size_t count) {
  return std::all_of(limbs, limbs + count, [](mp_limb_t limb) { return limb == 0; });
}

// The limbs of the two's complement form of a number, from the lowest one on, without end.
class TwosComplement {
 public:
  explicit TwosComplement(const Magnitude& m) : m_(m) {}
  mp_limb_t next() {
    const mp_limb_t limb = at_ < m_.size ? m_.limbs[at_++] : 0;
    if (!m_.negative) return limb;
    const mp_limb_t complement = ~limb + carry_;
    carry_ = carry_ & static_cast<mp_limb_t>(complement == 0);
    return complement;
  }

 private:
  const Magnitude& m_;
  mp_size_t at_ = 0;
  mp_limb_t carry_ = 1;
};

template <class Operation>
void combine_limbs(Limbs& result, const Magnitude& a, const Magnitude& b, Operation operation) {
  TwosComplement x(a);
  TwosComplement y(b);
  result.negative = operation(mp_limb_t{a.negative}, mp_limb_t{b.negative}) != 0;
  result.size = std::max(a.size, b.size) + 1;
  mp_limb_t carry = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.size); ++i) {
    mp_limb_t limb = operation(x.next(), y.next());
    if (result.negative) {
      limb = ~limb + carry;
      carry &= static_cast<mp_limb_t>(limb == 0);
    }
    result.limbs[i] = limb;
  }
  result.normalize();
}

}  // namespace

void Limbs::normalize() {
  while (size > 0 && limbs[static_cast<std::size_t>(size) - 1] == 0) --size;
}

Value Limbs::to_value(Heap& heap) const {
  if (size == 0) return Value::from_fixnum(0);
  if (size == 1 && limbs[0] <= static_cast<mp_limb_t>(kMostPositiveFixnum) + mp_limb_t{negative}) {
    const auto n = static_cast<std::int64_t>(limbs[0]);
    return Value::from_fixnum(negative ? -n : n);
  }
  const auto count = static_cast<std::size_t>(size);
  auto* b = heap.allocate<Bignum>(Type::Bignum, sizeof(Header), count, 8, negative ? 1 : 0);
  std::copy_n(limbs.data(), count, b->limbs);
  return winnow::to_value(b);
}

int compare_magnitudes(const Magnitude& a, const Magnitude& b) {
  if (a.size != b.size) return a.size < b.size ? -1 : 1;
  for (mp_size_t i = a.size; i-- > 0;)
    if (a.limbs[i] != b.limbs[i]) return a.limbs[i] < b.limbs[i] ? -1 : 1;
  return 0;
}

int compare(const Magnitude& a, const Magnitude& b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  return a.negative ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
}

std::uint64_t integer_length(const Magnitude& a) {
  if (a.size == 0) return 0;
  const mp_limb_t top = a.limbs[a.size - 1];
  const auto bits =
      static_cast<std::uint64_t>(a.size - 1) * 64 + static_cast<std::uint64_t>(std::bit_width(top));
  // The two's complement of a negative power of two is one bit shorter.
  const bool is_shorter = a.negative && std::has_single_bit(top) && are_zero(a.limbs, a.size - 1);
  return bits - (is_shorter ? 1 : 0);
}

bool has_bit(const Magnitude& a, std::uint64_t index) {
  const std::uint64_t at = index / 64;
  if (at >= static_cast<std::uint64_t>(a.size)) return a.negative;
  mp_limb_t limb = a.limbs[at];
  if (a.negative) limb = ~limb + mp_limb_t{are_zero(a.limbs, static_cast<mp_size_t>(at))};
  return (limb >> index % 64 & 1) != 0;
}

void add(Limbs& sum, const Magnitude& a, const Magnitude& b, bool negates) {
  const bool b_negative = b.negative != negates;
  const bool is_swapped = compare_magnitudes(a, b) < 0;
  const Magnitude& larger = is_swapped ? b : a;
  const Magnitude& smaller = is_swapped ? a : b;
  sum.negative = is_swapped ? b_negative : a.negative;
  if (a.negative != b_negative || smaller.size == 0)
    return subtract_smaller(sum, larger.limbs, larger.size, smaller.limbs, smaller.size);
  sum.size = larger.size;
  const mp_limb_t carry =
      mpn_add(sum.limbs.data(), larger.limbs, larger.size, smaller.limbs, smaller.size);
  if (carry != 0) sum.limbs[static_cast<std::size_t>(sum.size++)] = carry;
}

void multiply(Limbs& product, const Magnitude& a, const Magnitude& b) {
  if (a.size == 0 || b.size == 0) return;
  const bool is_swapped = a.size < b.size;
  const Magnitude& longer = is_swapped ? b : a;
  const Magnitude& shorter = is_swapped ? a : b;
  mpn_mul(product.limbs.data(), longer.limbs, longer.size, shorter.limbs, shorter.size);
  product.size = a.size + b.size;
  product.negative = a.negative != b.negative;
  product.normalize();
}

void divide(Limbs& quotient, Limbs& remainder, const Magnitude& a, const Magnitude& b,
            Rounding rounding) {
  const bool is_negative = a.negative != b.negative;  // the exact quotient
  quotient.negative = is_negative;
  remainder.negative = a.negative;
  if (a.size < b.size) {
    remainder.size = a.size;
    std::copy_n(a.limbs, a.size, remainder.limbs.data());
  } else {
    mpn_tdiv_qr(quotient.limbs.data(), remainder.limbs.data(), 0, a.limbs, a.size, b.limbs, b.size);
    quotient.size = a.size - b.size + 1;
    remainder.size = b.size;
    quotient.normalize();
    remainder.normalize();
  }
  if (remainder.size == 0) return;
  const bool away = rounding == Rounding::Floor     ? is_negative
                    : rounding == Rounding::Ceiling ? !is_negative
                    : rounding == Rounding::Round   ? rounds_away(quotient, remainder, b)
                                                    : false;
  if (!away) return;
  add_one(quotient);
  subtract_smaller(remainder, b.limbs, b.size, remainder.limbs.data(), remainder.size);
  remainder.negative = !a.negative;
}

void shift_left(Limbs& result, const Magnitude& a, std::uint64_t count) {
  if (a.size == 0) return;
  const auto whole = static_cast<mp_size_t>(count / 64);
  const auto bits = static_cast<unsigned>(count % 64);
  mp_limb_t* const to = result.limbs.data() + whole;
  std::fill_n(result.limbs.data(), whole, 0);
  result.size = whole + a.size;
  result.negative = a.negative;
  if (bits == 0) return void(std::copy_n(a.limbs, a.size, to));
  const mp_limb_t over = mpn_lshift(to, a.limbs, a.size, bits);
  if (over != 0) result.limbs[static_cast<std::size_t>(result.size++)] = over;
}

void shift_right(Limbs& result, const Magnitude& a, std::uint64_t count) {
  const std::uint64_t limbs = count / 64;
  const auto bits = static_cast<unsigned>(count % 64);
  result.negative = a.negative;
  const bool is_gone = limbs >= static_cast<std::uint64_t>(a.size);
  const auto whole = is_gone ? a.size : static_cast<mp_size_t>(limbs);
  bool drops_ones = a.negative && !are_zero(a.limbs, whole);
  if (!is_gone) {
    result.size = a.size - whole;
    if (bits == 0)
      std::copy_n(a.limbs + whole, result.size, result.limbs.data());
    else if (mpn_rshift(result.limbs.data(), a.limbs + whole, result.size, bits) != 0)
      drops_ones = drops_ones || a.negative;
    result.normalize();
  }
  if (drops_ones) add_one(result);
}

void combine(Limbs& result, Logic operation, const Magnitude& a, const Magnitude& b) {
  if (operation == Logic::And && !a.negative && !b.negative) {
    result.size = std::min(a.size, b.size);
    for (mp_size_t i = 0; i < result.size; ++i)
      result.limbs[static_cast<std::size_t>(i)] = a.limbs[i] & b.limbs[i];
    return result.normalize();
  }
  switch (operation) {
    case Logic::And: return combine_limbs(result, a, b, [](auto x, auto y) { return x & y; });
    case Logic::Or: return combine_limbs(result, a, b, [](auto x, auto y) { return x | y; });
    case Logic::Xor: return combine_limbs(result, a, b, [](auto x, auto y) { return x ^ y; });
  }
}

}  // namespace winnow
