#include "compiler/resolve.hpp"

#include <algorithm>
#include <utility>

#include "compiler/copy.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"

namespace winnow {

namespace {

// A function grows by at most this number of nodes from inlined local functions.
constexpr std::size_t kMostInlinedNodes = 2000;

// A function that is called more than once is inlined if it has at most this number of nodes.
constexpr std::size_t kMostCopiedNodes = 16;

using Argument = Resolver::Argument;
using Arguments = Resolver::Arguments;

// The argument for the parameter with index I, or null.
const Argument* argument_for(const Arguments& arguments, int i) {
  auto found = std::find_if(arguments.begin(), arguments.end(),
                            [i](const Argument& a) { return a.parameter == i; });
  return found == arguments.end() ? nullptr : &*found;
}

// Are ARGUMENTS in the order of the parameters?
bool are_in_order(const Arguments& arguments) {
  auto is_before = [](const Argument& a, const Argument& b) { return a.parameter < b.parameter; };
  return argument_for(arguments, -1) == nullptr &&
         std::is_sorted(arguments.begin(), arguments.end(), is_before);
}

bool is_keyword_argument(const Node* n) {
  return n->kind == NodeKind::Constant && n->value.is_symbol_object();
}

// The value of the constant argument :ALLOW-OTHER-KEYS of the keywords and values from KIDS[FIRST] on.
bool allows_other_keys(const Heap& heap, const std::pmr::vector<Node*>& kids, std::size_t first) {
  for (std::size_t i = first; i < kids.size(); i += 2)
    if (kids[i]->value == heap.symbols->symbol(Sym::k_allow_other_keys))
      return kids[i + 1]->kind == NodeKind::Constant && !is_nil(kids[i + 1]->value);
  return false;
}

// Matches the keywords and values from KIDS[FIRST] on. Returns whether the call is correct and all
// keywords are constants.
bool match_keywords(const Heap& heap, const FunctionNode& f, const std::pmr::vector<Node*>& kids,
                    std::size_t first, Arguments& arguments) {
  if ((kids.size() - first) % 2 != 0) return false;
  for (std::size_t i = first; i < kids.size(); i += 2)
    if (!is_keyword_argument(kids[i])) return false;
  const bool allows_others = f.allow_other_keys || allows_other_keys(heap, kids, first);
  for (std::size_t i = first; i < kids.size(); i += 2) {
    const Value keyword = kids[i]->value;
    int place = f.place_of_key(keyword);
    if (place < 0 && !allows_others && keyword != heap.symbols->symbol(Sym::k_allow_other_keys))
      return false;
    if (argument_for(arguments, place)) place = -1;  // the first of equal keywords counts
    arguments.push_back({kids[i + 1], place});
  }
  return true;
}

// Matches the arguments of CALL with the parameters of F. Returns whether the call is correct and the
// match does not depend on values.
bool match(const Heap& heap, const FunctionNode& f, const Node* call, Arguments& arguments) {
  const std::pmr::vector<Node*>& kids = call->kids;
  std::size_t next = 1;
  bool has_rest = false;
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const auto kind = f.parameters[i].kind;
    const auto place = static_cast<int>(i);
    if (kind == LambdaParameter::Required && next >= kids.size()) return false;
    if (kind <= LambdaParameter::Optional && next < kids.size())
      arguments.push_back({kids[next++], place});
    if (kind != LambdaParameter::Rest) continue;
    has_rest = true;
    for (; next < kids.size(); ++next) arguments.push_back({kids[next], place});
  }
  if (has_rest) return !f.has_keys;
  return f.has_keys ? match_keywords(heap, f, kids, next, arguments) : next == kids.size();
}

bool matches(const Heap& heap, const FunctionNode& f, const Node* call) {
  Arguments arguments;
  return match(heap, f, call, arguments);
}

Arguments match(const Heap& heap, const FunctionNode& f, const Node* call) {
  Arguments arguments;
  match(heap, f, call, arguments);
  return arguments;
}

bool is_simple(const LambdaParameter& p) {
  return p.kind == LambdaParameter::Required || p.kind == LambdaParameter::Aux;
}

}  // namespace

// ---- nodes

Node* Resolver::node_like(const Node* n, NodeKind kind) {
  Node& made = arena_.nodes.emplace_back(kind, &arena_.memory);
  made.at = n->at;
  made.operator_name = n->operator_name;
  return &made;
}

