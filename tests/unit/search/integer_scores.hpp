// What games of the tests have in common: integers as scores, and players who take turns.
#pragma once

#include <algorithm>
#include <limits>

#include "search/game.hpp"

struct IntegerScores {
  using Score = std::int64_t;
  template <class State>
  winnow::search::Side side_after(winnow::search::Side side, State) const { return other(side); }
  bool less(Score a, Score b) const { return a < b; }
  Score max(Score a, Score b) const { return std::max(a, b); }
  Score min(Score a, Score b) const { return std::min(a, b); }
  Score above(Score a) const { return a == highest() ? a : a + 1; }
  Score below(Score a) const { return a == lowest() ? a : a - 1; }
  static Score lowest() { return std::numeric_limits<Score>::min(); }
  static Score highest() { return std::numeric_limits<Score>::max(); }
  template <class T>
  void keep(T) {}
  void poll() {}
};
