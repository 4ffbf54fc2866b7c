// SSS* as G. C. Stockman described it, "A minimax algorithm better than alpha-beta?", Artificial
// Intelligence 12 (1979): a list OPEN of positions, of which the one of the greatest merit, and of
// equals the leftmost, is taken next. Merit bounds from above what the side that searches, the
// player, can have by way of a position; once the position is solved, it is its value where that is
// less than the merit that it was entered with, and else tells that the value is no less. DUAL* is
// the same for the other side.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "search/explicit_tree.hpp"

namespace winnow::search {

template <Tree G, class Observer = Silent>
class BestFirst {
 public:
  using State = typename G::State;
  using Score = typename G::Score;

  // Searches for PLAYER: SSS* if PLAYER moves at the root, else DUAL*.
  BestFirst(G& game, Observer& observer, Side player)
      : game_(game), observer_(observer), player_(player), open_(Before{&game, player}) {}

  // The value of ROOT, where SIDE moves: the value alone; find_line() gives the moves.
  Result<Score> run(State root, Side side) {
    Remembered tree(game_, observer_, root, side);
    put(tree.root(), Stage::Live, player_ == Side::Max ? G::highest() : G::lowest());
    for (;;) {
      poll();
      Node& n = *open_.begin()->node;
      open_.erase(open_.begin());
      if (n.notes.stage == Stage::Live) {
        enter(tree, n);
        continue;
      }
      n.notes.stage = Stage::Done;
      if (!n.is_leaf) observer_.leave(&n.ply, n.notes.merit, claim(n));
      if (!n.parent) return {n.notes.merit, Bound::Exact, {}, tree.counters()};
      Node& parent = *n.parent;
      if (parent.side != player_ && n.ply.move < parent.children.size()) {
        put(*parent.children[n.ply.move], Stage::Live, n.notes.merit);
        continue;
      }
      if (parent.side == player_) drop_rest(tree, parent, n.notes.merit);
      put(parent, Stage::Solved, n.notes.merit);
    }
  }

 private:
  // Not visited; in OPEN, to be expanded; waiting for its descendants; in OPEN, solved; done.
  enum class Stage : std::uint8_t { New, Live, Waiting, Solved, Done };
  struct Notes {
    Stage stage = Stage::New;
    Score entered{};  // the merit on entry
    Score merit{};
  };
  using Remembered = ExplicitTree<G, Observer, Notes>;
  using Node = typename Remembered::Node;
  using Kind = typename Question<Score>::Kind;

  // OPEN holds what is Live or Solved. No two positions in it lie one below the other.
  struct Entry {
    Node* node;
    Score merit;
  };
  struct Before {
    G* game;
    Side player;
    bool operator()(const Entry& a, const Entry& b) const {
      bool max = player == Side::Max;
      if (game->less(a.merit, b.merit)) return !max;
      if (game->less(b.merit, a.merit)) return max;
      return is_left_of(a.node, b.node);
    }
  };

  static bool is_left_of(const Node* a, const Node* b) {
    auto rise = [](const Node* n, std::uint32_t depth) {
      while (n->ply.depth > depth) n = n->jump->ply.depth >= depth ? n->jump : n->parent;
      return n;
    };
    const std::uint32_t depth = std::min(a->ply.depth, b->ply.depth);
    a = rise(a, depth);
    b = rise(b, depth);
    if (a == b) return false;
    while (a->parent != b->parent) {
      const bool far = a->jump != b->jump;
      a = far ? a->jump : a->parent;
      b = far ? b->jump : b->parent;
    }
    return a->ply.move < b->ply.move;
  }

  bool is_worse(Score a, Score b) const {
    return player_ == Side::Max ? game_.less(a, b) : game_.less(b, a);
  }

  void poll() {
    if ((++steps_ & 255) == 0) game_.poll();
  }

