// Analysis of lambda lists, declarations and docstrings.
#include <algorithm>
#include <utility>

#include "compiler/analyse.hpp"
#include "data/hash_table.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

namespace {
// Code stores the number of parameters in 16 bits.
constexpr std::size_t kMostParameters = 65535;
}  // namespace

// Adds the declarations of the DECLARE FORM that affect compilation to the front of DECLARED, as
// lists (SPECIAL variable) and (NOTINLINE function), and those of IGNORE and IGNORABLE.
void Analyser::add_declared(Value form, Value& declared) {
  for (Value d = check_list(form, cdr(form), "declarations"); is_cons(d); d = cdr(d)) {
    Value kind = car(check_list(form, car(d), "declarations"));
    if (is(kind, Sym::ignore) || is(kind, Sym::ignorable)) {
      for (Value v = cdr(car(d)); is_cons(v); v = cdr(v))
        declared = keep(heap_.cons(list_of(heap_, {kind, car(v)}), declared));
      continue;
    }
    bool special = is(kind, Sym::special);
    if (!special && !is(kind, Sym::notinline)) {
      if (!options_.dialect.is_old() && !is_declaration(heap_, car(d)))
        heap_.upcalls->warn("~S is not a valid declaration: it is ignored", {car(d)});
      note_type(is(kind, Sym::type) ? car(cdr(car(d))) : kind);
      continue;
    }
    for (Value v = check_list(form, cdr(car(d)), "declarations"); is_cons(v); v = cdr(v)) {
      bool is_name = special ? is_symbol(car(v)) : function_symbol(heap_, car(v)) != kAbsent;
      if (!is_name)
        signal_error(heap_, ConditionKind::program_error,
                     special ? "~S declares ~S, which is not a variable name"
                             : "~S declares ~S, which is not a function name",
                     {car(d), car(v)});
      declared = keep(heap_.cons(list_of(heap_, {kind, car(v)}), declared));
    }
  }
}

// Notes if TYPE, which is declared, is one of integers that native code can keep in 64 bits. That is
// only a hint: no declaration is believed.
void Analyser::note_type(Value type) {
  Value head = is_cons(type) ? car(type) : type;
  if (!function_ || options_.dialect.is_old() || !is_symbol(head)) return;
  const bool is_range =
      is_cons(type) && (is(head, Sym::unsigned_byte) || is(head, Sym::signed_byte) ||
                        is(head, Sym::integer) || is(head, Sym::mod));
  if (!is_range && is_nil(get_property(heap_, head, heap_.symbols->symbol(Sym::type_expander))))
    return;
  Value word_kind = as_symbol(heap_.symbols->intern("WORD-KIND"))->function;
  if (!is_function(word_kind)) return;  // while the library is being built
  Value kind = heap_.upcalls->call_function(word_kind, {type});
  if (!is_nil(kind))
    function_->words |=
        kind == heap_.symbols->intern(":SIGNED") ? Code::kSignedWords : Code::kWords;
}

// Removes the docstring and the declarations from the front of BODY. Adds the
// declarations to DECLARED.
Analyser::Body Analyser::split_body(Value body, bool allow_docstring, Value& declared) {
  Body result{body, nil(), nullptr};
  for (; is_cons(result.forms); result.forms = cdr(result.forms)) {
    Value form = car(result.forms);
    if (allow_docstring && is_string(form) && is_nil(result.docstring) &&
        is_cons(cdr(result.forms))) {
      result.docstring = form;
    } else if (is_cons(form) && is(car(form), Sym::declare)) {
      add_declared(form, declared);
    } else {
      break;
    }
  }
  return result;
}

const Scope* Analyser::declare(Value declared, const Scope* scope) {
  for (; is_cons(declared); declared = cdr(declared)) {
    Value name = second(car(declared));
    if (is(car(car(declared)), Sym::special) && is_symbol(name))
      name = variable_of(heap_, options_.dialect, name);
    if (is(car(car(declared)), Sym::special))
      scope = extend(scope, Scope::Special, name);
    else if (Value f = function_symbol(heap_, name);
             is(car(car(declared)), Sym::notinline) && f != kAbsent)
      scope = extend(scope, Scope::NotInline, f);
  }
  return scope;
}

bool Analyser::binds_special(Value name, Value declared) const {
  return options_.dialect.is_old() || is_special(name) || is_declared_special(name, declared);
}

