#include "compiler/environment.hpp"

#include "compiler/expansion.hpp"
#include "compiler/scope.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"

namespace winnow {

Value add_scope(Heap& heap, Value environment, const Scope& entry) {
  auto with = [&](Sym kind, Value value) {
    return add_to_environment(heap, environment, kind, entry.name, value);
  };
  switch (entry.kind) {
    case Scope::Macro: return with(Sym::k_macro, entry.value);
    case Scope::Function: return with(Sym::k_function, nil());
    case Scope::SymbolMacro: return with(Sym::k_symbol_macro, entry.value);
    case Scope::Lexical: return with(Sym::k_variable, nil());
    case Scope::Special: return with(Sym::k_special, nil());
    case Scope::Block:
    case Scope::Tag: break;
  }
  return environment;
}

Value add_to_environment(Heap& heap, Value environment, Sym kind, Value name, Value value) {
  return heap.cons(list_of(heap, {heap.symbols->symbol(kind), name, value}), environment);
}

Value environment_entry(Heap& heap, Value environment, Value name, Sym kind, Sym other) {
  const SymbolTable& s = *heap.symbols;
  // It may be anything that a program handed to MACROEXPAND.
  for (std::size_t step = 1; is_cons(environment); environment = cdr(environment), ++step) {
    heap.poll_at(step);
    Value entry = car(environment);
    if (second(entry) == name && (car(entry) == s.symbol(kind) || car(entry) == s.symbol(other)))
      return entry;
  }
  return nil();
}

Value without_environment(Heap& heap, Value lambda_list) {
  ListBuilder shown(heap);
  for (; is_cons(lambda_list); lambda_list = cdr(lambda_list)) {
    Value item = car(lambda_list);
    if (item == heap.symbols->symbol(Sym::environment) || item == heap.symbols->symbol(Sym::whole))
      lambda_list = cdr(lambda_list);
    else
      shown.add(item);
  }
  return shown.ending_with(lambda_list);
}

Value standard_macro(Heap& heap, Value name) {
  return get_property(heap, name, heap.symbols->symbol(Sym::standard_macro));
}

Value expand(Heap& heap, MacroCaller& caller, Value macro, Value form, Value environment) {
  Value expander = as<Macro>(macro)->expander;
  if (!is_library_code(macro)) return caller.call_function(expander, {form, environment});
  Value call = heap.cons(car(form), without_environment(heap, as<Macro>(macro)->lambda_list));
  if (!has_shape(heap, form, 1, ~std::size_t{0}))
    signal_error(heap, ConditionKind::program_error, "Malformed ~S: expected ~(~A~), got ~S",
                 {car(form), call, form});
  Value expanded;
  Value error = caller.attempt([&] {
    expanded = caller.call_function(expander, {form, environment});
  });
  if (error == kAbsent) return expanded;
  Value program_error = structure_type_named(heap, heap.symbols->intern("PROGRAM-ERROR"));
  if (is_instance(error, program_error)) heap.signaller->signal(error);
  signal_error(heap, ConditionKind::program_error, "Malformed ~S: expected ~(~A~), got ~S (~A)",
               {car(form), call, form, error});
}

Value macroexpand_once(Heap& heap, MacroCaller& caller, Value form, Value environment) {
  if (is_symbol(form)) {
    // A variable of that name, closer by, hides a symbol macro.
    Value entry = environment_entry(heap, environment, form, Sym::k_symbol_macro, Sym::k_variable);
    if (car(entry) != heap.symbols->symbol(Sym::k_symbol_macro)) return kAbsent;
    Value special = environment_entry(heap, environment, form, Sym::k_symbol_macro, Sym::k_special);
    return special == entry ? third(entry) : kAbsent;
  }
  if (!is_cons(form) || !is_symbol(car(form))) return kAbsent;
  Value local = environment_entry(heap, environment, car(form), Sym::k_macro, Sym::k_function);
  if (!is_nil(local)) {
    if (car(local) == heap.symbols->symbol(Sym::k_function)) return kAbsent;
    return caller.call_function(third(local), {form, environment});
  }
  Value f = as_symbol(car(form))->function;
  if (!has_type(f, Type::Macro)) return kAbsent;
  return expand(heap, caller, f, form, environment);
}

}  // namespace winnow
