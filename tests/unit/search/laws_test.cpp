// Laws that all searches obey, on generated trees; a counterexample is shrunk to a small tree and
// printed.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <memory>
#include <ostream>

#include "search/algorithms.hpp"
#include "search/distinct_leaves.hpp"
#include "search/integer_scores.hpp"

using namespace winnow::search;

namespace {

// A tree of any shape: a leaf, or moves.
struct AnyTree {
  std::int64_t value = 0;
  std::vector<AnyTree> moves;
};

std::ostream& operator<<(std::ostream& out, const AnyTree& t) {
  if (t.moves.empty()) return out << t.value;
  out << '(';
  for (std::size_t i = 0; i < t.moves.size(); ++i) out << (i ? " " : "") << t.moves[i];
  return out << ')';
}

rc::Gen<AnyTree> trees(int plies) {
  auto leaf = rc::gen::map(rc::gen::inRange<std::int64_t>(-9, 10), [](std::int64_t v) {
    return AnyTree{v, {}};
  });
  if (plies == 0) return leaf;
  auto node = rc::gen::map(
      rc::gen::resize(
          4, rc::gen::nonEmpty(rc::gen::container<std::vector<AnyTree>>(trees(plies - 1)))),
      [](std::vector<AnyTree> moves) {
        return AnyTree{0, std::move(moves)};
      });
  return rc::gen::weightedOneOf<AnyTree>({{1, leaf}, {4, node}});
}

class TreeGame : public winnow::search::IntegerScores<std::int64_t> {
 public:
  using State = const AnyTree*;
  class Children {
   public:
    explicit Children(const AnyTree* t) : next_(t->moves.data()), end_(next_ + t->moves.size()) {}
    bool next(State& child, std::uint32_t& move) {
      if (next_ == end_) return false;
      child = next_++;
      ++move;
      return true;
    }
    bool more() const { return next_ != end_; }

   private:
    const AnyTree* next_;
    const AnyTree* end_;
  };
  Children children(State s, const Ply*) { return Children(s); }
  Side side_after(Side side, State) const { return other(side); }
  void poll() {}
  bool is_leaf(State s, const Ply*) const { return s->moves.empty(); }
  Score value(State s, const Ply*) const { return s->value; }
};

// The observer collects the set of leaves, the result counts evaluations.
struct Run {
  Result<std::int64_t> result;
  std::uint64_t distinct;
};

Run run(const AnyTree& tree, Algorithm algorithm, Side side, std::int64_t guess = 0) {
  TreeGame game;
  DistinctLeaves<std::int64_t> listener;
  auto result = search(
      game, &tree, {algorithm, side, TreeGame::lowest(), TreeGame::highest(), guess}, &listener);
  return {result, listener.count()};
}

template <class Law>
void hold(const char* name, Law law) {
  CHECK(rc::check(name, [&] {
    AnyTree tree = *trees(5);
    Side side = *rc::gen::element(Side::Max, Side::Min);
    law(tree, side);
  }));
}

}  // namespace

TEST_CASE("laws of game-tree search") {
  hold("every algorithm finds minimax's value, and its first best moves (Bratko's the last)",
       [](const AnyTree& tree, Side side) {
         auto exact = run(tree, Algorithm::Minimax, side).result;
         auto guess = *rc::gen::inRange<std::int64_t>(-12, 13);
         for (const AlgorithmName& n : kAlgorithmNames) {
           auto got = run(tree, n.algorithm, side, guess).result;
           RC_ASSERT(got.value == exact.value);
           if (n.algorithm != Algorithm::Bratko)
             RC_ASSERT(got.principal_variation == exact.principal_variation);
         }
       });
  hold("SSS* <= alpha-beta <= F1 <= all leaves", [](const AnyTree& tree, Side side) {
    auto leaves = [&](Algorithm a) { return run(tree, a, side).result.counters.leaves; };
    RC_ASSERT(leaves(Algorithm::Sss) <= leaves(Algorithm::AlphaBeta));
    RC_ASSERT(leaves(Algorithm::AlphaBeta) <= leaves(Algorithm::F1));
    RC_ASSERT(leaves(Algorithm::F1) <= leaves(Algorithm::Minimax));
  });
  hold("SSS* is alpha-beta with memory: the list and the tests evaluate as many leaves",
       [](const AnyTree& tree, Side side) {
         auto leaves = [&](Algorithm a) { return run(tree, a, side).result.counters.leaves; };
         RC_ASSERT(leaves(Algorithm::Sss) == leaves(Algorithm::MtSss));
         RC_ASSERT(leaves(Algorithm::Dual) == leaves(Algorithm::MtDual));
       });
  hold("MTD(f) from below all leaves is MT-DUAL*, from above MT-SSS* (for the maximizer)",
       [](const AnyTree& tree, Side) {
         auto leaves = [&](Algorithm a, std::int64_t guess) {
           return run(tree, a, Side::Max, guess).result.counters.leaves;
         };
         RC_ASSERT(leaves(Algorithm::Mtdf, -100) == leaves(Algorithm::MtDual, 0));
         RC_ASSERT(leaves(Algorithm::Mtdf, 100) == leaves(Algorithm::MtSss, 0));
       });
  hold("NegaScout, SSS* and MTD(f) visit no leaf that alpha-beta prunes",
       [](const AnyTree& tree, Side side) {
         auto most = run(tree, Algorithm::AlphaBeta, side).distinct;
         for (Algorithm a : {Algorithm::NegaScout, Algorithm::Sss, Algorithm::Mtdf})
           RC_ASSERT(run(tree, a, side).distinct <= most);
       });
  hold("memory evaluates no leaf twice", [](const AnyTree& tree, Side side) {
    for (Algorithm a :
         {Algorithm::Sss, Algorithm::Dual, Algorithm::Mtdf, Algorithm::MtSss, Algorithm::MtDual}) {
      auto got = run(tree, a, side);
      RC_ASSERT(got.distinct == got.result.counters.leaves);
    }
  });
  hold("a window gives the value inside it, and a bound on the right side outside",
       [](const AnyTree& tree, Side side) {
         auto exact = run(tree, Algorithm::Minimax, side).result.value;
         auto alpha = *rc::gen::inRange<std::int64_t>(-12, 12);
         auto beta = *rc::gen::inRange<std::int64_t>(alpha + 1, 14);
         for (const AlgorithmName& n : kAlgorithmNames) {
           TreeGame game;
           auto got = search(game, &tree, {n.algorithm, side, alpha, beta, 0}).value;
           if (exact <= alpha)
             RC_ASSERT(got <= alpha);
           else if (exact >= beta)
             RC_ASSERT(got >= beta);
           else
             RC_ASSERT(got == exact);
         }
       });
}
