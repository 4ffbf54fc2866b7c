// Analysis of special forms: one function for each, in the order of special_forms.def.
#include <string_view>

#include "compiler/analyse.hpp"
#include "compiler/environment.hpp"
#include "compiler/expansion.hpp"
#include "compiler/inlined.hpp"
#include "data/equality.hpp"
#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

std::span<const Analyser::Handler> Analyser::handlers() {
  static constexpr Handler kHandlers[] = {
#define SPECIAL_FORM(name, ...) &Analyser::form_##name,
#include "compiler/special_forms.def"
#undef SPECIAL_FORM
  };
  return kHandlers;
}

namespace {

constexpr SpecialFormInfo kSpecialForms[] = {
#define SPECIAL_FORM(name, lisp_name, arguments, docstring) {lisp_name, arguments, docstring},
#include "compiler/special_forms.def"
#undef SPECIAL_FORM
};

}  // namespace

const SpecialFormInfo& special_form_info(Value symbol) {
  return kSpecialForms[as<Symbol>(symbol)->header.aux - 1u];
}

void mark_operators(Heap& heap) {
  std::uint16_t place = 0;
  for (const SpecialFormInfo& form : kSpecialForms) {
    Symbol* s = as<Symbol>(heap.symbols->intern(form.name));
    s->header.flags |= Symbol::kSpecialForm;
    s->header.aux = ++place;
  }
  place = 0;
  for (const InlinedOperator& o : inlined_operators()) {
    Symbol* s = as<Symbol>(heap.symbols->intern_upcased(o.name));
    s->header.flags |= Symbol::kInlined;
    s->header.aux = ++place;
  }
}

Node* Analyser::form_and_(Value form, const Scope* scope) {
  check_form(form, 0, kAny, "a proper list of forms");
  Value rest = cdr(form);
  if (is_nil(rest)) return constant(t());
  std::vector<Node*> tests;
  for (; is_cons(rest); rest = cdr(rest)) tests.push_back(analyse(car(rest), scope));
  Node* result = tests.back();
  for (std::size_t i = tests.size() - 1; i-- > 0;) {
    Node* n = node(NodeKind::If);
    n->kids = {tests[i], result, constant(nil())};
    result = n;
  }
  return result;
}

Node* Analyser::form_backquote(Value form, const Scope* scope) {
  check_form(form, 1, 1, "one template");
  return analyse_expansion(form, true, scope,
                           [&] { return expand_backquote(heap_, second(form)); });
}

Node* Analyser::form_block(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(block name form...)");
  require_symbol(second(form), "block", "a symbol as name", second(form));
  JumpTarget& target = arena_.targets.emplace_back(&arena_.memory);
  target.exit = new_variable(nil());
  Scope* inner = extend_mutable(scope, Scope::Block, second(form));
  inner->target = &target;
  Node* n = node(NodeKind::Block);
  n->target = &target;
  n->kids = {analyse_progn(cdr(cdr(form)), inner)};
  return n;
}

Node* Analyser::form_catch_(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(catch tag form...)");
  Node* n = node(NodeKind::Catch);
  n->kids = {analyse(second(form), scope), analyse_progn(cdr(cdr(form)), scope)};
  return n;
}

Node* Analyser::form_cond(Value form, const Scope* scope) {
  check_form(form, 0, kAny, "a proper list of clauses");
  Node* result = nullptr;
  ValueVector clauses(heap_);  // a macro in a clause may modify FORM
  for (Value c = cdr(form); is_cons(c); c = cdr(c)) {
    if (!has_shape(heap_, car(c), 1, kAny))
      signal_error(heap_, ConditionKind::program_error,
                   "COND: a clause must be a list (test form...), got ~S", {car(c)});
    clauses.push(car(c));
  }
  result = constant(nil());
  // Analysed from first to last, so that errors are reported in source order.
  std::vector<Node*> built;
  for (Value clause : clauses) {
    Node* n = node(is_nil(cdr(clause)) ? NodeKind::Or : NodeKind::If);
    if (SourcePosition at = position_of(clause)) n->at = at;
    n->kids.push_back(analyse(car(clause), scope));
    if (n->kind == NodeKind::If) n->kids.push_back(analyse_progn(cdr(clause), scope));
    built.push_back(n);
  }
  for (std::size_t i = built.size(); i-- > 0;) {
    Node* test = built[i]->kids[0];
    if (test->kind == NodeKind::Constant && !is_nil(test->value)) {
      result = built[i]->kind == NodeKind::If ? built[i]->kids[1] : test;
      continue;
    }
    built[i]->kids.push_back(result);
    result = built[i];
  }
  return result;
}

