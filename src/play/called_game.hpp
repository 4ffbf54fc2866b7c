// What games whose rules are Lisp functions have in common, however these are given.
#pragma once

#include "core/list.hpp"
#include "core/roots.hpp"
#include "play/board.hpp"

namespace winnow {

class CalledGame : public Board {
 public:
  // The positions that MOVES lead to; each is made when it is asked for.
  class Children {
   public:
    Children(CalledGame& game, Value position, Value moves)
        : game_(game), position_(position), moves_(moves) {}
    bool next(Value& child) {
      if (!is_cons(moves_)) return false;
      child = game_.after(position_, car(moves_));
      moves_ = cdr(moves_);
      return true;
    }
    bool more() const { return is_cons(moves_); }

   private:
    CalledGame& game_;
    Value position_;
    Value moves_;
  };

  void keep(Value v) { kept_.push(v); }

 protected:
  // Looks DEPTH plies ahead at most.
  CalledGame(Heap& heap, std::uint32_t depth) : Board(heap), depth_(depth), kept_(heap) {}
  ~CalledGame() = default;

  // Is PLY so deep that the game rather never ends, or is there no room to call its functions?
  bool is_too_deep(const search::Ply* ply) const {
    return ply->depth > search::kDeepestGame ||
           !heap_.native_stack.has_room(std::ptrdiff_t{1} << 17);
  }
  bool is_depth_limit(const search::Ply* ply) const { return ply->depth >= depth_; }

 private:
  std::uint32_t depth_;
  ValueVector kept_;  // positions and scores that an algorithm remembers
};

}  // namespace winnow
