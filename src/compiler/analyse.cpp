#include "compiler/analyse.hpp"

#include <algorithm>
#include <utility>

#include "compiler/environment.hpp"
#include "compiler/expansion.hpp"
#include "compiler/inlined.hpp"
#include "data/equality.hpp"
#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

// Sets the position of the analyser to that of the form being analysed, and restores it.
class PositionGuard {
 public:
  PositionGuard(Analyser& analyser, SourcePosition at)
      : analyser_(analyser),
        before_(analyser.at_),
        compiling_before_(analyser.heap_.upcalls->compiling_at),
        operator_before_(std::exchange(analyser.operator_name_, nil())) {
    if (at) analyser_.at_ = analyser_.heap_.upcalls->compiling_at = at;
  }
  ~PositionGuard() {
    analyser_.at_ = before_;
    analyser_.heap_.upcalls->compiling_at = compiling_before_;
    analyser_.operator_name_ = operator_before_;
  }
  PositionGuard(const PositionGuard&) = delete;
  PositionGuard& operator=(const PositionGuard&) = delete;

 private:
  Analyser& analyser_;
  SourcePosition before_;
  SourcePosition compiling_before_;
  Value operator_before_;
};

ScopeGuard::ScopeGuard(Analyser& analyser) : analyser_(analyser), count_(analyser.scopes_.size()) {}

ScopeGuard::~ScopeGuard() {
  for (auto& scopes = analyser_.scopes_; scopes.size() > count_; scopes.pop_back()) {
    if (scopes.size() <= Analyser::kUnindexed) continue;
    const Scope& s = scopes.back();
    if (s.hidden)
      analyser_.innermost_.find(eql_hash(s.name))->second = s.hidden;
    else
      analyser_.innermost_.erase(eql_hash(s.name));
  }
}

namespace {

// Limit of the C++ stack for one form. Unwinding a deeper stack would take seconds.
constexpr std::ptrdiff_t kMostStackBytes = std::ptrdiff_t{128} << 20;

}  // namespace

Analyser::Analyser(Heap& heap, const CompilerOptions& options, NodeArena& arena, bool careful)
    : heap_(heap),
      options_(options),
      arena_(arena),
      kept_(heap),
      kept_back_(std::max(heap.native_stack.room() - kMostStackBytes, std::ptrdiff_t{0})),
      careful_(careful),
      at_(options.at),
      expansion_(options.expansion) {}

FunctionNode* Analyser::analyse_toplevel(Value form, Value environment) {
  FunctionNode& f = arena_.functions.emplace_back();
  f.outer = nullptr;
  function_ = &f;
  f.body = analyse(form, scope_of(environment));
  f.at = f.body->at;
  return &f;
}

const Scope* Analyser::scope_of(Value environment) {
  // The user can pass any object.
  if (!has_shape(heap_, environment, 0, kAny))
    signal_wrong_type(heap_, "compile", environment, {"an environment", "LIST"});
  ValueVector entries(heap_);
  for (; is_cons(environment); environment = cdr(environment)) entries.push(car(environment));
  const Scope* scope = nullptr;
  for (std::size_t i = entries.size(); i-- > 0;) {
    Value entry = entries[i];
    auto kind = is(car(entry), Sym::k_macro)          ? Scope::Macro
                : is(car(entry), Sym::k_symbol_macro) ? Scope::SymbolMacro
                : is(car(entry), Sym::k_notinline)    ? Scope::NotInline
                                                      : Scope::Special;
    Scope* s = extend_mutable(scope, kind, second(entry));
    s->value = keep(third(entry));
    scope = s;
  }
  return scope;
}

// ---- helpers

Node* Analyser::node(NodeKind kind) {
  Node& n = arena_.nodes.emplace_back(kind, &arena_.memory);
  n.at = at_;
  n.operator_name = operator_name_;
  return &n;
}

Node* Analyser::constant(Value v) {
  Node* n = node(NodeKind::Constant);
  n->value = keep(v);
  return n;
}

