#include "compiler/analyse.hpp"

#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"

namespace winnow {

namespace {
thread_local int current_line = 0;
}

int compiling_line() { return current_line; }

// Keeps the analyser's line equal to that of the form being analysed.
class LineGuard {
 public:
  LineGuard(Analyser& analyser, int line) : analyser_(analyser), before_(analyser.line_) {
    if (line > 0) analyser_.line_ = current_line = line;
  }
  ~LineGuard() { analyser_.line_ = current_line = before_; }
  LineGuard(const LineGuard&) = delete;
  LineGuard& operator=(const LineGuard&) = delete;

 private:
  Analyser& analyser_;
  int before_;
};

Analyser::Analyser(Heap& heap, MacroCaller& caller, const CompilerOptions& options,
                   NodeArena& arena)
    : heap_(heap), caller_(caller), options_(options), arena_(arena), kept_(heap) {}

FunctionNode* Analyser::analyse_toplevel(Value form) {
  FunctionNode& f = arena_.functions.emplace_back();
  f.outer = nullptr;
  function_ = &f;
  f.body = analyse(form, nullptr);
  f.line = f.body->line;
  return &f;
}

// ---- helpers

Node* Analyser::node(NodeKind kind) {
  Node& n = arena_.nodes.emplace_back();
  n.kind = kind;
  n.line = line_;
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
  v.owner = function_;
  return &v;
}

Scope* Analyser::extend_mutable(const Scope* scope, Scope::Kind kind, Value name) {
  Scope& s = scopes_.emplace_back();
  s.outer = scope;
  s.kind = kind;
  s.name = name;
  return &s;
}

const Scope* Analyser::extend(const Scope* scope, Scope::Kind kind, Value name) {
  return extend_mutable(scope, kind, name);
}

// The innermost entry for NAME of one of two kinds.
const Scope* Analyser::find(const Scope* scope, Value name, Scope::Kind kind,
                            Scope::Kind other) const {
  for (; scope; scope = scope->outer)
    if (scope->name == name && (scope->kind == kind || scope->kind == other)) return scope;
  return nullptr;
}

// Local macros, and the local functions that shadow global ones, for MACROEXPAND inside a macro.
Value Analyser::environment(const Scope* scope) {
  ListBuilder list(heap_);
  for (; scope; scope = scope->outer) {
    if (scope->kind == Scope::Macro) list.add(heap_.cons(scope->name, scope->value));
    if (scope->kind == Scope::Function) list.add(heap_.cons(scope->name, nil()));
  }
  return list.list();
}

void Analyser::bad_form(Value form, const char* expected) {
  signal_error(heap_, ConditionKind::program_error, "Malformed ~S: expected ~A, got ~S",
               {is_cons(form) ? car(form) : nil(), make_string(heap_, expected), form});
}

// Checks that FORM is a list of LEAST to MOST elements after the operator; returns how many.
std::size_t Analyser::check_form(Value form, std::size_t least, std::size_t most,
                                 const char* expected) {
  std::ptrdiff_t length = proper_length(form);
  if (length < 1 || static_cast<std::size_t>(length - 1) < least ||
      static_cast<std::size_t>(length - 1) > most)
    bad_form(form, expected);
  return static_cast<std::size_t>(length - 1);
}

// ---- variables

// VARIABLE is used in the current function: every function between it and the owner captures it.
void Analyser::note_capture(Variable* variable) {
  for (FunctionNode* f = function_; f != variable->owner; f = f->outer) {
    variable->captured = true;
    bool known = false;
    for (Variable* c : f->captures) known = known || c == variable;
    if (!known) f->captures.push_back(variable);
  }
}

Node* Analyser::reference(Variable* variable) {
  note_capture(variable);
  Node* n = node(NodeKind::LocalRef);
  n->variable = variable;
  return n;
}

Node* Analyser::analyse_variable(Value name, const Scope* scope) {
  if (is_nil(name) || name == t() || is_keyword(name)) return constant(name);
  for (const Scope* s = scope; s; s = s->outer) {
    if (s->name != name) continue;
    if (s->kind == Scope::Lexical) return reference(s->variable);
    if (s->kind == Scope::Special) break;
    if (s->kind == Scope::SymbolMacro) return analyse(s->value, s->outer);
  }
  Node* n = node(NodeKind::SpecialRef);
  n->value = name;
  return n;
}

Node* Analyser::analyse_set(Value name, Node* value, const Scope* scope) {
  if (!is_symbol(name)) signal_wrong_type(heap_, "setq", name, "a symbol");
  if (as_symbol(name)->has(Symbol::kConstant))
    signal_error(heap_, ConditionKind::program_error, "~S is a constant and cannot be assigned",
                 {name});
  for (const Scope* s = scope; s; s = s->outer) {
    if (s->name != name) continue;
    if (s->kind == Scope::Special) break;
    if (s->kind != Scope::Lexical) continue;
    note_capture(s->variable);
    s->variable->assigned = true;
    Node* n = node(NodeKind::LocalSet);
    n->variable = s->variable;
    n->kids = {value};
    return n;
  }
  Node* n = node(NodeKind::SpecialSet);
  n->value = name;
  n->kids = {value};
  return n;
}

// ---- forms

Node* Analyser::analyse(Value form, const Scope* scope) {
  if (is_symbol(form)) return analyse_variable(form, scope);
  if (!is_cons(form)) return constant(form);
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition,
                 "The form is nested too deeply to be compiled", {});
  heap_.signaller->poll();
  LineGuard guard(*this, options_.lines ? options_.lines->line_of(form) : 0);
  return analyse_call(form, scope);
}

