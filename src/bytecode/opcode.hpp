// The instructions as numbers, and how their operands are packed.
#pragma once

#include <cstdint>

namespace winnow {

enum class Op : std::uint8_t {
#define OP(name, operands, meaning) name,
#include "bytecode/opcodes.def"
#undef OP
  count
};

enum class Operands : std::uint8_t { None, A, S, J, AB, AS, Aw, Aj, ABj, ASj, Sj };

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

const char* opcode_name(Op op);
Operands opcode_operands(Op op);
// Words that follow the instruction's first one.
std::uint32_t extra_words(std::uint32_t word);

}  // namespace winnow
