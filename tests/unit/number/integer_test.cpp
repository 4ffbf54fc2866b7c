// Operations on integers of 0 to 40 limbs, of which those of up to 32 are computed on the stack,
// compared with GMP's functions for integers of any size.
#include <doctest/doctest.h>
#include <gmp.h>

#include <bit>
#include <string>

#include "../fixture.hpp"
#include "host/random.hpp"
#include "number/integer.hpp"

using namespace winnow;

namespace {

struct Number {
  mpz_t z;
  Number() { mpz_init(z); }
  ~Number() { mpz_clear(z); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  operator mpz_ptr() { return z; }
  std::string text() const {
    std::string digits(mpz_sizeinbase(z, 16) + 2, '\0');
    mpz_get_str(digits.data(), -16, z);
    digits.resize(digits.find('\0'));
    return digits;
  }
};

// A number of random size: random limbs, or those at which carries run far (zeros and ones).
void choose(Number& n, Random& random) {
  const std::uint64_t size = random.next() % (random.next() % 8 == 0 ? 41 : 5);
  const std::uint64_t shape = random.next() % 4;
  mpz_set_ui(n, 0);
  for (std::uint64_t i = 0; i < size; ++i) {
    mpz_mul_2exp(n, n, 64);
    const std::uint64_t limb = shape == 0   ? random.next()
                               : shape == 1 ? ~std::uint64_t{0}
                               : shape == 2 ? std::uint64_t{i == 0}
                                            : random.next() % 3 - 1;
    mpz_add_ui(n, n, limb);
  }
  switch (random.next() % 4) {
    case 0: mpz_add_ui(n, n, random.next() % 3); break;
    case 1: mpz_fdiv_q_2exp(n, n, random.next() % 64); break;
    default: break;
  }
  if (random.next() % 2 == 0) mpz_neg(n, n);
}

std::string text_of(Heap& heap, Value v) { return integer_to_string(heap, v, 16); }

}  // namespace

TEST_CASE("integers of up to 40 limbs agree with GMP") {
  Lisp lisp;
  Heap& heap = lisp.heap;
  Random random{11};
  Number x;
  Number y;
  Number expected;
  Number rest;
  for (int i = 0; i < 60000; ++i) {
    choose(x, random);
    choose(y, random);
    if (i % 8 == 0) {  // ties of ROUND
      mpz_mul_ui(x, y, 2 * (random.next() % 5) + 1);
      mpz_mul_2exp(y, y, 1);
    }
    ValueVector kept(heap);
    kept.push(integer_from_string(heap, x.text(), 16));
    kept.push(integer_from_string(heap, y.text(), 16));
    const Value a = kept[0];
    const Value b = kept[1];
    CAPTURE(x.text());
    CAPTURE(y.text());
    auto check = [&](Value got, const char* operation) {
      CAPTURE(operation);
      REQUIRE(text_of(heap, got) == expected.text());
    };
    mpz_add(expected, x, y);
    check(integer_add(heap, a, b), "+");
    mpz_sub(expected, x, y);
    check(integer_subtract(heap, a, b), "-");
    mpz_mul(expected, x, y);
    check(integer_multiply(heap, a, b), "*");
    mpz_neg(expected, x);
    check(integer_negate(heap, a), "negate");
    mpz_gcd(expected, x, y);
    check(integer_gcd(heap, a, b), "gcd");
    mpz_and(expected, x, y);
    check(integer_logic(heap, Logic::And, a, b), "and");
    mpz_ior(expected, x, y);
    check(integer_logic(heap, Logic::Or, a, b), "or");
    mpz_xor(expected, x, y);
    check(integer_logic(heap, Logic::Xor, a, b), "xor");
    const std::uint64_t count = random.next() % 2600;
    mpz_mul_2exp(expected, x, count);
    check(integer_shift(heap, a, static_cast<std::int64_t>(count)), "shift left");
    mpz_fdiv_q_2exp(expected, x, count);
    check(integer_shift(heap, a, -static_cast<std::int64_t>(count)), "shift right");
    const int order = mpz_cmp(x, y);
    REQUIRE(integer_compare(a, b) == (order > 0) - (order < 0));
    mpz_set(expected, x);
    if (mpz_sgn(x.z) < 0) mpz_com(expected, x);
    REQUIRE(integer_length(a) == (mpz_sgn(expected.z) == 0 ? 0 : mpz_sizeinbase(expected, 2)));
    REQUIRE(integer_bit(a, count) == (mpz_tstbit(x, count) != 0));
    if (mpz_sgn(y.z) == 0) continue;
    auto check_division = [&](Rounding rounding, const char* name) {
      Division division = integer_divide(heap, a, b, rounding);
      kept.push(division.remainder);
      check(division.quotient, name);
      mpz_swap(expected, rest);
      check(division.remainder, name);
    };
    mpz_fdiv_qr(expected, rest, x, y);
    check_division(Rounding::Floor, "floor");
    mpz_cdiv_qr(expected, rest, x, y);
    check_division(Rounding::Ceiling, "ceiling");
    mpz_tdiv_qr(expected, rest, x, y);
    check_division(Rounding::Truncate, "truncate");
    // The quotient rounded down, and one more if 2 * remainder exceeds the divisor, or equals it
    // and the quotient is odd.
    mpz_fdiv_qr(expected, rest, x, y);
    Number twice;
    mpz_mul_2exp(twice, rest, 1);
    const int c = mpz_cmpabs(twice, y);
    if (c > 0 || (c == 0 && mpz_odd_p(expected.z) != 0)) {
      mpz_add_ui(expected, expected, 1);
      mpz_sub(rest, rest, y);
    }
    check_division(Rounding::Round, "round");
  }
}
