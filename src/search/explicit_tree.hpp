// The visited part of a game tree in memory, for algorithms that revisit positions:
// best-first search, and null-window tests with memory. It serves as a perfect transposition
// table: no position is forgotten, and no leaf is evaluated twice. A search that needs too
// much memory ends with std::bad_alloc.
#pragma once

#include <deque>
#include <vector>

#include "search/observer.hpp"
#include "search/result.hpp"

namespace winnow::search {

// NOTES: the data that the algorithm stores for each position.
template <Tree G, class Observer, class Notes>
class ExplicitTree {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  struct Node {
    State state;
    Node* parent;
    Node* jump;  // a distant ancestor; by jumps each ancestor is reached in logarithmic time
    Ply ply;
    Side side;
    bool expanded = false;  // its children are created, or it is a leaf
    bool is_leaf = false;
    Score value{};  // of a leaf
    Notes notes{};
    std::vector<Node*> children;  // in the game's order
  };

  ExplicitTree(G& game, Observer& observer, State root, Side side)
      : game_(game), observer_(observer) {
    root_ = &make(root, nullptr, {nullptr, 0, 0}, side);
  }

  Node& root() { return *root_; }
  const Counters& counters() const { return counters_; }
  Counters& counters() { return counters_; }

  // Creates the children of N, or evaluates N if it is a leaf.
  void expand(Node& n) {
    if (n.expanded) return;
    n.expanded = true;
    n.is_leaf = game_.is_leaf(n.state, &n.ply);
    if (n.is_leaf) {
      ++counters_.leaves;
      n.value = game_.value(n.state, &n.ply);
      game_.keep(n.value);
      observer_.leaf(&n.ply, n.value);
      return;
    }
    if ((++counters_.interior & 255) == 0) game_.poll();
    auto children = game_.children(n.state, &n.ply);
    State child = n.state;
    std::uint32_t move = 0;
    while (children.next(child, move)) {
      if ((move & 1023) == 0) game_.poll();
      n.children.push_back(
          &make(child, &n, {&n.ply, move, n.ply.depth + 1}, game_.side_after(n.side, child)));
    }
  }

 private:
  Node& make(State state, Node* parent, Ply ply, Side side) {
    game_.keep(state);
    Node& n = nodes_.emplace_back(Node{.state = state,
                                       .parent = parent,
                                       .jump = nullptr,
                                       .ply = ply,
                                       .side = side,
                                       .children = {}});
    // Jumps of equal length are joined (E. W. Myers, "An applicative random-access stack", 1983).
    n.jump = !parent ? &n
             : parent->ply.depth - parent->jump->ply.depth ==
                     parent->jump->ply.depth - parent->jump->jump->ply.depth
                 ? parent->jump->jump
                 : parent;
    return n;
  }

  G& game_;
  Observer& observer_;
  std::deque<Node> nodes_;
  Node* root_;
  Counters counters_;
};

}  // namespace winnow::search
