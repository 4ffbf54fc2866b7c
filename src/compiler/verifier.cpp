// The bytecode verifier: follows each path once and tracks the stack depth.
#include <string>
#include <vector>

#include "compiler/assembler.hpp"

namespace winnow {

namespace {

class Verifier {
 public:
  explicit Verifier(Code* code) : code_(code), depths_(code->unit_count, kUnknown) {}

  // The stack depth at each reachable code unit; -1 for the others.
  const std::vector<int>& depths() const { return depths_; }

  std::string verify() {
    std::vector<bool> starts = find_starts();
    if (!fault_.empty()) return fault_;
    int arguments = code_->required + code_->optional + code_->keys;
    reach(0, arguments + ((code_->flags & Code::kRest) != 0 ? 1 : 0));
    while (!work_.empty() && fault_.empty()) {
      std::uint32_t i = work_.back();
      work_.pop_back();
      if (!starts[i]) return "a jump leads into an instruction";
      step(i);
    }
    return fault_;
  }

 private:
  static constexpr int kUnknown = -1;

  // Returns for each code unit whether an instruction begins there. Sets the fault if an opcode is
  // invalid or the last instruction is incomplete.
  std::vector<bool> find_starts() {
    std::vector<bool> starts(code_->unit_count, false);
    for (std::uint32_t i = 0; i < code_->unit_count;) {
      std::uint32_t w = code_->entry[i];
      if ((w & 0xFF) >= static_cast<std::uint32_t>(Op::count)) return fail("no such instruction");
      starts[i] = true;
      std::uint64_t next = std::uint64_t{i} + 1 + extra_units(w);
      if (next > code_->unit_count) return fail("the last instruction is cut short");
      i = static_cast<std::uint32_t>(next);
    }
    return starts;
  }

  std::vector<bool> fail(const char* what) {
    if (fault_.empty()) fault_ = what;
    return {};
  }

  // Records that control reaches code unit TARGET with stack depth DEPTH.
  void reach(std::int64_t target, int depth) {
    if (target < 0 || target >= code_->unit_count)
      return void(fail("a jump target is out of range"));
    if (depth < 0) return void(fail("the stack would be popped too far"));
    if (depth > static_cast<int>(code_->max_stack)) return void(fail("the stack is too small"));
    int& known = depths_[static_cast<std::size_t>(target)];
    if (known == depth) return;
    if (known != kUnknown) return void(fail("the stack differs where paths meet"));
    known = depth;
    work_.push_back(static_cast<std::uint32_t>(target));
  }

  void step(std::uint32_t i) {
    std::uint32_t w = code_->entry[i];
    int depth = depths_[i];
    auto constant = [&](std::uint32_t k) {
      if (k >= code_->constant_count()) fail("no such constant");
    };
    auto slot = [&](std::uint32_t s) {
      if (s >= static_cast<std::uint32_t>(depth)) fail("no such slot");
    };
    switch (opcode_operands(opcode(w))) {
      case Operands::None:
      case Operands::A:
      case Operands::S: break;
      case Operands::K:
      case Operands::Kw: constant(operand_a24(w)); break;
      case Operands::AK: constant(operand_b16(w)); break;
      case Operands::L: slot(operand_a24(w)); break;
      case Operands::LL: slot(operand_a8(w)), slot(operand_b16(w)); break;
      case Operands::LS: slot(operand_a8(w)); break;
      case Operands::J:
      case Operands::Sj:
      case Operands::Aj: break;
      case Operands::Lj: slot(operand_a24(w)); break;
      case Operands::LLj: slot(operand_a8(w)), slot(operand_b16(w)); break;
      case Operands::LSj: slot(operand_a8(w)); break;
    }
    for_each_target(code_->entry, i,
                    [&](std::int64_t target) { reach(target, depth + stack_effect_at_target(w)); });
    if (ends_a_path(opcode(w))) return;
    std::uint32_t extra = extra_units(w);
    reach(std::int64_t{i} + 1 + extra,
          depth + stack_effect(w, extra > 0 ? code_->entry[i + 1] : 0));
  }

  Code* code_;
  std::vector<int> depths_;
  std::vector<std::uint32_t> work_;
  std::string fault_;
};

}  // namespace

std::string verify(Code* code) { return Verifier(code).verify(); }

std::vector<int> stack_depths(Code* code) {
  Verifier verifier(code);
  verifier.verify();
  return verifier.depths();
}

namespace {

// The number of records that the instruction UNIT pushes; negative if it undoes some.
int records_pushed(std::uint32_t unit) {
  switch (opcode(unit)) {
    case Op::Bind:
    case Op::BindList:
    case Op::PushCatch:
    case Op::PushExit:
    case Op::PushCleanup: return 1;
    case Op::Unwind: return -static_cast<int>(operand_a24(unit));
    default: return 0;
  }
}

}  // namespace

// An unwinding to the target of a record pops the record, except before StayExit.
std::vector<std::uint32_t> record_depths(const Code* code) {
  std::vector<std::uint32_t> depths(code->unit_count, 0);
  std::vector<bool> known(code->unit_count, false);
  std::vector<std::uint32_t> work;
  auto reach = [&](std::int64_t target, int depth) {
    const auto i = static_cast<std::size_t>(target);
    if (i >= known.size() || known[i]) return;
    known[i] = true;
    depths[i] = static_cast<std::uint32_t>(depth);
    work.push_back(static_cast<std::uint32_t>(i));
  };
  reach(0, 0);
  while (!work.empty()) {
    const std::uint32_t i = work.back();
    work.pop_back();
    const std::uint32_t w = code->entry[i];
    const auto depth = static_cast<int>(depths[i]);
    const std::uint32_t next = i + 1 + extra_units(w);
    const bool stays = opcode(w) == Op::PushExit && next < code->unit_count &&
                       opcode(code->entry[next]) == Op::StayExit;
    for_each_target(code->entry, i,
                    [&](std::int64_t target) { reach(target, depth + (stays ? 1 : 0)); });
    if (!ends_a_path(opcode(w))) reach(next, depth + records_pushed(w));
  }
  return depths;
}

}  // namespace winnow
