// Minimax without bounds: every leaf is evaluated. Procedure F of D. E. Knuth and R. W.
// Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975). The reference
// for all algorithms that prune.
#pragma once

#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

// Returns A if FIRST, else B. Without a branch: which of two moves is better would be mispredicted
// every third time, and compilers avoid the branch of ?: for some operands only.
constexpr std::uint32_t choose(bool first, std::uint32_t a, std::uint32_t b) {
  return b ^ ((a ^ b) & (0U - static_cast<std::uint32_t>(first)));
}

template <Tree G, class Observer = Silent>
class Minimax {
 public:
  Minimax(G& game, Observer& observer) : game_(game), observer_(observer) {}

  Result<typename G::Score> run(typename G::State root, Side side) {
    Ply ply{nullptr, 0, 0};
    const Found found =
        side == Side::Max ? evaluate<Side::Max>(root, ply) : evaluate<Side::Min>(root, ply);
    return {found.value, Bound::Exact, lines_.moves_of(found.line), counters_};
  }

 private:
  using State = typename G::State;
  using Score = typename G::Score;
  struct Found {
    Score value;
    LineArena::Line line;
  };

  // Returns the value of NODE, where S moves. Inlined, so that leaves need no call.
  template <Side S>
  [[gnu::always_inline]] Found evaluate(State node, Ply& ply) {
    observer_.enter(&ply, S,
                    Question<Score>{Question<Score>::Kind::Window, G::lowest(), G::highest()});
    if (!game_.is_leaf(node, &ply)) return expand<S>(node, ply);
    ++counters_.leaves;
    Score value = game_.value(node, &ply);
    observer_.leaf(&ply, value);
    return {value, 0};
  }

  template <Side S>
  Found expand(State node, Ply& ply) {
    if ((++counters_.interior & 255) == 0) game_.poll();
    auto children = game_.children(node, &ply);
    State child = node;
    Ply next{&ply, 0, ply.depth + 1};
    Score best = worst<S, G>();
    std::uint32_t best_move = 0;
    LineArena::Line best_line = 0;
    while (children.next(child, next.move)) {
      const auto mark = lines_.mark();
      const auto [value, line] = game_.side_after(S, child) == Side::Max
                                     ? evaluate<Side::Max>(child, next)
                                     : evaluate<Side::Min>(child, next);
      const Score before = best;
      best = S == Side::Max ? game_.max(before, value) : game_.min(before, value);
      const bool is_better = best != before;
      best_move = choose(is_better, next.move, best_move);
      best_line = choose(is_better, line, best_line);
      if (line != 0) lines_.restore(choose(is_better, lines_.mark(), mark));
      if constexpr (Observer::kListens)
        observer_.returned(&ply, S, next.move, value, best, G::lowest(), G::highest());
    }
    observer_.leave(&ply, best, Bound::Exact);
    return {best, best_move != 0 ? lines_.extend(best_move, best_line) : 0};
  }

  G& game_;
  Observer& observer_;
  Counters counters_;
  LineArena lines_;
};

}  // namespace winnow::search