  void put(Node& n, Stage stage, Score merit) {
    poll();
    n.notes.stage = stage;
    n.notes.merit = merit;
    open_.insert({&n, merit});
  }

  void enter(Remembered& tree, Node& n) {
    const Score merit = n.notes.merit;
    n.notes.stage = Stage::Waiting;
    n.notes.entered = merit;
    observer_.enter(&n.ply, n.side, Question<Score>{Kind::Merit, merit});
    tree.expand(n);
    if (n.is_leaf) {
      put(n, Stage::Solved, is_worse(n.value, merit) ? n.value : merit);
      return;
    }
    // The player needs one of his moves, and any may be the one; all of the opponent's, one by one.
    std::size_t count = n.side == player_ ? n.children.size() : 1;
    for (std::size_t i = 0; i < count; ++i) put(*n.children[i], Stage::Live, merit);
  }

  // The kind of bound on its value that the merit of a solved position is.
  Bound claim(const Node& n) const {
    if (is_worse(n.notes.merit, n.notes.entered)) return Bound::Exact;
    return player_ == Side::Max ? Bound::Lower : Bound::Upper;
  }

  // N, where the player moves, is solved by one of its moves, as worth VALUE to him: takes what
  // lies below the others out of OPEN.
  void drop_rest(Remembered& tree, Node& n, Score value) {
    std::vector<Node*> rest;  // each after its parent
    auto take = [&](Node& parent) {
      for (Node* child : parent.children)
        if (child->notes.stage != Stage::New && child->notes.stage != Stage::Done)
          rest.push_back(child);
    };
    take(n);
    for (std::size_t i = 0; i < rest.size(); ++i)
      if (rest[i]->notes.stage == Stage::Waiting) take(*rest[i]);
    // A position that waits has the best merit below it.
    for (Node* x : rest)
      if (x->notes.stage == Stage::Waiting)
        x->notes.merit = player_ == Side::Max ? G::lowest() : G::highest();
    for (auto i = rest.rbegin(); i != rest.rend(); ++i)
      if (Node* x = *i; x->parent != &n && is_worse(x->parent->notes.merit, x->notes.merit))
        x->parent->notes.merit = x->notes.merit;
    if (auto looked_at = moves_looked_at(n); looked_at < n.children.size())
      cut(tree, n, looked_at, value, n.notes.entered, nullptr);
    for (Node* x : rest) {
      poll();
      const Stage stage = x->notes.stage;
      if (stage == Stage::Live || stage == Stage::Solved) open_.erase({x, x->notes.merit});
      if (stage == Stage::Solved && !x->is_leaf)
        observer_.leave(&x->ply, x->notes.merit, claim(*x));
      if (stage == Stage::Waiting) {
        if (is_worse(x->notes.merit, x->notes.entered))
          observer_.leave(&x->ply, x->notes.merit,
                          player_ == Side::Max ? Bound::Upper : Bound::Lower);
        if (auto looked_at = moves_looked_at(*x); looked_at < x->children.size())
          cut(tree, *x, looked_at, value, x->notes.merit, &n.ply);
      }
    }
    for (Node* x : rest) x->notes.stage = Stage::Done;
  }

  // They are the first ones, since those to the left go first.
  static std::size_t moves_looked_at(const Node& n) {
    std::size_t count = 0;
    while (count < n.children.size() && n.children[count]->expanded) ++count;
    return count;
  }

  // VALUE: what the player has; MERIT: what he could have had by way of N.
  void cut(Remembered& tree, Node& n, std::size_t move, Score value, Score merit,
           const Ply* solved) {
    ++tree.counters().cutoffs;
    const bool max = player_ == Side::Max;
    observer_.cutoff(&n.ply, n.side, static_cast<std::uint32_t>(move), max ? value : merit,
                     max ? merit : value, solved);
  }

  G& game_;
  Observer& observer_;
  Side player_;
  std::set<Entry, Before> open_;
  std::uint64_t steps_ = 0;
};

}  // namespace winnow::search
