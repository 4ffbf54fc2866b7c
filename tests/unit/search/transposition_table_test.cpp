#include "search/transposition_table.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <string>

#include "search/sharing.hpp"

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

TEST_CASE("words of different writes are not taken for an entry") {
  using Words = std::array<std::uint32_t, 5>;
  SharedTableMemory memory(kOneLine);
  TranspositionTable table(memory, kOneLine);
  auto* line =
      static_cast<char*>(memory.block()) + TranspositionTable::bytes_of(memory.block()) - 64;
  auto words_of = [&](std::uint64_t key, const TranspositionTable::Known& known) {
    std::memset(line, 0, 64);
    table.store(key, known, 1, kGoOn);
    Words words;
    std::memcpy(words.data(), line, sizeof words);
    return words;
  };
  std::uint64_t mistaken = 0;
  for (int i = 0; i < 200; ++i) {
    const int lower = i % 7 - 3;
    const int upper = lower + i % 5 + 1;
    const TranspositionTable::Known first{lower, upper, 1023, true, i % 2 == 0, 3};
    const TranspositionTable::Known second{upper, upper + i % 3, 1023, i % 3 == 0, true, 4};
    const auto key = static_cast<std::uint64_t>(i % 10 + 1);
    const Words a = words_of(key, first);
    const Words b = words_of(i % 4 == 0 ? key + 1 : key, second);
    for (unsigned mixture = 1; mixture < 31; ++mixture) {
      Words mixed;
      for (unsigned word = 0; word < 5; ++word)
        mixed[word] = (mixture >> word & 1) != 0 ? a[word] : b[word];
      if (mixed == a || mixed == b) continue;
      std::memset(line, 0, 64);
      std::memcpy(line, mixed.data(), sizeof mixed);
      mistaken += table.probe(key) || table.probe(key + 1);
    }
  }
  CHECK(mistaken == 0);
}

TEST_CASE("a shared table that grows keeps nearly all entries for each process") {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  SharedTableMemory memory(kMost);
  TranspositionTable first(memory, kMost);
  TranspositionTable second(memory, kMost);
  constexpr std::uint64_t kKeys = 8 * 1024;
  std::uint64_t found = 0;
  for (std::uint64_t key = 0; key < kKeys; ++key)
    (key % 3 == 0 ? first : second).store(key, exactly(static_cast<int>(key)), 1, kGoOn);
  second.store(0, exactly(0), 1, kGoOn);  // follows the growth
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    auto k = second.probe(key);
    found += k && k->lower == static_cast<int>(key);
    CHECK((!k || k->lower == static_cast<int>(key)));
  }
  CHECK(found > kKeys * 9 / 10);
}
