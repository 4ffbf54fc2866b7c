// Move ordering of the engine: the table's move, then the game's own order, killers (moves
// that have recently cut at the same ply) and history (how often a move has cut anywhere,
// recent cutoffs counting most).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "search/game.hpp"

namespace winnow::search {

template <Rules R>
class Ordering {
 public:
  static constexpr bool kHasSlots = R::kSlots > 0;

  // The means of ordering that are used.
  bool killers = true;
  bool history = true;

  struct Ranked {
    std::int64_t rank;
    std::uint32_t number;  // in the game's order, from 0

    // Is this move tried before M? Computed without a branch, which would often be mispredicted.
    bool operator<(const Ranked& m) const {
      return (rank > m.rank) | ((rank == m.rank) & (number < m.number));
    }
  };

  // ORDER: that of the game.
  template <class Move>
  std::int64_t rank(R& rules, int order, const Move& move, Side side, unsigned ply) const {
    std::int64_t rank = std::int64_t{order} << 32;
    if constexpr (kHasSlots) {
      if (!killers && !history) return rank;
      const unsigned slot = rules.slot(move);
      if (killers && ply < kKillerPlies) {
        if (killers_[ply].newest == slot) rank += std::int64_t{2} << 30;
        if (killers_[ply].other == slot) rank += std::int64_t{1} << 30;
      }
      if (history) rank += history_[static_cast<unsigned>(side)][slot];
    }
    return rank;
  }

  // Records that MOVE of SIDE has caused a cutoff at PLY, with DEPTH plies left to search.
  template <class Move>
  void remember_cut(R& rules, const Move& move, Side side, unsigned ply, unsigned depth) {
    if constexpr (kHasSlots) {
      if (!killers && !history) return;
      const unsigned slot = rules.slot(move);
      if (ply < kKillerPlies && killers_[ply].newest != slot)
        killers_[ply] = {slot, killers_[ply].newest};
      std::int32_t& count = history_[static_cast<unsigned>(side)][slot];
      const auto bonus = static_cast<std::int32_t>(std::min(depth, kMostBonus));
      count += bonus * bonus;
      if (count >= kMostHistory) age();
    }
  }

  // Halves the weight of the history so far.
  void age() {
    for (auto& side : history_)
      for (std::int32_t& count : side) count /= 2;
  }

  // Moves the best of the moves from I on to I, by an exchange; of equal ones the first in the
  // game's order. The moves of this position begin at FIRST. (They are not sorted, since a cutoff
  // may end the search before the others are tried.)
  static void take_best(std::vector<Ranked>& moves, std::size_t first, std::size_t i) {
    if (moves.size() - first > kMany) {
      if (i == first) std::sort(moves.begin() + static_cast<std::ptrdiff_t>(first), moves.end());
      return;
    }
    Ranked* best = &moves[i];
    for (Ranked* m = best + 1; m < moves.data() + moves.size(); ++m) best = *m < *best ? m : best;
    std::swap(*best, moves[i]);
  }

 private:
  static constexpr unsigned kKillerPlies = 400;
  static constexpr unsigned kMostBonus = 32;
  static constexpr std::int32_t kMostHistory = 1 << 28;
  static constexpr std::size_t kMany = 64;  // more moves than this are sorted

  struct Killers {
    unsigned newest = ~0u;
    unsigned other = ~0u;
  };
  std::vector<Killers> killers_ = std::vector<Killers>(kKillerPlies);
  std::array<std::array<std::int32_t, std::max(R::kSlots, 1u)>, 2> history_{};
};

}  // namespace winnow::search