Node* Resolver::constant_like(const Node* n, Value value) {
  Node* made = node_like(n, NodeKind::Constant);
  made->value = value;
  return made;
}

Node* Resolver::reference_like(const Node* n, Variable* variable) {
  Node* made = node_like(n, NodeKind::LocalRef);
  made->variable = variable;
  return made;
}

Variable* Resolver::new_variable() {
  Variable& v = arena_.variables.emplace_back();
  v.name = nil();
  return &v;
}

// ---- local functions

bool Resolver::is_inlinable(const LocalFunction& local) const {
  const FunctionNode& f = *local.function;
  const std::size_t count = local.calls.size();
  return count > 0 && !local.is_passed && !local.is_notinline &&
         count * f.size + function_->inlined <= kMostInlinedNodes &&
         (count == 1 || (f.size <= kMostCopiedNodes && can_copy(f))) &&
         std::ranges::all_of(local.calls, [&](const Node* n) { return matches(heap_, f, n); });
}

// Decides for each function of the FLET or LABELS N how it is called. Functions that are inlined or
// never called need no closure.
void Resolver::decide(Node* n) {
  for (Binding& b : n->bindings) {
    if (!b.variable || !b.variable->local) continue;
    LocalFunction& local = *b.variable->local;
    if (is_inlinable(local)) {
      local.is_inlined = true;
      function_->inlined += local.calls.size() * local.function->size;
      function_->words |= local.function->words;
    } else if (!local.is_passed) {
      make_positional(local);
    }
  }
  auto needs_no_closure = [](const Binding& b) {
    if (!b.variable || !b.variable->local) return false;
    const LocalFunction& local = *b.variable->local;
    return local.is_inlined || (local.calls.empty() && !local.is_passed);
  };
  n->bindings.erase(std::remove_if(n->bindings.begin(), n->bindings.end(), needs_no_closure),
                    n->bindings.end());
}

void Resolver::make_positional(LocalFunction& local) {
  FunctionNode& f = *local.function;
  if (std::all_of(f.parameters.begin(), f.parameters.end(), is_simple)) return;
  for (const Node* call : local.calls)
    if (!matches(heap_, f, call)) return;
  f.is_positional = true;
  for (Node* call : local.calls) pass_by_position(call, f);
}

Node* Resolver::list_like(const Node* call, const Arguments& arguments, int parameter) {
  Node* list = node_like(call, NodeKind::Inline);
  list->op = Op::List;
  for (const Argument& a : arguments)
    if (a.parameter == parameter) list->kids.push_back(a.value);
  list->number = static_cast<std::uint32_t>(list->kids.size());
  return list->kids.empty() ? constant_like(call, nil()) : list;
}

// The value that CALL passes for the parameter P with index I.
Node* Resolver::passed_value(const Node* call, const LambdaParameter& p, int i,
                             const Arguments& arguments) {
  if (p.kind == LambdaParameter::Rest) return list_like(call, arguments, i);
  if (const Argument* given = argument_for(arguments, i)) return given->value;
  return constant_like(call, p.has_constant_default() ? p.init->value : kAbsent);
}

// Makes CALL pass one value for each parameter. If that changes the order of the arguments, they are
// bound to variables first.
void Resolver::pass_by_position(Node* call, const FunctionNode& f) {
  Arguments arguments = match(heap_, f, call);
  Node* target = call;
  if (!are_in_order(arguments)) {
    target = node_like(call, NodeKind::CallValue);
    target->kids = {call->kids[0]};
    call->kind = NodeKind::Let;
    for (Argument& a : arguments) {
      if (a.value->kind == NodeKind::Constant) continue;
      Variable* v = new_variable();
      call->bindings.push_back({v, nil(), a.value});
      a.value = reference_like(a.value, v);
    }
    call->kids = {target};
  }
  target->kids.resize(1);
  for (std::size_t i = 0; i < f.parameters.size(); ++i)
    if (const LambdaParameter& p = f.parameters[i]; p.kind != LambdaParameter::Aux)
      target->kids.push_back(passed_value(call, p, static_cast<int>(i), arguments));
}

