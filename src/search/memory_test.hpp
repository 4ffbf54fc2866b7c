// Searches that ask again and again, with memory, whether the value reaches a bound, until the
// answers meet: MTD(f), and SSS* and DUAL* as it finds them. A. Plaat, J. Schaeffer, W. Pijls and
// A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87 (1996).
#pragma once

#include <optional>

#include "search/explicit_tree.hpp"

namespace winnow::search {

template <GameRules G, class Observer = Silent>
class MemoryTest {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  MemoryTest(G& game, Observer& observer) : game_(game), observer_(observer) {}

  // The value of ROOT, first asked about at FIRST_GUESS: lowest() makes it MT-DUAL*, highest()
  // MT-SSS*. The value alone; find_line() gives the moves.
  Result<Score> run(State root, Side side, Score first_guess) {
    tree_.emplace(game_, observer_, root, side);
    Score lower = G::lowest();
    Score upper = G::highest();
    Score guess = first_guess;
    while (game_.less(lower, upper)) {
      // Is the value at least the guess; or more, if that much is known?
      bound_ = guess;
      strict_ = !game_.less(lower, guess);
      guess = test(tree_->root());
      if (reaches(guess))
        lower = guess;
      else
        upper = guess;
    }
    return {guess, {}, tree_->counters()};
  }

 private:
  using Node = typename ExplicitTree<G, Observer>::Node;

  bool reaches(Score value) const {
    return strict_ ? game_.less(bound_, value) : !game_.less(value, bound_);
  }

  // A bound of N's value that answers whether it reaches bound_.
  Score test(Node& n) {
    if (game_.less(G::lowest(), n.lower) && reaches(n.lower)) return n.lower;
    if (game_.less(n.upper, G::highest()) && !reaches(n.upper)) return n.upper;
    // The window that holds nothing but the question.
    const Score alpha = strict_ ? bound_ : game_.below(bound_);
    const Score beta = strict_ ? game_.above(bound_) : bound_;
    observer_.enter(&n.ply, n.side, alpha, beta);
    tree_->expand(n);
    if (n.is_leaf) return n.lower;
    bool max = n.side == Side::Max;
    Score best = max ? G::lowest() : G::highest();
    for (std::size_t i = 0; i < n.children.size(); ++i) {
      Score value = test(*n.children[i]);
      best = max ? game_.max(best, value) : game_.min(best, value);
      if (reaches(best) != max) continue;
      if (i + 1 < n.children.size()) {
        ++tree_->counters().cutoffs;
        observer_.cutoff(&n.ply, n.side, static_cast<std::uint32_t>(i + 1), alpha, beta);
      }
      break;
    }
    (reaches(best) ? n.lower : n.upper) = best;
    observer_.leave(&n.ply, best);
    return best;
  }

  G& game_;
  Observer& observer_;
  std::optional<ExplicitTree<G, Observer>> tree_;
  Score bound_ = G::lowest();
  bool strict_ = false;
};

}  // namespace winnow::search
