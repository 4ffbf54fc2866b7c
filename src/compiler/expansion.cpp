#include "compiler/expansion.hpp"

#include <vector>

#include "core/list.hpp"
#include "core/object.hpp"
#include "core/symbol.hpp"

namespace winnow {

namespace {

// In larger forms we do not look: what is in them is taken to be the program's.
constexpr std::size_t kMostCells = 20'000;

// Is TEST true for a cons of FORM's list structure? OTHERWISE, if there are too many of them.
template <class Test>
bool any_cons(Value form, bool otherwise, Test test) {
  std::vector<Value> rest{form};  // all of it is part of a form that is kept
  for (std::size_t cells = 0; !rest.empty();) {
    Value v = rest.back();
    rest.pop_back();
    for (; is_cons(v); v = cdr(v)) {
      if (test(v)) return true;
      if (++cells > kMostCells) return otherwise;
      if (is_cons(car(v))) rest.push_back(car(v));
    }
  }
  return false;
}

bool holds(Value form, Value cell) {
  return any_cons(form, true, [cell](Value v) { return v == cell; });
}

}  // namespace

const Expansion* maker_of(Value form, const Expansion* e) {
  while (e && holds(e->form, form)) e = e->outer;
  return e;
}

const Expansion* outermost_maker(const Expansion* e) {
  while (const Expansion* outer = maker_of(e->form, e->outer)) e = outer;
  return e;
}

bool holds_call(Value form, Value name) {
  return any_cons(form, false, [name](Value v) { return car(v) == name; });
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
