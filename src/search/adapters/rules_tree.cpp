#include "search/adapters/rules_tree.hpp"

#include "data/symbol.hpp"

namespace winnow {

search::Result<Value> RulesTree::alpha_beta(Value root, const search::Request<Value>& request) {
  const SymbolTable& s = *heap_.symbols;
  const Value side = s.symbol(request.side == search::Side::Max ? Sym::k_max : Sym::k_min);
  const Value plies = Value::from_fixnum(depth_ > search::kDeepestGame ? -1 : std::int64_t{depth_});
  search::Result<Value> result{};
  const Value arguments[] = {list_, root, side, plies, request.alpha, request.beta};
  result.value = vm_.call_values(vm_.function_of(heap_.symbols->intern("SEARCH-BY-RULES")),
                                 arguments, std::size(arguments));
  const Value* more = vm_.values;
  auto count = [&](int i) { return static_cast<std::uint64_t>(more[i].fixnum()); };
  result.counters = {.interior = count(2), .leaves = count(1), .cutoffs = count(3)};
  const bool is_leaf = result.counters.interior == 0;
  result.bound = is_leaf ? search::Bound::Exact
                         : search::claim(*this, result.value, request.alpha, request.beta);
  if (result.bound == search::Bound::Exact)
    for (Value line = more[0]; is_cons(line); line = cdr(line))
      result.principal_variation.push_back(static_cast<std::uint32_t>(car(line).fixnum()));
  vm_.value_count = 1;
  return result;
}

}  // namespace winnow
