// What algorithms report while they run. Drawings and explanations come from these events alone.
#pragma once

#include "search/game.hpp"

namespace winnow::search {

// Reports to nobody, and costs nothing.
struct Silent {
  template <class G>
  void enter(const G&, const typename G::State&, const Ply*, Side, typename G::Score, typename G::Score) {}
  template <class Score>
  void leaf(const Ply*, Score) {}
  // The position at PLY is done: VALUE is exact, or a bound if the window says so.
  template <class Score>
  void leave(const Ply*, Score) {}
  // After MOVE at PLY the window (ALPHA, BETA) was empty: the moves behind it are not looked at.
  template <class Score>
  void cutoff(const Ply*, std::uint32_t, Score, Score) {}
};

}  // namespace winnow::search
