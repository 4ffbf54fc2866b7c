// NegaScout, which others call principal variation search: alpha-beta that expects the first move
// to be the best, asks of each other one only whether it is better, and searches it again if so. A.
// Reinefeld, "An improvement to the scout tree search algorithm", ICCA Journal 6 (1983), in the
// fail-soft form. No search is repeated where at most two plies remain: there the first answer was
// exact.
#pragma once

#include "search/alphabeta.hpp"

namespace winnow::search {

template <GameRules G, class Observer = Silent>
class NegaScout {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  NegaScout(G& game, Observer& observer) : game_(game), observer_(observer) {}

  // The value alone; find_line() gives the moves.
  Result<Score> run(State root, Side side, Score alpha, Score beta) {
    Ply ply{nullptr, 0, 0};
    Score value = side == Side::Max ? evaluate<Side::Max>(root, ply, alpha, beta).score
                                    : evaluate<Side::Min>(root, ply, alpha, beta).score;
    return {value, {}, counters_};
  }

 private:
  // HEIGHT: 0 for a leaf, 1 if all its children are leaves, 2 for more.
  struct Answer {
    Score score;
    unsigned height;
  };

  template <Side S>
  [[gnu::always_inline]] Answer evaluate(State node, Ply& ply, Score alpha, Score beta) {
    observer_.enter(&ply, S, alpha, beta);
    if (!game_.is_leaf(node, &ply)) return expand<S>(node, ply, alpha, beta);
    ++counters_.leaves;
    Score value = game_.value(node, &ply);
    observer_.leaf(&ply, value);
    return {value, 0};
  }

  template <Side S>
  Answer expand(State node, Ply& ply, Score alpha, Score beta) {
    if ((++counters_.interior & 255) == 0) game_.poll();
    Score& own = S == Side::Max ? alpha : beta;
    const Score other = S == Side::Max ? beta : alpha;
    Score best = worst<S, G>();
    unsigned height = 1;
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child = node;
    auto search = [&](Score low, Score high) {
      return game_.side_after(S, child) == Side::Max ? evaluate<Side::Max>(child, next, low, high)
                                                     : evaluate<Side::Min>(child, next, low, high);
    };
    while (children.next(child)) {
      ++next.move;
      Answer answer;
      if (next.move == 1) {
        answer = search(alpha, beta);
      } else {
        // A window with room for nothing but the question whether this move is better.
        answer =
            S == Side::Max ? search(alpha, game_.above(alpha)) : search(game_.below(beta), beta);
        if (answer.height > 1 && better<S>(game_, answer.score, own) &&
            better<S>(game_, other, answer.score))
          answer = S == Side::Max ? search(answer.score, beta) : search(alpha, answer.score);
      }
      height = answer.height > 0 ? 2 : height;
      if (next.move == 1 || better<S>(game_, answer.score, best)) best = answer.score;
      if (better<S>(game_, best, own)) own = best;
      if (!game_.less(alpha, beta)) {
        if (children.more()) {
          ++counters_.cutoffs;
          observer_.cutoff(&ply, S, next.move, alpha, beta);
        }
        break;
      }
    }
    observer_.leave(&ply, best);
    return {best, height};
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
};

}  // namespace winnow::search
