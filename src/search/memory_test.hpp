// Memory-enhanced test drivers: null-window searches with memory, repeated until the bounds meet:
// MTD(f), MT-SSS* and MT-DUAL* (A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first
// fixed-depth minimax algorithms", Artificial Intelligence 87, 1996).
#pragma once

#include <optional>

#include "search/explicit_tree.hpp"

namespace winnow::search {

template <Tree G, class Observer = Silent>
class MemoryTest {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  MemoryTest(G& game, Observer& observer) : game_(game), observer_(observer) {}

  // Returns the value of ROOT without a line (see find_line()). FIRST_GUESS is the bound of the
  // first test: lowest() gives MT-DUAL*, highest() gives MT-SSS*.
  Result<Score> run(State root, Side side, Score first_guess) {
    tree_.emplace(game_, observer_, root, side);
    Score lower = G::lowest();
    Score upper = G::highest();
    Score guess = first_guess;
    while (game_.less(lower, upper)) {
      // Test whether the value is at least the guess or, if that is known already, whether it is
      // greater.
      bound_ = guess;
      strict_ = !game_.less(lower, guess);
      observer_.pass(guess, strict_, lower, upper);
      guess = test(tree_->root());
      if (reaches(guess))
        lower = guess;
      else
        upper = guess;
      observer_.pass_done(lower, upper);
    }
    return {guess, Bound::Exact, {}, tree_->counters()};
  }

 private:
  struct Known {  // of the value of a position
    Score lower = G::lowest();
    Score upper = G::highest();
  };
  using Kind = typename Question<Score>::Kind;
  using Remembered = ExplicitTree<G, Observer, Known>;
  using Node = typename Remembered::Node;

  bool reaches(Score value) const {
    return strict_ ? game_.less(bound_, value) : !game_.less(value, bound_);
  }

  // Returns a bound of N's value that decides whether the value reaches bound_.
  Score test(Node& n) {
    if (n.is_leaf) return known(n, n.value, Bound::Exact);
    if (game_.less(G::lowest(), n.notes.lower) && reaches(n.notes.lower))
      return known(n, n.notes.lower, Bound::Lower);
    if (game_.less(n.notes.upper, G::highest()) && !reaches(n.notes.upper))
      return known(n, n.notes.upper, Bound::Upper);
    observer_.enter(&n.ply, n.side, Question<Score>{strict_ ? Kind::More : Kind::AtLeast, bound_});
    tree_->expand(n);
    if (n.is_leaf) return n.value;
    bool max = n.side == Side::Max;
    Score best = max ? G::lowest() : G::highest();
    for (std::size_t i = 0; i < n.children.size(); ++i) {
      Score value = test(*n.children[i]);
      best = max ? game_.max(best, value) : game_.min(best, value);
      const auto move = static_cast<std::uint32_t>(i + 1);
      observer_.returned(&n.ply, n.side, move, value, best, bound_, bound_);
      if (reaches(best) != max) continue;
      if (i + 1 < n.children.size()) {
        ++tree_->counters().cutoffs;
        observer_.cutoff(&n.ply, n.side, move, max ? best : bound_, max ? bound_ : best);
      }
      break;
    }
    const bool is_lower = reaches(best);
    (is_lower ? n.notes.lower : n.notes.upper) = best;
    observer_.stored(&n.ply, n.notes.lower, n.notes.upper);
    observer_.leave(&n.ply, best, is_lower ? Bound::Lower : Bound::Upper);
    return best;
  }

  // The value or bound of N that memory holds.
  Score known(const Node& n, Score value, Bound bound) {
    if constexpr (Observer::kListens) {
      const bool is_exact = !game_.less(n.notes.lower, n.notes.upper);
      observer_.known(&n.ply, value, is_exact ? Bound::Exact : bound);
    }
    return value;
  }

  G& game_;
  Observer& observer_;
  std::optional<Remembered> tree_;
  Score bound_ = G::lowest();
  bool strict_ = false;
};

}  // namespace winnow::search