Value Analyser::keep(Value v) {
  if (v.is_pointer()) kept_.push(v);
  return v;
}

Variable* Analyser::new_variable(Value name) {
  Variable& v = arena_.variables.emplace_back();
  v.name = name;
  return &v;
}

// The variable that holds the function of FLET or LABELS NAME.
Variable* Analyser::new_local_function(Value name) {
  Variable* v = new_variable(name);
  v->local = &arena_.local_functions.emplace_back();
  return v;
}

Scope* Analyser::extend_mutable(const Scope* scope, Scope::Kind kind, Value name) {
  Scope& s = scopes_.emplace_back();
  s.outer = scope;
  s.kind = kind;
  s.name = keep(name);
  if (scopes_.size() > kUnindexed) {
    const Scope*& place = innermost_[eql_hash(name)];
    s.hidden = place;
    place = &s;
  }
  return &s;
}

const Scope* Analyser::extend(const Scope* scope, Scope::Kind kind, Value name) {
  return extend_mutable(scope, kind, name);
}

template <class Test>
const Scope* Analyser::innermost(Value name, Test is_wanted) const {
  auto fits = [&](const Scope& s) { return is_wanted(s.kind) && eql(s.name, name); };
  if (scopes_.size() > kUnindexed) {
    auto found = innermost_.find(eql_hash(name));
    const Scope* s = found == innermost_.end() ? nullptr : found->second;
    while (s && !fits(*s)) s = s->hidden;
    if (s) return s;
  }
  for (std::size_t i = std::min(scopes_.size(), kUnindexed); i-- > 0;)
    if (fits(scopes_[i])) return &scopes_[i];
  return nullptr;
}

const Scope* Analyser::find(Value name, Scope::Kind kind, Scope::Kind other) const {
  return innermost(name, [&](Scope::Kind k) { return k == kind || k == other; });
}

const Scope* Analyser::find_variable(Value name) const {
  return innermost(name, [](Scope::Kind k) {
    return k == Scope::Lexical || k == Scope::Special || k == Scope::SymbolMacro;
  });
}

Value Analyser::environment_at(const Scope* scope) {
  std::vector<const Scope*> entries;
  for (; scope && scope->environment == kAbsent; scope = scope->outer) entries.push_back(scope);
  Value environment = scope ? scope->environment : nil();
  for (; !entries.empty(); entries.pop_back()) {
    environment = keep(add_scope(heap_, environment, *entries.back()));
    entries.back()->environment = environment;
  }
  return environment;
}

void Analyser::bad_form(Value form, const char* expected) {
  signal_error(heap_, ConditionKind::program_error, "~S: expected ~A, got ~S",
               {is_cons(form) ? car(form) : nil(), make_string(heap_, expected), form});
}

// Signals an error unless NAME, which is part of GOT in the form or section WHAT, is a symbol. In
// the expansion of a library macro, whose user did not write GOT, the error names the macro and the
// name only.
void Analyser::require_symbol(Value name, const char* what, const char* expected, Value got) {
  if (is_symbol(name)) return;
  bool is_generated = !is_nil(operator_name_);
  signal_error(heap_, ConditionKind::program_error, "~A: expected ~A, got ~S",
               {is_generated ? operator_name_ : operation_named(heap_, what),
                make_string(heap_, is_generated && got != name ? "a symbol as variable" : expected),
                is_generated ? name : got});
}

// Checks that FORM is a list with LEAST to MOST elements after the operator; returns their number.
std::size_t Analyser::check_form(Value form, std::size_t least, std::size_t most,
                                 const char* expected) {
  if (!has_shape(heap_, form, least + 1, most == kAny ? kAny : most + 1)) bad_form(form, expected);
  return list_length(form) - 1;
}

// Checks that LIST, a part of FORM, is a proper list; returns it.
Value Analyser::check_list(Value form, Value list, const char* expected) {
  if (!has_shape(heap_, list, 0, kAny)) bad_form(form, expected);
  return list;
}

