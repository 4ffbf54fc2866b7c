// The instructions as numbers, and how their operands are packed.
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
constexpr Op opcode(std::uint32_t word) { return static_cast<Op>(word & 0xFF); }
constexpr std::uint32_t operand_a24(std::uint32_t word) { return word >> 8; }
constexpr std::int32_t operand_s24(std::uint32_t word) {
  return static_cast<std::int32_t>(word) >> 8;
}
constexpr std::uint32_t operand_a8(std::uint32_t word) { return (word >> 8) & 0xFF; }
constexpr std::uint32_t operand_b16(std::uint32_t word) { return word >> 16; }
constexpr std::int32_t operand_s16(std::uint32_t word) {
  return static_cast<std::int32_t>(word) >> 16;
}

// What compare-and-jump instructions compare for.
enum class Comparison : std::uint8_t { Lt, Le, Gt, Ge, Equal };

// What an instruction may do in the body of a small function that is in line (opcodes.def).
enum class InBody : std::uint8_t { No, Nothing, Fails, Changes, Calls };

const char* opcode_name(Op op);
Operands opcode_operands(Op op);
InBody opcode_in_body(Op op);
// By how many values the stack grows over WORD, whose following word (if it has one) is NEXT.
int stack_effect(std::uint32_t word, std::uint32_t next);
// The same where it jumps.
int stack_effect_at_target(std::uint32_t word);
// Does control never go on behind OP?
bool ends_a_path(Op op);
// Words that follow the instruction's first one.
std::uint32_t extra_units(std::uint32_t word);

// Calls VISIT with each word that the instruction at word I of WORDS may jump to.
template <class Visit>
void for_each_target(const std::uint32_t* words, std::uint32_t i, Visit visit) {
  auto behind = [words](std::uint32_t k) {
    return std::int64_t{k} + 1 + static_cast<std::int32_t>(words[k]);
  };
  switch (opcode_operands(opcode(words[i]))) {
    case Operands::J: visit(std::int64_t{i} + 1 + operand_s24(words[i])); break;
    case Operands::Lj:
    case Operands::LLj:
    case Operands::LSj:
    case Operands::Sj: visit(behind(i + 1)); break;
    case Operands::Aj:
      for (std::uint32_t k = 1; k <= operand_a24(words[i]); ++k) visit(behind(i + k));
      break;
    default: break;
  }
}

}  // namespace winnow
