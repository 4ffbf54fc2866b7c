#include "data/dialect.hpp"

#include "data/symbol.hpp"
#include "data/unicode.hpp"
#include "heap/heap.hpp"

namespace winnow {

// Does not allocate, since the dialect may be restored when memory is exhausted.
Value keyword_of(Heap& heap, Dialect dialect) {
  char32_t name[16];
  std::size_t length = 0;
  for (char c : dialect.name()) name[length++] = unicode::upcase(static_cast<char32_t>(c));
  return heap.symbols->keyword({name, length});
}

Value own_operator(Heap& heap, Dialect dialect, Value name) {
  auto under = [&](Sym words) { return get_property(heap, name, heap.symbols->symbol(words)); };
  Value own = dialect.kind == Dialect::Franz    ? under(Sym::franz)
              : dialect.kind == Dialect::Lisp15 ? under(Sym::lisp_1_5)
                                                : nil();
  return is_nil(own) && dialect.is_old() ? under(Sym::maclisp) : own;
}

Value own_operator(Heap& heap, Value name) {
  for (Dialect d : kDialects)
    if (Value own = own_operator(heap, d, name); !is_nil(own)) return own;
  return nil();
}

Value variable_of(Heap& heap, Dialect dialect, Value name) {
  if (!dialect.is_old()) return name;
  Sym values = dialect.kind == Dialect::MacLisp ? Sym::maclisp_variable
               : dialect.kind == Dialect::Franz ? Sym::franz_variable
                                                : Sym::lisp_1_5_variable;
  Value own = get_property(heap, name, heap.symbols->symbol(values));
  return is_nil(own) ? name : own;
}

}  // namespace winnow
