// Code as text for people, and as a structure to be checked.
#include <functional>
#include <string>

#include "bytecode/assembler.hpp"

namespace winnow {

namespace {

bool names_constant(Op op) {
  switch (op) {
    case Op::Const:
    case Op::Special:
    case Op::SetSpecial:
    case Op::Function:
    case Op::SealedFunction:
    case Op::MakeClosure:
    case Op::Bind: return true;
    default: return false;
  }
}

bool calls_constant(Op op) {
  return op == Op::CallGlobal || op == Op::TailCallGlobal || op == Op::CallSealed ||
         op == Op::TailCallSealed;
}

std::string target(std::uint32_t from, std::int32_t offset) {
  return " -> " + std::to_string(static_cast<std::int64_t>(from) + offset);
}

}  // namespace

std::string disassemble(Code* code, const std::function<std::string(Value)>& show) {
  std::string text;
  for (std::uint32_t i = 0; i < code->word_count;) {
    std::uint32_t w = code->entry[i];
    std::uint32_t extra = extra_words(w);
    auto next = static_cast<std::int32_t>(i + 1 < code->word_count ? code->entry[i + 1] : 0);
    Op op = opcode(w);
    text += std::to_string(i) + "  " + opcode_name(op);
    auto number = [&](auto n) { text += " " + std::to_string(n); };
    switch (opcode_operands(op)) {
      case Operands::None: break;
      case Operands::A:
      case Operands::Aw:
        number(operand_a24(w));
        if (extra == 1) number(next);
        break;
      case Operands::S: number(operand_s24(w)); break;
      case Operands::J: text += target(i + 1, operand_s24(w)); break;
      case Operands::AB:
      case Operands::ABj: number(operand_a8(w)), number(operand_b16(w)); break;
      case Operands::AS:
      case Operands::ASj: number(operand_a8(w)), number(operand_s16(w)); break;
      case Operands::Aj: number(operand_a24(w)); break;
      case Operands::Sj: number(operand_s24(w)); break;
    }
    if (extra > 0 && opcode_operands(op) != Operands::Aw)
      for (std::uint32_t k = 1; k <= extra; ++k)
        text += target(i + k + 1, static_cast<std::int32_t>(code->entry[i + k]));
    if (names_constant(op)) text += "  ; " + show(code->constants[operand_a24(w)]);
    if (calls_constant(op)) text += "  ; " + show(code->constants[operand_b16(w)]);
    text += '\n';
    i += 1 + extra;
  }
  return text;
}

std::string verify(Code* code) {
  std::vector<bool> starts(code->word_count, false);
  std::vector<std::int64_t> targets;
  for (std::uint32_t i = 0; i < code->word_count;) {
    std::uint32_t w = code->entry[i];
    if ((w & 0xFF) >= static_cast<std::uint32_t>(Op::count)) return "no such instruction";
    starts[i] = true;
    std::uint32_t extra = extra_words(w);
    if (i + extra >= code->word_count) return "the last instruction is cut short";
    Op op = opcode(w);
    if (names_constant(op) && operand_a24(w) >= code->constant_count()) return "no such constant";
    if (calls_constant(op) && operand_b16(w) >= code->constant_count()) return "no such constant";
    if (opcode_operands(op) == Operands::J) targets.push_back(std::int64_t{i} + 1 + operand_s24(w));
    if (opcode_operands(op) != Operands::Aw)
      for (std::uint32_t k = 1; k <= extra; ++k)
        targets.push_back(std::int64_t{i} + k + 1 + static_cast<std::int32_t>(code->entry[i + k]));
    i += 1 + extra;
  }
  for (std::int64_t t : targets)
    if (t < 0 || t >= code->word_count || !starts[static_cast<std::size_t>(t)])
      return "a jump leads nowhere";
  return "";
}

}  // namespace winnow
