// Nested lists as a game, walked in place: a list is a position whose elements are the moves,
// anything else is a leaf and its own value.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heap/list.hpp"
#include "search/adapters/tree_base.hpp"

namespace winnow {

// Depth without a limit.
constexpr std::uint32_t kNoDepthLimit = ~std::uint32_t{0};

// Signals that a tree is malformed, with the path to the place, and WHERE unless it is kAbsent.
[[noreturn]] void bad_tree(Heap& heap, const char* what, Value where, const search::Ply* ply);

// The same unless V is a score; WHAT says that it must be one.
void check_score(Heap& heap, const char* what, Value v, const search::Ply* ply);

class ListTree final : public TreeBase {
 public:
  // Looks DEPTH plies ahead at most; a position cut off there is worth its first leaf.
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
  void keep(Value) {}  // all is part of the tree
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
  std::uint32_t first_check_;  // up to here a cons is expanded without further questions
};

// Leaves of a nested list that is cut off DEPTH plies deep; LIMIT if there are as many, or if it is
// nested so deeply that it is assumed to be circular. The user can interrupt.
std::uint64_t count_leaves(const Heap& heap, Value tree, std::uint64_t limit,
                           std::uint32_t depth = kNoDepthLimit);

}  // namespace winnow
