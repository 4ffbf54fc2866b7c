// Minimax without bounds: every leaf is evaluated. Procedure F of D. E. Knuth and R. W. Moore, "An
// analysis of alpha-beta pruning", Artificial Intelligence 6 (1975); the oracle for everything that
// cuts.
#pragma once

#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

// LINES: LineArena to gather the principal variation, NoLines for the value alone.
template <Tree G, class Observer = Silent, class Lines = LineArena>
class Minimax {
 public:
  Minimax(G& game, Observer& observer) : game_(game), observer_(observer) {}

  Result<typename G::Score> run(typename G::State root, Side side) {
    Ply ply{nullptr, 0, 0};
    LineArena::Line line = 0;
    auto value = side == Side::Max ? evaluate<Side::Max>(root, ply, line)
                                   : evaluate<Side::Min>(root, ply, line);
    return {value, Bound::Exact, lines_.moves_of(line), counters_};
  }

 private:
  using State = typename G::State;
  using Score = typename G::Score;

  // The value of NODE, where S moves. Leaves are answered here, inside the caller's loop.
  template <Side S>
  [[gnu::always_inline]] Score evaluate(State node, Ply& ply, LineArena::Line& line) {
    observer_.enter(&ply, S,
                    Question<Score>{Question<Score>::Kind::Window, G::lowest(), G::highest()});
    if (!game_.is_leaf(node, &ply)) return expand<S>(node, ply, line);
    ++counters_.leaves;
    Score value = game_.value(node, &ply);
    observer_.leaf(&ply, value);
    return value;
  }

  template <Side S>
  [[gnu::always_inline]] Score child_value(State child, Ply& ply, LineArena::Line& line) {
    return game_.side_after(S, child) == Side::Max ? evaluate<Side::Max>(child, ply, line)
                                                   : evaluate<Side::Min>(child, ply, line);
  }

  template <Side S>
  Score expand(State node, Ply& ply, LineArena::Line& line) {
    if ((++counters_.interior & 255) == 0) game_.poll();
    auto children = game_.children(node, &ply);
    State child = node;
    Ply next{&ply, 0, ply.depth + 1};
    if (!children.next(child, next.move)) return worst<S, G>();
    LineArena::Line below = 0;
    Score best = child_value<S>(child, next, below);
    line = lines_.extend(1, below);
    while (children.next(child, next.move)) {
      auto mark = lines_.mark();
      below = 0;
      Score value = child_value<S>(child, next, below);
      if constexpr (!Lines::kKept) {
        // A branch on scores is guessed wrong every third time; without lines to keep none is
        // needed.
        best = S == Side::Max ? game_.max(best, value) : game_.min(best, value);
      } else if (better<S>(game_, value, best)) {
        best = value;
        line = lines_.extend(next.move, below);
      } else {
        lines_.restore(mark);
      }
    }
    observer_.leave(&ply, best, Bound::Exact);
    return best;
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
  Lines lines_;
};

}  // namespace winnow::search
