#include "search/transposition_table.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace winnow::search;

namespace {

constexpr std::size_t kOneLine = 64;  // three entries
constexpr auto kGoOn = [] { return true; };

TranspositionTable::Known exactly(int value, unsigned depth = 1) {
  return {value, value, depth, false, false, 0};
}

// Which of the keys from 1 to 9 are in TABLE, as digits.
std::string known(TranspositionTable& table) {
  std::string keys;
  for (std::uint64_t key = 1; key <= 9; ++key)
    if (table.probe(key)) keys += std::to_string(key);
  return keys;
}

}  // namespace

TEST_CASE("the cheapest entry is replaced, the oldest if several are equally cheap") {
  OwnTableMemory memory;
  TranspositionTable table(memory, kOneLine);
  table.store(1, exactly(1), 1000, kGoOn);
  table.store(2, exactly(2), 10, kGoOn);
  table.store(3, exactly(3), 100, kGoOn);
  CHECK(known(table) == "123");
  table.store(4, exactly(4), 100, kGoOn);
  CHECK(known(table) == "134");
  table.store(5, exactly(5), 100, kGoOn);
  CHECK(known(table) == "145");
}

TEST_CASE("a position has one entry, which combines its bounds") {
  OwnTableMemory memory;
  TranspositionTable table(memory, kOneLine);
  for (std::uint64_t key : {1, 2, 3}) table.store(key, exactly(0), 100, kGoOn);
  table.store(2, {1, TranspositionTable::kNoUpper, 4, false, false, 7}, 1, kGoOn);
  table.store(2, {TranspositionTable::kNoLower, 5, 4, false, true}, 1, kGoOn);
  CHECK(known(table) == "123");
  auto k = table.probe(2).value();
  CHECK(k.lower == 1);
  CHECK(k.upper == 5);
  CHECK(k.depth == 4);
  CHECK(!k.is_lower_proved);
  CHECK(k.is_upper_proved);
  CHECK(k.move == 7);
  // A search to another depth keeps only proved bounds.
  table.store(2, {2, 9, 3, false, false, 1}, 1, kGoOn);
  k = table.probe(2).value();
  CHECK(k.lower == 2);
  CHECK(k.upper == 5);
  CHECK(k.is_upper_proved);
  CHECK(k.move == 1);
  // Contradicting estimates: the last one counts.
  table.store(2, {6, 8, 3, false, false, 1}, 1, kGoOn);
  CHECK(table.probe(2)->lower == 6);
  CHECK(table.probe(2)->upper == 8);
}

TEST_CASE("an entry of an earlier search is replaced first, unless this search has visited it") {
  OwnTableMemory memory;
  TranspositionTable before(memory, kOneLine);
  for (std::uint64_t key : {1, 2, 3}) before.store(key, exactly(0), 1000, kGoOn);
  TranspositionTable table(memory, kOneLine);
  CHECK(table.probe(1));
  table.store(4, exactly(4), 1, kGoOn);
  table.store(5, exactly(5), 1, kGoOn);
  CHECK(known(table) == "145");
  table.store(6, exactly(6), 1, kGoOn);
  CHECK(known(table) == "156");
}

TEST_CASE("a table that grows keeps its entries") {
  OwnTableMemory memory;
  TranspositionTable table(memory, std::size_t{1} << 20);
  constexpr std::uint64_t kKeys = 3 * 1024;  // as many as the first size holds
  for (std::uint64_t key = 0; key < kKeys; ++key)
    table.store(key, exactly(static_cast<int>(key)), 1, kGoOn);
  std::uint64_t found = 0;
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    auto k = table.probe(key);
    found += k && k->lower == static_cast<int>(key);
  }
  CHECK(found == kKeys);
}
