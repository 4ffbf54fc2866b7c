// The rules of Kalah, whose variants differ in a few switches.
//
// Sources: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000); C.
// Wetherell, Etudes for Programmers (1978), chapter 14. Wetherell's exact condition for a capture
// is not known, so it is a parameter.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "host/random.hpp"
#include "search/game.hpp"

namespace winnow::games {

struct KalahSwitches {
  // OwnEmpty: a last stone in an empty pit of the mover captures itself and the stones in the
  // opposite pit. OpponentChain: a last stone in a pit of the opponent captures the stones of that
  // pit if their number is one of CAPTURE_COUNTS, and likewise those of the pits before it.
  enum class Capture : std::uint8_t { OwnEmpty, OpponentChain } capture = Capture::OwnEmpty;
  bool empty_capture = true;  // OwnEmpty: also when the opposite pit is empty
  bool either_empty = true;   // the game ends when either row is empty; else when the mover's is
  bool majority = false;      // the game ends when a store has more than half of the stones
  bool extra_move = true;     // a last stone in the mover's store gives another move
  // A last stone in a filled pit of the mover, after sowing on the other side: the stones
  // of that pit are sown next.
  bool relay = false;
  std::uint32_t capture_counts = 1u << 2 | 1u << 3;  // a bit for each number of stones
};

inline constexpr KalahSwitches kIduKalah{};
inline constexpr KalahSwitches kCommonKalah{.empty_capture = false};
inline constexpr KalahSwitches kSailKalah{.empty_capture = false, .majority = true};
inline constexpr KalahSwitches kWetherellKalah{.capture = KalahSwitches::Capture::OpponentChain,
                                               .empty_capture = false,
                                               .either_empty = false,
                                               .majority = true,
                                               .extra_move = false,
                                               .relay = true};

struct KalahRules {
  std::string_view name;
  KalahSwitches switches;
};
inline constexpr std::array kKalahRules = {
    KalahRules{"IDU", kIduKalah}, KalahRules{"COMMON", kCommonKalah},
    KalahRules{"SAIL", kSailKalah}, KalahRules{"WETHERELL", kWetherellKalah}};

// Kalah with PITS pits for each side. The houses are in the order of sowing: the pits and the store
// of the maximizer, then those of the minimizer.
template <unsigned Pits>
class Kalah {
 public:
  static constexpr unsigned kHouses = 2 * Pits + 2;
  static constexpr unsigned kSlots = Pits;
  static constexpr bool kIsNative = true;

  // Aligned, since it is read as words.
  struct alignas(8) Position {
    std::array<std::uint8_t, kHouses> houses{};
    search::Side side = search::Side::Max;
    bool over = false;
    bool operator==(const Position&) const = default;
  };
  using Move = std::uint8_t;  // the pit, from 0 on each side in the order of sowing
  struct Moves {
    std::uint32_t pits = 0;  // a bit for each that is not empty
    unsigned size() const { return static_cast<unsigned>(std::popcount(pits)); }
    Move operator[](std::size_t i) const {
      std::uint32_t rest = pits;
      while (i-- > 0) rest &= rest - 1;
      return static_cast<Move>(std::countr_zero(rest));
    }
    // Removes the first move and stores it in M; returns false if the list is empty.
    bool take(Move& m) {
      if (pits == 0) return false;
      m = static_cast<Move>(std::countr_zero(pits));
      pits &= pits - 1;
      return true;
    }
  };

  explicit Kalah(const KalahSwitches& switches = {}) : switches_(switches) {}

  static Position start(unsigned stones) {
    Position p;
    p.houses.fill(static_cast<std::uint8_t>(stones));
    p.houses[Pits] = p.houses[2 * Pits + 1] = 0;
    return p;
  }

  search::Side side(const Position& p) const { return p.side; }
  bool over(const Position& p) const { return p.over; }
  bool quiet(const Position&) const { return true; }
  int value(const Position& p) const { return offset(p); }
  int offset(const Position& p) const { return p.houses[Pits] - p.houses[2 * Pits + 1]; }
  search::Range bounds(const Position& p) const {
    const int most_to_come = row(p, 0) + row(p, Pits + 1);
    return {offset(p) - most_to_come, offset(p) + most_to_come};
  }
  unsigned slot(Move m) const { return m; }
  void poll() const {}
  void endless(const Position&) const {}  // each game ends, since stones stay in the stores

