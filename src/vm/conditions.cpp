// Signalling of conditions. Handlers run before anything is unwound.
#include "data/structure_type.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "vm/handlers.hpp"
#include "vm/vm.hpp"

namespace winnow {

namespace {

bool names_type_of(Heap& heap, Value condition, Value type) {
  Value known = is_symbol(type) ? structure_type_named(heap, type) : nil();
  return !is_nil(known) && is_instance(condition, known);
}

}  // namespace

bool HandlerSearch::next(Heap& heap, Value condition) {
  for (; left_ > 0; --left_) {
    if (!is_cons(rest)) {
      if (!is_cons(outer)) return false;
      rest = car(outer);
      outer = cdr(outer);
      continue;
    }
    Value type = car(car(rest));
    function = cdr(car(rest));
    rest = cdr(rest);
    predicate = is_function(type) ? type : nil();
    if (is_function(type) || names_type_of(heap, condition, type)) return true;
  }
  return false;
}

bool Vm::run_handlers(Value condition) {
  if (!is_nil(symbol_value(heap_, Sym::star_break_on_signals)))
    call(heap_.symbols->symbol(Sym::break_on_signal), {condition});
  Value variable = heap_.symbols->symbol(Sym::star_handlers);
  HandlerSearch handlers(as<Symbol>(variable)->value);
  while (handlers.next(heap_, condition)) {
    if (handlers.function.is_fixnum()) {
      leave_attempt(handlers.function, condition);
      continue;
    }
    bind_special(variable, handlers.outer);
    bool meant = is_nil(handlers.predicate) || !is_nil(call(handlers.predicate, {condition}));
    if (meant && attempt_call(handlers.function, &condition, 1) == kAbsent) return false;
    value_count = 1;
    undo_records(1);
  }
  return true;
}

void Vm::signal(Value condition) {
  // Handlers need room even if the C++ stack is exhausted. After a non-local exit,
  // reset_limits() restores the reserve.
  heap_.native_stack.lend_reserve();
  if (!run_handlers(condition)) throw NonlocalExit{};  // few C++ frames are left to cross
  invoke_debugger(condition);
}

Value Vm::instead_of_value(Value name) {
  return signal_with_choice(unbound_variable_condition(heap_, name), Sym::instead_of_value, name);
}

Value Vm::instead_of_function(Value name) {
  return signal_with_choice(undefined_function_condition(heap_, name), Sym::instead_of_function,
                            name);
}

// Signals CONDITION by CHOOSER, a library function that establishes the
// restarts which supply a value for NAME.
Value Vm::signal_with_choice(Value condition, Sym chooser, Value name) {
  Value function = as<Symbol>(heap_.symbols->symbol(chooser))->function;
  if (!is_function(function)) signal(condition);  // the library is not loaded yet
  return call(function, {condition, name});
}

void Vm::invoke_debugger(Value condition) {
  heap_.native_stack.lend_reserve();
  Value variable = heap_.symbols->symbol(Sym::star_debugger_hook);
  if (Value hook = as<Symbol>(variable)->value; !is_nil(hook)) {
    bind_special(variable, nil());
    call(hook, {condition, hook});
    undo_records(1);
  }
  heap_.upcalls->unhandled(condition, true);
  abort();
}

}  // namespace winnow