static Situation situation_of(Value name) {
  if (!is_symbol(name)) return Situation::Unknown;
  const Symbol* s = as_symbol(name);
  std::u32string text = text_of(as<String>(s->name));
  auto is = [&](std::u32string_view keyword, std::u32string_view deprecated) {
    return text == (s->has(Symbol::kKeyword) ? keyword : deprecated);
  };
  return is(U"EXECUTE", U"EVAL")               ? Situation::Execute
         : is(U"COMPILE-TOPLEVEL", U"COMPILE") ? Situation::CompileToplevel
         : is(U"LOAD-TOPLEVEL", U"LOAD")       ? Situation::LoadToplevel
                                               : Situation::Unknown;
}

bool has_situation(Value situations, Situation situation) {
  for (; is_cons(situations); situations = cdr(situations))
    if (situation_of(car(situations)) == situation) return true;
  return false;
}

bool are_situations(Value situations) { return !has_situation(situations, Situation::Unknown); }

Node* Analyser::form_eval_when(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(eval-when (situation...) form...)");
  const char* situations = "the situations :COMPILE-TOPLEVEL, :LOAD-TOPLEVEL and :EXECUTE";
  if (!are_situations(check_list(form, second(form), situations))) bad_form(form, situations);
  return has_situation(second(form), Situation::Execute) ? analyse_progn(cdr(cdr(form)), scope)
                                                         : constant(nil());
}

// Returns the DEFINITION (name lambda-list form...) in FORM, an FLET or LABELS, as a lambda
// expression with a block.
Value Analyser::local_function_form(Value form, Value definition, Value& name) {
  if (!has_shape(heap_, definition, 2, kAny))
    bad_form(form, "definitions of the form (name lambda-list form...)");
  name = car(definition);
  Value block_name = name;
  if (is_cons(name) && is(car(name), Sym::setf) && has_shape(heap_, name, 2, 2) &&
      is_symbol(second(name))) {
    block_name = second(name);
    name = setf_function_symbol(heap_, block_name);
  }
  if (!is_symbol(name)) bad_form(form, "definitions of the form (name lambda-list form...)");
  Value declared = nil();
  Body parts = split_body(cdr(cdr(definition)), true, declared);
  Value block = heap_.cons(heap_.symbols->symbol(Sym::block), heap_.cons(block_name, parts.forms));
  Value body = list_of(heap_, {rewritten(definition, block)});
  if (!is_nil(declared))
    body = heap_.cons(heap_.cons(heap_.symbols->symbol(Sym::declare), declared), body);
  return keep(heap_.cons(second(definition), body));
}

Node* Analyser::form_flet(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(flet (definition...) form...)");
  Node* n = node(NodeKind::Let);
  for (Value d = check_list(form, second(form), "a list of definitions"); is_cons(d); d = cdr(d)) {
    Value name;
    Value lambda = local_function_form(form, car(d), name);
    Binding b;
    b.variable = new_local_function(name);
    b.init = node(NodeKind::Lambda);
    b.init->function = analyse_lambda(name, car(lambda), cdr(lambda), scope, b.variable->local);
    n->bindings.push_back(b);
  }
  const Scope* inner = scope;
  for (const Binding& b : n->bindings) {
    Scope* s = extend_mutable(inner, Scope::Function, b.variable->name);
    s->variable = b.variable;
    inner = s;
  }
  n->kids = {form_locally(cdr(form), inner)};
  return n;
}

