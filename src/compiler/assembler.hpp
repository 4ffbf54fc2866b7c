// The bytecode assembler for one function: code units, labels, constants and line numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compiler/opcode.hpp"
#include "data/source_map.hpp"
#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

// A jump target in the code, bound to a position or not yet bound.
struct Label {
  struct Use {
    std::uint32_t unit;
    bool whole;  // the offset fills the whole unit; otherwise it is in the bits above the opcode
  };
  std::int32_t position = -1;
  int depth = -1;         // stack depth at the target; -1: no jump to it has been emitted
  std::vector<Use> uses;  // jumps to patch when the label is bound
};

// The fields of a Code object other than its code units and constants.
struct CodeHeader {
  Value name;
  Value lambda_list;
  Value docstring;
  Value source;
  Value variables;
  std::int32_t simple_argc = -1;
  std::uint16_t required = 0;
  std::uint16_t optional = 0;
  std::uint16_t keys = 0;
  std::uint16_t flags = 0;
  std::uint32_t max_stack = 0;
  std::uint32_t boxed = 0;
};

// Tracks the stack depth with the stack effects of opcodes.def. Signals storage-condition if an
// operand does not fit its instruction.
class Assembler {
 public:
  explicit Assembler(Heap& heap) : heap_(heap), constants_(heap), operators_(heap) {}

  void emit(Op op, std::uint64_t a = 0);
  void emit(Op op, std::uint64_t a, std::uint64_t b);
  // Emits OP with operand A, followed by the code unit W.
  void emit_with_unit(Op op, std::uint64_t a, std::uint32_t w);
  // Emit a jump whose offset is the operand of the instruction (J), or the code unit after it.
  void jump(Op op, Label& label);
  void jump_unit(std::uint32_t instruction, Label& label);
  // Emits one entry of a jump table, after the JumpTable instruction.
  void jump_entry(Label& label);
  void bind(Label& label);

  // The number of values in the frame now; deepest() is its maximum so far.
  int depth() const { return depth_; }
  // The index of the next code unit.
  std::uint32_t next_unit() const { return static_cast<std::uint32_t>(units_.size()); }
  int deepest() const { return deepest_; }
  // Sets the depth where the stack effects do not give it, such as in unreachable code.
  void set_depth(int depth);

  // Returns the index of constant V. Constants that are EQL share an index.
  std::uint32_t constant(Value v);
  // Adds SYMBOL as a constant that it shares with no other use, and returns its index. When the
  // sealed library is loaded, the function of SYMBOL replaces the constant.
  std::uint32_t function_constant(Value symbol);
  // Appends KEYWORD without sharing: the keywords must be the first constants.
  void keyword_constant(Value keyword);
  // Records that the following code comes from the form at AT. OPERATION is the index of the
  // inlined operator that the next instruction implements, plus 1; 0 if the opcode implies it.
  void position(SourcePosition at, std::uint8_t operation = 0);

  // Records NAME as the operator of the next instruction in the user's source: a
  // symbol or a list (SETF symbol).
  void operator_name(Value name);

  Value finish(const CodeHeader& header);

 private:
  void patch(Label::Use use, std::int32_t target);
  void use(Label& label, bool whole, int depth);
  void append(std::uint32_t unit, std::uint32_t next = 0);
  [[noreturn]] void too_large();

  Heap& heap_;
  std::vector<std::uint32_t> units_;
  int depth_ = 0;
  int deepest_ = 0;
  ValueVector constants_;
  std::vector<bool> shared_;  // whether constant() may return this index again
  std::vector<std::uint8_t> positions_;
  ValueVector operators_;  // unit index, name, ...
  std::size_t position_unit_ = 0;
  SourcePosition at_;
};

// The source position of the instruction at code unit UNIT of CODE.
struct Position {
  SourcePosition at;
  std::uint8_t operation = 0;  // as passed to Assembler::position
};
Position position_at(const Code* code, std::uint32_t unit);
// The name that operator_name() recorded for the instruction at UNIT, or kAbsent.
Value operator_name_at(const Code* code, std::uint32_t unit);

// Returns a listing of CODE in UTF-8. SHOW converts a constant to text.
std::string disassemble(Code* code, const std::function<std::string(Value)>& show);

// Checks that CODE consists of complete instructions, that operands and jump targets are in range,
// and that the stack depth agrees on all paths. Returns a description of the fault, or "".
std::string verify(Code* code);
// Returns the stack depth at each code unit of verified CODE; -1 for unreachable units.
std::vector<int> stack_depths(Code* code);
// Returns the number of records on the dynamic stack that the function has pushed, at each code unit.
std::vector<std::uint32_t> record_depths(const Code* code);

}  // namespace winnow
