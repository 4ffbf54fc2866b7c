// A game of DEFINE-GAME as a tree for the textbook algorithms. Its moves are played to find the
// positions, and a side may move twice in succession.
#pragma once

#include "search/adapters/called_tree.hpp"
#include "search/adapters/lisp_rules.hpp"
#include "search/algorithms.hpp"

namespace winnow {

class RulesTree final : public CalledTree {
 public:
  // RULES: a property list, as the Lisp function RULES returns it. The search is at
  // most DEPTH plies deep.
  RulesTree(Vm& vm, Value rules, std::uint32_t depth)
      : CalledTree(vm.heap(), depth),
        vm_(vm),
        list_(rules),
        rules_(vm, rule_functions(vm.heap(), rules)) {}

  Children children(Value node, const search::Ply*) {
    return Children(*this, node, rules_.moves_found(node));
  }
  Value moves_found(Value node) { return rules_.moves_found(node); }
  bool is_leaf(Value node, const search::Ply* ply) {
    if (is_too_deep(ply)) rules_.endless(node);
    return rules_.look(node, ends_at(node, ply->depth));
  }
  Value value(Value node, const search::Ply*) { return rules_.value_found(node); }
  search::Side side_after(search::Side, Value child) { return rules_.side(child); }

  search::Side side(Value position) { return rules_.side(position); }
  Value moves_at(Value position) override { return rules_.move_list(position); }
  Value after(Value position, Value move) override {
    rules_.play(position, move);
    return position;
  }
  bool names_moves() const override { return true; }
  bool goes_on(Value position, std::uint32_t depth) override {
    return is_depth_limit(depth) && !rules_.over(position);
  }

  // True if all leaves are at the depth limit or at an end of the game.
  bool is_uniform() const { return !rules_.has_quiet(); }
  // The result of alpha-beta from ROOT in a uniform game, by SEARCH-BY-RULES of the library.
  search::Result<Value> alpha_beta(Value root, const search::Request<Value>& request);

 private:
  // Does the search end at POSITION? It does so at the depth limit if the game is over or POSITION
  // is quiet, and in any case kQuietPlies beyond the limit.
  bool ends_at(Value position, std::uint32_t depth) {
    return is_depth_limit(depth) && (is_uniform() || depth - depth_ >= search::kQuietPlies ||
                                     rules_.over(position) || rules_.quiet(position));
  }

  Vm& vm_;
  Value list_;
  LispRules rules_;
};

}  // namespace winnow
