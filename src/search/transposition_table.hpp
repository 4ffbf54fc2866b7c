// What is known of positions met before, under several ways to the same one. Entries of 16 bytes,
// four to a line of the cache, the newest first; a new one takes the place of the shallowest, and
// of equally shallow ones the oldest. It begins small and grows with what is stored, so that a
// short search pays little.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/game.hpp"

namespace winnow::search {

class TranspositionTable {
 public:
  static constexpr std::uint8_t kNoMove = 255;

  struct Entry {
    std::uint64_t key = 0;
    std::int32_t score = 0;
    std::uint16_t depth = 0;  // plies that were searched below
    Bound bound = Bound::None;
    std::uint8_t move = kNoMove;  // the best, by its place in the game's order
  };
  static_assert(sizeof(Entry) == 16);

  TranspositionTable() : entries_(kFirstSize) {}

  std::optional<Entry> probe(std::uint64_t key) const {
    const Entry* line = line_of(key);
    for (unsigned i = 0; i < kLine; ++i)
      if (line[i].bound != Bound::None && line[i].key == key) return line[i];
    return std::nullopt;
  }

  void store(const Entry& fresh) {
    if (used_ > entries_.size() / 4 * 3 && entries_.size() < kMostEntries) grow();
    Entry* line = line_of(fresh.key);
    unsigned place = 0;
    for (unsigned i = 0; i < kLine; ++i) {
      if (line[i].key == fresh.key || line[i].bound == Bound::None) {
        place = i;
        used_ += line[i].bound == Bound::None;
        break;
      }
      if (line[i].depth <= line[place].depth) place = i;
    }
    for (; place > 0; --place) line[place] = line[place - 1];
    line[0] = fresh;
  }

 private:
  static constexpr unsigned kLine = 4;
  static constexpr std::size_t kFirstSize = std::size_t{1} << 12;
  static constexpr std::size_t kMostEntries = std::size_t{1} << 24;  // 256 MiB

  // Makes room for twice as many.
  void grow() {
    std::vector<Entry> before(entries_.size() * 2);
    before.swap(entries_);
    used_ = 0;
    for (std::size_t i = before.size(); i-- > 0;)  // the oldest of a line first
      if (before[i].bound != Bound::None) store(before[i]);
  }

  Entry* line_of(std::uint64_t key) { return &entries_[key & (entries_.size() - kLine)]; }
  const Entry* line_of(std::uint64_t key) const {
    return &entries_[key & (entries_.size() - kLine)];
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace winnow::search