Node* Analyser::form_function(Value form, const Scope* scope) {
  check_form(form, 1, 1, "(function name) or (function (lambda ...))");
  Value name = second(form);
  if (is_cons(name) && is(car(name), Sym::lambda)) {
    check_form(name, 1, kAny, "(lambda lambda-list form...)");
    Node* n = node(NodeKind::Lambda);
    is_from_text_ = static_cast<bool>(position_of(name));
    n->function = analyse_lambda(nil(), second(name), cdr(cdr(name)), scope);
    return n;
  }
  if (is_cons(name) && is(car(name), Sym::named_lambda)) return analyse(name, scope);
  if (is_cons(name) && is(car(name), Sym::setf) && has_shape(heap_, name, 2, 2) &&
      is_symbol(second(name)))
    name = setf_function_symbol(heap_, second(name));
  if (!is_symbol(name)) bad_form(form, "the name of a function or a lambda expression");
  if (is_nil(name)) heap_.upcalls->signal(undefined_function_condition(heap_, name));
  Value own = library_definition(name, form);
  if (const Scope* s = find(name, Scope::Function, Scope::Macro);
      s && s->kind == Scope::Function && own == kAbsent) {
    s->variable->local->is_passed = true;
    return reference(s->variable);
  }
  if (own != kAbsent && own != as_symbol(name)->function) return constant(own);
  Node* n = node(NodeKind::FunctionRef);
  n->value = keep(name);
  if (is_symbol(second(form))) {
    Value word = operator_of_dialect(heap_, options_.dialect, cdr(form), expansion_);
    // If NAME is a macro in an older dialect, #'NAME is the function of Common Lisp.
    if (!has_type(as_symbol(word)->function, Type::Macro)) n->value = keep(word);
  }
  if (function_->outer) heap_.upcalls->note_call(n->value, Upcalls::kReference);
  return n;
}

// (go form) in MacLisp and Franz Lisp, where FORM returns the name of an enclosing tag.
Node* Analyser::analyse_computed_go(Value form, const Scope* scope) {
  ValueVector tags(heap_);
  for (const Scope* s = scope; s; s = s->outer)
    if (s->kind == Scope::Tag) tags.push(s->name);
  Value list = list_of(heap_, tags.begin(), tags.size());
  Value go = list_of(heap_, {heap_.symbols->symbol(Sym::computed_go), second(form), list});
  return analyse_expansion(form, true, scope, [&] { return go; });
}

Node* Analyser::form_go(Value form, const Scope* scope) {
  check_form(form, 1, 1, "(go tag)");
  if (options_.dialect.is_of_seventies() && is_cons(second(form)))
    return analyse_computed_go(form, scope);
  if (const Scope* s = find(second(form), Scope::Tag, Scope::Tag)) {
    Node* n = node(NodeKind::Go);
    n->number = s->index;
    n->target = s->target;
    return n;
  }
  signal_error(heap_, ConditionKind::program_error, "GO: expected a tag around this form, got ~S",
               {second(form)});
}

Node* Analyser::form_if_(Value form, const Scope* scope) {
  check_form(form, 2, 3, "(if test then [else])");
  Node* n = node(NodeKind::If);
  Value rest = cdr(form);
  n->kids = {analyse(car(rest), scope), analyse(second(rest), scope)};
  n->kids.push_back(analyse(third(rest), scope));
  return n;
}

Node* Analyser::form_labels(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(labels (definition...) form...)");
  Node* n = node(NodeKind::Labels);
  const Scope* inner = scope;
  std::vector<Value> lambdas;
  for (Value d = check_list(form, second(form), "a list of definitions"); is_cons(d); d = cdr(d)) {
    Value name;
    lambdas.push_back(local_function_form(form, car(d), name));
    Binding b;
    b.variable = new_local_function(name);
    b.variable->assigned = true;  // after its closure is created, which may capture the variable
    Scope* s = extend_mutable(inner, Scope::Function, name);
    s->variable = b.variable;
    inner = s;
    n->bindings.push_back(b);
  }
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    Node* lambda = node(NodeKind::Lambda);
    const Variable* v = n->bindings[i].variable;
    lambda->function = analyse_lambda(v->name, car(lambdas[i]), cdr(lambdas[i]), inner, v->local);
    n->bindings[i].init = lambda;
  }
  n->kids = {form_locally(cdr(form), inner)};
  return n;
}

