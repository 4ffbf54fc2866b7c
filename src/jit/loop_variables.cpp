// Variables of loops: values that stay in registers from one iteration to the next.
//
// At block boundaries all values but raw ones are in memory, so that a counter would take a store, a
// load and their latency in each iteration. In a loop without calls and inner loops, each block
// version also has the variables that the loop uses most in registers, the same in all its blocks.
// They are stored as before, for the collector, the debugger and slow paths, but not loaded. A jump
// that finds them elsewhere moves them on its way (label_of); code outside the loop enters at a label
// at which they are loaded first.
#include <algorithm>

#include "compiler/opcode.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

namespace {

// The most variables that a loop keeps in registers, in those after the first one, which builtins and
// divisions use.
constexpr std::size_t kMostLoopVariables = 4;
static_assert(kMostLoopVariables + kWordPoolSize < kPoolSize);

}  // namespace

// Finds the loops whose variables stay in registers, from one iteration to the next.
void NativeCompiler::find_loops() {
  loop_heads_.assign(code_->unit_count, kNoLoop);
  for (std::uint32_t end = 0; end < code_->unit_count; end += 1 + extra_units(code_->entry[end])) {
    if (opcode(code_->entry[end]) != Op::Loop || blocks_.depths[end] < 0) continue;
    std::uint32_t head = 0;
    for_each_target(code_->entry, end,
                    [&](std::int64_t unit) { head = static_cast<std::uint32_t>(unit); });
    std::vector<Slots::Placed> variables = loop_variables(head, end);
    if (variables.empty()) continue;
    loop_variables_[head] = std::move(variables);
    std::fill(loop_heads_.begin() + head, loop_heads_.begin() + end + 1, head);
  }
}

// The variables that the loop from HEAD to END uses most, with registers for them. None if it
// contains another loop, or calls, which would overwrite the registers.
std::vector<Slots::Placed> NativeCompiler::loop_variables(std::uint32_t head,
                                                          std::uint32_t end) const {
  std::vector<std::size_t> uses(static_cast<std::size_t>(blocks_.depths[head]));
  auto use = [&](std::uint32_t local) {
    if (local < uses.size()) ++uses[local];
  };
  for (std::uint32_t i = head; i < end; i += 1 + extra_units(code_->entry[i])) {
    const std::uint32_t instruction = code_->entry[i];
    if (!leaves_registers(instruction)) return {};
    const Operands operands = opcode_operands(opcode(instruction));
    const bool has_two = operands == Operands::LL || operands == Operands::LLj;
    if (has_two || operands == Operands::LS || operands == Operands::LSj)
      use(operand_a8(instruction));
    if (has_two) use(operand_b16(instruction));
    if ((operands == Operands::L || operands == Operands::Lj) &&
        opcode(instruction) != Op::SetLocal)
      use(operand_a24(instruction));
  }
  std::vector<Slots::Placed> chosen;
  for (std::size_t r = 1; r <= kMostLoopVariables; ++r) {
    const auto best = std::ranges::max_element(uses);
    if (best == uses.end() || *best == 0) break;
    chosen.push_back({static_cast<std::size_t>(best - uses.begin()), r});
    *best = 0;
  }
  return chosen;
}

// Chooses the variables that are in registers when VERSION of the code at UNIT begins. Raw words need
// registers as well.
void NativeCompiler::place_loop_variables(Version& version, std::uint32_t unit) {
  if (loop_heads_[unit] == kNoLoop) return;
  const auto words = static_cast<std::size_t>(std::ranges::count(version.kinds, Kind::Word));
  for (Slots::Placed p : loop_variables_[loop_heads_[unit]])
    if (!is_float_kind(version.kinds[p.slot]) && version.kinds[p.slot] != Kind::Word &&
        version.in_registers.size() + words < kMostLoopVariables)
      version.in_registers.push_back(p);
  if (!version.in_registers.empty()) version.placed_label = a_.newLabel();
}

// Whether INSTRUCTION is compiled inline, without a call or a jump backward.
bool NativeCompiler::leaves_registers(std::uint32_t instruction) const {
  const Op op = opcode(instruction);
  if (opcode_in_body(op) != InBody::Calls) return opcode_in_body(op) != InBody::No;
  const Builtin* builtin =
      known_builtin(constant(operand_b16(instruction)), operand_a8(instruction));
  return builtin != nullptr && has_inline_template(builtin);
}

}  // namespace winnow::jit
