// Processing of top-level forms: evaluation, and for COMPILE-FILE. The body forms of a top-level
// PROGN, EVAL-WHEN, LOCALLY, MACROLET or SYMBOL-MACROLET are top-level forms as well (standard,
// 3.2.3.1). Each is compiled after the previous one has been evaluated, so that a macro defined in
// one is known in the next.
#include <utility>

#include "compiler/environment.hpp"
#include "compiler/expansion.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "shell/interpreter.hpp"
#include "vm/slow_paths.hpp"

namespace winnow {

namespace {

constexpr std::size_t kAny = ~std::size_t{0};

// Removes the declarations from the front of BODY and adds the SPECIAL and NOTINLINE ones to
// ENVIRONMENT. Returns false if one is malformed.
bool skip_declarations(Heap& heap, Value& body, Value& environment) {
  const SymbolTable& s = *heap.symbols;
  for (; car(car(body)) == s.symbol(Sym::declare); body = cdr(body)) {
    if (!has_shape(heap, car(body), 1, kAny)) return false;
    for (Value d = cdr(car(body)); is_cons(d); d = cdr(d)) {
      if (!is_cons(car(d))) return false;
      bool special = car(car(d)) == s.symbol(Sym::special);
      if (!special && car(car(d)) != s.symbol(Sym::notinline)) continue;
      if (!has_shape(heap, car(d), 1, kAny)) return false;
      for (Value v = cdr(car(d)); is_cons(v); v = cdr(v)) {
        Value name = special ? car(v) : function_symbol(heap, car(v));
        if (!is_symbol(name)) return false;
        environment = add_to_environment(heap, environment,
                                         special ? Sym::k_special : Sym::k_notinline, name);
      }
    }
  }
  return true;
}

}  // namespace

// Separates the evaluated form from the text being loaded: line, expansions and dialect are reset,
// and restored at the end.
struct Interpreter::EvaluatedText {
  Interpreter& lisp;
  int line;
  const Expansion* expansion;
  Dialect dialect;
  EvaluatedText(Interpreter& l, Dialect d)
      : lisp(l),
        line(std::exchange(l.toplevel_line_, 0)),
        expansion(std::exchange(l.expansion_, nullptr)),
        dialect(std::exchange(l.evaluated_dialect_, d)) {}
  ~EvaluatedText() {
    lisp.toplevel_line_ = line;
    lisp.expansion_ = expansion;
    lisp.evaluated_dialect_ = dialect;
  }
};

// How a top-level form is processed.
struct Interpreter::TopLevel {
  Value environment = nil();  // the local macros and declarations around the form
  // The function of process_for_file and its other arguments; kAbsent: the form is evaluated.
  Value function = kAbsent;
  Value around = nil();
  bool at_once = false;
  bool evaluates() const { return function == kAbsent; }
};

Value Interpreter::eval(Value form) {
  EvaluatedText text(*this, {});
  return process(form, {});
}

Value Interpreter::eval_of_program(Value form) {
  EvaluatedText text(*this, vm.dialect_of_program());
  return process(form, {});
}

Value Interpreter::evaluate(Value form, Value environment) {
  return process(form, {.environment = environment});
}

void Interpreter::process_for_file(Value form, Value function) {
  EvaluatedText text(*this, {});
  process(form, {.function = function});
}

Value Interpreter::process(Value form, const TopLevel& level) {
  const Value environment = level.environment;
  if (int line = lines_ ? lines_->line_of(form) : 0; line > 0) toplevel_line_ = line;
  Value local = is_cons(form)
                    ? environment_entry(heap, environment, car(form), Sym::k_macro, Sym::k_macro)
                    : nil();
  bool named = is_nil(local) && is_cons(form) && is_symbol(car(form));
  Value op = named ? operator_of_dialect(heap, dialect_of_code(), form, expansion_) : nil();
  Value own_macro = named && op != car(form) && has_type(as_symbol(op)->function, Type::Macro)
                        ? as_symbol(op)->function
                        : kAbsent;
  bool special = named && own_macro == kAbsent && is_special_form(op);
  bool by_library = named && !special && is_library_code(as_symbol(op)->function);
  bool is_kept = special || (by_library && !level.evaluates());  // its calls are not expanded
  Expansion expansion{form, by_library, expansion_, {}, nullptr};
  Value expanded = is_kept ? kAbsent : record_expansion(heap, expansion, [&] {
    return own_macro != kAbsent ? winnow::expand(heap, own_macro, form, environment)
                                : macroexpand_once(heap, form, environment);
  });
  if (expanded != kAbsent) {
    if (!heap.native_stack.has_room())
      signal_error(heap, ConditionKind::storage_condition, "The expansion of ~S does not end",
                   {is_cons(form) ? car(form) : form});
    vm.poll();
    struct Restore {
      Interpreter& lisp;
      ~Restore() { lisp.expansion_ = lisp.expansion_->outer; }
    } restore{*this};
    expansion_ = &expansion;
    return process(expanded, level);
  }
  auto is = [&](Sym s) { return is_cons(form) && car(form) == symbols.symbol(s); };
  bool is_local = is(Sym::macrolet) || is(Sym::symbol_macrolet);
  bool has_list = is_local || is(Sym::eval_when);
  // The compiler reports malformed forms.
  if (!has_shape(heap, form, 2, kAny) || (has_list && !has_shape(heap, second(form), 0, kAny)))
    return finish(form, level);
  if (is(Sym::progn)) return process_all(cdr(form), level);
  if (is(Sym::eval_when)) return process_eval_when(form, level);
  return is_local || is(Sym::locally) ? process_local(form, level) : finish(form, level);
}

Value Interpreter::process_eval_when(Value form, const TopLevel& level) {
  Value body = cdr(cdr(form));
  if (!are_situations(second(form))) return finish(form, level);
  auto has = [&](Situation situation) { return has_situation(second(form), situation); };
  if (level.evaluates()) return has(Situation::Execute) ? process_all(body, level) : nil();
  bool at_once = has(Situation::CompileToplevel) || (level.at_once && has(Situation::Execute));
  TopLevel inner = level;
  inner.at_once = at_once;
  if (has(Situation::LoadToplevel)) return process_all(body, inner);
  return at_once ? process_all(body, {.environment = level.environment}) : nil();
}

// Processes FORM, a LOCALLY, MACROLET or SYMBOL-MACROLET.
Value Interpreter::process_local(Value form, const TopLevel& level) {
  TopLevel inner = level;
  const bool functions = car(form) == symbols.symbol(Sym::macrolet);
  const bool variables = car(form) == symbols.symbol(Sym::symbol_macrolet);
  Value body = functions || variables ? cdr(cdr(form)) : cdr(form);
  for (Value d = functions || variables ? second(form) : nil(); is_cons(d); d = cdr(d)) {
    Value definition = car(d);
    if (!has_shape(heap, definition, 2, functions ? kAny : 2) || !is_symbol(car(definition)))
      return finish(form, level);
    Value meaning =
        functions ? local_expander(heap, definition, level.environment) : second(definition);
    inner.environment =
        add_to_environment(heap, inner.environment, functions ? Sym::k_macro : Sym::k_symbol_macro,
                           car(definition), meaning);
  }
  if (!skip_declarations(heap, body, inner.environment)) return finish(form, level);
  for (Value d = variables ? second(form) : nil(); is_cons(d); d = cdr(d)) {
    Value name = car(car(d));
    Value entry =
        environment_entry(heap, inner.environment, name, Sym::k_symbol_macro, Sym::k_special);
    if (as_symbol(name)->has(Symbol::kSpecial) || car(entry) == symbols.symbol(Sym::k_special))
      return finish(form, level);
  }
  if (!level.evaluates()) {
    ListBuilder head(heap);
    for (Value rest = form; rest != body; rest = cdr(rest)) head.add(car(rest));
    inner.around = heap.cons(heap.cons(head.list(), level.environment), level.around);
  }
  return process_all(body, inner);
}

Value Interpreter::process_all(Value forms, const TopLevel& level) {
  if (!heap.native_stack.has_room())
    signal_error(heap, ConditionKind::storage_condition, "The form of ~S is nested too deeply",
                 {car(is_cons(car(forms)) ? car(forms) : forms)});
  Value last = nil();
  for (; is_cons(forms); forms = cdr(forms)) {
    vm.value_count = 1;
    last = process(car(forms), level);
  }
  return last;
}

// Processes FORM, which contains no top-level forms.
Value Interpreter::finish(Value form, const TopLevel& level) {
  if (level.evaluates()) return compile_and_run(form, level.environment, options_here());
  return vm.call(level.function, {form, level.environment, level.around, truth(level.at_once)});
}

CompilerOptions Interpreter::options_here() const {
  CompilerOptions options;
  options.expansion = expansion_;
  options.dialect = dialect_of_code();
  options.source = loaded_.source;
  options.lines = lines_;
  options.line = toplevel_line_;
  options.sealed = sealed_;
  return options;
}

void Interpreter::check(Value form, Value environment) {
  CompilerOptions options = options_here();
  options.line = loaded_.line;
  options.only_checks = true;
  compile_toplevel(heap, options, form, environment);
}

Value Interpreter::compile_and_run(Value form, Value environment, const CompilerOptions& options) {
  if (options.dialect.is_old()) {
    old_dialect_ = options.dialect;
    vm.runs_old_dialects = 1;
  }
  EarlyCalls::Form calls(early_calls_);
  Value code = compile_toplevel(heap, options, form, environment);
  if (on_library_code) on_library_code(code);
  Value thunk = make_closure(heap, code, nullptr, 0);
  Value value = vm.call_values(thunk, nullptr, 0);
  if (Value name = is_nil(environment) ? defined_by(form) : kAbsent; name != kAbsent)
    early_calls_.keep(
        calls, {form, as_symbol(name)->function, options.source, options.line, options.dialect});
  return value;
}

}  // namespace winnow