  Moves moves(const Position& p) const {
    Moves list;
    const unsigned first = first_pit(p.side);
    for (unsigned i = 0; i < Pits; ++i)
      list.pits |= static_cast<std::uint32_t>(p.houses[first + i] != 0) << i;
    return list;
  }

  // Extra moves are tried first, then captures from an empty pit, then the others; in each group
  // the pit nearest to the store first.
  int order(const Position& p, Move m) const {
    const unsigned first = first_pit(p.side);
    const unsigned stones = p.houses[first + m];
    const unsigned last = (m + stones) % kLap;
    if (last == Pits) return switches_.extra_move ? 200 + m : m;
    const bool captures = last < Pits &&
                          (stones < kLap ? p.houses[first + last] == 0 : stones == kLap) &&
                          p.houses[2 * Pits - first - last] > 0;
    return captures ? 100 + m : m;
  }

  bool has_keys() const { return true; }
  bool has_order() const { return true; }
  std::uint64_t key(const Position& p) const {
    const Words words = words_of(p);
    std::uint64_t key = p.side == search::Side::Max ? 1 : 2;
    // The stores are part of the key only if a majority of the stones ends the game.
    for (std::size_t i = 0; i < words.size(); ++i)
      key = mix64(key * 0x9E3779B97F4A7C15 +
                  (words[i] & (switches_.majority ? kAllHouses : kAllPits)[i]));
    return key;
  }

  void play(Position& p, Move m) const {
    const unsigned first = first_pit(p.side);
    const unsigned store = first + Pits;
    unsigned at = first + m;
    search::Side next = other(p.side);
    for (;;) {
      const Sown sown = sow(p, at);
      at = sown.last;
      // Relay: sow the stones of the mover's pit with the last stone.
      const bool own = at >= first && at < store;
      if (!switches_.relay || !own || p.houses[at] == 1 || !sown.crossed) break;
    }
    if (at == store) {
      if (switches_.extra_move) next = p.side;
    } else if (switches_.capture == KalahSwitches::Capture::OwnEmpty) {
      capture_opposite(p, at, first, store);
    } else {
      capture_chain(p, at, first, store);
    }
    p.side = next;
    finish(p, store);
  }

 private:
  // A lap around the board: all houses but the opponent's store.
  static constexpr unsigned kLap = kHouses - 1;
  static constexpr bool is_store(unsigned house) { return house == Pits || house == 2 * Pits + 1; }
  // The store that is skipped when the owner of pit AT sows.
  static constexpr unsigned store_across(unsigned at) { return at < Pits ? 2 * Pits + 1 : Pits; }
  static constexpr unsigned first_pit(search::Side side) {
    return side == search::Side::Max ? 0 : Pits + 1;
  }

  // A position as 64-bit words with eight houses each, followed by its other fields.
  using Words = std::array<std::uint64_t, sizeof(Position) / 8>;
  static Words words_of(const Position& p) {
    Words words;
    std::memcpy(words.data(), &p, sizeof p);
    return words;
  }
  // Words with BYTE(I) for each house I.
  template <class Byte>
  static constexpr Words words_with(Byte byte) {
    std::array<std::uint8_t, sizeof(Words)> bytes{};
    for (unsigned i = 0; i < kHouses; ++i) bytes[i] = byte(i);
    return std::bit_cast<Words>(bytes);
  }
  static constexpr Words kAllHouses = words_with([](unsigned) { return 255; });
  static constexpr Words kAllPits = words_with([](unsigned i) { return is_store(i) ? 0 : 255; });

  template <class Make>
  static constexpr std::array<Words, kHouses> for_each_house(Make make) {
    std::array<Words, kHouses> all{};
    for (unsigned i = 0; i < kHouses; ++i) all[i] = make(i);
    return all;
  }