Node* Analyser::analyse_call(Value form, const Scope* scope) {
  Value head = car(form);
  if (is_cons(head) && is(car(head), Sym::lambda)) {
    Node* n = node(NodeKind::CallValue);
    n->kids.push_back(analyse(head, scope));
    analyse_arguments(n, cdr(form), scope);
    return n;
  }
  if (!is_symbol(head))
    signal_error(
        heap_, ConditionKind::program_error,
        "~S cannot be called: the operator of a form must be a symbol or a lambda expression",
        {head});
  if (const Scope* s = find(scope, head, Scope::Function, Scope::Macro)) {
    if (s->kind == Scope::Macro)
      return analyse(keep(caller_.call_function(s->value, {form, environment(scope)})), scope);
    Node* n = node(NodeKind::CallValue);
    n->kids.push_back(s->function == function_ && s->function ? node(NodeKind::Self)
                                                              : reference(s->variable));
    analyse_arguments(n, cdr(form), scope);
    return n;
  }
  if (is_special_form(head))
    return (this->*handlers().at(utf8_of(as<String>(as<Symbol>(head)->name))))(form, scope);
  if (Value expansion = macroexpand_once(heap_, caller_, form, environment(scope));
      expansion != kAbsent)
    return analyse(keep(expansion), scope);
  return analyse_named_call(head, form, scope);
}

