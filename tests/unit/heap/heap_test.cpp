#include <doctest/doctest.h>

#include <vector>

#include "data/array.hpp"
#include "data/hash_table.hpp"
#include "data/string.hpp"
#include "heap/list.hpp"
#include "host/random.hpp"
#include "number/integer.hpp"
#include "unit/fixture.hpp"

using namespace winnow;

TEST_CASE("reachable cells survive random mutation, and the heap stays well formed") {
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
    lisp.heap.store(as<Vector>(table)->data[at], list);
    sums[at] = sum;
    if (round % 64 == 0)
      make_vector(lisp.heap, random.next() % 5000, list);  // garbage of all sizes
    if (round % 512 == 0) lisp.heap.collect();
  }
  lisp.heap.verify();
  for (std::size_t i = 0; i < 512; ++i) REQUIRE(sum_of(as<Vector>(table)->data[i]) == sums[i]);
}

TEST_CASE("garbage is freed") {
  Lisp lisp;
  lisp.heap.collect();
  std::size_t before = lisp.heap.statistics().live_bytes;
  for (int i = 0; i < 300000; ++i) lisp.heap.cons(nil(), nil());
  for (int i = 0; i < 100; ++i) make_vector(lisp.heap, 100000, nil());
  lisp.heap.collect();
  CHECK(lisp.heap.statistics().live_bytes < before + 2'000'000);
  CHECK(lisp.heap.statistics().committed_bytes < (std::size_t{64} << 20));
}

namespace {

// Allocates garbage until TIMES young collections have happened.
void pass_collections(Heap& heap, std::size_t times) {
  std::size_t goal = heap.statistics().collections + times;
  while (heap.statistics().collections < goal) heap.cons(Value::from_fixnum(7), nil());
}

}  // namespace

TEST_CASE("a cell referenced only by an old cell survives a young collection") {
  Lisp lisp;
  Heap& heap = lisp.heap;
  constexpr std::size_t kLength = 100'000;  // takes many blocks
  Value large = make_vector(heap, kLength, nil());
  Value small = make_vector(heap, 8, nil());
  Value pair = heap.cons(nil(), nil());
  Value table = make_hash_table(heap, HashTable::kEql);
  heap.collect();
  [[maybe_unused]] std::size_t full = heap.statistics().full_collections;
  for (std::size_t i = 0; i < kLength; i += 777) {
    heap.store(as<Vector>(large)->data[i], heap.cons(fixnum(i), nil()));
    hash_table_put(heap, table, fixnum(i), heap.cons(fixnum(i), nil()));
  }
  heap.store(as<Vector>(large)->data[kLength - 1], heap.cons(fixnum(kLength - 1), nil()));
  heap.store(as<Vector>(small)->data[7], list_of(heap, {fixnum(1), fixnum(2)}));
  heap.store(as_pair(pair)->cdr, list_of(heap, {fixnum(3), fixnum(4)}));
  pass_collections(heap, 3);
  for (std::size_t i = 0; i < kLength; i += 777) {
    REQUIRE(car(as<Vector>(large)->data[i]) == fixnum(i));
    REQUIRE(car(hash_table_get(heap, table, fixnum(i))) == fixnum(i));
  }
  CHECK(car(as<Vector>(large)->data[kLength - 1]) == fixnum(kLength - 1));
  CHECK(second(as<Vector>(small)->data[7]) == fixnum(2));
  CHECK(second(cdr(pair)) == fixnum(4));
#ifndef WINNOW_HOSTILE
  CHECK(heap.statistics().full_collections == full);
#endif
  heap.verify();
}

#ifndef WINNOW_HOSTILE  // collects at other times, and more often

TEST_CASE("young garbage needs neither full collections nor more memory") {
  Lisp lisp;
  Heap& heap = lisp.heap;
  Value kept = nil();
  for (int i = 0; i < 1'000'000; ++i) kept = heap.cons(fixnum(i), kept);
  heap.collect();
  HeapStatistics before = heap.statistics();
  for (int i = 0; i < 10'000'000; ++i) heap.cons(nil(), nil());
  HeapStatistics after = heap.statistics();
  CHECK(after.full_collections == before.full_collections);
  CHECK(after.collections > before.collections + 5);
  CHECK(after.committed_bytes < before.committed_bytes + (std::size_t{16} << 20));
  CHECK(after.live_bytes < before.live_bytes + (std::size_t{1} << 20));
  CHECK(list_length(kept) == 1'000'000);
}

TEST_CASE("with writes all over the heap, stored values survive and garbage is freed") {
  Lisp lisp;
  Heap& heap = lisp.heap;
  constexpr std::size_t kLength = std::size_t{1} << 19;  // more cards than one collection scans
  Value vector = make_vector(heap, kLength, nil());
  for (int round = 0; round < 12; ++round)
    for (std::size_t i = 0; i < kLength; ++i) {
      std::size_t at = i * 7919 % kLength;
      heap.store(as<Vector>(vector)->data[at], heap.cons(fixnum(at), fixnum(round)));
    }
  for (std::size_t i = 0; i < kLength; ++i) {
    REQUIRE(car(as<Vector>(vector)->data[i]) == fixnum(i));
    REQUIRE(cdr(as<Vector>(vector)->data[i]) == fixnum(11));
  }
  CHECK(heap.statistics().committed_bytes < (std::size_t{48} << 20));
  heap.verify();
}

#endif

TEST_CASE("hash tables agree with equality and keep the order of insertion") {
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

TEST_CASE("integers obey the laws of arithmetic around the limits of fixnums") {
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