// ---- variables

Node* Analyser::reference(Variable* variable) {
  variable->used = true;
  Node* n = node(NodeKind::LocalRef);
  n->variable = variable;
  return n;
}

Node* Analyser::special_reference(Value name) {
  Node* n = node(NodeKind::SpecialRef);
  n->value = keep(name);
  return n;
}

// Returns the expansion of the symbol macro NAME, or kAbsent if NAME is not one.
Value Analyser::symbol_macro(Value name) const {
  const Scope* s = find_variable(name);
  if (!s) return global_symbol_macro(heap_, name);
  return s->kind == Scope::SymbolMacro ? s->value : kAbsent;
}

// Records a use of the free variable NAME. Its position is that of the top-level form if no other
// is known, as for a variable that is the whole body of a definition or that an expansion assigns.
void Analyser::note_free_variable(Value name, bool assigned) {
  PositionGuard here(*this, heap_.upcalls->compiling_at ? SourcePosition{} : at_);
  heap_.upcalls->note_variable(name, assigned, !function_->outer);
}

Node* Analyser::analyse_variable(Value name, const Scope* scope) {
  name = variable_of(heap_, options_.dialect, name);
  if (is_nil(name) || name == t() || is_keyword(name)) return constant(name);
  if (Value expansion = symbol_macro(name); expansion != kAbsent) {
    require_room();  // it may expand to itself
    return analyse(expansion, scope);
  }
  if (const Scope* s = find_variable(name))
    return s->kind == Scope::Lexical ? reference(s->variable) : special_reference(name);
  note_free_variable(name, false);
  return special_reference(name);
}

// Signals an error if NAME is a constant. DONE, "assigned" or "bound", says in the message what
// cannot be done to it. Constants of Common Lisp such as PI are ordinary variables in the older
// dialects.
void Analyser::require_variable(Value name, const char* done) {
  Symbol* s = as_symbol(name);
  if (!s->has(Symbol::kConstant)) return;
  if (!options_.dialect.is_old() || is_nil(name) || name == t())
    signal_error(heap_, ConditionKind::program_error, "~S is a constant and cannot be ~A",
                 {name, make_string(heap_, done)});
  s->header.flags &= static_cast<std::uint8_t>(~Symbol::kConstant);
}

Node* Analyser::analyse_set(Value name, Node* value) {
  require_symbol(name, "setq", "a symbol", name);
  name = variable_of(heap_, options_.dialect, name);
  require_variable(name, "assigned");
  const Scope* s = find_variable(name);
  if (s && s->kind == Scope::Lexical) {
    s->variable->used = true;
    s->variable->assigned = true;
    Node* n = node(NodeKind::LocalSet);
    n->variable = s->variable;
    n->kids = {value};
    return n;
  }
  if (!s) note_free_variable(name, true);
  Node* n = node(NodeKind::SpecialSet);
  n->value = keep(name);
  n->kids = {value};
  return n;
}

// ---- forms

void Analyser::require_room() {
  if (!heap_.native_stack.has_room(kept_back_))
    signal_error(heap_, ConditionKind::storage_condition,
                 "The form is nested too deeply to be compiled", {});
  heap_.upcalls->poll();
}

Node* Analyser::analyse(Value form, const Scope* scope) {
  if (is_symbol(form)) return analyse_variable(form, scope);
  if (!is_cons(form)) return constant(form);
  require_room();
  PositionGuard guard(*this, position_of(form));
  ScopeGuard scopes(*this);
  return careful_ ? analyse_carefully(form, scope) : analyse_call(form, scope);
}

// Analyses the call FORM. If it cannot be compiled, returns a call that signals the error.
Node* Analyser::analyse_carefully(Value form, const Scope* scope) {
  Node* n = nullptr;
  FunctionNode* function = function_;
  Value condition = heap_.upcalls->attempt([&] { n = analyse_call(form, scope); });
  if (condition == kAbsent) return n;
  function_ = function;
  if (function_->outer) heap_.upcalls->warn_of(condition);
  n = node(NodeKind::Call);
  n->value = heap_.symbols->symbol(Sym::raise);
  n->kids = {constant(condition)};
  return n;
}

