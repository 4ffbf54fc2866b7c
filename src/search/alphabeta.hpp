// Alpha-beta: minimax that leaves out what cannot matter.
//
// Procedure F2 of D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6
// (1975), with deep cutoffs; fail-soft (J. P. Fishburn, 1983), so that a value outside the window is still a
// bound. One text serves both sides, instantiated for each: no score changes its sign, so any ordered type is
// a score, and the same side may move twice running.
//
// A position is cut when alpha >= beta: the side that moved to it has something at least as good elsewhere.
// Of equal moves the first is kept.
#pragma once

#include "search/game.hpp"
#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

template <GameRules G, class Observer = Silent>
class AlphaBeta {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  AlphaBeta(G& game, Observer& observer) : game_(game), observer_(observer) {}

  // Searches ROOT, where SIDE moves, in the window (ALPHA, BETA).
  Result<Score> run(State root, Side side, Score alpha, Score beta) {
    Ply ply{nullptr, 0, 0};
    LineArena::Line line = 0;
    Score value = side == Side::Max ? evaluate<Side::Max>(root, ply, alpha, beta, line)
                                    : evaluate<Side::Min>(root, ply, alpha, beta, line);
    return {value, lines_.moves_of(line), counters_};
  }

 private:
  // For side S: is A better than B?
  template <Side S>
  bool better(Score a, Score b) const {
    return S == Side::Max ? game_.less(b, a) : game_.less(a, b);
  }

  // The value of NODE, where S moves. Leaves are answered here, inside the caller's loop.
  template <Side S>
  [[gnu::always_inline]] Score evaluate(State node, Ply& ply, Score alpha, Score beta, LineArena::Line& line) {
    observer_.enter(game_, node, &ply, S, alpha, beta);
    // 1. A leaf is worth its static value.
    if (!game_.is_leaf(node, &ply)) return expand<S>(node, ply, alpha, beta, line);
    ++counters_.leaves;
    Score value = game_.value(node, &ply);
    observer_.leaf(&ply, value);
    return value;
  }

  template <Side S>
  Score expand(State node, Ply& ply, Score alpha, Score beta, LineArena::Line& line) {
    // 2. Let the user interrupt.
    if ((++counters_.interior & 255) == 0) game_.poll();
    // 3. Each move in turn, with the window narrowed by those before it.
    Score best = S == Side::Max ? G::lowest() : G::highest();
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child = node;
    while (children.next(child)) {
      ++next.move;
      auto mark = lines_.mark();
      LineArena::Line below = 0;
      Score value = game_.side_after(S, child) == Side::Max
                        ? evaluate<Side::Max>(child, next, alpha, beta, below)
                        : evaluate<Side::Min>(child, next, alpha, beta, below);
      // 4. Keep the first of the best.
      if (next.move > 1 && !better<S>(value, best)) {
        lines_.restore(mark);
        continue;
      }
      best = value;
      line = lines_.extend(next.move, below);
      // 5. Narrow the window; cut if nothing is left of it.
      Score& own = S == Side::Max ? alpha : beta;
      if (better<S>(best, own)) own = best;
      if (!game_.less(alpha, beta)) {
        if (children.more()) {
          ++counters_.cutoffs;
          observer_.cutoff(&ply, next.move, alpha, beta);
        }
        break;
      }
    }
    observer_.leave(&ply, best);
    return best;
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
  LineArena lines_;
};

}  // namespace winnow::search