Node* Analyser::analyse_let(Value form, const Scope* scope, bool sequential) {
  check_form(form, 1, kAny, "(let (binding...) form...)");
  Node* n = node(NodeKind::Let);
  n->sequential = sequential;
  Value declared = nil();
  Body parts = split_body(cdr(cdr(form)), false, declared);
  const Scope* inner = scope;
  ValueVector names(heap_);  // of LET, bound after all values are computed
  Value bindings = check_list(form, second(form), "a list of bindings");
  for (; is_cons(bindings); bindings = cdr(bindings)) {
    Value item = car(bindings);
    Value name = is_cons(item) ? car(item) : item;
    require_symbol(name, sequential ? "let*" : "let", "a variable, or (variable value), as binding",
                   item);
    if (is_cons(item) && !has_shape(heap_, item, 1, 2))
      bad_form(form, "bindings of the form (variable value)");
    Binding& b = n->bindings.emplace_back();
    b.init = analyse(is_cons(item) ? second(item) : nil(), inner);
    if (sequential)
      inner = bind_variable(b, name, declared, inner);
    else
      names.push(name);
  }
  const Value twice = find_twice(names);
  if (!is_nil(twice))
    heap_.upcalls->warn("~S is bound twice in one LET; the last one counts", {twice});
  for (std::size_t i = 0; i < names.size(); ++i)
    inner = bind_variable(n->bindings[i], names[i], declared, inner);
  n->kids = {analyse_progn(parts.forms, declare(declared, inner))};
  for (const Binding& b : n->bindings)
    if (is_nil(twice)) check_use(b.variable, second(form), declared);
  return n;
}

Node* Analyser::form_let(Value form, const Scope* scope) { return analyse_let(form, scope, false); }
Node* Analyser::form_let_star(Value form, const Scope* scope) {
  return analyse_let(form, scope, true);
}

Node* Analyser::form_load_time_value(Value form, const Scope*) {
  check_form(form, 1, 2, "(load-time-value form)");
  if (options_.only_checks) return analyse(second(form), nullptr);
  return constant(heap_.upcalls->evaluate(second(form), nil()));
}

Node* Analyser::form_locally(Value form, const Scope* scope) {
  check_form(form, 0, kAny, "a proper list of forms");
  Value declared = nil();
  Body parts = split_body(cdr(form), false, declared);
  return analyse_progn(parts.forms, declare(declared, scope));
}

Value local_expander(Heap& heap, Value definition, Value environment) {
  Value parser = heap.symbols->symbol(Sym::macro_lambda);
  Value lambda = heap.upcalls->call_function(
      parser, {car(definition), second(definition), cdr(cdr(definition))});
  return heap.upcalls->evaluate(lambda, environment);
}

Node* Analyser::form_macrolet(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(macrolet (definition...) form...)");
  const char* shape = "definitions (name lambda-list form...)";
  const Scope* inner = scope;
  Value environment = environment_at(scope);
  for (Value d = check_list(form, second(form), shape); is_cons(d); d = cdr(d)) {
    if (!has_shape(heap_, car(d), 2, kAny) || !is_symbol(car(car(d)))) bad_form(form, shape);
    Scope* s = extend_mutable(inner, Scope::Macro, car(car(d)));
    s->value = keep(local_expander(heap_, car(d), environment));
    inner = s;
  }
  return form_locally(cdr(form), inner);
}

