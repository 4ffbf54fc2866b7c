#include "search/adapters/function_tree.hpp"

#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

bool takes_depth(Value function) {
  if (has_type(function, Type::Builtin))
    return as<Builtin>(function)->info->least >= 2;  // ATOM, for example, takes one argument
  if (!has_type(function, Type::Closure)) return false;
  Code* code = as<Code>(as<Closure>(function)->code);
  return code->required + code->optional >= 2 ||
         (code->required < 2 && (code->flags & Code::kRest) != 0);
}

bool FunctionTree::is_leaf(Value node, const search::Ply* ply) {
  if (is_too_deep(ply))
    signal_error(heap_, ConditionKind::storage_condition,
                 "~A: the game goes on too deeply: does it ever end? :DEPTH limits it. It is "
                 "at the position ~S",
                 {operation_named(heap_, "%minimax"), node});
  if (is_depth_limit(ply->depth)) return true;
  if (is_quiet(node, ply->depth)) return true;
  moves_ = moves_at(node);
  if (proper_length(moves_) < 0)
    bad_tree(heap_, "PLAUSIBLE-MOVES must return a proper list", moves_, ply);
  return is_nil(moves_);  // a position without moves is a leaf
}

Value FunctionTree::value(Value node, const search::Ply* ply) {
  Value v = call(functions_.value, value_takes_depth_, node, ply->depth);
  check_score(heap_, "STATIC-VALUE must return a real number", v, ply);
  return v;
}

}  // namespace winnow
