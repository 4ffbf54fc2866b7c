#include "compiler/inlined.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "compiler/assembler.hpp"

namespace winnow {

namespace {

constexpr InlinedOperator kOperators[] = {
#define INLINED(name, rule, ...) {name, InlinedOperator::rule __VA_OPT__(, ) __VA_ARGS__},
#include "compiler/inlined.def"
#undef INLINED
};

const char* name_of_comparison(Comparison comparison) {
  for (const InlinedOperator& o : kOperators)
    if (o.rule == InlinedOperator::Compare && o.comparison == comparison) return o.name;
  return "compare";
}

// The operator that OP implements if none was recorded for the instruction.
const char* usual_operation(Op op) {
  switch (op) {
    case Op::LocalCar: return "car";
    case Op::LocalCdr:
    case Op::CdrLocal: return "cdr";
    case Op::SetCar: return "(setf car)";
    case Op::SetCdr: return "(setf cdr)";
    case Op::SetAref: return "(setf aref)";
    case Op::SetSvref: return "(setf svref)";
    case Op::AddImmediate:
    case Op::LocalAddImmediate:
    case Op::IncrementLocal:
    case Op::LocalAddLocal: return "+";
    case Op::LocalSubtractLocal: return "-";
    case Op::Apply:
    case Op::TailApply: return "apply";
    case Op::ApplyLists: return "multiple-value-call";
#define COMPARISON(name, comparison) \
  case Op::Jump##name:               \
  case Op::Jump##name##LL:           \
  case Op::Jump##name##LI:           \
  case Op::Jump##name##SI: return name_of_comparison(Comparison::comparison);
      COMPARISON(UnlessLt, Lt)
      COMPARISON(UnlessLe, Le)
      COMPARISON(UnlessGt, Gt)
      COMPARISON(UnlessGe, Ge)
      COMPARISON(UnlessEqual, Equal)
      COMPARISON(IfEqual, Equal)
#undef COMPARISON
    default: break;
  }
  for (const InlinedOperator& o : kOperators)
    if (o.ops[0] == op && o.ops[1] == Op::Nil) return o.name;
  return opcode_name(op);
}

}  // namespace

std::span<const InlinedOperator> inlined_operators() { return kOperators; }

bool is_inlined_operator(std::string_view name) {
  return std::any_of(std::begin(kOperators), std::end(kOperators),
                     [&](const InlinedOperator& o) { return o.name == name; });
}

std::uint8_t noted_operation(Op op, std::uint8_t operation) {
  if (operation == 0) return 0;
  switch (op) {
    case Op::Cons:
    case Op::List:
    case Op::Eq:
    case Op::Eql:
    case Op::Not:
    case Op::Consp:
    case Op::Atom:
    case Op::Symbolp: return 0;
    default: break;
  }
  std::string_view name = kOperators[operation - 1].name;
  return name.starts_with("set-") || name == usual_operation(op) ? 0 : operation;
}

const char* operation_at(const Code* code, std::uint32_t word) {
  std::uint8_t noted = position_at(code, word).operation;
  return noted > 0 ? kOperators[noted - 1].name : usual_operation(opcode(code->entry[word]));
}

}  // namespace winnow
