// Evaluation of top-level forms. The body forms of a top-level PROGN, EVAL-WHEN, LOCALLY, MACROLET
// or SYMBOL-MACROLET are top-level forms as well (standard, 3.2.3.1). Each is compiled after the
// previous one has been evaluated, so that a macro defined in one is known in the next.
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

Value Interpreter::eval(Value form) {
  EvaluatedText text(*this, {});
  return evaluate(form, nil());
}

Value Interpreter::eval_of_program(Value form) {
  EvaluatedText text(*this, vm.dialect_of_program());
  return evaluate(form, nil());
}

Value Interpreter::evaluate(Value form, Value environment) {
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
  Expansion expansion{form, by_library, expansion_, {}, nullptr};
  Value expanded = special ? kAbsent : record_expansion(heap, expansion, [&] {
    return own_macro != kAbsent ? winnow::expand(heap, *this, own_macro, form, environment)
                                : macroexpand_once(heap, *this, form, environment);
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
    return evaluate(expanded, environment);
  }
  auto is = [&](Sym s) { return is_cons(form) && car(form) == symbols.symbol(s); };
  // The compiler reports malformed forms.
  bool has_list = is(Sym::eval_when) || is(Sym::macrolet) || is(Sym::symbol_macrolet);
  bool malformed = !has_shape(heap, form, 2, kAny) ||
                   (has_list && !has_shape(heap, second(form), 0, kAny)) ||
                   (is(Sym::eval_when) && !are_situations(second(form)));
  if (malformed) return compile_and_run(form, environment);
  if (is(Sym::progn)) return evaluate_all(cdr(form), environment);
  if (is(Sym::eval_when))
    return executes(heap, second(form)) ? evaluate_all(cdr(cdr(form)), environment) : nil();
  if (is(Sym::locally)) {
    Value body = cdr(form);
    Value inner = environment;
    if (!skip_declarations(heap, body, inner)) return compile_and_run(form, environment);
    return evaluate_all(body, inner);
  }
  if (is(Sym::macrolet) || is(Sym::symbol_macrolet)) {
    bool functions = is(Sym::macrolet);
    std::size_t most = functions ? kAny : 2;
    Value inner = environment;
    for (Value d = second(form); is_cons(d); d = cdr(d)) {
      Value definition = car(d);
      if (!has_shape(heap, definition, 2, most) || !is_symbol(car(definition)))
        return compile_and_run(form, environment);
      inner = functions ? add_to_environment(heap, inner, Sym::k_macro, car(definition),
                                             local_expander(heap, *this, definition, environment))
                        : add_to_environment(heap, inner, Sym::k_symbol_macro, car(definition),
                                             second(definition));
    }
    Value body = cdr(cdr(form));
    if (!skip_declarations(heap, body, inner)) return compile_and_run(form, environment);
    for (Value d = functions ? nil() : second(form); is_cons(d); d = cdr(d)) {
      Value name = car(car(d));
      Value entry = environment_entry(heap, inner, name, Sym::k_symbol_macro, Sym::k_special);
      bool special =
          as_symbol(name)->has(Symbol::kSpecial) || car(entry) == symbols.symbol(Sym::k_special);
      if (special) return compile_and_run(form, environment);
    }
    return evaluate_all(body, inner);
  }
  return compile_and_run(form, environment);
}

Value Interpreter::evaluate_all(Value forms, Value environment) {
  if (!heap.native_stack.has_room())
    signal_error(heap, ConditionKind::storage_condition, "The form of ~S is nested too deeply",
                 {car(is_cons(car(forms)) ? car(forms) : forms)});
  Value last = nil();
  for (; is_cons(forms); forms = cdr(forms)) {
    vm.value_count = 1;
    last = evaluate(car(forms), environment);
  }
  return last;
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

Value Interpreter::compile_and_run(Value form, Value environment) {
  return compile_and_run(form, environment, options_here());
}

void Interpreter::check(Value form, Value environment) {
  CompilerOptions options = options_here();
  options.line = loaded_.line;
  options.only_checks = true;
  compile_toplevel(heap, *this, options, form, environment);
}

Value Interpreter::compile_and_run(Value form, Value environment, const CompilerOptions& options) {
  if (options.dialect.is_old()) {
    old_dialect_ = options.dialect;
    vm.runs_old_dialects = 1;
  }
  EarlyCalls::Form calls(early_calls_);
  Value code = compile_toplevel(heap, *this, options, form, environment);
  if (on_library_code) on_library_code(code);
  Value thunk = make_closure(heap, code, nullptr, 0);
  Value value = vm.call_values(thunk, nullptr, 0);
  if (Value name = is_nil(environment) ? defined_by(form) : kAbsent; name != kAbsent)
    early_calls_.keep(
        calls, {form, as_symbol(name)->function, options.source, options.line, options.dialect});
  return value;
}

}  // namespace winnow
