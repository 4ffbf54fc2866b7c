// A game given by three Lisp functions: PLAUSIBLE-MOVES, STATIC-VALUE and QUIET.
#pragma once

#include "play/called_game.hpp"
#include "play/list_tree.hpp"
#include "vm/vm.hpp"

namespace winnow {

struct GameFunctions {
  Value moves;  // of a position: the list of its successors
  Value value;  // of a position and, if it takes one, the depth: its static value
  Value quiet;  // of a position and, if it takes one, the depth: stop here?
};

// True if FUNCTION can be called with two arguments.
bool takes_depth(Value function);

class LispGame final : public CalledGame {
 public:
  LispGame(Vm& vm, const GameFunctions& functions, std::uint32_t depth)
      : CalledGame(vm.heap(), depth),
        vm_(vm),
        functions_(functions),
        value_takes_depth_(takes_depth(functions.value)),
        quiet_takes_depth_(takes_depth(functions.quiet)) {}

  // The moves of the position that is_leaf() looked at last.
  Children children(Value node, const search::Ply*) { return Children(*this, node, moves_); }
  bool is_leaf(Value node, const search::Ply* ply);
  Value value(Value node, const search::Ply* ply);
  Value moves_at(Value position) override { return vm_.call(functions_.moves, {position}); }

 private:
  Value call(Value function, bool takes_depth, Value node, const search::Ply* ply) {
    Value arguments[] = {node, Value::from_fixnum(ply->depth)};
    return vm_.call(function, arguments, takes_depth ? 2 : 1);
  }

  Vm& vm_;
  GameFunctions functions_;
  bool value_takes_depth_;
  bool quiet_takes_depth_;
  Value moves_ = nil();
};

}  // namespace winnow
