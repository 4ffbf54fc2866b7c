#include "bytecode/opcode.hpp"

#include <cstddef>

namespace winnow {

namespace {

struct Description {
  const char* name;
  Operands operands;
};

constexpr Description kDescriptions[] = {
#define OP(name, operands, meaning) {#name, Operands::operands},
#include "bytecode/opcodes.def"
#undef OP
};

const Description& describe(Op op) { return kDescriptions[static_cast<std::size_t>(op)]; }

}  // namespace

const char* opcode_name(Op op) { return describe(op).name; }
Operands opcode_operands(Op op) { return describe(op).operands; }

std::uint32_t extra_words(std::uint32_t word) {
  if (opcode(word) == Op::JumpTable) return operand_a24(word);
  switch (opcode_operands(opcode(word))) {
    case Operands::Aw:
    case Operands::Aj:
    case Operands::ABj:
    case Operands::ASj:
    case Operands::Sj: return 1;
    default: return 0;
  }
}

}  // namespace winnow