Node* Analyser::analyse_call(Value form, const Scope* scope) {
  Value head = car(form);
  if (is_cons(head) && is(car(head), Sym::lambda)) {
    if (Node* let = analyse_lambda_call(head, cdr(form), scope)) return let;
    Node* n = node(NodeKind::CallValue);
    Node* function = analyse(head, scope);
    n->kids.push_back(function);
    if (function->kind == NodeKind::Lambda && !options_.sealed && !options_.dialect.is_old())
      check_local_call(*function->function, car(head), form);
    analyse_arguments(n, cdr(form), scope);
    return n;
  }
  if (!is_symbol(head) && options_.dialect.is_old())
    return analyse_computed_call(head, form, scope);
  if (!is_symbol(head))
    signal_error(heap_, ConditionKind::program_error, "~S is not the name of a function", {head});
  Value own = library_definition(head, form);
  if (const Scope* s = find(head, Scope::Function, Scope::Macro); s && own == kAbsent) {
    if (s->kind == Scope::Macro)
      return analyse_expansion(form, false, scope, [&] {
        return call_expander(heap_, s->value, form, environment_at(scope));
      });
    LocalFunction& local = *s->variable->local;
    if (local.function && position_of(form)) check_local_call(*local.function, head, form);
    Node* n = node(NodeKind::CallValue);
    n->kids.push_back(reference(s->variable));
    local.calls.push_back(n);
    if (find(head, Scope::Function, Scope::NotInline)->kind == Scope::NotInline)
      local.is_notinline = true;
    analyse_arguments(n, cdr(form), scope);
    return n;
  }
  if (is(head, Sym::declare))
    signal_error(heap_, ConditionKind::program_error,
                 "~S is not a form: declarations must be at the beginning of a body", {form});
  operator_name_ = operator_of(form);
  check_call(form);
  if (Value word = operator_of_dialect(heap_, options_.dialect, form, expansion_); word != head) {
    head = word;
    form = rewritten(form, heap_.cons(head, cdr(form)));
  }
  if (Value expander = compiler_macro_for(form, own); !is_nil(expander)) {
    Expansion expansion{form, is_library_code(expander), expansion_, {}, nullptr};
    Value expanded = keep(record_expansion(heap_, expansion, maker(form), [&] {
      return call_expander(heap_, expander, form, environment_at(scope));
    }));
    if (expanded != form) return analyse_expanded(expansion, expanded, scope);
  }
  if (is_special_form(head))
    return (this->*handlers()[as<Symbol>(head)->header.aux - 1u])(form, scope);
  Value definition = own == kAbsent ? as_symbol(head)->function : own;
  if (has_type(definition, Type::Macro))
    return analyse_expansion(form, is_library_code(definition), scope, [&] {
      return expand(heap_, definition, form, environment_at(scope));
    });
  return analyse_named_call(head, form, scope, own);
}

// Is FORM part of the text of a program in Common Lisp?
bool Analyser::is_of_program(Value form) const {
  return !options_.sealed && !is_nil(options_.source) && !options_.dialect.is_old() &&
         position_of(form);
}

// Warns about mistakes in the call FORM of a global operator that has a check or gets keywords.
void Analyser::check_call(Value form) {
  if (!is_of_program(form) || !has_shape(heap_, form, 1, kAny)) return;
  bool has_check = !is_nil(get_property(heap_, car(form), heap_.symbols->symbol(Sym::call_check)));
  for (Value a = cdr(form); is_cons(a) && !has_check; a = cdr(a)) has_check = is_keyword(car(a));
  if (has_check) heap_.upcalls->check_call(form);
}

