// Base of games whose scores are integers.
#pragma once

#include <algorithm>
#include <limits>

namespace winnow::search {

template <class Integer>
struct IntegerScores {
  using Score = Integer;
  bool less(Score a, Score b) const { return a < b; }
  Score max(Score a, Score b) const { return std::max(a, b); }
  Score min(Score a, Score b) const { return std::min(a, b); }
  Score above(Score a) const { return a == highest() ? a : a + 1; }
  Score below(Score a) const { return a == lowest() ? a : a - 1; }
  static Score lowest() { return std::numeric_limits<Score>::min(); }
  static Score highest() { return std::numeric_limits<Score>::max(); }
  // Does nothing, since positions and scores contain no references to Lisp objects.
  template <class T>
  void keep(const T&) {}
};

}  // namespace winnow::search
