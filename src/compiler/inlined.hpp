// Operators that are compiled to instructions, and the operator names for errors in instructions.
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
  std::array<Op, 2> ops{Op::Nil, Op::Nil};  // the second is Op::Nil if one instruction suffices
  int step = 0;
  Comparison comparison = Comparison::Equal;

  constexpr InlinedOperator(const char* n, Rule r) : name(n), rule(r) {}
  constexpr InlinedOperator(const char* n, Rule r, Op first, Op then = Op::Nil)
      : name(n), rule(r), ops{first, then} {}
  constexpr InlinedOperator(const char* n, Rule r, int s) : name(n), rule(r), step(s) {}
  constexpr InlinedOperator(const char* n, Rule r, Comparison c)
      : name(n), rule(r), comparison(c) {}
};

// All inlined operators. An operator is identified by its index.
std::span<const InlinedOperator> inlined_operators();

// Returns whether NAME, in lower case, is an inlined operator.
bool is_inlined_operator(std::string_view name);

// Returns the argument of Assembler::position for an instruction OP that implements OPERATION (the
// index of an operator, plus 1): 0 if OP implies the operator or cannot fail.
std::uint8_t noted_operation(Op op, std::uint8_t operation);

// Returns the operator of the source that the instruction at UNIT of CODE implements, for errors.
const char* operation_at(const Code* code, std::uint32_t unit);

}  // namespace winnow
