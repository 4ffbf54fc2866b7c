// Base of all kinds of Lisp trees: the operations that algorithms and recordings need.
#pragma once

#include "search/adapters/scores.hpp"
#include "search/game.hpp"

namespace winnow {

class TreeBase : public LispScores {
 public:
  using State = Value;

  // The list of moves at POSITION, which is not a leaf.
  virtual Value moves_at(Value position) = 0;
  // The position after MOVE, an element of that list.
  virtual Value after(Value, Value move) { return move; }
  // Do moves have names, not only numbers?
  virtual bool names_moves() const { return false; }
  // Is a position the list of its successors?
  virtual bool is_list() const { return false; }
  // Does POSITION, DEPTH plies deep, which is a leaf because of the depth limit, have moves?
  virtual bool goes_on(Value position, std::uint32_t depth) = 0;

  search::Side side_after(search::Side side, Value) const { return search::other(side); }
  void poll() { heap_.upcalls->poll(); }

  Heap& heap() const { return heap_; }
  // The depth limit, in plies.
  std::uint32_t depth() const { return depth_; }

 protected:
  TreeBase(Heap& heap, std::uint32_t depth) : LispScores(heap), depth_(depth) {}
  ~TreeBase() = default;

  bool is_depth_limit(std::uint32_t depth) const { return depth >= depth_; }

  std::uint32_t depth_;
};

}  // namespace winnow
