// Scout: tests whether a move can beat the best so far before it is evaluated. J. Pearl, "SCOUT: a
// simple game-searching algorithm with proven optimal properties", AAAI 1980. Two procedures, EVAL
// and TEST; a leaf may be evaluated by both.
#pragma once

#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

template <Tree G, class Observer = Silent>
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
    return {value, Bound::Exact, lines_.moves_of(line), counters_};
  }

 private:
  using Kind = typename Question<Score>::Kind;

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
    observer_.enter(&ply, S, Question<Score>{Kind::Window, G::lowest(), G::highest()});
    if (game_.is_leaf(node, &ply)) return leaf(node, ply);
    count_interior();
    Score best = worst<S, G>();
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child = node;
    while (children.next(child, next.move)) {
      bool max = game_.side_after(S, child) == Side::Max;
      if (next.move > 1) {
        Score bound =
            max ? test<S, Side::Max>(child, next, best) : test<S, Side::Min>(child, next, best);
        if (!better<S>(game_, bound, best)) {
          observer_.returned(&ply, S, next.move, bound, best, G::lowest(), G::highest());
          continue;
        }
      }
      LineArena::Line below = 0;
      best = max ? eval<Side::Max>(child, next, below) : eval<Side::Min>(child, next, below);
      line = lines_.extend(next.move, below);
      observer_.returned(&ply, S, next.move, best, best, G::lowest(), G::highest());
    }
    observer_.leave(&ply, best, Bound::Exact);
    return best;
  }

  // Tests whether NODE, where S moves, is strictly better than ASKED for the side FOR. Returns a
  // bound of its value; if that is better than ASKED, the answer is yes.
  template <Side For, Side S>
  Score test(State node, Ply& ply, Score asked) {
    observer_.enter(&ply, S, Question<Score>{For == Side::Max ? Kind::More : Kind::Less, asked});
    if (game_.is_leaf(node, &ply)) return leaf(node, ply);
    count_interior();
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child = node;
    Score best = worst<S, G>();
    while (children.next(child, next.move)) {
      bool max = game_.side_after(S, child) == Side::Max;
      Score value =
          max ? test<For, Side::Max>(child, next, asked) : test<For, Side::Min>(child, next, asked);
      best = S == Side::Max ? game_.max(best, value) : game_.min(best, value);
      observer_.returned(&ply, S, next.move, value, best, asked, asked);
      // If FOR moves, one move that is better than ASKED decides; if the other side
      // moves, one that is not.
      if (better<For>(game_, value, asked) != (S == For)) continue;
      if (children.more()) {
        ++counters_.cutoffs;
        if (S == Side::Max)
          observer_.cutoff(&ply, S, next.move, best, asked);
        else
          observer_.cutoff(&ply, S, next.move, asked, best);
      }
      break;
    }
    observer_.leave(
        &ply, best,
        better<For>(game_, best, asked) == (For == Side::Max) ? Bound::Lower : Bound::Upper);
    return best;
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
  LineArena lines_;
};

}  // namespace winnow::search