bool Analyser::is_special(Value name) const {
  const Symbol* s = as_symbol(name);
  const bool varies = options_.specials != kAbsent && !s->has(Symbol::kConstant) &&
                      heap_.symbols->is_of_program(s->package);
  return varies ? hash_table_get(heap_, options_.specials, name) != kAbsent
                : s->has(Symbol::kSpecial);
}

bool Analyser::is_declared_special(Value name, Value declared) const {
  for (; is_cons(declared); declared = cdr(declared))
    if (is(car(car(declared)), Sym::special) && second(car(declared)) == name) return true;
  return false;
}

// Makes BINDING bind NAME, dynamically if NAME is special. Returns the extended scope.
const Scope* Analyser::bind_variable(Binding& binding, Value name, Value declared,
                                     const Scope* scope) {
  require_symbol(name, "lambda list", "a symbol as variable", name);
  // In the old dialects, NIL in place of a variable ignores the value.
  name = is_nil(name) && options_.dialect.is_old()
             ? keep(make_symbol(heap_, make_string(heap_, "IGNORED")))
             : variable_of(heap_, options_.dialect, name);
  require_variable(name, "bound");
  if (binds_special(name, declared)) {
    binding.special = name;
    return extend(scope, Scope::Special, name);
  }
  binding.variable = new_variable(name);
  binding.variable->has_name = !options_.sealed && heap_.symbols->is_for_users(name);
  Scope* s = extend_mutable(scope, Scope::Lexical, name);
  s->variable = binding.variable;
  return s;
}

// Returns an element that occurs twice in NAMES, or NIL.
Value Analyser::find_twice(ValueVector& names) {
  std::vector<std::uint64_t> all;
  for (Value name : names) all.push_back(name.bits);
  std::sort(all.begin(), all.end());
  auto twice = std::adjacent_find(all.begin(), all.end());
  return twice == all.end() ? nil() : Value{*twice};
}

FunctionNode* Analyser::analyse_lambda(Value name, Value lambda_list, Value body,
                                       const Scope* scope, LocalFunction* local, Value origin) {
  if (options_.dialect.is_of_seventies() && is_symbol(lambda_list) && !is_nil(lambda_list)) {
    // A LEXPR: its variable is bound to the number of arguments.
    Value maker = heap_.symbols->symbol(Sym::lexpr_lambda);
    Value lambda = keep(heap_.upcalls->call_function(maker, {lambda_list, body}));
    lambda_list = second(lambda);
    body = cdr(cdr(lambda));
  }
  // In other macros, such as DEFINE-GAME, the number of parameters is prescribed.
  const bool is_own = std::exchange(is_from_text_, true) &&
                      (is_nil(origin) || car(origin) == heap_.symbols->symbol(Sym::defun));
  FunctionNode& f = arena_.functions.emplace_back();
  if (local) local->function = &f;
  f.outer = function_;
  f.name = keep(name);
  f.lambda_list = keep(lambda_list);
  f.origin = keep(origin);
  f.at = at_;
  const std::size_t nodes = arena_.nodes.size();
  ScopeGuard scopes(*this);
  FunctionNode* outer = function_;
  function_ = &f;
  Value declared = nil();
  Body parts = split_body(body, true, declared);
  f.docstring = keep(parts.docstring);
  scope = analyse_lambda_list(&f, lambda_list, declared, scope);
  scope = declare(declared, scope);
  f.body = analyse_progn(parts.forms, scope);
  f.size = arena_.nodes.size() - nodes;
  function_ = outer;
  for (const LambdaParameter& p : f.parameters) {
    if (!is_own) break;
    if (is_nil(p.special)) check_use(p.variable, lambda_list, declared);
    if (is_nil(p.supplied_special)) check_use(p.supplied, lambda_list, declared);
  }
  return &f;
}

