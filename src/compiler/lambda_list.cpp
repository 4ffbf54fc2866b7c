// Lambda lists, declarations and documentation strings.
#include "compiler/analyse.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"

namespace winnow {

// Takes documentation and declarations off the front of BODY. The variables declared special go to
// SPECIALS.
Analyser::Body Analyser::split_body(Value body, bool allow_docstring, Value& specials) {
  Body result{body, nil(), nullptr};
  for (; is_cons(result.forms); result.forms = cdr(result.forms)) {
    Value form = car(result.forms);
    if (allow_docstring && is_string(form) && is_nil(result.docstring) &&
        is_cons(cdr(result.forms))) {
      result.docstring = form;
    } else if (is_cons(form) && is(car(form), Sym::declare)) {
      for (Value d = cdr(form); is_cons(d); d = cdr(d))
        if (is_cons(car(d)) && is(car(car(d)), Sym::special))
          for (Value v = cdr(car(d)); is_cons(v); v = cdr(v))
            specials = keep(heap_.cons(car(v), specials));
    } else {
      break;
    }
  }
  return result;
}

const Scope* Analyser::declare_specials(Value specials, const Scope* scope) {
  for (; is_cons(specials); specials = cdr(specials))
    scope = extend(scope, Scope::Special, car(specials));
  return scope;
}

bool Analyser::binds_special(Value name, Value specials) const {
  return options_.dialect.dynamic_variables || as_symbol(name)->has(Symbol::kSpecial) ||
         memq(name, specials);
}

// Makes BINDING bind NAME, dynamically where it is special; returns the scope with it.
const Scope* Analyser::bind_variable(Binding& binding, Value name, Value specials,
                                     const Scope* scope) {
  if (!is_symbol(name))
    signal_wrong_type(heap_, "binding", name, {"a symbol as variable", "SYMBOL"});
  if (as_symbol(name)->has(Symbol::kConstant))
    signal_error(heap_, ConditionKind::program_error, "~S is a constant and cannot be bound",
                 {name});
  if (binds_special(name, specials)) {
    binding.special = name;
    return extend(scope, Scope::Special, name);
  }
  binding.variable = new_variable(name);
  Scope* s = extend_mutable(scope, Scope::Lexical, name);
  s->variable = binding.variable;
  return s;
}

FunctionNode* Analyser::analyse_lambda(Value name, Value lambda_list, Value body,
                                       const Scope* scope, Scope* self) {
  FunctionNode& f = arena_.functions.emplace_back();
  if (self) self->function = &f;
  f.outer = function_;
  f.name = name;
  f.lambda_list = lambda_list;
  f.line = line_;
  FunctionNode* outer = function_;
  function_ = &f;
  Value specials = nil();
  Body parts = split_body(body, true, specials);
  f.docstring = parts.docstring;
  scope = analyse_lambda_list(&f, lambda_list, specials, scope);
  scope = declare_specials(specials, scope);
  f.body = analyse_progn(parts.forms, scope);
  function_ = outer;
  return &f;
}

const Scope* Analyser::analyse_lambda_list(FunctionNode* f, Value lambda_list, Value specials,
                                           const Scope* scope) {
  auto kind = Parameter::Required;
  bool rest_done = false;
  Value items = lambda_list;
  for (; is_cons(items); items = cdr(items)) {
    Value item = car(items);
    auto later = [&](Parameter::Kind k) {
      if (k <= kind && k != Parameter::Optional)
        signal_error(heap_, ConditionKind::program_error,
                     "~S is out of place in the lambda list ~S", {item, lambda_list});
      kind = k;
    };
    if (is(item, Sym::optional)) {
      later(Parameter::Optional);
    } else if (is(item, Sym::rest) || is(item, Sym::body)) {
      later(Parameter::Rest);
    } else if (is(item, Sym::key)) {
      later(Parameter::Key);
      f->has_keys = true;
    } else if (is(item, Sym::allow_other_keys) && kind == Parameter::Key) {
      f->allow_other_keys = true;
    } else if (is(item, Sym::aux)) {
      later(Parameter::Aux);
    } else if (kind == Parameter::Rest && rest_done) {
      signal_error(heap_, ConditionKind::program_error,
                   "~S follows the rest parameter in the lambda list ~S", {item, lambda_list});
    } else {
      rest_done = kind == Parameter::Rest;
      scope = add_parameter(f, kind, item, specials, scope);
    }
  }
  if (!is_nil(items))
    signal_error(heap_, ConditionKind::program_error, "The lambda list ~S is not a proper list",
                 {lambda_list});
  return scope;
}

// ITEM: a symbol, or (name init supplied), where NAME of a keyword may be (keyword variable).
const Scope* Analyser::add_parameter(FunctionNode* f, Parameter::Kind kind, Value item,
                                     Value specials, const Scope* scope) {
  Value name = item;
  Value init = nil();
  Value supplied = nil();
  bool may_be_list = kind != Parameter::Required && kind != Parameter::Rest;
  if (is_cons(item) && may_be_list) {
    name = car(item);
    init = car(cdr(item));
    if (is_cons(cdr(item))) supplied = car(cdr(cdr(item)));
  }
  Value keyword = nil();
  if (kind == Parameter::Key) {
    if (is_cons(name)) {
      keyword = car(name);
      name = car(cdr(name));
    } else if (is_symbol(name)) {
      keyword = heap_.symbols->intern(text_of(as<String>(as_symbol(name)->name)), true);
    }
  }
  Parameter p;
  p.kind = kind;
  p.keyword = keyword;
  if (may_be_list) p.init = analyse(init, scope);
  Binding binding;
  scope = bind_variable(binding, name, specials, scope);
  p.special = binding.special;
  p.variable = binding.variable ? binding.variable : new_variable(name);
  if (!is_nil(supplied)) {
    Binding second;
    scope = bind_variable(second, supplied, specials, scope);
    p.supplied_special = second.special;
    p.supplied = second.variable ? second.variable : new_variable(supplied);
  }
  f->parameters.push_back(p);
  return scope;
}

}  // namespace winnow
