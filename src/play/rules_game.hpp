// A game of DEFINE-GAME for the algorithms: its moves lead to positions, and a side may move twice running.
#pragma once

#include "core/list.hpp"
#include "core/roots.hpp"
#include "play/board.hpp"
#include "play/lisp_rules.hpp"

namespace winnow {

class RulesGame final : public Board {
 public:
  // Looks DEPTH plies ahead at most.
  RulesGame(Vm& vm, const RuleFunctions& functions, std::uint32_t depth)
      : Board(vm.heap()), rules_(vm, functions), depth_(depth), kept_(vm.heap()) {}

  class Children {
   public:
    Children(LispRules& rules, Value position, Value moves) : rules_(rules), position_(position), moves_(moves) {}
    bool next(Value& child) {
      if (!is_cons(moves_)) return false;
      child = position_;
      rules_.play(child, car(moves_));
      moves_ = cdr(moves_);
      return true;
    }
    bool more() const { return is_cons(moves_); }

   private:
    LispRules& rules_;
    Value position_;
    Value moves_;
  };

  Children children(Value node, const search::Ply*) { return Children(rules_, node, rules_.move_list(node)); }
  bool is_leaf(Value node, const search::Ply* ply) {
    if (is_too_deep(ply)) rules_.endless(node);
    return ply->depth >= depth_ || rules_.over(node);
  }
  Value value(Value node, const search::Ply*) { return Value::from_fixnum(rules_.value(node)); }
  search::Side side_after(search::Side, Value child) { return rules_.side(child); }
  void keep(Value v) { kept_.push(v); }

  search::Side side(Value position) { return rules_.side(position); }
  Value moves_at(Value position) override { return rules_.move_list(position); }
  Value after(Value position, Value move) override {
    rules_.play(position, move);
    return position;
  }
  bool names_moves() const override { return true; }

 private:
  LispRules rules_;
  std::uint32_t depth_;
  ValueVector kept_;  // positions that an algorithm remembers
};

}  // namespace winnow