const Scope* Analyser::analyse_lambda_list(FunctionNode* f, Value lambda_list, Value declared,
                                           const Scope* scope) {
  auto kind = LambdaParameter::Required;
  bool rest_done = false;
  if (!has_shape(heap_, lambda_list, 0, kAny))
    signal_error(heap_, ConditionKind::program_error, "The lambda list ~S is not a proper list",
                 {lambda_list});
  if (!has_shape(heap_, lambda_list, 0, kMostParameters))
    signal_error(heap_, ConditionKind::program_error,
                 "The lambda list ~S has more than ~D parameters",
                 {lambda_list, fixnum(kMostParameters)});
  Value items = lambda_list;
  for (; is_cons(items); items = cdr(items)) {
    Value item = car(items);
    auto later = [&](LambdaParameter::Kind k) {
      if (k <= kind || (kind == LambdaParameter::Rest && !rest_done))
        signal_error(heap_, ConditionKind::program_error,
                     "~S is out of place in the lambda list ~S", {item, lambda_list});
      kind = k;
    };
    if (is(item, Sym::optional)) {
      later(LambdaParameter::Optional);
    } else if (is(item, Sym::rest) || is(item, Sym::body)) {
      later(LambdaParameter::Rest);
    } else if (is(item, Sym::key)) {
      later(LambdaParameter::Key);
      f->has_keys = true;
    } else if (is(item, Sym::allow_other_keys) && kind == LambdaParameter::Key &&
               !f->allow_other_keys) {
      f->allow_other_keys = true;
    } else if (is(item, Sym::aux)) {
      later(LambdaParameter::Aux);
    } else if (is(item, Sym::whole) || is(item, Sym::environment) ||  // only in macro lambda lists
               is(item, Sym::allow_other_keys)) {                     // only after &KEY
      later(LambdaParameter::Required);
    } else if (kind == LambdaParameter::Rest && rest_done) {
      signal_error(heap_, ConditionKind::program_error,
                   "~S follows the rest parameter in the lambda list ~S", {item, lambda_list});
    } else if (kind == LambdaParameter::Key && f->allow_other_keys) {
      signal_error(heap_, ConditionKind::program_error,
                   "~S follows &ALLOW-OTHER-KEYS in the lambda list ~S", {item, lambda_list});
    } else {
      rest_done = kind == LambdaParameter::Rest;
      scope = add_parameter(f, kind, item, declared, scope);
    }
  }
  if (kind == LambdaParameter::Rest && !rest_done)
    signal_error(heap_, ConditionKind::program_error,
                 "The rest parameter is missing in the lambda list ~S", {lambda_list});
  ValueVector names(heap_);
  for (const LambdaParameter& p : f->parameters) {
    if (p.kind == LambdaParameter::Aux) continue;  // &AUX variables are bound sequentially
    names.push(p.variable->name);
    if (p.supplied) names.push(p.supplied->name);
  }
  if (Value twice = find_twice(names); !is_nil(twice))
    signal_error(heap_, ConditionKind::program_error,
                 "The variable ~S appears twice in the lambda list ~S", {twice, lambda_list});
  return scope;
}

// Adds the parameter ITEM: a symbol, or (name init supplied), where NAME may be (keyword variable)
// for a keyword parameter.
const Scope* Analyser::add_parameter(FunctionNode* f, LambdaParameter::Kind kind, Value item,
                                     Value declared, const Scope* scope) {
  Value name = item;
  Value init = nil();
  Value supplied = nil();
  bool may_be_list = kind != LambdaParameter::Required && kind != LambdaParameter::Rest;
  if (is_cons(item) && may_be_list) {
    bool key_list = kind == LambdaParameter::Key && is_cons(car(item));
    if (!has_shape(heap_, item, 1, kind == LambdaParameter::Aux ? 2 : 3) ||
        (key_list && !has_shape(heap_, car(item), 2, 2)))
      bad_form(item, "a parameter (name default supplied-p)");
    name = car(item);
    init = car(cdr(item));
    if (is_cons(cdr(item))) supplied = car(cdr(cdr(item)));
  }
  Value keyword = nil();
  if (kind == LambdaParameter::Key) {
    if (is_cons(name)) {
      keyword = car(name);
      require_symbol(keyword, "lambda list", "a symbol as keyword", keyword);
      name = car(cdr(name));
    } else if (is_symbol(name)) {
      keyword = heap_.symbols->keyword(text_of(as<String>(as_symbol(name)->name)));
    }
  }
  LambdaParameter p;
  p.kind = kind;
  p.keyword = keep(keyword);
  if (may_be_list) p.init = analyse(init, scope);
  Binding binding;
  scope = bind_variable(binding, name, declared, scope);
  p.special = binding.special;
  p.variable = binding.variable ? binding.variable : new_variable(name);
  if (!is_nil(supplied)) {
    Binding second;
    scope = bind_variable(second, supplied, declared, scope);
    p.supplied_special = second.special;
    p.supplied = second.variable ? second.variable : new_variable(supplied);
  }
  f->parameters.push_back(p);
  return scope;
}

}  // namespace winnow
