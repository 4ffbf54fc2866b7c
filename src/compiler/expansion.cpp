#include "compiler/expansion.hpp"

#include "data/symbol.hpp"
#include "heap/allocation_scopes.hpp"
#include "heap/list.hpp"
#include "heap/object.hpp"

namespace winnow {

namespace {

bool made(const Expansion& e, Value cell) {
  const Pair* p = as_pair(cell);
  for (const PairSpan& span : e.spans)
    if (p >= span.begin && p < span.end) return true;
  return false;
}

}  // namespace

Value record_expansion(Heap& heap, Expansion& expansion, const Expansion* maker,
                       const std::function<Value()>& expand) {
  PairRecorder recorder(heap);
  Value expanded = expand();
  expansion.spans = recorder.spans();
  expansion.first = maker && maker->by_library ? maker->first : &expansion;
  return expanded;
}

const Expansion* maker_of(const Heap& heap, Value form, const Expansion* e) {
  bool constant = heap.is_in_image(form);
  // A collection may have freed pairs of the outer expansions, whose addresses inner ones reuse; so
  // the innermost expansion that allocated a pair at this address is the maker.
  while (e && !(constant ? e->by_library : made(*e, form))) e = e->outer;
  return e;
}

Value operator_of_dialect(Heap& heap, Dialect dialect, Value form, const Expansion* e) {
  if (!dialect.is_old()) return car(form);
  Value own = own_operator(heap, dialect, car(form));
  if (is_nil(own)) return car(form);
  const Expansion* maker = maker_of(heap, form, e);
  return maker && maker->by_library ? car(form) : own;
}

Value library_definition(Heap& heap, Value name) {
  if (as_symbol(name)->has(Symbol::kLibrary)) return as_symbol(name)->function;
  Value replaced = get_property(heap, name, heap.symbols->symbol(Sym::library_definition));
  return is_nil(replaced) ? kAbsent : replaced;
}

bool is_library_code(Value f) {
  if (has_type(f, Type::Builtin)) return true;
  if (has_type(f, Type::Macro)) f = as<Macro>(f)->expander;
  return has_type(f, Type::Closure) && (as<Code>(as<Closure>(f)->code)->flags & Code::kSealed) != 0;
}

}  // namespace winnow