Node* Analyser::analyse_named_call(Value name, Value form, const Scope* scope) {
  if (proper_length(form) < 0) bad_form(form, "a proper list of arguments");
  if (Node* inlined = analyse_inline(name, form, scope)) return inlined;
  Node* n = node(NodeKind::Call);
  n->value = name;
  analyse_arguments(n, cdr(form), scope);
  return n;
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

namespace {

struct InlineOperator {
  std::uint32_t arguments;
  std::vector<Op> ops;
};

const std::unordered_map<std::string_view, InlineOperator>& inline_operators() {
  static const std::unordered_map<std::string_view, InlineOperator> table = {
      {"CAR", {1, {Op::Car}}},
      {"CDR", {1, {Op::Cdr}}},
      {"FIRST", {1, {Op::Car}}},
      {"REST", {1, {Op::Cdr}}},
      {"CAAR", {1, {Op::Car, Op::Car}}},
      {"CADR", {1, {Op::Cadr}}},
      {"SECOND", {1, {Op::Cadr}}},
      {"CDAR", {1, {Op::Car, Op::Cdr}}},
      {"CDDR", {1, {Op::Cddr}}},
      {"CADDR", {1, {Op::Cddr, Op::Car}}},
      {"THIRD", {1, {Op::Cddr, Op::Car}}},
      {"CDDDR", {1, {Op::Cddr, Op::Cdr}}},
      {"CADDDR", {1, {Op::Cddr, Op::Cadr}}},
      {"FOURTH", {1, {Op::Cddr, Op::Cadr}}},
      {"CADAR", {1, {Op::Car, Op::Cadr}}},
      {"CONS", {2, {Op::Cons}}},
      {"EQ", {2, {Op::Eq}}},
      {"EQL", {2, {Op::Eql}}},
      {"NOT", {1, {Op::Not}}},
      {"NULL", {1, {Op::Not}}},
      {"CONSP", {1, {Op::Consp}}},
      {"ATOM", {1, {Op::Atom}}},
      {"SYMBOLP", {1, {Op::Symbolp}}},
      {"AREF", {2, {Op::Aref}}},
      {"SVREF", {2, {Op::Svref}}},
      {"CHAR", {2, {Op::Char}}},
      {"SCHAR", {2, {Op::Char}}},
      {"%SET-AREF", {3, {Op::SetAref}}},
      {"%SET-CAR", {2, {Op::SetCar}}},
      {"%SET-CDR", {2, {Op::SetCdr}}},
  };
  return table;
}

constexpr std::string_view kArithmetic[] = {"+",  "-",  "*", "1+", "1-",    "<",     ">",
                                            "<=", ">=", "=", "/=", "ZEROP", "PLUSP", "MINUSP"};

}  // namespace

Node* Analyser::analyse_inline(Value symbol, Value form, const Scope* scope) {
  if (!options_.sealed && !as_symbol(symbol)->has(Symbol::kInlined)) return nullptr;
  std::string name = utf8_of(as<String>(as_symbol(symbol)->name));
  std::size_t count = list_length(cdr(form));
  if (auto found = inline_operators().find(name);
      found != inline_operators().end() && found->second.arguments == count) {
    Node* n = nullptr;
    for (Op op : found->second.ops) {
      Node* outer = node(NodeKind::Inline);
      outer->op = op;
      if (n)
        outer->kids = {n};
      else
        analyse_arguments(outer, cdr(form), scope);
      n = outer;
    }
    return n;
  }
  for (std::string_view op : kArithmetic)
    if (op == name) return analyse_arithmetic(op, form, scope);
  auto make = [&](NodeKind kind) {
    Node* n = node(kind);
    analyse_arguments(n, cdr(form), scope);
    return n;
  };
  if (name == "FUNCALL" && count >= 1) return make(NodeKind::CallValue);
  if (name == "APPLY" && count >= 2) return make(NodeKind::Apply);
  if (name == "VALUES") return make(NodeKind::Values);
  if (name == "LIST") {
    Node* n = make(NodeKind::Inline);
    n->op = Op::List;
    n->number = static_cast<std::uint32_t>(count);
    return count == 0 ? constant(nil()) : n;
  }
  return nullptr;
}

Node* Analyser::analyse_arithmetic(std::string_view op, Value form, const Scope* scope) {
  std::vector<Node*> arguments;
  std::size_t count = list_length(cdr(form));
  auto parse = [&] {
    for (Value l = cdr(form); is_cons(l); l = cdr(l)) arguments.push_back(analyse(car(l), scope));
  };
  auto binary = [&](Op code, Node* a, Node* b) {
    Node* n = node(NodeKind::Inline);
    n->op = code;
    n->kids = {a, b};
    return n;
  };
  auto compare = [&](Relation relation, Node* a, Node* b) {
    Node* n = node(NodeKind::Compare);
    n->relation = relation;
    n->kids = {a, b};
    return n;
  };
  auto number = [&](std::int64_t n) { return constant(Value::from_fixnum(n)); };
  if (op == "+" || op == "-" || op == "*") {
    Op code = op == "+" ? Op::Add : op == "-" ? Op::Subtract : Op::Multiply;
    if (count == 0 || (count == 1 && op != "-")) return nullptr;
    parse();
    if (count == 1) return binary(Op::Multiply, arguments[0], number(-1));  // right for 0.0 too
    Node* n = arguments[0];
    for (std::size_t i = 1; i < count; ++i) n = binary(code, n, arguments[i]);
    return n;
  }
  if (count == 1) {
    if (op == "1+") return parse(), binary(Op::Add, arguments[0], number(1));
    if (op == "1-") return parse(), binary(Op::Add, arguments[0], number(-1));
    if (op == "ZEROP") return parse(), compare(Relation::Equal, arguments[0], number(0));
    if (op == "PLUSP") return parse(), compare(Relation::Gt, arguments[0], number(0));
    if (op == "MINUSP") return parse(), compare(Relation::Lt, arguments[0], number(0));
  }
  if (count != 2) return nullptr;
  if (op == "<") return parse(), compare(Relation::Lt, arguments[0], arguments[1]);
  if (op == ">") return parse(), compare(Relation::Gt, arguments[0], arguments[1]);
  if (op == "<=") return parse(), compare(Relation::Le, arguments[0], arguments[1]);
  if (op == ">=") return parse(), compare(Relation::Ge, arguments[0], arguments[1]);
  if (op == "=") return parse(), compare(Relation::Equal, arguments[0], arguments[1]);
  if (op == "/=") {
    parse();
    Node* n = node(NodeKind::Inline);
    n->op = Op::Not;
    n->kids = {compare(Relation::Equal, arguments[0], arguments[1])};
    return n;
  }
  return nullptr;
}

// ---- macro expansion

Value macroexpand_once(Heap&, MacroCaller& caller, Value form, Value environment) {
  if (!is_cons(form) || !is_symbol(car(form))) return kAbsent;
  Value local = assq(car(form), environment);
  if (!is_nil(local)) {
    if (is_nil(cdr(local))) return kAbsent;  // a local function shadows the macro
    return caller.call_function(cdr(local), {form, environment});
  }
  Value f = as_symbol(car(form))->function;
  if (!has_type(f, Type::Macro)) return kAbsent;
  return caller.call_function(as<Macro>(f)->expander, {form, environment});
}

}  // namespace winnow
