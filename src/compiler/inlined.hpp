// Operators that are compiled to instructions, and their names where an instruction fails.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/opcode.hpp"
#include "heap/object.hpp"

namespace winnow {

struct InlinedOperator {
  enum Rule : std::uint8_t {
    Unary,
    Binary,
    Ternary,
    BinaryOp,
    Step,
    Compare,
    Sign,
    Different,
    Funcall,
    Apply,
    Values,
    List
  };
  const char* name;  // in lower case
  Rule rule;
  std::array<Op, 2> ops{Op::Nil, Op::Nil};  // the second one is Nil if there is none
  int step = 0;
  Comparison comparison = Comparison::Equal;

  constexpr InlinedOperator(const char* n, Rule r) : name(n), rule(r) {}
  constexpr InlinedOperator(const char* n, Rule r, Op first, Op then = Op::Nil)
      : name(n), rule(r), ops{first, then} {}
  constexpr InlinedOperator(const char* n, Rule r, int s) : name(n), rule(r), step(s) {}
  constexpr InlinedOperator(const char* n, Rule r, Comparison c)
      : name(n), rule(r), comparison(c) {}
};

// An operator is known by its place here.
std::span<const InlinedOperator> inlined_operators();

// Is NAME, in lower case, one of them?
bool is_inlined_operator(std::string_view name);

// OPERATION (the place of an operator, plus 1) as Assembler::position takes it for an instruction
// OP: 0 where OP says as much by itself or cannot fail.
std::uint8_t noted_operation(Op op, std::uint8_t operation);

// What the instruction at WORD of CODE does, by name, for errors: as the source says it.
const char* operation_at(const Code* code, std::uint32_t word);

}  // namespace winnow