// Warns if the call FORM gives the local function F, which is called NAME, a wrong number of arguments
// or a keyword that it does not take.
void Analyser::check_local_call(const FunctionNode& f, Value name, Value form) {
  std::size_t least = 0;
  std::size_t positional = 0;
  bool takes_any = f.has_keys;
  for (const LambdaParameter& p : f.parameters) {
    least += p.kind == LambdaParameter::Required;
    positional += p.kind <= LambdaParameter::Optional;
    takes_any = takes_any || p.kind == LambdaParameter::Rest;
  }
  const std::size_t count = list_length(cdr(form));
  if (count >= least && (takes_any || count <= positional)) {
    Value keywords = cdr(form);
    for (std::size_t i = 0; i < positional; ++i) keywords = cdr(keywords);
    if (f.has_keys && !f.allow_other_keys) check_keywords(f, name, keywords);
    return;
  }
  const char* control = takes_any             ? "~S: expected at least ~D argument~:P, got ~D"
                        : positional == least ? "~S: expected ~D argument~:P, got ~D"
                                              : "~S: expected ~D to ~*~D arguments, got ~2@*~D";
  heap_.upcalls->warn(control,
                      {name, Value::from_fixnum(static_cast<std::int64_t>(least)),
                       Value::from_fixnum(static_cast<std::int64_t>(count)),
                       Value::from_fixnum(static_cast<std::int64_t>(takes_any ? 0 : positional))});
}

// Warns of each keyword in ARGUMENTS, which alternate with values, that F does not take.
void Analyser::check_keywords(const FunctionNode& f, Value name, Value arguments) {
  const Value allow = heap_.symbols->symbol(Sym::k_allow_other_keys);
  for (Value a = arguments; is_cons(a); a = cdr(cdr(a)))
    if (car(a) == allow) return;
  for (; is_cons(arguments); arguments = cdr(cdr(arguments))) {
    const Value keyword = car(arguments);
    if (is_keyword(keyword) && f.place_of_key(keyword) < 0)
      heap_.upcalls->warn("~S: unknown keyword ~S", {name, keyword});
  }
}

// Warns if VARIABLE, bound by LIST in the text of the program, is not used.
void Analyser::check_use(const Variable* variable, Value list, Value declared) {
  if (!variable || variable->used || careful_ || !is_of_program(list)) return;
  for (; is_cons(declared); declared = cdr(declared)) {
    Value kind = car(car(declared));
    if ((is(kind, Sym::ignore) || is(kind, Sym::ignorable)) &&
        second(car(declared)) == variable->name)
      return;
  }
  heap_.upcalls->note_unused(variable->name, list, position_of(list));
}

// Analyses FORM as a call of the value of FUNCTION.
Node* Analyser::analyse_computed_call(Value function, Value form, const Scope* scope) {
  if (!has_shape(heap_, form, 1, kAny)) bad_form(form, "a proper list of arguments");
  Node* n = node(NodeKind::CallValue);
  n->kids.push_back(analyse(function, scope));
  analyse_arguments(n, cdr(form), scope);
  return n;
}

// Analyses the expansion, by EXPAND, of the macro call FORM.
Node* Analyser::analyse_expansion(Value form, bool by_library, const Scope* scope,
                                  const std::function<Value()>& expand) {
  Expansion expansion{form, by_library, expansion_, {}, nullptr};
  Value expanded = keep(record_expansion(heap_, expansion, maker(form), expand));
  return analyse_expanded(expansion, expanded, scope);
}

Node* Analyser::analyse_expanded(Expansion& expansion, Value expanded, const Scope* scope) {
  struct Restore {
    Analyser& analyser;
    ~Restore() { analyser.expansion_ = analyser.expansion_->outer; }
  };
  expansion_ = &expansion;
  Restore restore{*this};
  return analyse(expanded, scope);
}

