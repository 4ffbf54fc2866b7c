// Signalling: handlers run first, on intact frames; only then does anything unwind.
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/symbol.hpp"
#include "vm/vm.hpp"

namespace winnow {

// *HANDLER-CLUSTERS*: a list of clusters, innermost first; a cluster is a list of (type . function)
// where TYPE is a symbol or a list (or type...). While a handler runs, only the clusters outside
// its own are active.
namespace {

bool matches(Heap& heap, Value condition, Value specifier) {
  if (is_cons(specifier)) {
    for (Value rest = cdr(specifier); is_cons(rest); rest = cdr(rest))
      if (matches(heap, condition, car(rest))) return true;
    return false;
  }
  if (specifier == t()) return true;
  if (!is_symbol(specifier)) return false;
  Value type = structure_type_named(heap, specifier);
  return !is_nil(type) && is_instance(condition, type);
}

}  // namespace

void Vm::run_handlers(Value condition) {
  Value variable = heap_.symbols->symbol(Sym::star_handlers);
  Value clusters = as<Symbol>(variable)->value;
  if (clusters == kUnbound) return;
  for (; is_cons(clusters); clusters = cdr(clusters)) {
    for (Value handlers = car(clusters); is_cons(handlers); handlers = cdr(handlers)) {
      if (!matches(heap_, condition, car(car(handlers)))) continue;
      bind_special(variable, cdr(clusters));
      call(cdr(car(handlers)), {condition});
      undo_records(1);
    }
  }
}

void Vm::signal(Value condition) {
  // Handlers need room, too, where it is the stack that is exhausted.
  struct Reserve {
    NativeStack& stack;
    explicit Reserve(NativeStack& s) : stack(s) { stack.lend_reserve(); }
    ~Reserve() { stack.take_back_reserve(); }
  } reserve(heap_.native_stack);
  run_handlers(condition);
  if (unhandled) unhandled(condition);
  abort();
}

}  // namespace winnow
