#include "compiler/copy.hpp"

#include <algorithm>

namespace winnow {

namespace {

bool can_copy(const Node* n) {
  if (n == nullptr) return true;
  if (n->kind == NodeKind::Lambda || n->kind == NodeKind::Labels || n->kind == NodeKind::Self)
    return false;
  if (n->variable != nullptr && n->variable->local != nullptr) return false;
  return std::ranges::all_of(n->bindings, [](const Binding& b) { return can_copy(b.init); }) &&
         std::ranges::all_of(n->kids, [](const Node* kid) { return can_copy(kid); });
}

class Copier {
 public:
  explicit Copier(NodeArena& arena) : arena_(arena) {}

  FunctionNode* function(const FunctionNode& f) {
    FunctionNode& copy = arena_.functions.emplace_back(f);
    for (LambdaParameter& p : copy.parameters) {
      p.variable = bound(p.variable);
      p.supplied = bound(p.supplied);
      p.init = node(p.init);
    }
    copy.body = node(f.body);
    return &copy;
  }

 private:
  // A copy of the variable V, which is bound in the function.
  Variable* bound(Variable* v) {
    if (v == nullptr) return nullptr;
    return variables_[v] = &arena_.variables.emplace_back(*v);
  }

  Node* node(const Node* n) {
    if (n == nullptr) return nullptr;
    Node& copy = arena_.nodes.emplace_back(n->kind, &arena_.memory);
    copy = *n;
    if (auto own = variables_.find(n->variable); own != variables_.end())
      copy.variable = own->second;
    if (n->target != nullptr) copy.target = target(n);
    for (Binding& b : copy.bindings) {
      b.variable = bound(b.variable);
      b.init = node(b.init);
    }
    for (Node*& kid : copy.kids) kid = node(kid);
    return &copy;
  }

  JumpTarget* target(const Node* n) {
    if (auto own = targets_.find(n->target); own != targets_.end()) return own->second;
    if (n->kind != NodeKind::Block && n->kind != NodeKind::Tagbody) return n->target;
    JumpTarget& copy = arena_.targets.emplace_back(&arena_.memory);
    copy = *n->target;
    copy.exit = bound(copy.exit);
    return targets_[n->target] = &copy;
  }

  NodeArena& arena_;
  std::unordered_map<const Variable*, Variable*> variables_;
  std::unordered_map<const JumpTarget*, JumpTarget*> targets_;
};

}  // namespace

bool can_copy(const FunctionNode& f) {
  return can_copy(f.body) && std::ranges::all_of(f.parameters, [](const LambdaParameter& p) {
           return can_copy(p.init);
         });
}

FunctionNode* copy_of(const FunctionNode& f, NodeArena& arena) { return Copier(arena).function(f); }

}  // namespace winnow
