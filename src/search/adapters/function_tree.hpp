// A game given by three Lisp functions: PLAUSIBLE-MOVES, STATIC-VALUE and QUIET.
#pragma once

#include "search/adapters/called_tree.hpp"
#include "search/adapters/list_tree.hpp"
#include "vm/call_gate.hpp"

namespace winnow {

struct GameFunctions {
  Value moves;  // of a position: the list of its successors
  Value value;  // of a position and, if it takes one, the depth: its static value
  Value quiet;  // of a position and, if it takes one, the depth: is it a leaf? NIL: none is
};

// True if FUNCTION can be called with two arguments.
bool takes_depth(Value function);

class FunctionTree final : public CalledTree {
 public:
  // A game that is searched at most DEPTH plies deep.
  FunctionTree(Vm& vm, const GameFunctions& functions, std::uint32_t depth)
      : CalledTree(vm.heap(), depth),
        gate_(vm),
        functions_(functions),
        value_takes_depth_(takes_depth(functions.value)),
        quiet_takes_depth_(takes_depth(functions.quiet)) {}

  // The moves of the position last passed to is_leaf().
  Children children(Value node, const search::Ply*) { return Children(*this, node, moves_); }
  Value moves_found(Value) { return moves_; }
  bool is_leaf(Value node, const search::Ply* ply);
  Value value(Value node, const search::Ply* ply);
  Value moves_at(Value position) override { return gate_.call(functions_.moves, position); }
  bool goes_on(Value position, std::uint32_t depth) override {
    return is_depth_limit(depth) && !is_quiet(position, depth) && is_cons(moves_at(position));
  }

 private:
  Value call(Value function, bool takes_depth, Value node, std::uint32_t depth) {
    return takes_depth ? gate_.call(function, node, Value::from_fixnum(depth))
                       : gate_.call(function, node);
  }
  bool is_quiet(Value node, std::uint32_t depth) {
    return !is_nil(functions_.quiet) &&
           !is_nil(call(functions_.quiet, quiet_takes_depth_, node, depth));
  }

  CallGate gate_;
  GameFunctions functions_;
  bool value_takes_depth_;
  bool quiet_takes_depth_;
  Value moves_ = nil();
};

}  // namespace winnow
