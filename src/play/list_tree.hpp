// Nested lists as a game, walked in place: a list is a position whose elements are the moves, anything else is a
// leaf and its own value.
#pragma once

#include <cstdint>

#include "play/scores.hpp"
#include "search/game.hpp"

namespace winnow {

// Reports a tree that is none, with the way to the place.
[[noreturn]] void bad_tree(Heap& heap, const char* what, Value where, const search::Ply* ply);

class ListTree {
 public:
  using State = Value;
  using Score = Value;

  // Looks DEPTH plies ahead at most; a position cut off there is worth its first leaf.
  explicit ListTree(Heap& heap, std::uint32_t depth = ~std::uint32_t{0}) : heap_(heap), depth_(depth) {}

  class Children {
   public:
    Children(ListTree& tree, Value list) : tree_(tree), list_(list), turtle_(list) {}
    bool next(Value& child) {
      if (!is_cons(list_)) [[unlikely]] {
        if (is_nil(list_)) return false;
        bad_tree(tree_.heap_, "a dotted list is no position", list_, nullptr);
      }
      child = car(list_);
      list_ = cdr(list_);
      // Brent's test for a circle: the turtle jumps to the hare at every power of two.
      if (list_ == turtle_) [[unlikely]] bad_tree(tree_.heap_, "a circular list is no position", nil(), nullptr);
      if (++steps_ == power_) {
        power_ *= 2;
        steps_ = 0;
        turtle_ = list_;
      }
      return true;
    }
    bool more() const { return is_cons(list_); }

   private:
    ListTree& tree_;
    Value list_;
    Value turtle_;
    std::uint32_t steps_ = 0;
    std::uint32_t power_ = 16;
  };

  Children children(Value node) { return Children(*this, node); }
  bool is_leaf(Value node, const search::Ply* ply) {
    if (!is_cons(node)) return true;
    if (ply->depth >= depth_) return true;
    if ((ply->depth & 4095) == 4095) check_descent(node, ply);
    return false;
  }
  Value value(Value node, const search::Ply* ply) {
    if (node.is_fixnum()) [[likely]] return node;
    return unusual_value(node, ply);
  }
  search::Side side_after(search::Side side, Value) const { return search::other(side); }
  bool less(Value a, Value b) const { return score_less(heap_, a, b); }
  static Value lowest() { return kLowestScore; }
  static Value highest() { return kHighestScore; }
  void poll() { heap_.signaller->poll(); }

 private:
  Value unusual_value(Value node, const search::Ply* ply);
  void check_descent(Value node, const search::Ply* ply);

  Heap& heap_;
  std::uint32_t depth_;
};

// Leaves of a nested list, each counted once; a list too deep or circular is no trouble up to LIMIT.
std::uint64_t count_leaves(Value tree, std::uint64_t limit);

}  // namespace winnow
