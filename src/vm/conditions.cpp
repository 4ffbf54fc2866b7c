// Signalling: handlers run first, on intact frames; only then does anything unwind.
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/symbol.hpp"
#include "vm/vm.hpp"

namespace winnow {

// *HANDLER-CLUSTERS*: a list of clusters, innermost first; a cluster is a list of (type .
// function), where TYPE is the name of a type of conditions or a predicate. While a handler runs,
// only the clusters outside its own are active.
namespace {

constexpr std::size_t kMostHandlers = 1'000'000;

bool names_type_of(Heap& heap, Value condition, Value type) {
  Value known = is_symbol(type) ? structure_type_named(heap, type) : nil();
  return !is_nil(known) && is_instance(condition, known);
}

}  // namespace

void Vm::run_handlers(Value condition) {
  if (!is_nil(symbol_value(heap_, Sym::star_break_on_signals)))
    call(heap_.symbols->symbol(Sym::break_on_signal), {condition});
  Value variable = heap_.symbols->symbol(Sym::star_handlers);
  Value clusters = as<Symbol>(variable)->value;
  // The variable may hold anything, a circle too.
  std::size_t left = kMostHandlers;
  for (; is_cons(clusters) && left > 0; clusters = cdr(clusters), --left) {
    for (Value handlers = car(clusters); is_cons(handlers) && left > 0;
         handlers = cdr(handlers), --left) {
      Value type = car(car(handlers));
      bool by_predicate = is_function(type);
      if (!by_predicate && !names_type_of(heap_, condition, type)) continue;
      if (cdr(car(handlers)).is_fixnum()) {
        leave_attempt(cdr(car(handlers)), condition);
        continue;
      }
      bind_special(variable, cdr(clusters));
      if (!by_predicate || !is_nil(call(type, {condition}))) call(cdr(car(handlers)), {condition});
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
  invoke_debugger(condition);
}

Value Vm::instead_of_value(Value name) {
  return signal_with_choice(unbound_variable_condition(heap_, name), Sym::instead_of_value, name);
}

Value Vm::instead_of_function(Value name) {
  return signal_with_choice(undefined_function_condition(heap_, name), Sym::instead_of_function,
                            name);
}

// CHOOSER, of the library, signals CONDITION with restarts that return a value for NAME.
Value Vm::signal_with_choice(Value condition, Sym chooser, Value name) {
  Value function = as<Symbol>(heap_.symbols->symbol(chooser))->function;
  if (!is_function(function)) signal(condition);  // while the library is loaded
  return call(function, {condition, name});
}

void Vm::invoke_debugger(Value condition) {
  Value variable = heap_.symbols->symbol(Sym::star_debugger_hook);
  if (Value hook = as<Symbol>(variable)->value; !is_nil(hook)) {
    bind_special(variable, nil());
    call(hook, {condition, hook});
    undo_records(1);
  }
  if (unhandled) unhandled(condition);
  abort();
}

}  // namespace winnow
