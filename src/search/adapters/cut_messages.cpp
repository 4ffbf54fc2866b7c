#include "search/adapters/cut_messages.hpp"

#include <vector>

#include "data/symbol.hpp"
#include "heap/list.hpp"

namespace winnow {

bool CutMessages::wanted() const {
  return !is_nil(symbol_value(vm_.heap(), Sym::star_print_message));
}

// The position at PLY, found by its path; kAbsent if the path does not exist any more.
Value CutMessages::position_at(const search::Ply* ply) {
  std::vector<std::uint32_t> moves;
  for (; ply->parent; ply = ply->parent) moves.push_back(ply->move);
  Value at = root_;
  for (; !moves.empty(); moves.pop_back()) {
    Value from_here = nth_rest(tree_.moves_at(at), moves.back() - 1);
    // The functions may return other moves than before.
    if (!is_cons(from_here)) return kAbsent;
    at = tree_.after(at, car(from_here));
  }
  return at;
}

void CutMessages::cutoff(const search::Ply* ply, search::Side side, std::uint32_t move, Value alpha,
                         Value beta, const search::Ply*) {
  SymbolTable& symbols = *vm_.heap().symbols;
  auto shown = [&](Value bound) {
    return bound == kLowestScore    ? symbols.intern("-INF")
           : bound == kHighestScore ? symbols.intern("INF")
                                    : bound;
  };
  Value at = position_at(ply);
  Value rest = at == kAbsent ? nil() : nth_rest(tree_.moves_at(at), move);
  vm_.call(symbols.intern("PRINT-MESSAGE"),
           {symbols.intern(side == search::Side::Max ? "BIGGEST" : "SMALLEST"), shown(alpha),
            shown(beta), rest, fixnum(ply->depth)});
}

}  // namespace winnow