  // The stones that sowing from a pit adds to each house, for each number of stones less than a
  // lap, and the house of the last stone.
  struct Sowing {
    Words added{};
    unsigned last = 0;
  };
  static constexpr auto kSowings = [] {
    std::array<std::array<Sowing, kLap>, kHouses> all{};
    for (unsigned from = 0; from < kHouses; ++from) {
      std::array<std::uint8_t, kHouses> added{};
      unsigned at = from;
      for (Sowing& sowing : all[from]) {
        sowing = {words_with([&](unsigned i) { return added[i]; }), at};
        do at = (at + 1) % kHouses;
        while (at == store_across(from));
        ++added[at];
      }
    }
    return all;
  }();
  // For each pit: the stones that a whole lap adds, and the mask that removes its own stones.
  static constexpr auto kLaps = for_each_house([](unsigned from) {
    return words_with([=](unsigned i) { return i != store_across(from) ? 1 : 0; });
  });
  static constexpr auto kEmptied = for_each_house([](unsigned from) {
    Words kept = words_with([=](unsigned i) { return i == from ? 255 : 0; });
    for (std::uint64_t& word : kept) word = ~word;
    return kept;
  });

  static int row(const Position& p, unsigned first) {
    int sum = 0;
    for (unsigned i = 0; i < Pits; ++i) sum += p.houses[first + i];
    return sum;
  }

  static bool is_empty(const Position& p, unsigned first) {
    unsigned any = 0;
    for (unsigned i = 0; i < Pits; ++i) any |= p.houses[first + i];
    return any == 0;
  }

  struct Sown {
    unsigned last;  // the house of the last stone
    bool crossed;   // was a stone sown on the other side?
  };
  // Sows the stones of pit AT. There are at most 255 stones, so no house overflows
  // into the next one.
  static Sown sow(Position& p, unsigned at) {
    const unsigned stones = p.houses[at];
    const Sowing& sowing = kSowings[at][stones % kLap];
    Words words = words_of(p);
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = (words[i] & kEmptied[at][i]) + sowing.added[i];
      if (stones >= kLap) [[unlikely]]
        words[i] += stones / kLap * kLaps[at][i];
    }
    std::memcpy(static_cast<void*>(&p), words.data(), sizeof p);
    return {sowing.last, at + stones > (at < Pits ? Pits : 2 * Pits + 1)};
  }

  void capture_opposite(Position& p, unsigned at, unsigned first, unsigned store) const {
    if (at < first || at >= store || p.houses[at] != 1) return;
    const unsigned opposite = 2 * Pits - at;
    if (p.houses[opposite] == 0 && !switches_.empty_capture) return;
    p.houses[store] = static_cast<std::uint8_t>(p.houses[store] + 1 + p.houses[opposite]);
    p.houses[at] = p.houses[opposite] = 0;
  }

  void capture_chain(Position& p, unsigned at, unsigned first, unsigned store) const {
    const unsigned theirs = first == 0 ? Pits + 1 : 0;
    while (at >= theirs && at < theirs + Pits && p.houses[at] < 32 &&
           (switches_.capture_counts >> p.houses[at] & 1) != 0) {
      p.houses[store] = static_cast<std::uint8_t>(p.houses[store] + p.houses[at]);
      p.houses[at] = 0;
      if (at == theirs) break;
      --at;
    }
  }

  // Ends the game if it is over: the stones in the pits go to the owner of the row, or
  // to the winner by majority.
  void finish(Position& p, unsigned movers_store) const {
    const bool some_row_empty = is_empty(p, 0) || is_empty(p, Pits + 1);
    if (!some_row_empty && !switches_.majority) [[likely]]
      return;
    const int max_row = row(p, 0);
    const int min_row = row(p, Pits + 1);
    const int total = max_row + min_row + p.houses[Pits] + p.houses[2 * Pits + 1];
    if (switches_.majority && 2 * p.houses[movers_store] > total) {
      p.houses[movers_store] =
          static_cast<std::uint8_t>(p.houses[movers_store] + max_row + min_row);
    } else if (switches_.either_empty ? max_row == 0 || min_row == 0
                                      : (p.side == search::Side::Max ? max_row : min_row) == 0) {
      p.houses[Pits] = static_cast<std::uint8_t>(p.houses[Pits] + max_row);
      p.houses[2 * Pits + 1] = static_cast<std::uint8_t>(p.houses[2 * Pits + 1] + min_row);
    } else {
      return;
    }
    for (unsigned i = 0; i < Pits; ++i) p.houses[i] = p.houses[Pits + 1 + i] = 0;
    p.over = true;
  }

  KalahSwitches switches_;
};

}  // namespace winnow::games
