// SSS* as G. C. Stockman described it, "A minimax algorithm better than alpha-beta?", Artificial
// Intelligence 12 (1979): a list OPEN of positions, each with an upper bound of what it is worth to
// the side that searches, of which the best, and of equals the leftmost, is taken next. DUAL* is
// the same for the other side.
#pragma once

#include <set>

#include "search/explicit_tree.hpp"

namespace winnow::search {

template <GameRules G, class Observer = Silent>
class BestFirst {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  BestFirst(G& game, Observer& observer) : game_(game), observer_(observer) {}

  // The value of ROOT, where SIDE moves, searched for PLAYER: SSS* if PLAYER moves at the root,
  // else DUAL*. The value alone; find_line() gives the moves.
  Result<Score> run(State root, Side side, Side player) {
    ExplicitTree<G, Observer> tree(game_, observer_, root, side);
    Open open(Before{&game_, player});
    Score best = player == Side::Max ? G::highest() : G::lowest();
    open.insert({&tree.root(), false, best});
    for (;;) {
      Entry e = *open.begin();
      open.erase(open.begin());
      Node& n = *e.node;
      if (!e.solved) {
        observer_.enter(&n.ply, n.side, G::lowest(), G::highest());
        tree.expand(n);
        if (n.is_leaf) {
          open.insert(
              {&n, true,
               player == Side::Max ? game_.min(e.merit, n.lower) : game_.max(e.merit, n.lower)});
        } else {
          // The player needs all moves, of the opponent's the first will do for now.
          std::size_t count = n.side == player ? n.children.size() : 1;
          for (std::size_t i = 0; i < count; ++i) open.insert({n.children[i], false, e.merit});
        }
        continue;
      }
      if (!n.parent) return {e.merit, {}, tree.counters()};
      Node& parent = *n.parent;
      observer_.leave(&n.ply, e.merit);
      if (parent.side != player && n.ply.move < parent.children.size()) {
        open.insert({parent.children[n.ply.move], false, e.merit});
        continue;
      }
      if (parent.side == player) drop_below(open, parent);
      open.insert({&parent, true, e.merit});
    }
  }

 private:
  using Node = typename ExplicitTree<G, Observer>::Node;

  struct Entry {
    Node* node;
    bool solved;
    Score merit;
  };
  struct Before {
    G* game;
    Side player;
    bool operator()(const Entry& a, const Entry& b) const {
      bool max = player == Side::Max;
      if (game->less(a.merit, b.merit)) return !max;
      if (game->less(b.merit, a.merit)) return max;
      return is_left_of(&a.node->ply, &b.node->ply);
    }
  };
  using Open = std::set<Entry, Before>;

  // No two positions in OPEN lie one below the other.
  static bool is_left_of(const Ply* a, const Ply* b) {
    while (a->depth > b->depth) a = a->parent;
    while (b->depth > a->depth) b = b->parent;
    if (a == b) return false;
    while (a->parent != b->parent) {
      a = a->parent;
      b = b->parent;
    }
    return a->move < b->move;
  }

  // Takes what lies below N out of OPEN: the subtree is decided.
  static void drop_below(Open& open, const Node& n) {
    std::erase_if(open, [&](const Entry& e) {
      const Ply* p = &e.node->ply;
      while (p->depth > n.ply.depth) p = p->parent;
      return p == &n.ply;
    });
  }

  G& game_;
  Observer& observer_;
};

}  // namespace winnow::search
