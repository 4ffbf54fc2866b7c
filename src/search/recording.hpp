// A listener that records a search for pictures and explanations: the visited part of the tree,
// with the questions asked about each position, the bounds of its value, the order of evaluation,
// and each cutoff with its cause.
#pragma once

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "search/along_path.hpp"
#include "search/owners.hpp"

namespace winnow::search {

template <class Score>
struct RecordedNode;
template <class Score>
using Owner = OwnerAt<Score, const RecordedNode<Score>*>;

// A cutoff: the moves after MOVE were pruned, since ALPHA >= BETA. SOLVED: see Listener.
template <class Score>
struct Cut {
  std::uint32_t move = 0;
  Score alpha{};
  Score beta{};
  Question<Score> question{};  // for which the position was searched
  Owner<Score> owner;          // of the bound of the side that does not move
  const RecordedNode<Score>* solved = nullptr;
};

// An entry of a position, in the search PASS.
template <class Score>
struct Entry {
  Question<Score> question{};
  std::uint32_t pass = 0;
};

template <class Score>
struct RecordedNode {
  static constexpr std::size_t kEarlier = 3;
  // In the order of first visits, from 0 at the root. A visit of a node that is not kept counts as
  // its first.
  std::uint64_t number = 0;
  const RecordedNode* parent = nullptr;
  std::uint32_t depth = 0;
  std::uint32_t move = 0;  // that led here, 1-based; 0 at the root
  std::uint32_t pass = 0;  // of the search in which it was last entered, from 1
  std::uint32_t entries = 0;
  Side side = Side::Max;
  bool is_leaf = false;
  bool goes_on = false;    // a leaf only because of the depth limit
  bool is_proved = false;  // BOUND is Exact because of the values of the moves, see prove_exact()
  std::uint64_t note = 0;  // for derived classes
  Bound bound = Bound::None;          // of VALUE, the last result; an exact one is kept
  Question<Score> question{};         // when it was last entered
  std::vector<Entry<Score>> earlier;  // the first kEarlier of the entries before that
  Owner<Score> alpha_owner;  // the owners of its bounds; tests and merits have only this one
  Owner<Score> beta_owner;
  Score value{};
  std::uint64_t order = 0;  // of evaluation, for leaves, from 1
  std::uint32_t evaluations = 0;
  Cut<Score>* cut = nullptr;            // the cutoff after the most moves
  std::uint64_t elided = 0;             // visits below that were not recorded
  std::vector<RecordedNode*> children;  // by move; null for those not visited
  RecordedNode* neighbour = nullptr;    // another of the same depth

  const RecordedNode* self() const { return this; }
  const RecordedNode* child(std::uint32_t number) const {
    return number >= 1 && number <= children.size() ? children[number - 1] : nullptr;
  }
};

// S: how scores compare.
template <Scores S>
class Recording : public Listener<typename S::Score> {
 public:
  using Score = typename S::Score;
  using Node = RecordedNode<Score>;

  // Keeps MOST nodes at most, those nearest to the root; counts the rest.
  Recording(const S& scores, std::size_t most) : scores_(scores), most_(most) {}

  void pass(Score, bool, Score, Score) override { ++passes_; }
  void enter(const Ply* ply, Side side, const Question<Score>& question) override {
    place_.forget(ply);
    Node* n = node_at(ply, true);
    if (!n) return;
    if (n->entries > 0 && n->entries <= Node::kEarlier)
      n->earlier.push_back({n->question, n->pass});
    n->side = side;
    n->pass = passes_;
    ++n->entries;
    n->question = question;
    find_owners(scores_, *n, n->parent);
  }
  void leaf(const Ply* ply, Score value) override {
    ++evaluations_;
    Node* n = node_at(ply);
    if (!n) return;
    n->is_leaf = true;
    n->bound = Bound::Exact;
    n->value = value;
    if (n->evaluations++ == 0) {
      n->order = evaluations_;
      ++distinct_leaves_;
    }
  }
  void leave(const Ply* ply, Score value, Bound bound) override {
    Node* n = node_at(ply);
    if (!n) return;
    // Two bounds that meet make the value known.
    if (((n->bound == Bound::Lower && bound == Bound::Upper) ||
         (n->bound == Bound::Upper && bound == Bound::Lower)) &&
        is_same(value, n->value))
      bound = Bound::Exact;
    if (n->bound != Bound::Exact) {
      n->value = value;
      n->bound = bound;
    }
  }
  void cutoff(const Ply* ply, Side, std::uint32_t move, Score alpha, Score beta,
              const Ply* solved) override {
    Node* n = node_at(ply);
    if (!n) return;
    const bool has_two = n->question.is_window();
    Cut<Score> cut{move,
                   alpha,
                   beta,
                   n->question,
                   has_two && n->side == Side::Max ? n->beta_owner : n->alpha_owner,
                   solved ? node_at(solved) : nullptr};
    if (!n->cut)
      n->cut = &cuts_.emplace_back(cut);
    else if (n->cut->move <= move)
      *n->cut = cut;
  }

  // After the search, of an interior node after its children: makes its value exact if those of its
  // moves, COUNT in all, prove it although the search asked only for a bound. (With fail-soft
  // alpha-beta, a position all of whose moves are visited may fail low.)
  void prove_exact(Node& n, std::size_t count) {
    if (n.bound == Bound::Exact || n.elided > 0 || n.children.size() != count) return;
    const bool max = n.side == Side::Max;
    auto better = [&](Score a, Score b) { return max ? scores_.max(a, b) : scores_.min(a, b); };
    Score lower = max ? S::lowest() : S::highest();
    Score upper = lower;
    for (const Node* child : n.children) {
      if (!child) return;
      const bool is_exact = child->bound == Bound::Exact;
      lower = better(lower, is_exact || child->bound == Bound::Lower ? child->value : S::lowest());
      upper = better(upper, is_exact || child->bound == Bound::Upper ? child->value : S::highest());
    }
    if (!is_same(lower, upper) || is_infinite(scores_, lower)) return;
    n.value = lower;
    n.bound = Bound::Exact;
    n.is_proved = true;
  }

