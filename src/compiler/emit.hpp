// The third pass of the compiler: from nodes to bytecode.
#pragma once

#include "compiler/assembler.hpp"
#include "compiler/compiler.hpp"
#include "compiler/node.hpp"
#include "compiler/variable_names.hpp"

namespace winnow {

// Emits the Code of one function and of the functions inside it.
class Emitter {
 public:
  Emitter(Heap& heap, const CompilerOptions& options, FunctionNode* function)
      : heap_(heap), options_(options), function_(function), out_(heap) {}

  Value emit_function();

 private:
  // The use of the value of a form: dropped, pushed, pushed with secondary values, returned.
  enum Want { Effect, One, All, Tail };

  void emit(Node* n, Want want);
  void emit_node(Node* n, Want want);
  // Emits a jump to LABEL that is taken if N is true (or, if IF_TRUE is false, if N is NIL).
  void emit_test(Node* n, Label& label, bool if_true);
  void emit_compare_test(Node* n, Label& label, bool if_true);
  void emit_if(Node* n, Want want);
  void emit_truth(Node* n, Want want);
  void emit_or(Node* n, Want want);
  void emit_let(Node* n, Want want);
  void emit_labels(Node* n, Want want);
  void emit_bind_values(Node* n, Want want);
  bool signals(const Node* n) const;
  void emit_restart(Node* n);
  void emit_call(Node* n, Want want);
  void emit_inline(Node* n, Want want);
  bool emit_update(const Node* n);
  bool emit_fused_arithmetic(Node* n);
  void position(const Node* n, Op op);
  void emit_lambda(FunctionNode* f);
  void emit_block(Node* n, Want want);
  void emit_return_from(Node* n);
  void emit_tagbody(Node* n, Want want);
  void emit_go(Node* n);
  void emit_catch(Node* n, Want want);
  void emit_unwind_protect(Node* n, Want want);
  void emit_progv(Node* n, Want want);
  void emit_parameters();
  int simple_argc() const;

  void variable_ref(Variable* v);
  void variable_set(Variable* v);
  void raw_ref(Variable* v);  // the box itself, where there is one
  std::size_t capture_index(Variable* v) const;
  // Returns the slot if N refers to an unboxed variable of this function, or -1.
  int plain_slot(const Node* n) const;

  // Handle a single value or the result of a call, which has been pushed, as WANT requires.
  void finish(Want want);
  void finish_call(Want want);
  // Ends a body that was emitted for body_want(WANT): undoes RECORDS and removes
  // SLOTS below the value.
  void leave_scope(Want want, int records, int slots);
  Want body_want(Want want, int records) const;
  void return_now(Op op);
  void undo_to(int records) {
    if (records_ > records) out_.emit(Op::Unwind, static_cast<std::uint32_t>(records_ - records));
  }
  void bind_slot(Binding& b, int slot);

  // Names of variables for the debugger.
  void name_variable(const Variable* v);
  void end_names(std::size_t first);
  void name_captures();
  Value variable_names();

  Heap& heap_;
  const CompilerOptions& options_;
  FunctionNode* function_;
  Assembler out_;
  Label start_;
  int records_ = 0;  // number on the dynamic stack pushed by this function
  struct NamedVariable {
    const Variable* variable;
    VariablePlace place;
  };
  std::vector<NamedVariable> names_;
  std::uint32_t boxed_ = 0;  // bit set of the first slots that hold boxes
};

}  // namespace winnow
