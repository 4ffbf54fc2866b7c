// Alpha-beta: minimax with pruning of moves that cannot affect the value.
//
// Procedures F1 and F2 of D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning",
// Artificial Intelligence 6 (1975), and the forms that textbooks print, which differ only in the
// members of Variant. One template serves both sides: scores are never negated, so any ordered type
// can be a score, and a side may move twice in succession.
#pragma once

#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

struct Variant {
  bool deep = true;     // use the bounds of all ancestors, not only of the parent
  bool strict = false;  // cut only when alpha > beta; else when alpha >= beta
  bool hard = false;    // fail-hard: return the bound for a value outside the window; else
                        // fail-soft: return the value that was found
  bool last = false;    // of equal moves keep the last; else the first
};

// The default: F2 with the values of fail-soft alpha-beta (J. P. Fishburn, 1983).
inline constexpr Variant kFailSoft{};
// F1: branch and bound, without deep cutoffs.
inline constexpr Variant kShallow{.deep = false};
// Alpha-beta as encyclopedias print it.
inline constexpr Variant kFailHard{.hard = true};
// P. H. Winston, Artificial Intelligence (1977): BIGGEST7 and SMALLEST7, and all stages after them.
inline constexpr Variant kWinston{.strict = true, .hard = true};
// I. Bratko, Prolog Programming for Artificial Intelligence, figure 15.5.
inline constexpr Variant kBratko{.strict = true, .last = true};

// How VALUE, found in the window (ALPHA, BETA), bounds the value of an interior node. If ALPHA
// equals BETA, which the strict variants allow, the fail-soft variant has found exactly that value,
// and the fail-hard variant has only returned the bound.
template <Variant V = kFailSoft, Scores G>
Bound claim(const G& game, typename G::Score value, typename G::Score alpha,
            typename G::Score beta) {
  constexpr bool kClosed = V.strict && !V.hard;
  const bool upper = kClosed ? game.less(value, alpha) : !game.less(alpha, value);
  const bool lower = kClosed ? game.less(beta, value) : !game.less(value, beta);
  if (upper) return lower ? Bound::None : Bound::Upper;
  return lower ? Bound::Lower : Bound::Exact;
}

template <Tree G, class Observer = Silent, Variant V = kFailSoft>
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
    const Bound bound =
        counters_.interior == 0 ? Bound::Exact : claim<V>(game_, value, alpha, beta);
    if (bound != Bound::Exact) line = 0;
    return {value, bound, lines_.moves_of(line), counters_};
  }

 private:
  // Is the best value stored apart from the window? Without deep bounds it is a
  // bound of the window.
  static constexpr bool kSoft = !V.hard && V.deep;
  // Small states, such as handles, are passed by value; large ones, such as boards, by reference.
  using Handed = std::conditional_t<(sizeof(State) > sizeof(void*)), const State&, State>;

  // Returns the value of NODE, where S moves. Inlined, so that leaves need no call.
  template <Side S>
  [[gnu::always_inline]] Score evaluate(Handed node, Ply& ply, Score alpha, Score beta,
                                        LineArena::Line& line) {
    observer_.enter(&ply, S, Question<Score>{Question<Score>::Kind::Window, alpha, beta});
    // 1. A leaf is worth its static value.
    if (!game_.is_leaf(node, &ply)) return expand<S>(node, ply, alpha, beta, line);
    ++counters_.leaves;
    Score value = game_.value(node, &ply);
    observer_.leaf(&ply, value);
    return value;
  }

  template <Side S>
  Score expand(Handed node, Ply& ply, Score alpha, Score beta, LineArena::Line& line) {
    // 2. Let the user interrupt.
    if ((++counters_.interior & 255) == 0) game_.poll();
    // 3. Search each move. The values of earlier moves narrow the window.
    [[maybe_unused]] const Score alpha_before = alpha;
    [[maybe_unused]] const Score beta_before = beta;
    Score& own = S == Side::Max ? alpha : beta;
    Score best = worst<S, G>();
    Ply next{&ply, 0, ply.depth + 1};
    auto children = game_.children(node, &ply);
    State child{};
    while (children.next(child, next.move)) {
      auto mark = lines_.mark();
      LineArena::Line below = 0;
      Score low = V.deep || S == Side::Max ? alpha : G::lowest();
      Score high = V.deep || S == Side::Min ? beta : G::highest();
      Score value = game_.side_after(S, child) == Side::Max
                        ? evaluate<Side::Max>(child, next, low, high, below)
                        : evaluate<Side::Min>(child, next, low, high, below);
      // 4. Fail-soft: store the best value even if it is outside the window. (Without a branch,
      // which would often be mispredicted.)
      if constexpr (kSoft) best = S == Side::Max ? game_.max(best, value) : game_.min(best, value);
      // 5. Keep a move that improves the window: the first of equal ones, or the last.
      if (V.last ? better<S>(game_, own, value) : !better<S>(game_, value, own)) {
        lines_.restore(mark);
        if constexpr (Observer::kListens)
          observer_.returned(&ply, S, next.move, value, kSoft ? best : own, alpha, beta);
        continue;
      }
      own = value;
      if constexpr (Observer::kListens)
        observer_.returned(&ply, S, next.move, value, kSoft ? best : own, alpha, beta);
      // 6. Cut if the window is empty. The value is then only a bound, without a line.
      if (V.strict ? game_.less(beta, alpha) : !game_.less(alpha, beta)) {
        lines_.restore(mark);
        line = 0;
        if (children.more()) {
          ++counters_.cutoffs;
          observer_.cutoff(&ply, S, next.move, alpha, beta);
        }
        break;
      }
      line = lines_.extend(next.move, below);
    }
    if constexpr (!kSoft) best = own;
    if constexpr (Observer::kListens)
      observer_.leave(&ply, best, claim<V>(game_, best, alpha_before, beta_before));
    return best;
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
  LineArena lines_;
};

// Finds the principal variation of ROOT, whose value is in RESULT: the first best move at
// each position. For algorithms that find only the value. Leaves that are evaluated for
// this count as line_leaves.
template <Tree G>
void find_line(G& game, typename G::State root, Side side, Result<typename G::Score>& result) {
  Silent silent;
  auto found = AlphaBeta<G>(game, silent)
                   .run(root, side, game.below(result.value), game.above(result.value));
  result.principal_variation = std::move(found.principal_variation);
  result.counters.line_leaves += found.counters.leaves;
}

}  // namespace winnow::search
