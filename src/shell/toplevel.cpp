#include "shell/toplevel.hpp"

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
struct TopLevel::EvaluatedText {
  TopLevel& toplevel;
  SourcePosition at;
  const Expansion* expansion;
  Dialect dialect;
  bool is_of_file;
  EvaluatedText(TopLevel& t, Dialect d, bool of_file)
      : toplevel(t),
        at(std::exchange(t.at_, {})),
        expansion(std::exchange(t.expansion_, nullptr)),
        dialect(std::exchange(t.evaluated_dialect_, d)),
        is_of_file(std::exchange(t.is_of_file_, of_file)) {}
  ~EvaluatedText() {
    toplevel.at_ = at;
    toplevel.expansion_ = expansion;
    toplevel.evaluated_dialect_ = dialect;
    toplevel.is_of_file_ = is_of_file;
  }
};

// How a top-level form is processed.
struct TopLevel::Level {
  Value environment = nil();  // the local macros and declarations around the form
  // The function of process_for_file and its other arguments; kAbsent: the form is evaluated.
  Value function = kAbsent;
  Value around = nil();
  bool at_once = false;
  bool evaluates() const { return function == kAbsent; }
};

TopLevel::TopLevel(Interpreter& lisp)
    : lisp_(lisp), heap_(lisp.heap), symbols_(lisp.symbols), early_calls_(lisp.heap) {}

Value TopLevel::eval(Value form) {
  EvaluatedText text(*this, {}, true);
  return process(form, {});
}

Value TopLevel::eval_in(Value form, Value environment) {
  EvaluatedText text(*this, {}, false);
  return process(form, {.environment = environment});
}

Value TopLevel::eval_of_program(Value form) {
  EvaluatedText text(*this, lisp_.vm.dialect_of_program(), false);
  // The program may have bound *ERROR-OUTPUT* for this form.
  const std::size_t first = lisp_.warnings.collected();
  Value value = process(form, {});
  const std::size_t count = lisp_.vm.value_count;
  if (lisp_.warnings.collected() > first) lisp_.warnings.print_from(first);
  lisp_.vm.value_count = count;
  return value;
}

Value TopLevel::evaluate(Value form, Value environment) {
  return process(form, {.environment = environment});
}

void TopLevel::process_for_file(Value form, Value function) {
  EvaluatedText text(*this, {}, false);
  process(form, {.function = function});
}

Value TopLevel::process(Value form, const Level& level) {
  const Value environment = level.environment;
  if (const SourceMap* lines = lisp_.loaded.lines)
    if (SourcePosition at = lines->position_of(form)) at_ = at;
  Value local = is_cons(form)
                    ? environment_entry(heap_, environment, car(form), Sym::k_macro, Sym::k_macro)
                    : nil();
  bool named = is_nil(local) && is_cons(form) && is_symbol(car(form));
  Value op = named ? operator_of_dialect(heap_, dialect_of_code(), form, expansion_) : nil();
  Value own_macro = named && op != car(form) && has_type(as_symbol(op)->function, Type::Macro)
                        ? as_symbol(op)->function
                        : kAbsent;
  bool special = named && own_macro == kAbsent && is_special_form(op);
  bool by_library = named && !special && is_library_code(as_symbol(op)->function);
  bool is_kept = special || (by_library && !level.evaluates());  // its calls are not expanded
  if (named && level.evaluates() && !lisp_.loaded.is_sealed && !dialect_of_code().is_old() &&
      !is_nil(lisp_.loaded.source) && lisp_.loaded.lines && lisp_.loaded.lines->position_of(form) &&
      has_shape(heap_, form, 1, kAny))
    lisp_.warnings.check_call(form);
  Expansion expansion{form, by_library, expansion_, {}, nullptr};
  const Expansion* maker = is_cons(form) ? maker_of(heap_, form, expansion_) : nullptr;
  Value expanded = is_kept ? kAbsent : record_expansion(heap_, expansion, maker, [&] {
    return own_macro != kAbsent ? winnow::expand(heap_, own_macro, form, environment)
                                : macroexpand_once(heap_, form, environment);
  });
  if (expanded != kAbsent) {
    if (!heap_.native_stack.has_room())
      signal_error(heap_, ConditionKind::storage_condition, "The expansion of ~S does not end",
                   {is_cons(form) ? car(form) : form});
    lisp_.vm.poll();
    struct Restore {
      TopLevel& toplevel;
      ~Restore() { toplevel.expansion_ = toplevel.expansion_->outer; }
    } restore{*this};
    expansion_ = &expansion;
    return process(expanded, level);
  }
  auto is = [&](Sym s) { return is_cons(form) && car(form) == symbols_.symbol(s); };
  bool is_local = is(Sym::macrolet) || is(Sym::symbol_macrolet);
  bool has_list = is_local || is(Sym::eval_when);
  // The compiler reports malformed forms.
  if (!has_shape(heap_, form, 2, kAny) || (has_list && !has_shape(heap_, second(form), 0, kAny)))
    return finish(form, level);
  if (is(Sym::progn)) return process_all(cdr(form), level);
  if (is(Sym::eval_when)) return process_eval_when(form, level);
  return is_local || is(Sym::locally) ? process_local(form, level) : finish(form, level);
}

