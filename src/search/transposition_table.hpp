// Transposition table: for each position a lower and an upper bound of its value, valid for the
// depth of its search or to the end of the game.
//
// Entries have 20 bytes, three to a cache line, the newest first. A new entry replaces an entry of
// an earlier search, else the one that cost least to find, and of equally cheap ones the oldest.
// The table starts small and grows with the number of entries, so that a short search pays little.
//
// Several processes may use one table without locks. An entry is read and written in words of 32
// bits; in the memory of a shared table, its first two words are the key XOR a hash of the others. If
// a reader sees words of different writes, the hash does not match, and the entry counts as one of
// another position. (The hash adds a one-to-one function of the bounds and one of the rest. So a
// mixture that differs from a write in one of these parts never has its hash, and one that differs
// in both has it with probability 2^-64.)
// Source: R. Hyatt and T. Mann, A lock-less transposition table implementation for parallel search,
// ICGA Journal 25 (2002).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>

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
  // Do other processes use the block? Then it is as large as the table may become.
  virtual bool is_shared() const { return false; }
  // Commits the first BYTES of a shared block for this process.
  virtual void commit(std::size_t) {}
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
  TranspositionTable(TableMemory& memory, std::size_t most_bytes)
      : memory_(memory), most_lines_(lines_within(most_bytes)), is_shared_(memory.is_shared()) {
    if (auto* block = static_cast<Block*>(memory.block())) {
      block_ = block;
      ++block_->generation;  // older entries are replaced first
      lines_ = block_->line_count;
    } else {
      block_ = allocate(std::min(most_lines_, kFirstLines));
      if (!block_) throw std::bad_alloc();
      lines_ = block_->line_count;
      std::fill_n(block_->lines(), lines_, Line{});
      memory_.adopt();
    }
  }

  std::optional<Known> probe(std::uint64_t key) {
    for (Slot& slot : line_of(key).slots) {
      if (!is_shared_ && !slot.has_key(key)) continue;
      Entry e = slot.load(is_shared_);
      if (!e.is_of(key)) continue;
      if (e.generation != (block_->generation & kGenerations)) {
        e.generation = block_->generation & kGenerations;
        slot.store(e, is_shared_);
      }
      return e.known();
    }
    return std::nullopt;
  }

  // Stores FRESH, which took NODES positions. An older proved bound is kept unless FRESH is
  // narrower; an unproved one is kept if it was searched as deep. GOES_ON() is called repeatedly
  // while the table grows; if it throws or returns false, the table does not grow.
  template <class GoesOn>
  void store(std::uint64_t key, const Known& fresh, std::uint64_t nodes, GoesOn&& goes_on) {
    if (lines_ < most_lines_) {
      if (is_shared_)
        grow_together(goes_on);
      else if (is_nearly_full(block_->used += std::exchange(added_, 0)))
        grow(goes_on);
    }
    const Entries line = line_of(key).load(is_shared_);
    const unsigned place = place_for(line, key);
    const Known all = line[place].is_of(key) ? joined(fresh, line[place].known()) : fresh;
    put(line_of(key).slots, line, place, Entry(key, all, nodes, block_->generation));
  }

  // The bytes of the memory of a shared table of at most MOST_BYTES.
  static std::size_t shared_bytes(std::size_t most_bytes) {
    return sizeof(Block) + lines_within(most_bytes) * sizeof(Line);
  }
  // The bytes in use of the table in BLOCK.
  static std::size_t bytes_of(const void* block) {
    return sizeof(Block) + static_cast<const Block*>(block)->line_count * sizeof(Line);
  }
  // Are BYTES in MEMORY, from a file, a table?
  static bool is_table(const void* memory, std::size_t bytes) {
    if (bytes < sizeof(Block)) return false;
    const std::uint64_t lines = static_cast<const Block*>(memory)->line_count;
    return std::has_single_bit(lines) && lines <= bytes / sizeof(Line) && bytes_of(memory) == bytes;
  }
  // Removes the bounds that are not proved from the table in MEMORY, and returns the number of
  // entries with a bound.
  static std::uint64_t keep_proved(void* memory) {
    auto* block = static_cast<Block*>(memory);
    std::uint64_t bounded = 0;
    for (std::size_t i = 0; i < block->line_count; ++i)
      for (Slot& slot : block->lines()[i].slots) {
        Entry e = slot.load(false);
        if (e.depth == 0) continue;
        if (!e.is_lower_proved) e.lower = kNoLower;
        if (!e.is_upper_proved) e.upper = kNoUpper;
        bounded += e.is_lower_proved || e.is_upper_proved;
        slot.store(e, false);
      }
    block->is_growing = 0;
    return bounded;
  }
  // Seals all entries in MEMORY, or, if they are sealed, does the reverse.
  static void seal(void* memory) {
    auto* block = static_cast<Block*>(memory);
    for (std::size_t i = 0; i < block->line_count; ++i)
      for (Slot& slot : block->lines()[i].slots) slot.store(slot.load(false).sealed(), false);
  }
  // Makes MEMORY, which is all zero, an empty table of at most MOST_BYTES.
  static void* prepare(void* memory, std::size_t most_bytes) {
    return new (memory) Block{std::min(lines_within(most_bytes), kFirstLines)};
  }

 private:
  static constexpr unsigned kEntries = 3;
  static constexpr std::size_t kFirstLines = std::size_t{1} << 10;
  static constexpr unsigned kGenerations = 15;  // a mask

  using Words = std::array<std::uint32_t, 5>;
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
    // A hash of all but the key: a sum of one-to-one functions of its two parts.
    std::uint64_t hash() const {
      const auto words = std::bit_cast<Words>(*this);
      const std::uint64_t h = (std::uint64_t{words[3]} << 32 | words[2]) * 0xBF58476D1CE4E5B9ULL +
                              words[4] * 0x94D049BB133111EBULL;
      return h ^ h >> 32;
    }
    std::uint64_t key() const { return std::uint64_t{key_high} << 32 | key_low; }
    // This entry with the key XOR hash() in place of the key, or the reverse.
    Entry sealed() const {
      Entry e = *this;
      const std::uint64_t seal = key() ^ hash();
      e.key_low = static_cast<std::uint32_t>(seal);
      e.key_high = static_cast<std::uint32_t>(seal >> 32);
      return e;
    }
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
  using Entries = std::array<Entry, kEntries>;
  // An entry in memory. If the memory is shared, the entry is sealed, and others may write it.
  struct Slot {
    Words words{};

    // Is the key KEY? The memory must not be shared.
    bool has_key(std::uint64_t key) const {
      return words[0] == static_cast<std::uint32_t>(key) &&
             words[1] == static_cast<std::uint32_t>(key >> 32);
    }
    // Without a loop, so that the words stay in registers.
    Entry load(bool is_shared) const {
      if (!is_shared) return std::bit_cast<Entry>(words);
      auto word = [this](std::size_t i) {
        return std::atomic_ref(const_cast<std::uint32_t&>(words[i]))
            .load(std::memory_order_relaxed);
      };
      return std::bit_cast<Entry>(Words{word(0), word(1), word(2), word(3), word(4)}).sealed();
    }
    void store(const Entry& e, bool is_shared) {
      if (!is_shared) {
        words = std::bit_cast<Words>(e);
        return;
      }
      const auto copy = std::bit_cast<Words>(e.sealed());
      for (std::size_t i = 0; i < copy.size(); ++i)
        std::atomic_ref(words[i]).store(copy[i], std::memory_order_relaxed);
    }
  };
  struct alignas(64) Line {
    Slot slots[kEntries];

    Entries load(bool is_shared) const {
      Entries all;
      for (unsigned i = 0; i < kEntries; ++i) all[i] = slots[i].load(is_shared);
      return all;
    }
  };
  static_assert(sizeof(Line) == 64);
  struct alignas(64) Block {  // the header of the memory; the lines follow
    std::uint64_t line_count;
    std::uint64_t generation = 0;
    // These change often if the block is shared, and are therefore not next to the others.
    alignas(64) std::uint64_t used = 0;  // entries; if the block is shared, about as many
    std::uint32_t is_growing = 0;        // one of the processes makes a shared block larger
    Line* lines() { return reinterpret_cast<Line*>(this + 1); }
  };
  static constexpr std::uint64_t kCounted = 64;  // entries that a process counts by itself

  Line& line_of(std::uint64_t key) { return block_->lines()[key & (lines_ - 1)]; }
  bool is_nearly_full(std::uint64_t used) const { return used > lines_ * kEntries / 4 * 3; }

  static std::size_t lines_within(std::size_t bytes) {
    return std::bit_floor(std::max(bytes / sizeof(Line), std::size_t{1}));
  }

  // The index in LINE at which to replace an entry by one of KEY: the entry with the same key, else
  // the least valuable one (empty, then of an earlier search, then with little work); of equals the
  // last, which is the oldest.
  unsigned place_for(const Entries& line, std::uint64_t key) const {
    const unsigned now = block_->generation & kGenerations;
    unsigned place = 0;
    unsigned least = ~0u;
    for (unsigned i = 0; i < kEntries; ++i) {
      const Entry& old = line[i];
      if (old.depth == 0 || old.is_of(key)) return i;
      const unsigned worth = old.generation != now ? 1 : 2 + old.work;
      if (worth > least) continue;
      place = i;
      least = worth;
    }
    return place;
  }

  // Inserts E at the front of its line, whose entries are LINE, and removes the entry at PLACE.
  void put(Slot* slots, const Entries& line, unsigned place, const Entry& e) {
    added_ += line[place].depth == 0;
    for (; place > 0; --place) slots[place].store(line[place - 1], is_shared_);
    slots[0].store(e, is_shared_);
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
    if (block) new (block) Block{lines, block_ ? block_->generation : 0};
    return block;
  }

  // Doubles the table if there is memory. The entries of a line are divided between two lines.
  template <class GoesOn>
  void grow(GoesOn&& goes_on) {
    const std::size_t count = lines_;
    Block* fresh = allocate(count * 2);
    if (!fresh) {
      most_lines_ = count;
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if ((i & 4095) == 4095 && !goes_on()) return;
      fresh->lines()[i] = fresh->lines()[i + count] = Line{};
      for (unsigned j = kEntries; j-- > 0;) {  // the oldest first
        const Entry e = block_->lines()[i].slots[j].load(false);
        if (e.depth == 0) continue;
        Line& to = fresh->lines()[e.key() & (2 * count - 1)];
        const Entries line = to.load(false);
        put(to.slots, line, place_for(line, e.key()), e);
      }
    }
    block_ = fresh;
    lines_ = 2 * count;
    memory_.adopt();
  }

  // Doubles a shared table if it is nearly full and no other process does, and follows those that
  // have. While one process divides the lines, the others use the old half; what they store there is
  // lost if it belongs to the other half. If that process ends, the table keeps its size.
  template <class GoesOn>
  void grow_together(GoesOn&& goes_on) {
    const std::atomic_ref count(block_->line_count);
    if (const std::uint64_t now = count.load(std::memory_order_acquire); now != lines_) {
      memory_.commit(sizeof(Block) + now * sizeof(Line));
      lines_ = now;
    }
    if (added_ < kCounted) return;
    const std::atomic_ref used(block_->used);
    used.fetch_add(std::exchange(added_, 0), std::memory_order_relaxed);
    if (lines_ >= most_lines_ || !is_nearly_full(used.load(std::memory_order_relaxed))) return;
    const std::atomic_ref growing(block_->is_growing);
    if (growing.exchange(1) != 0) return;
    if (count.load() == lines_) divide_lines(goes_on);
    growing.store(0);
  }

  // Divides the entries of each line between it and a line of the second half of a shared block.
  template <class GoesOn>
  void divide_lines(GoesOn&& goes_on) {
    const std::size_t half = lines_;
    memory_.commit(sizeof(Block) + 2 * half * sizeof(Line));
    for (std::size_t i = 0; i < half; ++i) {
      if ((i & 4095) == 4095) goes_on();
      Line& from = block_->lines()[i];
      unsigned moved = 0;
      for (Slot& slot : from.slots) {
        const Entry e = slot.load(true);
        if (e.depth == 0 || (e.key() & half) == 0) continue;
        block_->lines()[i + half].slots[moved++].store(e, true);
        slot.store(Entry{}, true);
      }
    }
    lines_ = 2 * half;
    std::atomic_ref(block_->line_count).store(lines_, std::memory_order_release);
  }

  TableMemory& memory_;
  Block* block_ = nullptr;
  std::uint64_t lines_ = 0;  // that this process uses
  std::size_t most_lines_;
  bool is_shared_;
  std::uint64_t added_ = 0;  // entries that are not counted in the block yet
};

}  // namespace winnow::search
