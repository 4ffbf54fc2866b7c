// Templates for jumps, except numeric comparisons (templates_arithmetic.cpp).
//
// Before a jump all values are stored in memory, where the target block expects them, except raw
// ones.
#include "jit/native_compiler.hpp"
#include "jit/runtime.hpp"

namespace winnow::jit {

using CC = Condition;

void NativeCompiler::Jump() {
  if (reenters_versions() && is_end_of_loop(own_target())) return enter_loop(own_target());
  settle_before(own_target());
  a_.jmp(label_in_place(own_target()));
}

// The backward jump of a loop, which is a safepoint.
void NativeCompiler::Loop() {
  settle();
  Label after = a_.newLabel();
  Label again = label_in_place(own_target());
  a_.cmp(fields_.frame_limit(), 0);
  a_.jne(again);
  slots_.flush();
  save(after);
  a_.mov(kArg0, kVm);
  call_cpp(member<&Vm::at_limit>, after);
  slots_.reload_raw();
  slots_.forget_tagged();
  a_.jmp(label_of(own_target()));
}

void NativeCompiler::jump_nil(std::size_t slot, std::size_t pops, bool if_nil,
                              std::uint32_t target) {
  Gp r = slots_.in_register(slot);
  slots_.pop(pops);
  settle({&r});
  a_.cmp(r, kNil);
  jump_if(if_nil ? CC::kE : CC::kNE, target);
}

void NativeCompiler::JumpIfNil() { jump_nil(top(), 1, true, own_target()); }
void NativeCompiler::JumpIfTrue() { jump_nil(top(), 1, false, own_target()); }
void NativeCompiler::JumpIfLocalNil() { jump_nil(local(a24()), 0, true, extra_target()); }
void NativeCompiler::JumpIfLocalTrue() { jump_nil(local(a24()), 0, false, extra_target()); }

void NativeCompiler::JumpIfTrueKeep() {
  jump_nil(top(), 0, false, own_target());
  slots_.pop();
}

// Returns the conditional jump on the value of the current instruction, if one follows it; the caller
// emits that jump.
std::optional<NativeCompiler::TruthJump> NativeCompiler::next_jump_on_truth() {
  const std::uint32_t next = at_ + 1 + extra_units(instruction_);
  const Op op = opcode(code_->entry[next]);
  if (blocks_.is_target[next] || (op != Op::JumpIfNil && op != Op::JumpIfTrue)) return {};
  blocks_.already_emitted.insert(next);
  return TruthJump{op == Op::JumpIfNil,
                   next + 1 + static_cast<std::uint32_t>(operand_s24(code_->entry[next]))};
}

void NativeCompiler::JumpIfPresent() {
  Gp r = slots_.in_register(a24());
  settle({&r});
  a_.cmp(r, static_cast<std::int32_t>(kAbsent.bits));
  jump_if(CC::kNE, extra_target());
}

void NativeCompiler::jump_cons(std::size_t slot, bool pops, bool if_cons, std::uint32_t target) {
  Kind kind = slots_.kind(slot);
  Gp r = slots_.in_register(slot);
  if (pops) slots_.pop();
  settle({&r});
  if (if_cons)
    jump_if_cons(r, kind, target);
  else
    jump_unless_cons(r, kind, target);
}

void NativeCompiler::jump_if_cons(const Gp& r, Kind kind, std::uint32_t target) {
  a_.cmp(r, kNil);
  if (kind == Kind::List) return jump_if(CC::kNE, target);
  Label no = a_.newLabel();
  a_.je(no);
  test_tag(a_, r, kPairTag);
  slots_.set_kind(r, Kind::Cons);
  jump_if(CC::kZ, target);
  slots_.set_kind(r, kind);
  a_.bind(no);
}

void NativeCompiler::jump_unless_cons(const Gp& r, Kind kind, std::uint32_t target) {
  a_.cmp(r, kNil);
  jump_if(CC::kE, target);
  if (kind != Kind::List) {
    test_tag(a_, r, kPairTag);
    jump_if(CC::kNZ, target);
  }
  slots_.set_kind(r, Kind::Cons);
}

void NativeCompiler::JumpIfCons() { jump_cons(top(), true, true, own_target()); }
void NativeCompiler::JumpUnlessCons() { jump_cons(top(), true, false, own_target()); }
void NativeCompiler::JumpIfLocalCons() { jump_cons(local(a24()), false, true, extra_target()); }
void NativeCompiler::JumpUnlessLocalCons() {
  jump_cons(local(a24()), false, false, extra_target());
}

void NativeCompiler::jump_eq(bool if_eq) {
  Gp a = slots_.in_register(top(1));
  bool is_word = slots_.is_constant(top()) && slots_.constant(top()).bits <= 0x7FFFFFFF;
  std::uint64_t bits = is_word ? slots_.constant(top()).bits : 0;
  Gp b = is_word ? kScratch : slots_.in_register(top());
  slots_.pop(2);
  settle({&a, &b});
  if (is_word)
    a_.cmp(a, static_cast<std::int32_t>(bits));
  else
    a_.cmp(a, b);
  jump_if(if_eq ? CC::kE : CC::kNE, own_target());
}

void NativeCompiler::JumpIfEq() { jump_eq(true); }
void NativeCompiler::JumpUnlessEq() { jump_eq(false); }

void NativeCompiler::JumpTable() {
  Gp r = slots_.in_register(top());
  slots_.pop();
  settle({&r});
  for (std::uint32_t k = 0; k < a24(); ++k) {
    a_.cmp(r, static_cast<std::int32_t>(Value::from_fixnum(k).bits));
    jump_if(CC::kE, extra_target(1 + k));
  }
  a_.trap();
}

}  // namespace winnow::jit
