#include "play/lisp_game.hpp"

#include "core/condition.hpp"
#include "core/list.hpp"

namespace winnow {

bool takes_depth(Value function) {
  if (has_type(function, Type::Builtin))
    return as<Builtin>(function)->info->least >= 2;  // ATOM and its like take one
  if (!has_type(function, Type::Closure)) return false;
  Code* code = as<Code>(as<Closure>(function)->code);
  return code->required + code->optional >= 2 ||
         (code->required < 2 && (code->flags & Code::kRest) != 0);
}

bool LispGame::is_leaf(Value node, const search::Ply* ply) {
  Heap& heap = vm_.heap();
  if (is_too_deep(ply))
    signal_error(heap, ConditionKind::storage_condition,
                 "minimax: the game goes on too deeply: does it ever end? :DEPTH limits it. It is "
                 "at the position ~S",
                 {node});
  if (is_depth_limit(ply)) return true;
  if (!is_nil(call(functions_.quiet, quiet_takes_depth_, node, ply))) return true;
  moves_ = vm_.call(functions_.moves, {node});
  if (proper_length(moves_) < 0)
    bad_tree(heap, "PLAUSIBLE-MOVES must return a proper list", moves_, ply);
  return is_nil(moves_);  // no moves: as good as quiet
}

Value LispGame::value(Value node, const search::Ply* ply) {
  Value v = call(functions_.value, value_takes_depth_, node, ply);
  check_score(vm_.heap(), "STATIC-VALUE must return a real number", v, ply);
  return v;
}

}  // namespace winnow
