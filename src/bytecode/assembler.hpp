// Writes the words of one function: labels, constants, line numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bytecode/opcode.hpp"
#include "core/heap.hpp"
#include "core/roots.hpp"

namespace winnow {

// A place in the code that jumps go to, known or still to come.
struct Label {
  std::int32_t position = -1;
  std::vector<std::uint32_t> uses;  // instructions that wait for it
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

class Assembler {
 public:
  explicit Assembler(Heap& heap) : heap_(heap), constants_(heap) {}

  void emit(Op op, std::uint32_t a = 0) { words_.push_back(encode(op, a)); }
  void emit(Op op, std::uint32_t a, std::uint32_t b) { words_.push_back(encode(op, a, b)); }
  void word(std::uint32_t w) { words_.push_back(w); }
  // The jump is the instruction's own operand (J), or the word after it.
  void jump(Op op, Label& label);
  void jump_word(std::uint32_t instruction, Label& label);
  // The word after the last one emitted is a jump, counted from behind itself.
  void jump_entry(Label& label);
  void bind(Label& label);

  // The number of constant V; equal ones (EQL) share it.
  std::uint32_t constant(Value v);
  // A place of its own, which loading a sealed library fills with the function of SYMBOL.
  std::uint32_t function_constant(Value symbol);
  // The next place, whatever is there already: keywords must be the first constants.
  void keyword_constant(Value keyword);
  void line(int line);

  Value finish(const CodeHeader& header);

 private:
  void patch(std::uint32_t use, std::int32_t target);

  Heap& heap_;
  std::vector<std::uint32_t> words_;
  ValueVector constants_;
  std::vector<bool> shared_;  // may constant() hand out this one again?
  std::vector<std::uint8_t> lines_;
  std::size_t line_position_ = 0;
  int line_ = 0;
};

// The source line of the instruction at WORD of CODE, or 0 if unknown.
int line_at(const Code* code, std::uint32_t word);

// A readable listing of CODE in UTF-8; SHOW prints constants.
std::string disassemble(Code* code, const std::function<std::string(Value)>& show);

// Checks that the words of CODE are whole instructions whose operands and jumps stay inside it.
// Returns what is wrong, or nothing.
std::string verify(Code* code);

}  // namespace winnow
