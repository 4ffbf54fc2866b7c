// The second pass of the compiler: inlines local functions, matches the arguments of their calls with
// their parameters, and determines which variables closures capture and which exits unwind.
#pragma once

#include <vector>

#include "compiler/node.hpp"
#include "heap/heap.hpp"

namespace winnow {

class Resolver {
 public:
  // An argument of a call of a local function. Arguments are in the order in which they are evaluated.
  struct Argument {
    Node* value;
    int parameter;  // index of the parameter that takes it; -1: it is only evaluated
  };
  using Arguments = std::vector<Argument>;

  Resolver(Heap& heap, NodeArena& arena) : heap_(heap), arena_(arena) {}

  // Resolves F, which OUTER (null at top level) contains.
  void resolve(FunctionNode* f, FunctionNode* outer);

 private:
  void walk(Node* n);
  void own(Variable* variable);
  void refer(Variable* variable);
  void leave(Node* n);

  void decide(Node* n);
  bool is_inlinable(const LocalFunction& local) const;
  void make_positional(LocalFunction& local);
  void pass_by_position(Node* call, const FunctionNode& f);
  Node* passed_value(const Node* call, const LambdaParameter& p, int i, const Arguments& arguments);
  void inline_call(Node* call, const FunctionNode& f);

  // Return nodes with the position of the node N.
  Node* node_like(const Node* n, NodeKind kind);
  Node* constant_like(const Node* n, Value value);
  Node* reference_like(const Node* n, Variable* variable);
  Node* list_like(const Node* n, const Arguments& arguments, int parameter);
  Variable* new_variable();

  Heap& heap_;
  NodeArena& arena_;
  // While a function that a macro made is inlined: its nodes, which have the position FROM of the
  // macro call, get the position TO of the call that they replace.
  struct Relocation {
    SourcePosition from;
    SourcePosition to;
  };
  Relocation relocation_;
  FunctionNode* function_ = nullptr;
  int cleanups_ = 0;  // number of UNWIND-PROTECTs of the function around the current form
};

}  // namespace winnow
