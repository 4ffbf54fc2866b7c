// A real game whose rules are Lisp functions, for the engine.
#pragma once

#include <vector>

#include "core/array.hpp"
#include "search/engine.hpp"
#include "vm/vm.hpp"

namespace winnow {

// Functions of a position, and of a move for PLAY. Those that a game need not have may be NIL.
struct RuleFunctions {
  Value name;   // of the game, for messages
  Value moves;  // the list of legal moves
  Value play;   // of a position and a move: the next position
  Value side;   // :MAX or :MIN; NIL: they take turns, and positions come with the side
  Value over;
  Value value;
  Value quiet;  // or NIL: always
  Value key;    // a number, symbol, string, or list or vector of such, or NIL: no table
  Value order;  // of a position and a move: a fixnum, greater for what is to be tried first, or
                // NIL: as they come
};

// Of a list in that order.
RuleFunctions rule_functions(Heap& heap, Value list);

class LispRules {
 public:
  using Position = Value;
  using Move = Value;
  static constexpr unsigned kSlots = 256;

  // The moves of a position in a vector, which keeps them alive.
  class Moves {
   public:
    explicit Moves(Value vector) : vector_(vector) {}
    std::size_t size() const { return vector_length(vector_); }
    Value operator[](std::size_t i) const { return array_ref(vector_, i); }

   private:
    Value vector_;
  };

  LispRules(Vm& vm, const RuleFunctions& functions) : vm_(vm), functions_(functions) {}

  search::Side side(Value p);
  bool over(Value p) { return !is_nil(call(functions_.over, p)); }
  int value(Value p);
  bool quiet(Value p) { return is_nil(functions_.quiet) || !is_nil(call(functions_.quiet, p)); }
  // All moves at P, at least one.
  struct MoveList {
    Value list;
    std::size_t count;
  };
  MoveList move_list(Value p);
  Moves moves(Value p);
  void play(Value& p, Value move);
  std::uint64_t key(Value p);
  int offset(Value) const { return 0; }
  search::Range bounds(Value) const { return {-900'000'000, 900'000'000}; }
  bool has_keys() const { return !is_nil(functions_.key); }
  int order(Value p, Value move);
  unsigned slot(Value move) const;  // moves may share one
  void poll() { vm_.poll(); }
  [[noreturn]] void endless(Value p);

 private:
  Value call(Value function, Value p) { return vm_.call(function, {p}); }
  [[noreturn]] void bad_clause(const char* clause, const char* expected, Value got, Value p);

  Vm& vm_;
  RuleFunctions functions_;
};

}  // namespace winnow
