// A listener that keeps what a search did, for pictures and explanations: the tree as far as it was visited, with
// windows, values, the order of evaluation, and what was cut where.
#pragma once

#include <deque>
#include <vector>

#include "search/observer.hpp"

namespace winnow::search {

template <class Score>
struct RecordedNode {
  std::uint32_t move = 0;       // that led here, 1-based; 0 at the root
  Side side = Side::Max;
  Score alpha{};                // the window when it was last entered
  Score beta{};
  Score value{};
  bool is_done = false;         // VALUE is there
  bool is_leaf = false;
  std::uint64_t order = 0;      // of evaluation, for leaves, from 1
  std::uint32_t evaluations = 0;
  std::uint32_t cut_after = 0;  // the move after which the rest was cut, or 0
  Score cut_alpha{};            // the window that was empty then
  Score cut_beta{};
  std::uint64_t elided = 0;     // visits below that were not recorded
  std::vector<RecordedNode*> children;  // by move; null for those not visited

  const RecordedNode* child(std::uint32_t number) const {
    return number >= 1 && number <= children.size() ? children[number - 1] : nullptr;
  }
};

template <class Score>
class Recording : public Listener<Score> {
 public:
  using Node = RecordedNode<Score>;

  // Keeps MOST nodes at most, the first ones visited, and counts the rest.
  explicit Recording(std::size_t most) : most_(most) {}

  void enter(const Ply* ply, Side side, Score alpha, Score beta) override {
    Node* n = node_at(ply);
    if (!n) return;
    n->side = side;
    n->alpha = alpha;
    n->beta = beta;
    n->cut_after = 0;
  }
  void leaf(const Ply* ply, Score value) override {
    ++evaluations_;
    Node* n = node_at(ply);
    if (!n) return;
    n->is_leaf = true;
    n->is_done = true;
    n->value = value;
    if (n->evaluations++ == 0) n->order = evaluations_;
  }
  void leave(const Ply* ply, Score value) override {
    Node* n = node_at(ply);
    if (!n) return;
    n->value = value;
    n->is_done = true;
  }
  void cutoff(const Ply* ply, std::uint32_t move, Score alpha, Score beta) override {
    Node* n = node_at(ply);
    if (!n) return;
    n->cut_after = move;
    n->cut_alpha = alpha;
    n->cut_beta = beta;
  }

  const Node* root() const { return nodes_.empty() ? nullptr : &nodes_.front(); }

 private:
  // The node of PLY, made if need be; null, and counted at the nearest ancestor, if there are too many already.
  Node* node_at(const Ply* ply) {
    if (!ply->parent) return nodes_.empty() ? &nodes_.emplace_back() : &nodes_.front();
    Node* parent = node_at(ply->parent);
    if (!parent) return nullptr;
    if (parent->children.size() < ply->move) {
      if (nodes_.size() >= most_) {
        ++parent->elided;
        return nullptr;
      }
      parent->children.resize(ply->move);
    }
    Node*& child = parent->children[ply->move - 1];
    if (child) return child;
    if (nodes_.size() >= most_) {
      ++parent->elided;
      return nullptr;
    }
    child = &nodes_.emplace_back();
    child->move = ply->move;
    return child;
  }

  std::size_t most_;
  std::deque<Node> nodes_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace winnow::search
