#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

#include "heap/object.hpp"
#include "host/random.hpp"

using namespace winnow;

TEST_CASE("fixnums keep 62 bits") {
  for (std::int64_t n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, kMostPositiveFixnum,
                         kMostNegativeFixnum}) {
    Value v = Value::from_fixnum(n);
    CHECK(v.is_fixnum());
    CHECK(v.fixnum() == n);
    CHECK_FALSE(v.is_immediate_double());
    CHECK_FALSE(v.is_pointer());
  }
  CHECK_FALSE(fits_fixnum(kMostPositiveFixnum + 1));
  CHECK_FALSE(fits_fixnum(kMostNegativeFixnum - 1));
}

TEST_CASE("doubles near 1 are immediate and exact") {
  Random random{7};
  int immediate = 0;
  for (int i = 0; i < 200000; ++i) {
    double x = std::bit_cast<double>(random.next());
    Value v;
    bool fits = Value::try_double(x, v);
    double magnitude = std::fabs(x);
    bool expected = magnitude >= std::ldexp(1.0, -255) && magnitude < std::ldexp(1.0, 257);
    REQUIRE(fits == expected);
    if (!fits) continue;
    ++immediate;
    REQUIRE(v.is_immediate_double());
    REQUIRE_FALSE(v.is_pointer());
    REQUIRE(std::bit_cast<std::uint64_t>(v.immediate_double()) == std::bit_cast<std::uint64_t>(x));
  }
  CHECK(immediate > 40000);
  Value v;
  CHECK_FALSE(Value::try_double(0.0, v));
  CHECK_FALSE(Value::try_double(std::numeric_limits<double>::infinity(), v));
}

TEST_CASE("every kind of value has one tag") {
  Value c = Value::from_character(U'я');
  CHECK(c.is_character());
  CHECK(c.character() == U'я');
  CHECK_FALSE(kUnbound.is_character());
  CHECK_FALSE(kUnbound.is_pointer());
  CHECK(nil().is_list());
  CHECK(is_symbol(nil()));
  CHECK_FALSE(is_cons(nil()));
}
