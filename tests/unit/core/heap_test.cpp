#include <doctest/doctest.h>

#include <vector>

#include "base/random.hpp"
#include "core/array.hpp"
#include "core/hash_table.hpp"
#include "core/integer.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "unit/fixture.hpp"

using namespace winnow;

TEST_CASE("what is reachable survives random mutation, and the heap stays well formed") {
  Lisp lisp;
  Random random{11};
  Value table = make_vector(lisp.heap, 512, nil());
  std::vector<std::int64_t> sums(512, 0);
  auto sum_of = [](Value list) {
    std::int64_t sum = 0;
    for (; is_cons(list); list = cdr(list)) sum += car(list).fixnum();
    return sum;
  };
  for (int round = 0; round < 20000; ++round) {
    std::size_t at = random.next() % 512;
    Value list = nil();
    std::int64_t sum = 0;
    for (std::uint64_t n = random.next() % 40; n > 0; --n) {
      auto item = static_cast<std::int64_t>(random.next() % 1000);
      list = lisp.heap.cons(Value::from_fixnum(item), list);
      sum += item;
    }
    as<Vector>(table)->data[at] = list;
    sums[at] = sum;
    if (round % 64 == 0)
      make_vector(lisp.heap, random.next() % 5000, list);  // garbage of every size
    if (round % 512 == 0) lisp.heap.collect();
  }
  lisp.heap.verify();
  for (std::size_t i = 0; i < 512; ++i) REQUIRE(sum_of(as<Vector>(table)->data[i]) == sums[i]);
}

TEST_CASE("garbage is taken back") {
  Lisp lisp;
  lisp.heap.collect();
  std::size_t before = lisp.heap.statistics().live_bytes;
  for (int i = 0; i < 300000; ++i) lisp.heap.cons(nil(), nil());
  for (int i = 0; i < 100; ++i) make_vector(lisp.heap, 100000, nil());
  lisp.heap.collect();
  CHECK(lisp.heap.statistics().live_bytes < before + 2'000'000);
  CHECK(lisp.heap.statistics().committed_bytes < (std::size_t{64} << 20));
}

TEST_CASE("hash tables agree with equality, and keep the order of insertion") {
  Lisp lisp;
  Value table = make_hash_table(lisp.heap, HashTable::kEqual);
  for (int i = 0; i < 2000; ++i)
    hash_table_put(lisp.heap, table, make_string(lisp.heap, std::to_string(i)),
                   Value::from_fixnum(i));
  for (int i = 0; i < 2000; i += 2)
    hash_table_remove(lisp.heap, table, make_string(lisp.heap, std::to_string(i)));
  CHECK(as<HashTable>(table)->count == 1000);
  int expected = 1;
  for (HashTableCursor c(table); c.next(); expected += 2)
    REQUIRE(c.value() == Value::from_fixnum(expected));
  CHECK(hash_table_get(lisp.heap, table, make_string(lisp.heap, "77")) == Value::from_fixnum(77));
  CHECK(hash_table_get(lisp.heap, table, make_string(lisp.heap, "78")) == kAbsent);
}

TEST_CASE("integers obey the laws of arithmetic across the fixnum border") {
  Lisp lisp;
  Heap& heap = lisp.heap;
  Random random{5};
  auto integer = [&] {
    Value v = Value::from_fixnum(static_cast<std::int64_t>(random.next()) >> 2);
    for (std::uint64_t n = random.next() % 3; n > 0; --n)
      v = integer_add(
          heap,
          integer_multiply(heap, v,
                           Value::from_fixnum(static_cast<std::int64_t>(random.next()) >> 3)),
          Value::from_fixnum(static_cast<std::int64_t>(random.next()) >> 2));
    return v;
  };
  for (int i = 0; i < 5000; ++i) {
    Value a = integer();
    Value b = integer();
    Value c = integer();
    REQUIRE(integer_compare(integer_add(heap, a, b), integer_add(heap, b, a)) == 0);
    REQUIRE(integer_compare(integer_multiply(heap, integer_add(heap, a, b), c),
                            integer_add(heap, integer_multiply(heap, a, c),
                                        integer_multiply(heap, b, c))) == 0);
    REQUIRE(integer_compare(integer_subtract(heap, integer_add(heap, a, b), b), a) == 0);
    if (integer_sign(b) == 0) continue;
    for (Rounding r : {Rounding::Floor, Rounding::Ceiling, Rounding::Truncate, Rounding::Round}) {
      Division d = integer_divide(heap, a, b, r);
      REQUIRE(integer_compare(integer_add(heap, integer_multiply(heap, d.quotient, b), d.remainder),
                              a) == 0);
      if (r == Rounding::Floor)
        REQUIRE((integer_sign(d.remainder) == 0 || integer_sign(d.remainder) == integer_sign(b)));
    }
    REQUIRE(integer_compare(integer_from_string(heap, integer_to_string(heap, a, 36), 36), a) == 0);
  }
}
