// Base of games whose rules are Lisp functions.
#pragma once

#include "heap/list.hpp"
#include "heap/roots.hpp"
#include "search/adapters/tree_base.hpp"

namespace winnow {

class CalledTree : public TreeBase {
 public:
  // A cursor over the positions that MOVES lead to. next() computes each position
  // when it is needed.
  class Children {
   public:
    Children(CalledTree& tree, Value position, Value moves)
        : tree_(tree), position_(position), moves_(moves) {}
    bool next(Value& child, std::uint32_t& move) {
      if (!is_cons(moves_)) return false;
      child = tree_.after(position_, car(moves_));
      moves_ = cdr(moves_);
      ++move;
      return true;
    }
    bool more() const { return is_cons(moves_); }

   private:
    CalledTree& tree_;
    Value position_;
    Value moves_;
  };

  void keep(Value v) { kept_.push(v); }

 protected:
  CalledTree(Heap& heap, std::uint32_t depth) : TreeBase(heap, depth), kept_(heap) {}
  ~CalledTree() = default;

  // Is PLY so deep that the game is assumed to be infinite, or is the native stack nearly full?
  bool is_too_deep(const search::Ply* ply) const {
    return ply->depth > search::kDeepestGame ||
           !heap_.native_stack.has_room(std::ptrdiff_t{1} << 17);
  }

 private:
  ValueVector kept_;  // positions and scores that an algorithm remembers
};

}  // namespace winnow
