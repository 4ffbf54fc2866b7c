// Writes the words of one function: labels, constants, line numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compiler/opcode.hpp"
#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

// A place in the code that jumps go to, known or still to come.
struct Label {
  struct Use {
    std::uint32_t word;
    bool whole;  // the word is nothing but the jump; else that lies above the opcode
  };
  std::int32_t position = -1;
  int depth = -1;         // of the stack there; -1: nothing jumps here yet
  std::vector<Use> uses;  // that wait for it
};

// What a Code object says besides its words and constants.
struct CodeHeader {
  Value name;
  Value lambda_list;
  Value docstring;
  Value source;
  std::int32_t simple_argc = -1;
  std::uint16_t required = 0;
  std::uint16_t optional = 0;
  std::uint16_t keys = 0;
  std::uint16_t flags = 0;
  std::uint32_t max_stack = 0;
  std::uint32_t boxed = 0;
};

// Keeps count of the values on the stack, as opcodes.def has it. What does not fit an instruction
// is a storage-condition.
class Assembler {
 public:
  explicit Assembler(Heap& heap) : heap_(heap), constants_(heap), operators_(heap) {}

  void emit(Op op, std::uint64_t a = 0);
  void emit(Op op, std::uint64_t a, std::uint64_t b);
  // With a word behind it that is a number.
  void emit_with_unit(Op op, std::uint64_t a, std::uint32_t w);
  // The jump is the instruction's own operand (J), or the word after it.
  void jump(Op op, Label& label);
  void jump_unit(std::uint32_t instruction, Label& label);
  // One more jump of a table, behind the instruction.
  void jump_entry(Label& label);
  void bind(Label& label);

  // Values in the frame, now and at most.
  int depth() const { return depth_; }
  int deepest() const { return deepest_; }
  // For code that no path reaches, and where the emitter knows better.
  void set_depth(int depth);

  // The number of constant V; equal ones (EQL) share it.
  std::uint32_t constant(Value v);
  // A place of its own, which loading a sealed library fills with the function of SYMBOL.
  std::uint32_t function_constant(Value symbol);
  // The next place, whatever is there already: keywords must be the first constants.
  void keyword_constant(Value keyword);
  // What follows comes from LINE; the next instruction from OPERATION (its place among the inlined
  // operators, plus 1), if that is not what the instruction stands for by itself.
  void position(int line, std::uint8_t operation = 0);

  // The program calls what the next instruction does NAME: an operator, or a list (SETF operator).
  void operator_name(Value name);

  Value finish(const CodeHeader& header);

 private:
  void patch(Label::Use use, std::int32_t target);
  void use(Label& label, bool whole, int depth);
  void append(std::uint32_t word, std::uint32_t next = 0);
  [[noreturn]] void too_large();

  Heap& heap_;
  std::vector<std::uint32_t> units_;
  int depth_ = 0;
  int deepest_ = 0;
  ValueVector constants_;
  std::vector<bool> shared_;  // may constant() hand out this one again?
  std::vector<std::uint8_t> positions_;
  ValueVector operators_;  // word, name, ...
  std::size_t position_unit_ = 0;
  int line_ = 0;
};

// Where the instruction at WORD of CODE comes from.
struct Position {
  int line = 0;                // 0: unknown
  std::uint8_t operation = 0;  // as Assembler::position took it
};
Position position_at(const Code* code, std::uint32_t word);
// What operator_name() noted of the instruction at WORD, or kAbsent.
Value operator_name_at(const Code* code, std::uint32_t word);

// A readable listing of CODE in UTF-8; SHOW prints constants.
std::string disassemble(Code* code, const std::function<std::string(Value)>& show);

// Checks that the words of CODE are whole instructions, that operands and jumps stay inside it, and
// that the stack is as deep as it should be on every path. Returns what is wrong, or nothing.
std::string verify(Code* code);
// How many values lie in the frame at each word of verified CODE; -1 where control never comes.
std::vector<int> stack_depths(Code* code);

}  // namespace winnow
