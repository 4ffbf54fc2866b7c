#include "core/dialect.hpp"

#include "core/heap.hpp"
#include "core/symbol.hpp"

namespace winnow {

// Takes no memory, since a dialect is put back where there may be none.
Value keyword_of(Heap& heap, Dialect dialect) {
  constexpr std::u32string_view kNames[] = {U"COMMON-LISP", U"MACLISP", U"FRANZ", U"LISP-1.5"};
  return heap.symbols->keyword(kNames[dialect.kind]);
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

}  // namespace winnow
