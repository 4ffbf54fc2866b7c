#include "compiler/opcode.hpp"

#include <cstddef>

namespace winnow {

namespace {

struct Description {
  const char* name;
  Operands operands;
  InBody in_body;
};

constexpr Description kDescriptions[] = {
#define OP(name, operands, effect, target, in_body, meaning) \
  {#name, Operands::operands, InBody::in_body},
#include "compiler/opcodes.def"
#undef OP
};

const Description& describe(Op op) { return kDescriptions[static_cast<std::size_t>(op)]; }

}  // namespace

const char* opcode_name(Op op) { return describe(op).name; }
Operands opcode_operands(Op op) { return describe(op).operands; }
InBody opcode_in_body(Op op) { return describe(op).in_body; }

int stack_effect(std::uint32_t unit, std::uint32_t next) {
  bool short_a = opcode_operands(opcode(unit)) == Operands::AK;
  [[maybe_unused]] auto a = static_cast<int>(short_a ? operand_a8(unit) : operand_a24(unit));
  [[maybe_unused]] auto w = static_cast<int>(next);
  switch (opcode(unit)) {
#define OP(name, operands, effect, target, in_body, meaning) \
  case Op::name:                                             \
    return effect;
#include "compiler/opcodes.def"
#undef OP
    case Op::count: break;
  }
  return 0;
}

int stack_effect_at_target(std::uint32_t unit) {
  [[maybe_unused]] constexpr int a = 0;  // the effect of a jump does not depend on an operand
  [[maybe_unused]] constexpr int w = 0;
  switch (opcode(unit)) {
#define OP(name, operands, effect, target, in_body, meaning) \
  case Op::name:                                             \
    return target;
#include "compiler/opcodes.def"
#undef OP
    case Op::count: break;
  }
  return 0;
}

bool ends_a_path(Op op) {
  switch (op) {
    case Op::Jump:
    case Op::Loop:
    case Op::JumpTable:
    case Op::TailCallGlobal:
    case Op::TailCallSealed:
    case Op::TailCall:
    case Op::TailApply:
    case Op::Return:
    case Op::ReturnValues:
    case Op::Stop:
    case Op::Throw:
    case Op::Leave: return true;
    default: return false;
  }
}

std::uint32_t extra_units(std::uint32_t unit) {
  switch (opcode_operands(opcode(unit))) {
    case Operands::Aj: return operand_a24(unit);
    case Operands::Kw:
    case Operands::Lj:
    case Operands::LLj:
    case Operands::LSj:
    case Operands::Sj: return 1;
    default: return 0;
  }
}

}  // namespace winnow
