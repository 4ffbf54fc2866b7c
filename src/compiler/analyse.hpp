// The first pass of the compiler: from forms to nodes.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>

#include "compiler/compiler.hpp"
#include "compiler/node.hpp"
#include "compiler/scope.hpp"
#include "data/symbol.hpp"

namespace winnow {

struct InlinedOperator;
class Analyser;

// Removes the scope entries that were added during its lifetime.
class ScopeGuard {
 public:
  explicit ScopeGuard(Analyser& analyser);
  ~ScopeGuard();
  ScopeGuard(const ScopeGuard&) = delete;
  ScopeGuard& operator=(const ScopeGuard&) = delete;

 private:
  Analyser& analyser_;
  std::size_t count_;
};

class Analyser {
 public:
  // CAREFUL: replace each form that cannot be compiled by a call that signals the error.
  Analyser(Heap& heap, const CompilerOptions& options, NodeArena& arena, bool careful);

  FunctionNode* analyse_toplevel(Value form, Value environment);

  using Handler = Node* (Analyser::*)(Value form, const Scope* scope);
  // The analysers of special forms, in the order of special_forms.def.
  static std::span<const Handler> handlers();

 private:
  // -- forms (analyse.cpp)
  Node* analyse(Value form, const Scope* scope);
  void require_room();
  bool is_of_program(Value form) const;
  void check_call(Value form);
  void note_free_variable(Value name, bool assigned);
  void check_local_call(const FunctionNode& f, Value name, Value form);
  void check_keywords(const FunctionNode& f, Value name, Value arguments);
  void check_use(const Variable* variable, Value list, Value declared);
  Node* analyse_variable(Value name, const Scope* scope);
  Value symbol_macro(Value name) const;
  Node* analyse_carefully(Value form, const Scope* scope);
  Node* analyse_call(Value form, const Scope* scope);
  Node* analyse_expansion(Value form, bool by_library, const Scope* scope,
                          const std::function<Value()>& expand);
  Node* analyse_expanded(Expansion& expansion, Value expanded, const Scope* scope);
  Value compiler_macro_for(Value form, Value own) const;
  // Returns the library definition of NAME if a library macro produced FORM; else kAbsent.
  Value library_definition(Value name, Value form) const;
  // Returns the operator in the user's source from which a library macro produced FORM; else NIL.
  Value operator_of(Value form);
  // The position of FORM in the source text; unknown if FORM was not read from one.
  SourcePosition position_of(Value form) const;
  // Returns INSTEAD, a form that the analyser made in place of FORM, after recording that it has
  // the origin of FORM. Its address does not show that: the macro may have used the same one.
  Value rewritten(Value form, Value instead);
  const Expansion* maker(Value form) const;
  Node* analyse_lambda_call(Value lambda, Value arguments, const Scope* scope);
  Node* analyse_named_call(Value name, Value form, const Scope* scope, Value own);
  Node* analyse_computed_call(Value function, Value form, const Scope* scope);
  bool names_function(Value form) const;
  Node* analyse_inline(Value name, Value form, const Scope* scope, bool own);
  Node* analyse_sum(const InlinedOperator& o, std::size_t count,
                    const std::function<Node*(NodeKind)>& with_operands);
  Node* analyse_progn(Value forms, const Scope* scope);
  void analyse_arguments(Node* node, Value forms, const Scope* scope);
  void require_variable(Value name, const char* done);
  Node* analyse_set(Value name, Node* value);
  Node* reference(Variable* variable);
  Node* special_reference(Value name);

  // -- lambda lists and declarations (lambda_list.cpp)
  struct Body {
    Value forms;
    Value docstring;
    const Scope* scope;
  };
  // LOCAL: the function of FLET or LABELS that is analysed, or null.
  // ORIGIN: the macro call in the user's source that produced the whole function, or NIL.
  FunctionNode* analyse_lambda(Value name, Value lambda_list, Value body, const Scope* scope,
                               LocalFunction* local = nullptr, Value origin = nil());
  const Scope* analyse_lambda_list(FunctionNode* f, Value lambda_list, Value declared,
                                   const Scope* scope);
  const Scope* add_parameter(FunctionNode* f, LambdaParameter::Kind kind, Value item,
                             Value declared, const Scope* scope);
  void add_declared(Value form, Value& declared);
  void note_type(Value type);
  Body split_body(Value body, bool allow_docstring, Value& declared);
  const Scope* declare(Value declared, const Scope* scope);
  const Scope* bind_variable(Binding& binding, Value name, Value declared, const Scope* scope);
  bool is_special(Value name) const;
  bool binds_special(Value name, Value declared) const;
  bool is_declared_special(Value name, Value declared) const;
  void require_symbol_macro_name(Value name, Value declared);
  static Value find_twice(ValueVector& names);

  // -- special forms (special_forms.cpp)
#define SPECIAL_FORM(name, ...) Node* form_##name(Value form, const Scope* scope);
#include "compiler/special_forms.def"
#undef SPECIAL_FORM
  Node* analyse_let(Value form, const Scope* scope, bool sequential);
  Node* analyse_computed_go(Value form, const Scope* scope);
  Value local_function_form(Value form, Value definition, Value& name);

  // -- helpers
  Node* node(NodeKind kind);
  Node* constant(Value v);
  Variable* new_variable(Value name);
  Variable* new_local_function(Value name);
  const Scope* extend(const Scope* scope, Scope::Kind kind, Value name);
  Scope* extend_mutable(const Scope* scope, Scope::Kind kind, Value name);
  // Find the innermost entry for NAME: one that satisfies IS_WANTED, one of two kinds, a variable.
  template <class Test>
  const Scope* innermost(Value name, Test is_wanted) const;
  const Scope* find(Value name, Scope::Kind kind, Scope::Kind other) const;
  const Scope* find_variable(Value name) const;
  Value environment_at(const Scope* scope);
  const Scope* scope_of(Value environment);
  // Protects V, to which a node, scope or function refers, from collection until the compilation
  // ends: a macro may modify the form that contains V.
  Value keep(Value v);
  bool is(Value v, Sym s) const { return v == heap_.symbols->symbol(s); }
  [[noreturn]] void bad_form(Value form, const char* expected);
  void require_symbol(Value name, const char* what, const char* expected, Value got);
  static constexpr std::size_t kAny = ~std::size_t{0};
  Value check_list(Value form, Value list, const char* expected);
  std::size_t check_form(Value form, std::size_t least, std::size_t most, const char* expected);

  Heap& heap_;
  const CompilerOptions& options_;
  NodeArena& arena_;
  // The scope entries of the form being analysed and of the forms around it, as a stack.
  std::deque<Scope> scopes_;
  // Entries after the first kUnindexed are found by the hash of the name, the
  // others by linear search.
  static constexpr std::size_t kUnindexed = 16;
  std::unordered_map<std::uint64_t, const Scope*> innermost_;
  ValueVector kept_;
  std::ptrdiff_t kept_back_;  // bytes of the C++ stack that the analyser does not use
  FunctionNode* function_ = nullptr;
  bool careful_;
  // Was the lambda expression to be analysed next read from the program's text?
  bool is_from_text_ = true;
  SourcePosition at_;
  const Expansion* expansion_;  // the innermost current one
  // For each form that the analyser made, by its bits: the form that it replaces.
  std::unordered_map<std::uint64_t, Value> rewritten_;
  Value operator_name_ = nil();  // of the form being analysed (see Node)

  friend class PositionGuard;
  friend class ScopeGuard;
};

}  // namespace winnow