// Replaces CALL by a LET that binds the parameters of F to the arguments, in the order in which these
// are evaluated, around a LET* that binds special variables and evaluates default values.
void Resolver::inline_call(Node* call, const FunctionNode& f) {
  const Arguments arguments = match(heap_, f, call);
  call->kind = NodeKind::Let;
  call->kids.clear();
  for (const Argument& a : arguments) {
    if (a.parameter < 0) {
      call->bindings.push_back({new_variable(), nil(), a.value});
    } else if (const LambdaParameter& p = f.parameters[static_cast<std::size_t>(a.parameter)];
               p.kind != LambdaParameter::Rest) {
      call->bindings.push_back({p.variable, nil(), a.value});
    }
  }
  Node* inner = node_like(call, NodeKind::Let);
  inner->sequential = true;
  auto bind = [&](Variable* variable, Value special, Node* init) {
    inner->bindings.push_back({is_nil(special) ? variable : nullptr, special, init});
  };
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const LambdaParameter& p = f.parameters[i];
    const bool is_given =
        p.kind == LambdaParameter::Rest || argument_for(arguments, static_cast<int>(i)) != nullptr;
    if (p.kind == LambdaParameter::Rest)
      call->bindings.push_back(
          {p.variable, nil(), list_like(call, arguments, static_cast<int>(i))});
    if (!is_given)
      bind(p.variable, p.special, p.init);
    else if (!is_nil(p.special))
      bind(nullptr, p.special, reference_like(call, p.variable));
    if (p.supplied)
      bind(p.supplied, p.supplied_special, constant_like(call, is_given ? t() : nil()));
  }
  inner->kids = {f.body};
  call->kids = {inner->bindings.empty() ? f.body : inner};
}

// ---- variables and exits

void Resolver::resolve(FunctionNode* f, FunctionNode* outer) {
  FunctionNode* function = std::exchange(function_, f);
  const int cleanups = std::exchange(cleanups_, 0);
  f->outer = outer;
  for (const LambdaParameter& p : f->parameters) {
    own(p.variable);
    if (p.supplied) own(p.supplied);
    if (p.init) walk(p.init);
  }
  walk(f->body);
  function_ = function;
  cleanups_ = cleanups;
}

void Resolver::own(Variable* variable) {
  if (variable) variable->owner = function_;
}

// Records the use of VARIABLE in the current function: this function and the functions between it and
// the owner capture the variable.
void Resolver::refer(Variable* variable) {
  for (FunctionNode* f = function_; f != variable->owner; f = f->outer) {
    variable->captured = true;
    auto place = static_cast<std::uint32_t>(f->captures.size());
    if (f->capture_places.try_emplace(variable, place).second) f->captures.push_back(variable);
  }
}

// Makes N an exit to its target: a jump within a function without cleanups in between, else an
// unwinding.
void Resolver::leave(Node* n) {
  JumpTarget* target = n->target;
  if (target->owner == function_ && target->cleanups == cleanups_) return;
  n->by_unwinding = true;
  target->needs_exit = true;
  refer(target->exit);
}

void Resolver::walk(Node* n) {
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition,
                 "The form is nested too deeply to be compiled", {});
  if (relocation_.from && n->at == relocation_.from) n->at = relocation_.to;
  switch (n->kind) {
    case NodeKind::LocalRef:
      if (n->variable->local && n->variable->local->function == function_)
        n->kind = NodeKind::Self;
      else
        refer(n->variable);
      break;
    case NodeKind::LocalSet: refer(n->variable); break;
    case NodeKind::Lambda: return resolve(n->function, function_);
    case NodeKind::Let:
    case NodeKind::Labels:
    case NodeKind::BindValues:
      decide(n);
      for (const Binding& b : n->bindings) own(b.variable);
      for (const Binding& b : n->bindings)
        if (b.init) walk(b.init);
      break;
    case NodeKind::CallValue: {
      const Node* called = n->kids[0];
      const LocalFunction* local =
          called->kind == NodeKind::LocalRef ? called->variable->local : nullptr;
      if (!local || !local->is_inlined) break;
      const Relocation outer = std::exchange(relocation_, {local->function->at, n->at});
      const bool is_only = local->calls.size() == 1;
      inline_call(n, is_only ? *local->function : *copy_of(*local->function, arena_));
      walk(n);
      relocation_ = outer;
      return;
    }
    case NodeKind::Block:
    case NodeKind::Tagbody:
      own(n->target->exit);
      n->target->owner = function_;
      n->target->cleanups = cleanups_;
      break;
    case NodeKind::UnwindProtect:
      ++cleanups_;
      walk(n->kids[0]);
      --cleanups_;
      return walk(n->kids[1]);
    default: break;
  }
  for (Node* kid : n->kids) walk(kid);
  if (n->kind == NodeKind::ReturnFrom || n->kind == NodeKind::Go) leave(n);
}

}  // namespace winnow