Node* Analyser::form_multiple_value_bind(Value form, const Scope* scope) {
  check_form(form, 2, kAny, "(multiple-value-bind (variable...) form form...)");
  Node* n = node(NodeKind::BindValues);
  Value declared = nil();
  Body parts = split_body(cdr(cdr(cdr(form))), false, declared);
  const Scope* inner = scope;
  n->kids = {analyse(third(form), scope)};
  ValueVector names(heap_);
  for (Value v = check_list(form, second(form), "a list of variables"); is_cons(v); v = cdr(v)) {
    Binding b;
    inner = bind_variable(b, car(v), declared, inner);
    n->bindings.push_back(b);
    names.push(car(v));
  }
  if (Value twice = find_twice(names); !is_nil(twice))
    heap_.upcalls->warn("~S is bound twice in one MULTIPLE-VALUE-BIND; the last one counts",
                        {twice});
  n->kids.push_back(analyse_progn(parts.forms, declare(declared, inner)));
  return n;
}

Node* Analyser::form_multiple_value_call(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(multiple-value-call function form...)");
  Node* n = node(NodeKind::ValuesCall);
  analyse_arguments(n, cdr(form), scope);
  return n;
}

Node* Analyser::form_multiple_value_prog1(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(multiple-value-prog1 form form...)");
  Node* n = node(NodeKind::ValuesFirst);
  n->kids = {analyse(second(form), scope), analyse_progn(cdr(cdr(form)), scope)};
  return n;
}

// (named-lambda name lambda-list form...): a lambda expression whose function has a name.
Node* Analyser::form_named_lambda(Value form, const Scope* scope) {
  check_form(form, 2, kAny, "(named-lambda name lambda-list form...)");
  Node* n = node(NodeKind::Lambda);
  const Expansion* e = maker(form);
  n->function = analyse_lambda(second(form), third(form), cdr(cdr(cdr(form))), scope, nullptr,
                               e ? e->first->form : nil());
  return n;
}

Node* Analyser::form_or_(Value form, const Scope* scope) {
  check_form(form, 0, kAny, "a proper list of forms");
  if (is_nil(cdr(form))) return constant(nil());
  if (is_nil(cdr(cdr(form)))) return analyse(second(form), scope);
  Node* n = node(NodeKind::Or);
  analyse_arguments(n, cdr(form), scope);
  return n;
}

Node* Analyser::form_progn(Value form, const Scope* scope) {
  check_form(form, 0, kAny, "a proper list of forms");
  return analyse_progn(cdr(form), scope);
}

Node* Analyser::form_progv(Value form, const Scope* scope) {
  check_form(form, 2, kAny, "(progv symbols values form...)");
  Node* n = node(NodeKind::Progv);
  n->kids = {analyse(second(form), scope), analyse(third(form), scope),
             analyse_progn(cdr(cdr(cdr(form))), scope)};
  return n;
}

Node* Analyser::form_quote(Value form, const Scope*) {
  check_form(form, 1, 1, "(quote object)");
  return constant(second(form));
}

Node* Analyser::form_return_from(Value form, const Scope* scope) {
  check_form(form, 1, 2, "(return-from name [value])");
  if (const Scope* s = find(second(form), Scope::Block, Scope::Block)) {
    Node* n = node(NodeKind::ReturnFrom);
    n->kids = {analyse(third(form), scope)};
    n->target = s->target;
    return n;
  }
  signal_error(heap_, ConditionKind::program_error,
               is_nil(second(form))
                   ? "RETURN: expected a block named NIL around this form (PROG, DO, "
                     "DOLIST, LOOP ... make one)"
                   : "RETURN-FROM: expected the name of a block around this form, got ~S",
               {second(form)});
}

Node* Analyser::form_setq(Value form, const Scope* scope) {
  std::size_t count = check_form(form, 0, kAny, "(setq variable value ...)");
  if (count % 2 != 0) bad_form(form, "pairs of a variable and a value");
  if (count == 0) return constant(nil());
  Node* n = node(NodeKind::Progn);
  for (Value rest = cdr(form); is_cons(rest); rest = cdr(cdr(rest))) {
    Value place = is_symbol(car(rest))
                      ? symbol_macro(variable_of(heap_, options_.dialect, car(rest)))
                      : kAbsent;
    if (place != kAbsent) {
      Value setf = list_of(heap_, {heap_.symbols->symbol(Sym::setf), place, second(rest)});
      n->kids.push_back(analyse(rewritten(form, setf), scope));
    } else {
      n->kids.push_back(analyse_set(car(rest), analyse(second(rest), scope)));
    }
  }
  return n->kids.size() == 1 ? n->kids[0] : n;
}

