// Scores of the engine. Each records which of its bounds are proved: lower, upper or both. A proved
// bound holds to the end of the game, not only to the depth searched.
#pragma once

#include <algorithm>

#include "search/game.hpp"
#include "search/transposition_table.hpp"

namespace winnow::search {

// Beyond all scores.
inline constexpr int kInfinity = 1'000'000'000;

// The proved bounds of a score, as bits.
enum Proved : unsigned { kNeither = 0, kLower = 1, kUpper = 2, kBoth = 3 };

inline constexpr unsigned kNoPly = ~0u;

// The result of the search of a position.
struct Found {
  int score;
  unsigned proved;
  unsigned since = kNoPly;  // the first ply whose position was repeated
};

// Known lower and upper bounds of a value.
struct Bounds {
  Found lower;
  Found upper;

  // The bounds that a game gives.
  explicit Bounds(Range r) : lower{r.least, kLower}, upper{r.greatest, kUpper} {}

  // Applies what the table knows, for a search to DEPTH. SETTLED: the part of the value that is not in
  // the table.
  void narrow(const TranspositionTable::Known& e, unsigned depth, int settled) {
    const bool as_deep = depth <= TranspositionTable::kDeepest && e.depth >= depth;
    if (e.lower != TranspositionTable::kNoLower && (e.is_lower_proved || as_deep) &&
        e.lower + settled > lower.score)
      lower = {e.lower + settled, e.is_lower_proved ? kLower : kNeither};
    if (e.upper != TranspositionTable::kNoUpper && (e.is_upper_proved || as_deep) &&
        e.upper + settled < upper.score)
      upper = {e.upper + settled, e.is_upper_proved ? kUpper : kNeither};
    // An estimate may contradict a proved bound, which takes precedence.
    if (lower.score <= upper.score) return;
    if (lower.proved == kNeither)
      lower.score = upper.score;
    else
      upper.score = lower.score;
  }

  bool has_bound(int score) const { return lower.score == score || upper.score == score; }

  // Do these bounds answer a search with the window from ALPHA to BETA?
  bool answer(int alpha, int beta) const {
    return lower.score >= beta || upper.score <= alpha || lower.score == upper.score;
  }
  // The answer, and how it relates to the value.
  Found found(int beta) const {
    if (lower.score == upper.score) return {lower.score, lower.proved | upper.proved};
    return lower.score >= beta ? lower : upper;
  }
  Bound bound(int beta) const {
    if (lower.score == upper.score) return Bound::Exact;
    return lower.score >= beta ? Bound::Lower : Bound::Upper;
  }

  // F clamped to these bounds.
  Found clamp(Found f) const {
    if (f.score < lower.score) f = {lower.score, f.proved & kUpper};
    if (f.score > upper.score) f = {upper.score, f.proved & kLower};
    if (f.score == lower.score) f.proved |= lower.proved;
    if (f.score == upper.score) f.proved |= upper.proved;
    return f;
  }
};

// The entry of a position in the table. BEST: the result of its search to DEPTH in the window from ALPHA
// to BETA. BEST_MOVE: from 1, or 0.
[[gnu::always_inline]] inline TranspositionTable::Known entry_of(const Found& best, int alpha,
                                                                 int beta, int settled,
                                                                 unsigned depth,
                                                                 std::uint32_t best_move) {
  TranspositionTable::Known e;
  e.depth = std::min(depth, TranspositionTable::kDeepest);
  if (best.score > alpha) {
    e.lower = best.score - settled;
    e.is_lower_proved = (best.proved & kLower) != 0;
  }
  if (best.score < beta) {
    e.upper = best.score - settled;
    e.is_upper_proved = (best.proved & kUpper) != 0;
  }
  if (best_move > 0 && best_move <= TranspositionTable::kNoMove)
    e.move = static_cast<std::uint8_t>(best_move - 1);
  return e;
}

}  // namespace winnow::search
