// SSS* (G. C. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12,
// 1979); DUAL* is the same for the other side. The list OPEN contains positions; the one with the
// greatest merit, and among equals the leftmost, is processed next. The merit of a position is an
// upper bound of what the player, the side that searches, can achieve through it. When the
// position is solved, its merit is its exact value if it is less than the merit on entry;
// otherwise it is a lower bound of the value.
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

  // Returns the value of ROOT, where SIDE moves, without a line (see find_line()).
  Result<Score> run(State root, Side side) {
    Remembered tree(game_, observer_, root, side);
    put(tree.root(), Stage::Live, player_ == Side::Max ? G::highest() : G::lowest());
    for (;;) {
      poll();
      Node& n = *open_.begin()->node;
      open_.erase(open_.begin());
      observer_.taken(&n.ply, n.notes.stage == Stage::Solved, n.notes.merit);
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
  // New: not visited. Live: in OPEN, to be expanded. Waiting: expanded, and descendants are in
  // OPEN. Solved: in OPEN again. Done: no longer needed.
  enum class Stage : std::uint8_t { New, Live, Waiting, Solved, Done };
  struct Notes {
    Stage stage = Stage::New;
    Score entered{};  // the merit on entry
    Score merit{};
  };
  using Remembered = ExplicitTree<G, Observer, Notes>;
  using Node = typename Remembered::Node;
  using Kind = typename Question<Score>::Kind;

  // An element of OPEN, which contains the Live and Solved positions. None of them
  // is an ancestor of another.
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
    const auto place = open_.insert({&n, merit}).first;
    if (observer_.wants_places(open_.size()))
      observer_.put(&n.ply, stage == Stage::Solved, merit,
                    static_cast<std::size_t>(std::distance(open_.begin(), place)));
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
    // Any move of the player may be the best, so all of them become live. The opponent's moves
    // become live one after the other.
    std::size_t count = n.side == player_ ? n.children.size() : 1;
    for (std::size_t i = 0; i < count; ++i) put(*n.children[i], Stage::Live, merit);
  }

  // How the merit of a solved position N bounds its value.
  Bound claim(const Node& n) const {
    if (is_worse(n.notes.merit, n.notes.entered)) return Bound::Exact;
    return player_ == Side::Max ? Bound::Lower : Bound::Upper;
  }

  // Removes the descendants of N from OPEN. N, where the player moves, has been solved with
  // VALUE by one of its moves.
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
    // The merit of a waiting position becomes the best merit among its descendants.
    for (Node* x : rest)
      if (x->notes.stage == Stage::Waiting)
        x->notes.merit = player_ == Side::Max ? G::lowest() : G::highest();
    for (auto i = rest.rbegin(); i != rest.rend(); ++i)
      if (Node* x = *i; x->parent != &n && is_worse(x->parent->notes.merit, x->notes.merit))
        x->parent->notes.merit = x->notes.merit;
    if (auto expanded = expanded_moves(n); expanded < n.children.size())
      cut(tree, n, expanded, value, n.notes.entered, nullptr);
    for (Node* x : rest) {
      poll();
      const Stage stage = x->notes.stage;
      if (stage == Stage::Live || stage == Stage::Solved) {
        open_.erase({x, x->notes.merit});
        observer_.dropped(&x->ply);
      }
      if (stage == Stage::Solved && !x->is_leaf)
        observer_.leave(&x->ply, x->notes.merit, claim(*x));
      if (stage == Stage::Waiting) {
        if (is_worse(x->notes.merit, x->notes.entered))
          observer_.leave(&x->ply, x->notes.merit,
                          player_ == Side::Max ? Bound::Upper : Bound::Lower);
        if (auto expanded = expanded_moves(*x); expanded < x->children.size())
          cut(tree, *x, expanded, value, x->notes.merit, &n.ply);
      }
    }
    for (Node* x : rest) x->notes.stage = Stage::Done;
  }

  // The number of expanded moves of N. They are the first ones, since moves to the
  // left take precedence.
  static std::size_t expanded_moves(const Node& n) {
    std::size_t count = 0;
    while (count < n.children.size() && n.children[count]->expanded) ++count;
    return count;
  }

  // Reports a cutoff of N after MOVE. VALUE: what the player can have elsewhere. MERIT: the bound
  // of what he can have through N.
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