// Returns the compiler macro of the function that FORM calls by name or with FUNCALL; NIL if it
// does not exist or the function is declared NOTINLINE. OWN: the library definition, if FORM
// calls it, else kAbsent. Compiler macros of the user apply only to user code, those of the
// library only to library functions.
Value Analyser::compiler_macro_for(Value form, Value own) const {
  Value name = car(form);
  Value designator = second(form);
  // SETF expands to calls of (setf f) with the library's FUNCALL.
  if (is(name, Sym::funcall) && is(car(designator), Sym::function) &&
      has_shape(heap_, designator, 2, 2)) {
    name = second(designator);
    own = kAbsent;
    if (find(name, Scope::Function, Scope::Macro)) return nil();
  }
  Value expander = compiler_macro(heap_, name);
  if (is_nil(expander)) return nil();
  Value symbol = is_symbol(name) ? name : setf_function_symbol(heap_, second(name));
  const Symbol* s = as_symbol(symbol);
  bool is_ours = own != kAbsent || options_.sealed || s->has(Symbol::kLibrary) ||
                 (!is_symbol(name) && is_library_code(s->function));
  // In the older dialects a lambda expression binds its variables dynamically.
  bool is_meant =
      is_library_code(expander) ? is_ours && !options_.dialect.is_old() : own == kAbsent;
  if (!is_meant) return nil();
  if (find(symbol, Scope::NotInline, Scope::NotInline) ||
      !is_nil(get_property(heap_, symbol, heap_.symbols->symbol(Sym::notinline))))
    return nil();
  return expander;
}

SourcePosition Analyser::position_of(Value form) const {
  return options_.lines ? options_.lines->position_of(form) : SourcePosition{};
}

Value Analyser::rewritten(Value form, Value instead) {
  if (expansion_) rewritten_[keep(instead).bits] = keep(form);
  return keep(instead);
}

const Expansion* Analyser::maker(Value form) const {
  if (!expansion_) return nullptr;
  for (auto r = rewritten_.find(form.bits); r != rewritten_.end(); r = rewritten_.find(form.bits))
    form = r->second;
  if (position_of(form)) return nullptr;
  return maker_of(heap_, form, expansion_);
}

Value Analyser::library_definition(Value name, Value form) const {
  if (!expansion_ || options_.sealed) return kAbsent;
  Value definition = winnow::library_definition(heap_, name);
  if (definition == kAbsent) return kAbsent;
  const Expansion* e = maker(form);
  return e && e->by_library ? definition : kAbsent;
}

Value Analyser::operator_of(Value form) {
  if (options_.sealed) return nil();
  const Expansion* e = maker(form);
  if (!e || !e->by_library) return nil();
  e = e->first;
  if (is(car(e->form), Sym::backquote)) return nil();  // the list constructor is more informative
  // (setf (gethash ...) ...) is reported as (SETF GETHASH).
  if (is(car(e->form), Sym::setf) && list_length(e->form) == 3 && is_cons(second(e->form)) &&
      is_symbol(car(second(e->form))))
    return keep(list_of(heap_, {car(e->form), car(second(e->form))}));
  Value places = get_property(heap_, car(form), heap_.symbols->symbol(Sym::setter_of));
  for (; is_cons(places); places = cdr(places))
    for (Value place = cdr(e->form); is_cons(place); place = cdr(place))
      if (car(car(place)) == car(places))
        return keep(list_of(heap_, {heap_.symbols->symbol(Sym::setf), car(places)}));
  // If the macro call produced the whole function, as DEFSTRUCT does, report the function name.
  return e->form == function_->origin && !is_nil(function_->name) ? function_->name
                                                                  : keep(car(e->form));
}

