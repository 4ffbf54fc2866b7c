// What all kinds of games in Lisp have in common for the algorithms, and what pictures ask of them.
#pragma once

#include "play/scores.hpp"
#include "search/game.hpp"

namespace winnow {

class Board {
 public:
  using State = Value;
  using Score = Value;

  // The moves at POSITION, which is no leaf: a list.
  virtual Value moves_at(Value position) = 0;
  // The position after one of them.
  virtual Value after(Value, Value move) { return move; }
  // Is a move told by its own name, not just by its number?
  virtual bool names_moves() const { return false; }
  // Is a position the tree of all that may follow?
  virtual bool is_tree() const { return false; }

  bool less(Value a, Value b) const { return score_less(heap_, a, b); }
  static Value lowest() { return kLowestScore; }
  static Value highest() { return kHighestScore; }
  Value max(Value a, Value b) const { return score_max(heap_, a, b); }
  Value min(Value a, Value b) const { return score_min(heap_, a, b); }
  Value above(Value a) const { return score_beside(heap_, a, 1); }
  Value below(Value a) const { return score_beside(heap_, a, -1); }
  search::Side side_after(search::Side side, Value) const { return search::other(side); }
  void poll() { heap_.signaller->poll(); }

  // Reports that an algorithm would remember more positions than it may.
  [[noreturn]] void out_of_memory();

 protected:
  explicit Board(Heap& heap) : heap_(heap) {}
  ~Board() = default;

  Heap& heap_;
};

}  // namespace winnow
