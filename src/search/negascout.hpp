// NegaScout, also called principal variation search (A. Reinefeld, "An improvement to the scout
// tree search algorithm", ICCA Journal 6, 1983), fail-soft. Alpha-beta that expects the first
// move to be the best: it tests each later move with a null window, and searches it again if it
// is better. As in the source, a move that leads to a leaf, or to leaves only, is not searched
// again if its score is exact.
#pragma once

#include "search/alphabeta.hpp"

namespace winnow::search {

template <Tree G, class Observer = Silent>
class NegaScout {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  NegaScout(G& game, Observer& observer) : game_(game), observer_(observer) {}

  // Returns the value without a line (see find_line()).
  Result<Score> run(State root, Side side, Score alpha, Score beta) {
    Ply ply{nullptr, 0, 0};
    Answer answer = side == Side::Max ? evaluate<Side::Max>(root, ply, alpha, beta, Kind::Window)
                                      : evaluate<Side::Min>(root, ply, alpha, beta, Kind::Window);
    return {answer.score, claim(answer, alpha, beta), {}, counters_};
  }

 private:
  using Kind = typename Question<Score>::Kind;

  // The origin of a score. Leaf: the static value. Leaves: all moves are leaves and were visited,
  // so the score is exact. Others: whether the score is exact or a bound depends on the window.
  enum class From : std::uint8_t { Leaf, Leaves, Others };
  struct Answer {
    Score score;
    From from;
  };

  // How ANSWER, found in the window (ALPHA, BETA), bounds the value of the position.
  Bound claim(const Answer& answer, Score alpha, Score beta) const {
    if (answer.from != From::Others) return Bound::Exact;
    if (!game_.less(alpha, answer.score)) return Bound::Upper;
    return game_.less(answer.score, beta) ? Bound::Exact : Bound::Lower;
  }

  template <Side S>
  [[gnu::always_inline]] Answer evaluate(State node, Ply& ply, Score alpha, Score beta, Kind kind) {
    observer_.enter(&ply, S, Question<Score>{kind, alpha, beta});
    if (!game_.is_leaf(node, &ply)) return expand<S>(node, ply, alpha, beta);
    ++counters_.leaves;
    Score value = game_.value(node, &ply);
    observer_.leaf(&ply, value);
    return {value, From::Leaf};
  }

  template <Side S>
  Answer expand(State node, Ply& ply, Score alpha, Score beta) {
    if ((++counters_.interior & 255) == 0) game_.poll();
    [[maybe_unused]] const Score alpha_before = alpha;
    [[maybe_unused]] const Score beta_before = beta;
    Score& own = S == Side::Max ? alpha : beta;
    const Score other = S == Side::Max ? beta : alpha;
    Score best = worst<S, G>();
    From from = From::Leaves;
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child = node;
    auto search = [&](Score low, Score high, Kind kind) {
      return game_.side_after(S, child) == Side::Max
                 ? evaluate<Side::Max>(child, next, low, high, kind)
                 : evaluate<Side::Min>(child, next, low, high, kind);
    };
    while (children.next(child, next.move)) {
      Answer answer;
      if (next.move == 1) {
        answer = search(alpha, beta, Kind::Window);
      } else {
        // Test with a null window whether this move is better.
        answer = S == Side::Max ? search(alpha, game_.above(alpha), Kind::Better)
                                : search(game_.below(beta), beta, Kind::Better);
        if (answer.from == From::Others && better<S>(game_, answer.score, own) &&
            better<S>(game_, other, answer.score))
          answer = S == Side::Max ? search(answer.score, beta, Kind::Again)
                                  : search(alpha, answer.score, Kind::Again);
      }
      if (answer.from != From::Leaf) from = From::Others;
      // Without branches, which would often be mispredicted.
      best = S == Side::Max ? game_.max(best, answer.score) : game_.min(best, answer.score);
      own = S == Side::Max ? game_.max(own, best) : game_.min(own, best);
      if constexpr (Observer::kListens)
        observer_.returned(&ply, S, next.move, answer.score, best, alpha, beta);
      if (!game_.less(alpha, beta)) {
        if (children.more()) {
          from = From::Others;
          ++counters_.cutoffs;
          observer_.cutoff(&ply, S, next.move, alpha, beta);
        }
        break;
      }
    }
    if constexpr (Observer::kListens)
      observer_.leave(&ply, best, claim({best, from}, alpha_before, beta_before));
    return {best, from};
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
};

}  // namespace winnow::search
