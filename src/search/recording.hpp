// A listener that keeps what a search did, for pictures and explanations: the tree as far as it was
// visited, with windows, values, the order of evaluation, and what was cut where.
#pragma once

#include <deque>
#include <vector>

#include "search/observer.hpp"

namespace winnow::search {

template <class Score>
struct RecordedNode {
  std::uint64_t number =
      0;  // in the order of the first visit, from 0 at the root; what is not kept counts each time
  const RecordedNode* parent = nullptr;
  std::uint32_t depth = 0;
  std::uint32_t move = 0;  // that led here, 1-based; 0 at the root
  Side side = Side::Max;
  Score alpha{};  // the window when it was last entered
  Score beta{};
  Score value{};
  bool is_done = false;  // VALUE is there
  bool is_leaf = false;
  std::uint64_t order = 0;  // of evaluation, for leaves, from 1
  std::uint32_t evaluations = 0;
  std::uint32_t cut_after = 0;  // the move after which the rest was cut, or 0
  Score cut_alpha{};            // the window then
  Score cut_beta{};
  const RecordedNode* cut_by =
      nullptr;  // the position above that had set the other bound; null: the caller of the search
  std::uint64_t elided = 0;             // visits below that were not recorded
  std::vector<RecordedNode*> children;  // by move; null for those not visited

  const RecordedNode* child(std::uint32_t number) const {
    return number >= 1 && number <= children.size() ? children[number - 1] : nullptr;
  }
};

// One thing that happened; ALPHA and BETA are the window, VALUE what was found.
template <class Score>
struct Event {
  enum class Kind : std::uint8_t { Enter, Leaf, Leave, Cutoff } kind;
  const RecordedNode<Score>* node;
  std::uint32_t move;  // Cutoff: the last that was looked at
  Score alpha{};
  Score beta{};
  Score value{};
  const RecordedNode<Score>* by = nullptr;  // Cutoff: as RecordedNode::cut_by
};

template <class Score>
class Recording : public Listener<Score> {
 public:
  using Node = RecordedNode<Score>;

  // Keeps MOST nodes at most, those nearest to the root, and the first MOST_EVENTS events of them;
  // counts the rest.
  explicit Recording(std::size_t most, std::size_t most_events = 0)
      : most_(most), most_events_(most_events) {}

  void enter(const Ply* ply, Side side, Score alpha, Score beta) override {
    Node* n = node_at(ply, true);
    if (!n) return;
    n->side = side;
    n->alpha = alpha;
    n->beta = beta;
    n->cut_after = 0;
    log({Event<Score>::Kind::Enter, n, 0, alpha, beta, {}});
  }
  void leaf(const Ply* ply, Score value) override {
    ++evaluations_;
    Node* n = node_at(ply);
    if (!n) return;
    n->is_leaf = true;
    n->is_done = true;
    n->value = value;
    if (n->evaluations++ == 0) n->order = evaluations_;
    log({Event<Score>::Kind::Leaf, n, 0, {}, {}, value});
  }
  void leave(const Ply* ply, Score value) override {
    Node* n = node_at(ply);
    if (!n) return;
    n->value = value;
    n->is_done = true;
    log({Event<Score>::Kind::Leave, n, 0, n->alpha, n->beta, value});
  }
  void cutoff(const Ply* ply, Side side, std::uint32_t move, Score alpha, Score beta) override {
    Node* n = node_at(ply);
    if (!n) return;
    n->cut_after = move;
    n->cut_alpha = alpha;
    n->cut_beta = beta;
    n->cut_by = who_set(n, side == Side::Max ? &Node::beta : &Node::alpha);
    log({Event<Score>::Kind::Cutoff, n, move, alpha, beta, {}, n->cut_by});
  }

  // Calls DO with every score that is held here.
  template <class Do>
  void each_score(Do&& todo) {
    for (auto& level : levels_)
      for (Node& n : level)
        for (Score* s : {&n.alpha, &n.beta, &n.value, &n.cut_alpha, &n.cut_beta}) todo(*s);
    for (Event<Score>& e : events_)
      for (Score* s : {&e.alpha, &e.beta, &e.value}) todo(*s);
  }

  const std::vector<Event<Score>>& events() const { return events_; }
  std::uint64_t elided_events() const { return elided_events_; }
  const Node* root() const { return levels_.empty() ? nullptr : &levels_[0].front(); }

 private:
  void log(const Event<Score>& event) {
    if (events_.size() < most_events_)
      events_.push_back(event);
    else
      ++elided_events_;
  }

  // The nearest position above N that N did not just inherit its BOUND from.
  static const Node* who_set(const Node* n, Score Node::*bound) {
    const Node* above = n->parent;
    while (above && above->*bound == n->*bound) above = above->parent;
    return above;
  }

  // The node of PLY, made if need be; null, and counted at its nearest ancestor if that is NEWS,
  // where it lies too deep to be kept.
  Node* node_at(const Ply* ply, bool news = false) {
    if (!ply->parent) {
      if (levels_.empty()) levels_.emplace_back().emplace_back();
      return &levels_[0].front();
    }
    Node* parent = node_at(ply->parent, news);
    if (!parent) return nullptr;
    if (ply->depth > deepest_) {
      parent->elided += news;
      numbered_ += news;
      return nullptr;
    }
    if (parent->children.size() < ply->move) parent->children.resize(ply->move);
    Node*& child = parent->children[ply->move - 1];
    if (child) return child;
    if (levels_.size() <= ply->depth) levels_.emplace_back();
    child = &levels_[ply->depth].emplace_back();
    child->number = ++numbered_;
    child->parent = parent;
    child->depth = ply->depth;
    child->move = ply->move;
    if (++kept_ <= most_) return child;
    drop_deepest();
    return ply->depth > deepest_ ? nullptr : child;
  }

  // Gives up the level farthest from the root.
  void drop_deepest() {
    deepest_ = static_cast<std::uint32_t>(levels_.size()) - 2;
    for (Node& n : levels_[deepest_]) {
      for (const Node* child : n.children)
        if (child) n.elided += 1 + child->elided;
      n.children = {};
    }
    elided_events_ +=
        std::erase_if(events_, [&](const Event<Score>& e) { return e.node->depth > deepest_; });
    kept_ -= levels_.back().size();
    levels_.pop_back();
  }

  std::size_t most_;
  std::size_t most_events_;
  std::vector<std::deque<Node>> levels_;  // by depth
  std::size_t kept_ = 1;
  std::uint32_t deepest_ = ~std::uint32_t{0};  // what lies deeper is only counted
  std::uint64_t numbered_ = 0;
  std::vector<Event<Score>> events_;
  std::uint64_t elided_events_ = 0;
  std::uint64_t evaluations_ = 0;
};

}  // namespace winnow::search
