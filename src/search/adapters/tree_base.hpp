// What all kinds of trees in Lisp have in common for the algorithms, and what pictures ask of them.
#pragma once

#include "search/adapters/scores.hpp"
#include "search/game.hpp"

namespace winnow {

class TreeBase : public LispScores {
 public:
  using State = Value;

  // The moves at POSITION, which is no leaf: a list.
  virtual Value moves_at(Value position) = 0;
  // The position after one of them.
  virtual Value after(Value, Value move) { return move; }
  // Is a move told by its own name, not just by its number?
  virtual bool names_moves() const { return false; }
  // Is a position the list of all that may follow?
  virtual bool is_list() const { return false; }
  // Would there be moves at POSITION, DEPTH plies deep, which was taken for a leaf since the search
  // looks no deeper?
  virtual bool goes_on(Value position, std::uint32_t depth) = 0;

  search::Side side_after(search::Side side, Value) const { return search::other(side); }
  void poll() { heap_.signaller->poll(); }

  Heap& heap() const { return heap_; }
  // The plies that are looked ahead.
  std::uint32_t depth() const { return depth_; }

 protected:
  TreeBase(Heap& heap, std::uint32_t depth) : LispScores(heap), depth_(depth) {}
  ~TreeBase() = default;

  bool is_depth_limit(std::uint32_t depth) const { return depth >= depth_; }

  std::uint32_t depth_;
};

}  // namespace winnow
