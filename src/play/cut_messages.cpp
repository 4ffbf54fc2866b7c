#include "play/cut_messages.hpp"

#include "core/list.hpp"
#include "core/symbol.hpp"

namespace winnow {

bool CutMessages::wanted() const {
  Value variable = vm_.heap().symbols->intern("*PRINT-MESSAGE*");
  return !is_nil(as_symbol(variable)->value);
}

Value CutMessages::position_at(const search::Ply* ply) {
  if (!ply->parent) return root_;
  Value above = position_at(ply->parent);
  Value moves = game_.moves_at(above);
  for (std::uint32_t n = 1; n < ply->move && is_cons(moves); ++n) moves = cdr(moves);
  return game_.after(above, car(moves));
}

void CutMessages::cutoff(const search::Ply* ply, search::Side side, std::uint32_t move, Value alpha, Value beta) {
  SymbolTable& symbols = *vm_.heap().symbols;
  Value rest = game_.moves_at(position_at(ply));
  for (std::uint32_t n = 0; n < move && is_cons(rest); ++n) rest = cdr(rest);
  vm_.call(symbols.intern("PRINT-MESSAGE"),
           {symbols.intern(side == search::Side::Max ? "BIGGEST" : "SMALLEST"), alpha, beta, rest, Value::from_fixnum(ply->depth)});
}

}  // namespace winnow