// Analyses FORM as a call of the function NAME. OWN: the library definition, if
// FORM calls it, else kAbsent.
Node* Analyser::analyse_named_call(Value name, Value form, const Scope* scope, Value own) {
  if (!has_shape(heap_, form, 1, kAny)) bad_form(form, "a proper list of arguments");
  if (Node* inlined = analyse_inline(name, form, scope, own != kAbsent)) return inlined;
  if (own != kAbsent && own != as_symbol(name)->function) {
    Node* n = node(NodeKind::CallValue);
    n->kids.push_back(constant(own));
    analyse_arguments(n, cdr(form), scope);
    return n;
  }
  if (is_nil(name)) heap_.upcalls->signal(undefined_function_condition(heap_, name));
  bool may_be_variable =
      options_.dialect.is_old() &&
      find(variable_of(heap_, options_.dialect, name), Scope::Special, Scope::Special);
  if (function_->outer && !may_be_variable) heap_.upcalls->note_call(name, list_length(cdr(form)));
  Node* n = node(NodeKind::Call);
  n->value = keep(name);
  analyse_arguments(n, cdr(form), scope);
  return n;
}

namespace {

// Returns whether ITEM of a lambda list is a required parameter.
bool is_required_parameter(Value item) {
  if (!is_symbol(item) || is_nil(item)) return false;
  const auto* name = as<String>(as_symbol(item)->name);
  return name->length() == 0 || string_char(name, 0) != '&';
}

}  // namespace

// Analyses the call of LAMBDA with ARGUMENTS as a LET. Returns null unless LAMBDA is a lambda
// expression with required parameters only, one for each argument. Not applicable to the older
// dialects, where variables of LET and of lambda expressions differ.
Node* Analyser::analyse_lambda_call(Value lambda, Value arguments, const Scope* scope) {
  if (!is(car(lambda), Sym::lambda) || options_.dialect.is_old() ||
      !has_shape(heap_, lambda, 2, kAny))
    return nullptr;
  Value list = second(lambda);
  std::size_t count = list_length(arguments);
  if (!has_shape(heap_, list, count, count) || !has_shape(heap_, arguments, count, count))
    return nullptr;
  ValueVector names(heap_);
  ListBuilder bindings(heap_);
  for (; is_cons(list); list = cdr(list), arguments = cdr(arguments)) {
    Value name = car(list);
    if (!is_required_parameter(name)) return nullptr;
    names.push(name);
    bindings.add(list_of(heap_, {name, car(arguments)}));
  }
  if (!is_nil(find_twice(names))) return nullptr;
  Value body = cdr(cdr(lambda));
  for (Value b = body; is_string(car(b)) || is(car(car(b)), Sym::declare); b = cdr(b))
    if (is_string(car(b)) && is_cons(cdr(b))) return nullptr;  // LET does not allow a docstring
  Value let = heap_.symbols->symbol(Sym::let);
  return analyse_let(keep(heap_.cons(let, heap_.cons(bindings.list(), body))), scope, false);
}

void Analyser::analyse_arguments(Node* n, Value forms, const Scope* scope) {
  for (; is_cons(forms); forms = cdr(forms)) n->kids.push_back(analyse(car(forms), scope));
  if (!is_nil(forms)) bad_form(forms, "a proper list of arguments");
}

Node* Analyser::analyse_progn(Value forms, const Scope* scope) {
  if (is_nil(forms)) return constant(nil());
  if (is_cons(forms) && is_nil(cdr(forms))) return analyse(car(forms), scope);
  Node* n = node(NodeKind::Progn);
  analyse_arguments(n, forms, scope);
  return n;
}

// ---- operators that become instructions

// Returns whether FORM is #'NAME in a program, and NAME a local function or a global one, which
// need not be defined yet.
bool Analyser::names_function(Value form) const {
  Value name = second(form);
  const Expansion* e = maker(form);
  if (!is_symbol(name) || options_.sealed || options_.dialect.is_old() || (e && e->by_library))
    return false;
  if (const Scope* s = find(name, Scope::Function, Scope::Macro)) return s->kind != Scope::Macro;
  return !has_type(as_symbol(name)->function, Type::Macro) && !is_special_form(name);
}

