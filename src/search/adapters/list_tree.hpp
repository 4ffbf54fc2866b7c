// Nested lists as a game, without a copy: a list is a position whose elements are the moves; any
// other object is a leaf and its own value.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heap/list.hpp"
#include "search/adapters/tree_base.hpp"

namespace winnow {

// The depth of a search without a depth limit.
constexpr std::uint32_t kNoDepthLimit = ~std::uint32_t{0};

// Signals that a tree is malformed. The message shows the path to the place and, unless it is
// kAbsent, the object WHERE.
[[noreturn]] void bad_tree(Heap& heap, const char* what, Value where, const search::Ply* ply);

// Signals the same error, with the requirement WHAT, unless V is a score.
void check_score(Heap& heap, const char* what, Value v, const search::Ply* ply);

class ListTree final : public TreeBase {
 public:
  // A tree that is searched at most DEPTH plies deep; a list at that depth has the
  // value of its first leaf.
  explicit ListTree(Heap& heap, std::uint32_t depth = kNoDepthLimit)
      : TreeBase(heap, depth), first_check_(std::min(depth, kCheckPlies)) {}

  class Children {
   public:
    Children(ListTree& tree, Value list, const search::Ply* ply)
        : tree_(tree), list_(list), ply_(ply) {}
    bool next(Value& child, std::uint32_t& move) {
      if (!is_cons(list_)) [[unlikely]] {
        if (!is_nil(list_)) tree_.dotted(list_, ply_);
        return false;
      }
      child = car(list_);
      list_ = cdr(list_);
      if (++move == kCheckMoves) [[unlikely]]
        tree_.check_circle(list_, ply_);
      return true;
    }
    bool more() const { return is_cons(list_); }

   private:
    ListTree& tree_;
    Value list_;
    const search::Ply* ply_;
  };

  Children children(Value node, const search::Ply* ply) { return Children(*this, node, ply); }
  bool is_leaf(Value node, const search::Ply* ply) {
    if (!is_cons(node)) return true;
    return ply->depth >= first_check_ && is_deep_leaf(node, ply);
  }
  Value value(Value node, const search::Ply* ply) {
    if (is_plain_score(node)) [[likely]]
      return node;
    return unusual_value(node, ply);
  }
  Value moves_found(Value node) { return node; }
  // The value of a leaf for display: the first leaf of a list, whatever it is.
  static Value leftmost(Value node) {
    for (int i = 0; is_cons(node) && i < 1000; ++i) node = car(node);
    return node;
  }
  void keep(Value) {}  // the tree refers to all positions
  Value moves_at(Value position) override { return is_cons(position) ? position : nil(); }
  bool is_list() const override { return true; }
  bool goes_on(Value position, std::uint32_t) override { return is_cons(position); }

 private:
  Value unusual_value(Value node, const search::Ply* ply);
  bool is_deep_leaf(Value node, const search::Ply* ply);
  void check_circle(Value list, const search::Ply* ply);
  [[noreturn]] void dotted(Value tail, const search::Ply* ply);

  static constexpr std::uint32_t kCheckPlies = 256;
  static constexpr std::uint32_t kCheckMoves = 1024;  // a longer list is checked once for a circle
  std::uint32_t first_check_;                         // above this depth a cons is an interior node
};

// The number of leaves of a nested list down to DEPTH. LIMIT if there are at least as many, or if
// the list is nested so deeply that it is assumed to be circular. Polls for interrupts.
std::uint64_t count_leaves(const Heap& heap, Value tree, std::uint64_t limit,
                           std::uint32_t depth = kNoDepthLimit);

}  // namespace winnow
