// Minimax without bounds: every leaf is evaluated. Procedure F of D. E. Knuth and R. W. Moore, "An analysis of
// alpha-beta pruning", Artificial Intelligence 6 (1975); the oracle for everything that cuts.
#pragma once

#include "search/game.hpp"
#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

template <GameRules G, class Observer = Silent>
class Minimax {
 public:
  explicit Minimax(G& game, Observer observer = {}) : game_(game), observer_(observer) {}

  Result<typename G::Score> run(typename G::State root, Side side) {
    Ply ply{nullptr, 0, 0};
    LineArena::Line line = 0;
    auto value = side == Side::Max ? visit<Side::Max>(root, ply, line) : visit<Side::Min>(root, ply, line);
    return {value, lines_.moves_of(line), counters_};
  }

 private:
  using State = typename G::State;
  using Score = typename G::Score;

  template <Side S>
  Score visit(State node, Ply& ply, LineArena::Line& line) {
    if ((++counters_.nodes & 1023) == 0) game_.poll();
    observer_.enter(game_, node, &ply, S, G::lowest(), G::highest());
    if (game_.is_leaf(node, &ply)) {
      ++counters_.leaves;
      Score value = game_.value(node, &ply);
      observer_.leaf(&ply, value);
      return value;
    }
    Score best = S == Side::Max ? G::lowest() : G::highest();
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node);
    State child = node;
    while (children.next(child)) {
      ++next.move;
      auto mark = lines_.mark();
      LineArena::Line below = 0;
      Score value = game_.side_after(S, child) == Side::Max ? visit<Side::Max>(child, next, below)
                                                            : visit<Side::Min>(child, next, below);
      if (next.move == 1 || (S == Side::Max ? game_.less(best, value) : game_.less(value, best))) {
        best = value;
        line = lines_.extend(next.move, below);
      } else {
        lines_.restore(mark);
      }
    }
    observer_.leave(&ply, best);
    return best;
  }

  G& game_;
  Observer observer_;
  Counters counters_;
  LineArena lines_;
};

}  // namespace winnow::search
