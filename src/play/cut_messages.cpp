#include "play/cut_messages.hpp"

#include "core/list.hpp"
#include "core/symbol.hpp"

namespace winnow {

bool CutMessages::wanted() const {
  return !is_nil(symbol_value(vm_.heap(), Sym::star_print_message));
}

Value CutMessages::position_at(const search::Ply* ply) {
  if (!ply->parent) return root_;
  Value above = position_at(ply->parent);
  Value from_here = nth_rest(game_.moves_at(above), ply->move - 1);
  // Functions may say now what they did not say then.
  return is_cons(from_here) ? game_.after(above, car(from_here)) : nil();
}

void CutMessages::cutoff(const search::Ply* ply, search::Side side, std::uint32_t move, Value alpha,
                         Value beta) {
  SymbolTable& symbols = *vm_.heap().symbols;
  Value rest = nth_rest(game_.moves_at(position_at(ply)), move);
  vm_.call(symbols.intern("PRINT-MESSAGE"),
           {symbols.intern(side == search::Side::Max ? "BIGGEST" : "SMALLEST"), alpha, beta, rest,
            Value::from_fixnum(ply->depth)});
}

}  // namespace winnow