// Analyses the call FORM of the inlined operator NAME as instructions. Returns null for an
// ordinary call: the user has redefined the operator (and OWN is false), or no instruction
// takes this number of arguments.
Node* Analyser::analyse_inline(Value symbol, Value form, const Scope* scope, bool own) {
  const Symbol* s = as_symbol(symbol);
  if (s->header.aux == 0 || !(own || options_.sealed || s->has(Symbol::kInlined))) return nullptr;
  const InlinedOperator& o = inlined_operators()[s->header.aux - 1u];
  std::size_t count = list_length(cdr(form));
  auto with_operands = [&](NodeKind kind) {
    Node* n = node(kind);
    n->operation = static_cast<std::uint8_t>(s->header.aux);
    n->op = o.ops[0];
    n->comparison = o.comparison;
    analyse_arguments(n, cdr(form), scope);
    return n;
  };
  auto operand = [&](std::int64_t n) { return constant(Value::from_fixnum(n)); };
  auto around = [&](Node* inner, Op op) {
    Node* n = node(NodeKind::Inline);
    n->operation = inner->operation;
    n->op = op;
    n->kids = {inner};
    return n;
  };
  switch (o.rule) {
    case InlinedOperator::Unary: {
      if (count != 1) return nullptr;
      Node* n = with_operands(NodeKind::Inline);
      return o.ops[1] == Op::Nil ? n : around(n, o.ops[1]);
    }
    case InlinedOperator::Binary: return count == 2 ? with_operands(NodeKind::Inline) : nullptr;
    case InlinedOperator::Ternary: return count == 3 ? with_operands(NodeKind::Inline) : nullptr;
    case InlinedOperator::BinaryOp: return analyse_sum(o, count, with_operands);
    case InlinedOperator::Step: {
      if (count != 1) return nullptr;
      Node* n = with_operands(NodeKind::Inline);
      n->op = Op::Add;
      n->kids.push_back(operand(o.step));
      return n;
    }
    case InlinedOperator::Compare: return count == 2 ? with_operands(NodeKind::Compare) : nullptr;
    case InlinedOperator::Different:
      return count == 2 ? around(with_operands(NodeKind::Compare), Op::Not) : nullptr;
    case InlinedOperator::Sign: {
      if (count != 1) return nullptr;
      Node* n = with_operands(NodeKind::Compare);
      n->kids.push_back(operand(0));
      return n;
    }
    case InlinedOperator::Funcall: {
      if (count == 0) return nullptr;
      Value function = second(form);
      if (is(car(function), Sym::function)) {
        if (names_function(function)) {
          Value call = heap_.cons(second(function), cdr(cdr(form)));
          return analyse_call(rewritten(function, call), scope);
        }
        function = second(function);
      }
      Node* let = analyse_lambda_call(function, cdr(cdr(form)), scope);
      return let ? let : with_operands(NodeKind::CallValue);
    }
    case InlinedOperator::Apply: return count >= 2 ? with_operands(NodeKind::Apply) : nullptr;
    case InlinedOperator::Values: return with_operands(NodeKind::Values);
    case InlinedOperator::List: {
      if (count == 0) return constant(nil());
      Node* n = with_operands(NodeKind::Inline);
      n->op = Op::List;
      n->number = static_cast<std::uint32_t>(count);
      return n;
    }
  }
  return nullptr;
}

// Analyses a sum, product or difference of COUNT operands as a chain of binary operations.
Node* Analyser::analyse_sum(const InlinedOperator& o, std::size_t count,
                            const std::function<Node*(NodeKind)>& with_operands) {
  if (count == 0 || (count == 1 && o.ops[0] != Op::Subtract)) return nullptr;
  Node* all = with_operands(NodeKind::Inline);
  if (count == 1) {  // negation as multiplication by -1, which is also correct for 0.0
    all->op = Op::Multiply;
    all->kids.push_back(constant(Value::from_fixnum(-1)));
    return all;
  }
  Node* sum = all->kids[0];
  for (std::size_t i = 1; i < count; ++i) {
    Node* n = node(NodeKind::Inline);
    n->operation = all->operation;
    n->op = o.ops[0];
    n->kids = {sum, all->kids[i]};
    sum = n;
  }
  return sum;
}

}  // namespace winnow
