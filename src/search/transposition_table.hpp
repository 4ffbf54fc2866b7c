// Transposition table: for each position a lower and an upper bound of its value, valid for the
// depth of its search or to the end of the game.
//
// Entries have 20 bytes, three to a cache line, the newest first. A new entry replaces an entry of
// an earlier search, else the one that cost least to find, and of equally cheap ones the oldest.
// The table starts small and grows with the number of entries, so that a short search pays little.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>

#include "host/pages.hpp"
#include "search/game.hpp"

namespace winnow::search {

// The memory of a table. If it outlives a search, the next search can use its entries.
class TableMemory {
 public:
  virtual ~TableMemory() = default;
  // The block, or null before the first allocation.
  virtual void* block() = 0;
  // Allocates another block of BYTES, aligned to 64; returns null if memory is lacking.
  virtual void* allocate(std::size_t bytes) = 0;
  // Replaces the current block by the one that was allocated last.
  virtual void adopt() = 0;
};

// Memory for a single search.
class OwnTableMemory final : public TableMemory {
 public:
  void* block() override { return block_.get(); }
  void* allocate(std::size_t bytes) override {
    fresh_.reset(new (std::align_val_t{kAlignment}, std::nothrow) char[bytes]);
    if (fresh_)
      PageRange::make_large(fresh_.get(), fresh_.get() + bytes);  // all pages will be used
    return fresh_.get();
  }
  void adopt() override { block_ = std::move(fresh_); }

 private:
  static constexpr std::size_t kAlignment = 64;
  struct Delete {
    void operator()(char* p) const { ::operator delete[](p, std::align_val_t{kAlignment}); }
  };
  std::unique_ptr<char[], Delete> block_;
  std::unique_ptr<char[], Delete> fresh_;
};

class TranspositionTable {
 public:
  static constexpr std::uint8_t kNoMove = 255;
  // The bounds of a position about which nothing is known. All scores are between them.
  static constexpr int kNoLower = std::numeric_limits<int>::min();
  static constexpr int kNoUpper = std::numeric_limits<int>::max();
  static constexpr unsigned kDeepest = 1023;
  static constexpr std::size_t kDefaultBytes = std::size_t{256} << 20;

  struct Known {
    int lower = kNoLower;
    int upper = kNoUpper;
    unsigned depth = 0;            // the depth for which unproved bounds hold
    bool is_lower_proved = false;  // the bound holds to the end of the game
    bool is_upper_proved = false;
    std::uint8_t move = kNoMove;  // the index of the best move in the game's order
  };

  // Uses MEMORY, with the entries of an earlier search, and at most MOST_BYTES, rounded down to a
  // power of two of lines.
  TranspositionTable(TableMemory& memory, std::size_t most_bytes) : memory_(memory) {
    while (most_lines_ * 2 * sizeof(Line) <= most_bytes) most_lines_ *= 2;
    if (auto* block = static_cast<Block*>(memory.block())) {
      block_ = block;
      ++block_->generation;  // older entries are replaced first
    } else {
      block_ = allocate(std::min(most_lines_, kFirstLines));
      if (!block_) throw std::bad_alloc();
      std::fill_n(block_->lines(), block_->line_count, Line{});
      memory_.adopt();
    }
  }

  std::optional<Known> probe(std::uint64_t key) {
    for (Entry& e : block_->line_of(key).entries) {
      if (!e.is_of(key)) continue;
      e.generation = block_->generation & kGenerations;
      return e.known();
    }
    return std::nullopt;
  }

  // Stores FRESH, which took NODES positions. An older proved bound is kept unless FRESH is
  // narrower; an unproved one is kept if it was searched as deep. GOES_ON() is called repeatedly
  // while the table grows; if it throws or returns false, the table does not grow.
  template <class GoesOn>
  void store(std::uint64_t key, const Known& fresh, std::uint64_t nodes, GoesOn&& goes_on) {
    if (block_->used > block_->line_count * kEntries / 4 * 3 && block_->line_count < most_lines_)
      grow(goes_on);
    const unsigned place = place_for(*block_, key);
    const Entry& old = block_->line_of(key).entries[place];
    const Known all = old.is_of(key) ? joined(fresh, old.known()) : fresh;
    put(*block_, place, Entry(key, all, nodes, block_->generation));
  }

 private:
  static constexpr unsigned kEntries = 3;
  static constexpr std::size_t kFirstLines = std::size_t{1} << 10;
  static constexpr unsigned kGenerations = 15;  // a mask

  struct Entry {
    std::uint32_t key_low;
    std::uint32_t key_high;
    std::int32_t lower;
    std::int32_t upper;
    std::uint32_t depth : 10;  // 0: empty
    std::uint32_t is_lower_proved : 1;
    std::uint32_t is_upper_proved : 1;
    std::uint32_t move : 8;
    std::uint32_t generation : 4;
    std::uint32_t work : 8;  // the logarithm of the number of positions visited

