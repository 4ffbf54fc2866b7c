// Opcodes and the encoding of instructions.
#pragma once

#include <cstdint>

namespace winnow {

enum class Op : std::uint8_t {
#define OP(name, operands, effect, target, in_body, meaning) name,
#include "compiler/opcodes.def"
#undef OP
  count
};

enum class Operands : std::uint8_t { None, A, S, K, L, J, AK, LL, LS, Kw, Lj, LLj, LSj, Sj, Aj };

constexpr std::uint32_t encode(Op op, std::uint32_t a = 0) {
  return static_cast<std::uint32_t>(op) | (a << 8);
}
constexpr std::uint32_t encode(Op op, std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(op) | (a << 8) | (b << 16);
}
constexpr Op opcode(std::uint32_t unit) { return static_cast<Op>(unit & 0xFF); }
constexpr std::uint32_t operand_a24(std::uint32_t unit) { return unit >> 8; }
constexpr std::int32_t operand_s24(std::uint32_t unit) {
  return static_cast<std::int32_t>(unit) >> 8;
}
constexpr std::uint32_t operand_a8(std::uint32_t unit) { return (unit >> 8) & 0xFF; }
constexpr std::uint32_t operand_b16(std::uint32_t unit) { return unit >> 16; }
constexpr std::int32_t operand_s16(std::uint32_t unit) {
  return static_cast<std::int32_t>(unit) >> 16;
}

// The relations that compare-and-jump instructions test.
enum class Comparison : std::uint8_t { Lt, Le, Gt, Ge, Equal };

// The side effects of an instruction in the body of an inlined function (see opcodes.def).
enum class InBody : std::uint8_t { No, Nothing, Fails, Changes, Calls };

const char* opcode_name(Op op);
Operands opcode_operands(Op op);
InBody opcode_in_body(Op op);
// The number of values by which the stack grows after the instruction UNIT, which does not jump.
// NEXT: the second unit of the instruction, if it has one.
int stack_effect(std::uint32_t unit, std::uint32_t next);
// The same if the instruction jumps.
int stack_effect_at_target(std::uint32_t unit);
// Returns whether control never reaches the instruction after OP.
bool ends_a_path(Op op);
// The number of code units that follow the first one of an instruction.
std::uint32_t extra_units(std::uint32_t unit);

// Calls VISIT with the index of each code unit that the instruction at index I may jump to.
template <class Visit>
void for_each_target(const std::uint32_t* units, std::uint32_t i, Visit visit) {
  auto target_at = [units](std::uint32_t k) {
    return std::int64_t{k} + 1 + static_cast<std::int32_t>(units[k]);
  };
  switch (opcode_operands(opcode(units[i]))) {
    case Operands::J: visit(std::int64_t{i} + 1 + operand_s24(units[i])); break;
    case Operands::Lj:
    case Operands::LLj:
    case Operands::LSj:
    case Operands::Sj: visit(target_at(i + 1)); break;
    case Operands::Aj:
      for (std::uint32_t k = 1; k <= operand_a24(units[i]); ++k) visit(target_at(i + k));
      break;
    default: break;
  }
}

}  // namespace winnow
