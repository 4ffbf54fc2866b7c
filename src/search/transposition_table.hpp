// What is known of positions met before, under several ways to the same one. Entries of 16 bytes, four to a line of
// the cache; a new one takes the place of the shallowest of its four.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace winnow::search {

enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

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

  // Of 2^LOG2_ENTRIES entries.
  explicit TranspositionTable(unsigned log2_entries) : entries_(std::size_t{1} << log2_entries) {}

  std::optional<Entry> probe(std::uint64_t key) const {
    const Entry* line = line_of(key);
    for (unsigned i = 0; i < kLine; ++i)
      if (line[i].bound != Bound::None && line[i].key == key) return line[i];
    return std::nullopt;
  }

  void store(const Entry& fresh) {
    Entry* line = line_of(fresh.key);
    Entry* place = line;
    for (unsigned i = 0; i < kLine; ++i) {
      if (line[i].key == fresh.key || line[i].bound == Bound::None) {
        place = &line[i];
        break;
      }
      if (line[i].depth < place->depth) place = &line[i];
    }
    *place = fresh;
  }

 private:
  static constexpr unsigned kLine = 4;
  Entry* line_of(std::uint64_t key) { return &entries_[key & (entries_.size() - kLine)]; }
  const Entry* line_of(std::uint64_t key) const { return &entries_[key & (entries_.size() - kLine)]; }

  std::vector<Entry> entries_;
};

}  // namespace winnow::search