Value TopLevel::process_eval_when(Value form, const Level& level) {
  Value body = cdr(cdr(form));
  if (!are_situations(second(form))) return finish(form, level);
  auto has = [&](Situation situation) { return has_situation(second(form), situation); };
  if (level.evaluates()) return has(Situation::Execute) ? process_all(body, level) : nil();
  bool at_once = has(Situation::CompileToplevel) || (level.at_once && has(Situation::Execute));
  Level inner = level;
  inner.at_once = at_once;
  if (has(Situation::LoadToplevel)) return process_all(body, inner);
  return at_once ? process_all(body, {.environment = level.environment}) : nil();
}

// Processes FORM, a LOCALLY, MACROLET or SYMBOL-MACROLET.
Value TopLevel::process_local(Value form, const Level& level) {
  Level inner = level;
  const bool functions = car(form) == symbols_.symbol(Sym::macrolet);
  const bool variables = car(form) == symbols_.symbol(Sym::symbol_macrolet);
  Value body = functions || variables ? cdr(cdr(form)) : cdr(form);
  for (Value d = functions || variables ? second(form) : nil(); is_cons(d); d = cdr(d)) {
    Value definition = car(d);
    if (!has_shape(heap_, definition, 2, functions ? kAny : 2) || !is_symbol(car(definition)))
      return finish(form, level);
    Value meaning =
        functions ? local_expander(heap_, definition, level.environment) : second(definition);
    inner.environment =
        add_to_environment(heap_, inner.environment, functions ? Sym::k_macro : Sym::k_symbol_macro,
                           car(definition), meaning);
  }
  if (!skip_declarations(heap_, body, inner.environment)) return finish(form, level);
  for (Value d = variables ? second(form) : nil(); is_cons(d); d = cdr(d)) {
    Value name = car(car(d));
    Value entry =
        environment_entry(heap_, inner.environment, name, Sym::k_symbol_macro, Sym::k_special);
    if (as_symbol(name)->has(Symbol::kSpecial) || car(entry) == symbols_.symbol(Sym::k_special))
      return finish(form, level);
  }
  if (!level.evaluates()) {
    ListBuilder head(heap_);
    for (Value rest = form; rest != body; rest = cdr(rest)) head.add(car(rest));
    inner.around = heap_.cons(heap_.cons(head.list(), level.environment), level.around);
  }
  return process_all(body, inner);
}

Value TopLevel::process_all(Value forms, const Level& level) {
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition, "The form of ~S is nested too deeply",
                 {car(is_cons(car(forms)) ? car(forms) : forms)});
  Value last = nil();
  for (; is_cons(forms); forms = cdr(forms)) {
    lisp_.vm.value_count = 1;
    last = process(car(forms), level);
  }
  return last;
}

// Processes FORM, which contains no top-level forms.
Value TopLevel::finish(Value form, const Level& level) {
  if (level.evaluates()) return compile_and_run(form, level.environment, options_here());
  return lisp_.vm.call(level.function,
                       {form, level.environment, level.around, truth(level.at_once)});
}

bool TopLevel::is_in_compiled_file() const { return is_of_file_ && lisp_.loaded.is_compiled; }

Dialect TopLevel::dialect_of_code() const {
  return evaluated_dialect_.is_old() ? evaluated_dialect_ : lisp_.dialect();
}

CompilerOptions TopLevel::options_here() const {
  CompilerOptions options;
  options.expansion = expansion_;
  options.dialect = dialect_of_code();
  options.source = lisp_.loaded.source;
  options.lines = lisp_.loaded.lines;
  options.at = at_;
  options.sealed = lisp_.loaded.is_sealed;
  if (is_of_file_) options.specials = lisp_.loaded.specials;
  return options;
}

void TopLevel::check(Value form, Value environment) {
  CompilerOptions options = options_here();
  options.at = lisp_.loaded.at;
  options.only_checks = true;
  compile_toplevel(heap_, options, form, environment);
}

Value TopLevel::lambda_function(Value form) {
  if (car(form) != symbols_.symbol(Sym::lambda) || !old_dialect_.is_old()) return kAbsent;
  CompilerOptions options;
  const Dialect here = lisp_.vm.dialect_of_program();
  options.dialect = here.is_old() ? here : old_dialect_;
  // NAMED-LAMBDA, since FUNCTION has another meaning in LISP 1.5.
  Value function = heap_.cons(symbols_.symbol(Sym::named_lambda), heap_.cons(nil(), cdr(form)));
  return compile_and_run(function, nil(), options);
}

Value TopLevel::compile_and_run(Value form, Value environment, const CompilerOptions& options) {
  if (options.dialect.is_old()) {
    old_dialect_ = options.dialect;
    lisp_.vm.runs_old_dialects = 1;
  }
  EarlyCalls::Form calls(early_calls_);
  Value code = compile_toplevel(heap_, options, form, environment);
  if (on_library_code) on_library_code(code);
  Value thunk = make_closure(heap_, code, nullptr, 0);
  Value value = lisp_.vm.call_values(thunk, nullptr, 0);
  if (Value name = is_nil(environment) ? function_defined_by(symbols_, form) : kAbsent;
      name != kAbsent)
    early_calls_.keep(
        calls, {form, as_symbol(name)->function, options.source, options.at, options.dialect});
  return value;
}

}  // namespace winnow
