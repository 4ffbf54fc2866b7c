#include "compiler/environment.hpp"

#include "compiler/expansion.hpp"
#include "compiler/scope.hpp"
#include "data/structure_type.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

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
    case Scope::NotInline: return with(Sym::k_notinline, nil());
    case Scope::Special: return with(Sym::k_special, nil());
    case Scope::Block:
    case Scope::Tag: break;
  }
  return environment;
}

Value add_to_environment(Heap& heap, Value environment, Sym kind, Value name, Value value) {
  return heap.cons(list_of(heap, {heap.symbols->symbol(kind), name, value}), environment);
}

namespace {
// An environment of this length is checked for circularity.
constexpr std::size_t kLongEnvironment = 10'000;
}  // namespace

Value environment_entry(Heap& heap, Value environment, Value name, Sym kind, Sym other) {
  const SymbolTable& s = *heap.symbols;
  // The user can pass any object to MACROEXPAND.
  for (std::size_t step = 1; is_cons(environment); environment = cdr(environment), ++step) {
    heap.poll_at(step);
    if (step == kLongEnvironment && proper_length(heap, environment) == -2)
      signal_wrong_type(heap, "macroexpand", environment, {"an environment", "LIST"});
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

Value global_symbol_macro(Heap& heap, Value name) {
  if (as_symbol(name)->has(Symbol::kSpecial)) return kAbsent;
  Value found = find_property(heap, name, heap.symbols->symbol(Sym::symbol_macro));
  return is_nil(found) ? kAbsent : second(found);
}

Value compiler_macro(Heap& heap, Value name) {
  if (is_symbol(name)) return get_property(heap, name, heap.symbols->symbol(Sym::compiler_macro));
  if (function_symbol(heap, name) == kAbsent) return nil();
  return get_property(heap, second(name), heap.symbols->symbol(Sym::setf_compiler_macro));
}

Value call_expander(Heap& heap, Value expander, Value form, Value environment) {
  Value hook = symbol_value(heap, Sym::star_macroexpand_hook);
  if (hook == kUnbound || hook == heap.symbols->symbol(Sym::funcall))
    return heap.upcalls->call_function(expander, {form, environment});
  return heap.upcalls->call_function(hook, {expander, form, environment});
}

Value expand(Heap& heap, Value macro, Value form, Value environment) {
  Value expander = as<Macro>(macro)->expander;
  if (!is_library_code(macro)) return call_expander(heap, expander, form, environment);
  Value call = heap.cons(car(form), without_environment(heap, as<Macro>(macro)->lambda_list));
  if (!has_shape(heap, form, 1, ~std::size_t{0}))
    signal_error(heap, ConditionKind::program_error, "~S: expected ~(~A~), got ~S",
                 {car(form), call, form});
  Value expanded;
  Value error =
      heap.upcalls->attempt([&] { expanded = call_expander(heap, expander, form, environment); });
  if (error == kAbsent) return expanded;
  Value program_error = structure_type_named(heap, heap.symbols->intern("PROGRAM-ERROR"));
  if (is_instance(error, program_error)) heap.upcalls->signal(error);
  signal_error(heap, ConditionKind::program_error, "~S: expected ~(~A~), got ~S (~A)",
               {car(form), call, form, error});
}

Value macroexpand_once(Heap& heap, Value form, Value environment) {
  if (is_symbol(form)) {
    // An inner variable of the same name shadows a symbol macro.
    Value entry = environment_entry(heap, environment, form, Sym::k_symbol_macro, Sym::k_variable);
    if (is_nil(entry) &&
        is_nil(environment_entry(heap, environment, form, Sym::k_special, Sym::k_special)))
      return global_symbol_macro(heap, form);
    if (car(entry) != heap.symbols->symbol(Sym::k_symbol_macro)) return kAbsent;
    Value special = environment_entry(heap, environment, form, Sym::k_symbol_macro, Sym::k_special);
    return special == entry ? third(entry) : kAbsent;
  }
  if (!is_cons(form) || !is_symbol(car(form))) return kAbsent;
  Value local = environment_entry(heap, environment, car(form), Sym::k_macro, Sym::k_function);
  if (!is_nil(local)) {
    if (car(local) == heap.symbols->symbol(Sym::k_function)) return kAbsent;
    return call_expander(heap, third(local), form, environment);
  }
  if (is_special_form(car(form))) {
    Value expander = get_property(heap, car(form), heap.symbols->symbol(Sym::special_form_macro));
    return is_nil(expander) ? kAbsent : call_expander(heap, expander, form, environment);
  }
  Value f = as_symbol(car(form))->function;
  if (!has_type(f, Type::Macro)) return kAbsent;
  return expand(heap, f, form, environment);
}

}  // namespace winnow
