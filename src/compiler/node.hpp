// The syntax tree, which the analyser builds and the emitter translates.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <unordered_map>
#include <vector>

#include "compiler/assembler.hpp"
#include "heap/object.hpp"

namespace winnow {

struct FunctionNode;
struct LocalFunction;

// A lexical variable, or the slot of a local function or of the exit of a block.
struct Variable {
  Value name;
  FunctionNode* owner = nullptr;   // set by the resolver
  LocalFunction* local = nullptr;  // the function of FLET or LABELS that it holds
  bool captured = false;           // by a closure; set by the resolver
  bool assigned = false;           // after it was bound
  bool used = false;               // read or assigned
  bool has_name = false;           // the debugger shows it under NAME
  int slot = -1;                   // in the owner's frame, once emitted
  // A captured variable that changes lives in a box, which closures share.
  bool is_boxed() const { return captured && assigned; }
};

enum class NodeKind : std::uint8_t {
  Constant,       // value
  LocalRef,       // variable
  SpecialRef,     // value: symbol
  LocalSet,       // variable, kids[0]
  SpecialSet,     // value: symbol, kids[0]
  FunctionRef,    // value: symbol
  Self,           // the function being compiled
  Lambda,         // function
  If,             // kids: test, then, else
  Or,             // kids
  Progn,          // kids
  Let,            // bindings, kids[0]; sequential: LET*
  BindValues,     // bindings without inits, kids: values form, body
  Labels,         // bindings of mutually recursive closures, kids[0]
  Progv,          // kids: symbols, values, body
  Call,           // value: symbol, kids: arguments
  CallValue,      // kids: function, arguments
  Apply,          // kids: function, arguments, list
  ValuesCall,     // kids: function, forms (MULTIPLE-VALUE-CALL)
  Inline,         // op, kids; number: its operand
  Compare,        // comparison, kids: a, b
  Values,         // kids
  ValuesFirst,    // kids: form, others (MULTIPLE-VALUE-PROG1)
  Block,          // target, kids[0]
  ReturnFrom,     // target, kids[0]
  Tagbody,        // target, kids: statements; each tag has the index of the next one
  Go,             // target, number: tag
  Catch,          // kids: tag, body
  Throw,          // kids: tag, value
  UnwindProtect,  // kids: form, cleanup
};

struct Node;

struct Binding {
  Variable* variable = nullptr;  // null for a special one
  Value special = nil();
  Node* init = nullptr;
};

// The target of RETURN-FROM and GO: a block or a tagbody.
struct JumpTarget {
  explicit JumpTarget(std::pmr::memory_resource* memory) : tags(memory) {}
  Variable* exit = nullptr;  // holds the exit object, if an exit needs unwinding
  // Set by the resolver:
  FunctionNode* owner = nullptr;
  bool needs_exit = false;
  int cleanups = 0;  // number of surrounding UNWIND-PROTECTs in its function
  struct Tag {
    Value name;
    std::size_t statement;
    Label label;
  };
  std::pmr::vector<Tag> tags;
  // Set by the emitter:
  Label end;
  int want = 0;
  int depth = 0;
  int records = 0;
};

struct Node {
  Node(NodeKind k, std::pmr::memory_resource* memory) : kind(k), bindings(memory), kids(memory) {}
  NodeKind kind;
  SourcePosition at;
  Op op = Op::Nil;
  Comparison comparison = Comparison::Equal;
  std::uint8_t operation = 0;   // Inline, Compare: the index of the inlined operator, plus 1
  Value operator_name = nil();  // operator in the user's source, if a macro made the form; else NIL
  bool sequential = false;
  bool by_unwinding =
      false;  // ReturnFrom, Go: crosses a closure or a cleanup (set by the resolver)
  std::uint32_t number = 0;
  Value value = nil();
  Variable* variable = nullptr;
  FunctionNode* function = nullptr;
  JumpTarget* target = nullptr;
  std::pmr::vector<Binding> bindings;
  std::pmr::vector<Node*> kids;
};

struct LambdaParameter {
  enum Kind : std::uint8_t { Required, Optional, Rest, Key, Aux };
  Kind kind;
  Variable* variable;     // its slot; for a special variable, the slot from which it is bound
  Value special = nil();  // symbol to bind, or NIL
  Node* init = nullptr;
  Variable* supplied = nullptr;
  Value supplied_special = nil();
  Value keyword = nil();
  // The default value is a constant, and no variable records whether the argument was supplied.
  bool has_constant_default() const {
    return init && init->kind == NodeKind::Constant && !supplied;
  }
};

// A function under compilation.
struct FunctionNode {
  FunctionNode* outer;
  Value name = nil();
  Value lambda_list = nil();
  Value docstring = nil();
  std::vector<LambdaParameter> parameters;
  bool allow_other_keys = false;
  bool has_keys = false;
  // Every call passes one value for each parameter: kAbsent for an optional or keyword argument that
  // is omitted, the list for a rest parameter.
  bool is_positional = false;
  std::uint16_t words = 0;  // Code::kWords and kSignedWords, by declarations
  std::size_t size = 0;     // number of nodes
  std::size_t inlined = 0;  // number of nodes of local functions inlined in it
  std::vector<Variable*>
      captures;  // captured variables of outer functions, in the order of the slots of the closure
  std::unordered_map<const Variable*, std::uint32_t> capture_places;
  Node* body = nullptr;
  SourcePosition at;
  Value origin = nil();  // the macro call that produced the whole function, or NIL

  // The index of the parameter for KEYWORD, or -1.
  int place_of_key(Value keyword) const {
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (parameters[i].kind == LambdaParameter::Key && parameters[i].keyword == keyword)
        return static_cast<int>(i);
    return -1;
  }
};

// A function of FLET or LABELS.
struct LocalFunction {
  FunctionNode* function = nullptr;
  std::vector<Node*> calls;  // CallValue nodes
  bool is_passed = false;    // as a value: #'NAME
  bool is_notinline = false;
  bool is_inlined = false;  // set by the resolver: its calls are replaced by its body
};

// The arena of one compilation, freed as a whole.
struct NodeArena {
  std::pmr::monotonic_buffer_resource memory{std::size_t{8} << 10};
  std::pmr::deque<Node> nodes{&memory};
  std::pmr::deque<Variable> variables{&memory};
  std::pmr::deque<FunctionNode> functions{&memory};
  std::pmr::deque<LocalFunction> local_functions{&memory};
  std::pmr::deque<JumpTarget> targets{&memory};
};

}  // namespace winnow