  // Calls TODO with every score of the recording.
  template <class Do>
  void each_score(Do&& todo) {
    auto question = [&](Question<Score>& q) {
      todo(q.alpha);
      todo(q.beta);
    };
    auto cut = [&](Cut<Score>& c) {
      todo(c.alpha);
      todo(c.beta);
      question(c.question);
      todo(c.owner.asked);
    };
    for (Node& n : nodes_) {
      question(n.question);
      for (Entry<Score>& e : n.earlier) question(e.question);
      todo(n.alpha_owner.asked);
      todo(n.beta_owner.asked);
      todo(n.value);
    }
    for (Cut<Score>& c : cuts_) cut(c);
  }

  const Node& root() const { return nodes_.front(); }
  Node& root() { return nodes_.front(); }
  // How often the search restarted at the root; 0 for searches with a single pass.
  std::uint32_t passes() const { return passes_; }
  // Leaves evaluated, each counted once; as long as nothing is elided.
  std::uint64_t distinct_leaves() const { return distinct_leaves_; }
  bool is_whole() const { return deepest_ == kNoLimit; }
  // The greatest depth such that there are at most MOST nodes down to it.
  std::uint32_t depth_of_nearest(std::size_t most) const {
    std::size_t count = 0;
    for (std::size_t depth = 0; depth < levels_.size(); ++depth) {
      for (const Node* n = levels_[depth]; n; n = n->neighbour) ++count;
      if (count > most) return static_cast<std::uint32_t>(depth) - 1;
    }
    return kNoLimit;
  }

 protected:
  static constexpr std::uint32_t kNoLimit = ~std::uint32_t{0};

  // The node of PLY, created if necessary; null if it is too deep to be kept. Such a node is counted
  // at its nearest kept ancestor if IS_VISIT.
  Node* node_at(const Ply* ply, bool is_visit = false) {
    Place place = place_.at(ply, [&](const Place& above, const Ply* p) { return make(above, p); });
    if (dropped_) {
      place_.truncate(deepest_);
      dropped_ = false;
      place = place_.at(ply, [&](const Place& above, const Ply* p) { return make(above, p); });
    }
    if (place.is_kept) return place.node;
    place.node->elided += is_visit;
    numbered_ += is_visit;
    return nullptr;
  }

 private:
  struct Place {
    Node* node;  // of the position; or, if that is not kept, of the nearest one above that is
    bool is_kept;
  };

  bool is_same(Score a, Score b) const { return !scores_.less(a, b) && !scores_.less(b, a); }

  Place make(const Place& above, const Ply* ply) {
    if (!above.is_kept || ply->depth > deepest_) return {above.node, false};
    Node* parent = above.node;
    if (parent->children.size() < ply->move) parent->children.resize(ply->move);
    Node*& child = parent->children[ply->move - 1];
    if (child) return {child, true};
    if (kept_ >= most_) {
      drop_below(ply->depth);
      if (ply->depth > deepest_) return {parent, false};
    }
    ++kept_;
    child = fresh_node();
    child->number = ++numbered_;
    child->parent = parent;
    child->depth = ply->depth;
    child->move = ply->move;
    if (levels_.size() <= ply->depth) levels_.push_back(nullptr);
    child->neighbour = levels_[ply->depth];
    levels_[ply->depth] = child;
    return {child, true};
  }

  Node* fresh_node() {
    if (!free_) return &nodes_.emplace_back();
    Node* n = std::exchange(free_, free_->neighbour);
    *n = {};
    return n;
  }

  // Makes room for a node at DEPTH: drops the nodes of the deepest level, or that node if it is deeper.
  void drop_below(std::uint32_t depth) {
    const bool is_new = depth == levels_.size();
    deepest_ = static_cast<std::uint32_t>(levels_.size()) - (is_new ? 1 : 2);
    if (is_new) return;
    dropped_ = true;
    for (Node* n = levels_[deepest_]; n; n = n->neighbour) {
      for (const Node* child : n->children)
        if (child) n->elided += 1 + child->elided;
      n->children = {};
    }
    for (Node* n = levels_.back(); n;) {
      Node* next = n->neighbour;
      n->neighbour = free_;
      free_ = n;
      n = next;
      --kept_;
    }
    levels_.pop_back();
  }

  S scores_;
  std::size_t most_;
  std::deque<Node> nodes_{1};              // the root first
  std::vector<Node*> levels_{&nodes_[0]};  // by depth, a chain of neighbours each
  Node* free_ = nullptr;                   // a chain of neighbours
  std::size_t kept_ = 1;
  std::deque<Cut<Score>> cuts_;
  AlongPath<Place> place_{Place{&nodes_[0], true}};
  std::uint32_t deepest_ = kNoLimit;  // deeper nodes are only counted
  bool dropped_ = false;              // nodes were dropped since place_ was last updated
  std::uint64_t numbered_ = 0;
  std::uint64_t evaluations_ = 0;
  std::uint64_t distinct_leaves_ = 0;
  std::uint32_t passes_ = 0;
};

}  // namespace winnow::search
