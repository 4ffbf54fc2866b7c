// Scout: tests whether a move can beat the best so far before it is evaluated. J. Pearl, "SCOUT: a
// simple game-searching algorithm with proven optimal properties", AAAI 1980. Two procedures, EVAL
// and TEST; a leaf may be evaluated by both.
#pragma once

#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

template <GameRules G, class Observer = Silent>
class Scout {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  Scout(G& game, Observer& observer) : game_(game), observer_(observer) {}

  Result<Score> run(State root, Side side) {
    Ply ply{nullptr, 0, 0};
    LineArena::Line line = 0;
    Score value =
        side == Side::Max ? eval<Side::Max>(root, ply, line) : eval<Side::Min>(root, ply, line);
    return {value, lines_.moves_of(line), counters_};
  }

 private:
  Score leaf(State node, Ply& ply) {
    ++counters_.leaves;
    Score value = game_.value(node, &ply);
    observer_.leaf(&ply, value);
    return value;
  }

  void count_interior() {
    if ((++counters_.interior & 255) == 0) game_.poll();
  }

  // The value of NODE, where S moves, and its line.
  template <Side S>
  Score eval(State node, Ply& ply, LineArena::Line& line) {
    observer_.enter(&ply, S, G::lowest(), G::highest());
    if (game_.is_leaf(node, &ply)) return leaf(node, ply);
    count_interior();
    Score best = worst<S, G>();
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child = node;
    while (children.next(child)) {
      ++next.move;
      bool max = game_.side_after(S, child) == Side::Max;
      if (next.move > 1 &&
          !(max ? beats<S, Side::Max>(child, next, best) : beats<S, Side::Min>(child, next, best)))
        continue;
      LineArena::Line below = 0;
      best = max ? eval<Side::Max>(child, next, below) : eval<Side::Min>(child, next, below);
      line = lines_.extend(next.move, below);
    }
    observer_.leave(&ply, best);
    return best;
  }

  // Is NODE, where S moves, strictly better than BOUND for FOR?
  template <Side For, Side S>
  bool beats(State node, Ply& ply, Score bound) {
    // The window that holds nothing but the question.
    const Score alpha = For == Side::Max ? bound : game_.below(bound);
    const Score beta = For == Side::Max ? game_.above(bound) : bound;
    observer_.enter(&ply, S, alpha, beta);
    if (game_.is_leaf(node, &ply)) return better<For>(game_, leaf(node, ply), bound);
    count_interior();
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child = node;
    // One move that beats the bound decides for FOR, one that does not for the other side.
    bool answer = S != For;
    while (children.next(child)) {
      ++next.move;
      bool max = game_.side_after(S, child) == Side::Max;
      answer = max ? beats<For, Side::Max>(child, next, bound)
                   : beats<For, Side::Min>(child, next, bound);
      if (answer != (S == For)) continue;
      if (children.more()) {
        ++counters_.cutoffs;
        observer_.cutoff(&ply, S, next.move, alpha, beta);
      }
      break;
    }
    return answer;
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
  LineArena lines_;
};

}  // namespace winnow::search