    Entry() = default;
    Entry(std::uint64_t key, const Known& k, std::uint64_t nodes, std::uint64_t now)
        : key_low(static_cast<std::uint32_t>(key)),
          key_high(static_cast<std::uint32_t>(key >> 32)),
          lower(k.lower),
          upper(k.upper),
          depth(std::min(k.depth, kDeepest)),
          is_lower_proved(k.is_lower_proved),
          is_upper_proved(k.is_upper_proved),
          move(k.move),
          generation(now & kGenerations),
          work(static_cast<unsigned>(std::bit_width(nodes))) {}
    std::uint64_t key() const { return std::uint64_t{key_high} << 32 | key_low; }
    bool is_of(std::uint64_t k) const { return key() == k && depth != 0; }
    Known known() const {
      return {lower,
              upper,
              depth,
              is_lower_proved != 0,
              is_upper_proved != 0,
              static_cast<std::uint8_t>(move)};
    }
  };
  static_assert(sizeof(Entry) == 20);
  struct alignas(64) Line {
    Entry entries[kEntries];
  };
  static_assert(sizeof(Line) == 64);
  struct alignas(64) Block {  // the header of the memory; the lines follow
    std::uint64_t line_count;
    std::uint64_t used;  // entries
    std::uint64_t generation;
    Line* lines() { return reinterpret_cast<Line*>(this + 1); }
    Line& line_of(std::uint64_t key) { return lines()[key & (line_count - 1)]; }
  };

  // The index in its line at which to replace an entry by one of KEY: the entry with the same key,
  // else the least valuable one (empty, then of an earlier search, then with little work); of
  // equals the last, which is the oldest.
  static unsigned place_for(Block& block, std::uint64_t key) {
    const Line& line = block.line_of(key);
    const unsigned now = block.generation & kGenerations;
    unsigned place = 0;
    unsigned least = ~0u;
    for (unsigned i = 0; i < kEntries; ++i) {
      const Entry& old = line.entries[i];
      if (old.depth == 0 || old.is_of(key)) return i;
      const unsigned worth = old.generation != now ? 1 : 2 + old.work;
      if (worth > least) continue;
      place = i;
      least = worth;
    }
    return place;
  }

  // Inserts E at the front of its line, and removes the entry at PLACE.
  static void put(Block& block, unsigned place, const Entry& e) {
    Line& line = block.line_of(e.key());
    block.used += line.entries[place].depth == 0;
    for (; place > 0; --place) line.entries[place] = line.entries[place - 1];
    line.entries[0] = e;
  }

  static Known joined(const Known& fresh, const Known& old) {
    Known k = fresh;
    const bool as_deep = old.depth == fresh.depth;
    if ((old.is_lower_proved || as_deep) && old.lower >= k.lower) {
      k.is_lower_proved = old.is_lower_proved || (k.is_lower_proved && k.lower == old.lower);
      k.lower = old.lower;
    }
    if ((old.is_upper_proved || as_deep) && old.upper <= k.upper) {
      k.is_upper_proved = old.is_upper_proved || (k.is_upper_proved && k.upper == old.upper);
      k.upper = old.upper;
    }
    // Bounds of the same depth may contradict each other, since one of them may
    // come from a deeper search.
    if (k.lower > k.upper) k = fresh;
    if (k.move == kNoMove) k.move = old.move;
    return k;
  }

  // Allocates a block whose lines are not cleared yet; returns null if memory is lacking.
  Block* allocate(std::size_t lines) {
    auto* block = static_cast<Block*>(memory_.allocate(sizeof(Block) + lines * sizeof(Line)));
    if (block) *block = {lines, 0, block_ ? block_->generation : 0};
    return block;
  }

  // Doubles the table if there is memory. The entries of a line are divided between two lines.
  template <class GoesOn>
  void grow(GoesOn&& goes_on) {
    const std::size_t count = block_->line_count;
    Block* fresh = allocate(count * 2);
    if (!fresh) {
      most_lines_ = count;
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if ((i & 4095) == 4095 && !goes_on()) return;
      fresh->lines()[i] = fresh->lines()[i + count] = Line{};
      for (unsigned j = kEntries; j-- > 0;)  // the oldest first
        if (const Entry& e = block_->lines()[i].entries[j]; e.depth != 0)
          put(*fresh, place_for(*fresh, e.key()), e);
    }
    block_ = fresh;
    memory_.adopt();
  }

  TableMemory& memory_;
  Block* block_ = nullptr;
  std::size_t most_lines_ = 1;
};

}  // namespace winnow::search