void Analyser::require_symbol_macro_name(Value name, Value declared) {
  require_symbol(name, "symbol-macrolet", "a symbol as name", name);
  if (is_special(name) || is_declared_special(name, declared))
    signal_error(heap_, ConditionKind::program_error,
                 "SYMBOL-MACROLET: ~S is a special variable or a constant", {name});
}

Node* Analyser::form_symbol_macrolet(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(symbol-macrolet ((name expansion)...) form...)");
  const Scope* inner = scope;
  Value declared = nil();
  split_body(cdr(cdr(form)), false, declared);
  const char* shape = "definitions (name expansion)";
  for (Value d = check_list(form, second(form), shape); is_cons(d); d = cdr(d)) {
    if (!has_shape(heap_, car(d), 2, 2) || !is_symbol(car(car(d)))) bad_form(form, shape);
    require_symbol_macro_name(car(car(d)), declared);
    Scope* s = extend_mutable(inner, Scope::SymbolMacro, car(car(d)));
    s->value = second(car(d));
    inner = s;
  }
  return form_locally(cdr(form), inner);
}

Node* Analyser::form_tagbody(Value form, const Scope* scope) {
  check_form(form, 0, kAny, "a proper list of tags and statements");
  JumpTarget& target = arena_.targets.emplace_back(&arena_.memory);
  target.exit = new_variable(nil());
  const Scope* inner = scope;
  std::size_t statements = 0;
  ValueVector names(heap_);
  for (Value s = cdr(form); is_cons(s); s = cdr(s)) {
    if (is_cons(car(s))) {
      ++statements;
      continue;
    }
    if (!is_nil(car(s))) names.push(car(s));  // NIL is an empty statement from a macro
    Scope* tag = extend_mutable(inner, Scope::Tag, car(s));
    tag->target = &target;
    tag->index = static_cast<std::uint32_t>(target.tags.size());
    inner = tag;
    target.tags.push_back({car(s), statements, {}});
  }
  if (Value twice = find_twice(names); !is_nil(twice))
    signal_error(heap_, ConditionKind::program_error, "TAGBODY: the tag ~S occurs twice", {twice});
  Node* n = node(NodeKind::Tagbody);
  n->target = &target;
  for (Value s = cdr(form); is_cons(s); s = cdr(s))
    if (is_cons(car(s))) n->kids.push_back(analyse(car(s), inner));
  return n;
}

Node* Analyser::form_the(Value form, const Scope* scope) {
  check_form(form, 2, 2, "(the type form)");
  return analyse(third(form), scope);
}

Node* Analyser::form_throw_(Value form, const Scope* scope) {
  check_form(form, 2, 2, "(throw tag value)");
  Node* n = node(NodeKind::Throw);
  n->kids = {analyse(second(form), scope), analyse(third(form), scope)};
  return n;
}

Node* Analyser::form_unless(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(unless test form...)");
  Node* n = node(NodeKind::If);
  n->kids = {analyse(second(form), scope), constant(nil())};
  n->kids.push_back(analyse_progn(cdr(cdr(form)), scope));
  return n;
}

Node* Analyser::form_unwind_protect(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(unwind-protect form cleanup...)");
  Node* n = node(NodeKind::UnwindProtect);
  n->kids = {analyse(second(form), scope), analyse_progn(cdr(cdr(form)), scope)};
  return n;
}

Node* Analyser::form_when(Value form, const Scope* scope) {
  check_form(form, 1, kAny, "(when test form...)");
  Node* n = node(NodeKind::If);
  n->kids = {analyse(second(form), scope)};
  n->kids.push_back(analyse_progn(cdr(cdr(form)), scope));
  n->kids.push_back(constant(nil()));
  return n;
}

}  // namespace winnow
