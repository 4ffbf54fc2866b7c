// The disassembler.
#include <functional>
#include <string>

#include "compiler/assembler.hpp"

namespace winnow {

namespace {

std::string target(std::uint32_t from, std::int32_t offset) {
  return " -> " + std::to_string(static_cast<std::int64_t>(from) + offset);
}

}  // namespace

std::string disassemble(Code* code, const std::function<std::string(Value)>& show) {
  std::string text;
  for (std::uint32_t i = 0; i < code->unit_count;) {
    std::uint32_t w = code->entry[i];
    std::uint32_t extra = extra_units(w);
    Operands operands = opcode_operands(opcode(w));
    text += std::to_string(i) + "  " + opcode_name(opcode(w));
    auto number = [&](auto n) { text += " " + std::to_string(n); };
    std::string constant;
    auto name = [&](std::uint32_t k) { constant = "  ; " + show(code->constants[k]); };
    switch (operands) {
      case Operands::None: break;
      case Operands::A:
      case Operands::L:
      case Operands::Lj:
      case Operands::Aj: number(operand_a24(w)); break;
      case Operands::K: number(operand_a24(w)), name(operand_a24(w)); break;
      case Operands::Kw:
        number(operand_a24(w)), number(code->entry[i + 1]), name(operand_a24(w));
        break;
      case Operands::S:
      case Operands::Sj: number(operand_s24(w)); break;
      case Operands::J: text += target(i + 1, operand_s24(w)); break;
      case Operands::AK: number(operand_a8(w)), number(operand_b16(w)), name(operand_b16(w)); break;
      case Operands::LL:
      case Operands::LLj: number(operand_a8(w)), number(operand_b16(w)); break;
      case Operands::LS:
      case Operands::LSj: number(operand_a8(w)), number(operand_s16(w)); break;
    }
    if (operands != Operands::Kw)
      for (std::uint32_t k = 1; k <= extra; ++k)
        text += target(i + k + 1, static_cast<std::int32_t>(code->entry[i + k]));
    text += constant + '\n';
    i += 1 + extra;
  }
  return text;
}

}  // namespace winnow
