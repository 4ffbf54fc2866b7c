// Exits from active calls for the debugger: a call returns, continues after the expression that it
// executes, or is replaced by another call.
//
// The unwinding has a frame as its target in place of a record. It pops the records of the frames
// above, and those that the target must not keep. The interpreter loop continues the target, also if
// native code was running: its values are in memory while it calls or signals.
#include "compiler/assembler.hpp"
#include "compiler/opcode.hpp"
#include "vm/vm.hpp"

namespace winnow {

namespace {

constexpr std::uint32_t kReturnCode[] = {encode(Op::ReturnValues)};
constexpr std::uint32_t kTailCallCode[] = {encode(Op::TailCall)};  // without arguments

// The relation of a compare-and-jump instruction to its outcome: does it jump if the test is false, or
// if it is true? None: OP is another instruction.
enum class Test : std::uint8_t { None, JumpsIfFalse, JumpsIfTrue };

Test test_of(Op op) {
  switch (op) {
#define UNLESS(name)             \
  case Op::JumpUnless##name:     \
  case Op::JumpUnless##name##LL: \
  case Op::JumpUnless##name##LI: \
  case Op::JumpUnless##name##SI: return Test::JumpsIfFalse;
    UNLESS(Lt)
    UNLESS(Le)
    UNLESS(Gt)
    UNLESS(Ge)
    UNLESS(Equal)
#undef UNLESS
    case Op::JumpIfEqual:
    case Op::JumpIfEqualLL:
    case Op::JumpIfEqualLI:
    case Op::JumpIfEqualSI: return Test::JumpsIfTrue;
    default: return Test::None;
  }
}

bool is_tail_call(Op op) {
  return op == Op::TailCallGlobal || op == Op::TailCallSealed || op == Op::TailCall ||
         op == Op::TailApply;
}

// Does OP leave its result on top of the stack? Special and Function do as well, but the recorded
// expression is the one around them.
bool pushes_result(Op op) {
  switch (op) {
    case Op::CallGlobal:
    case Op::CallSealed:
    case Op::Call:
    case Op::Apply:
    case Op::ApplyLists: return true;
    default: return op >= Op::Car && op <= Op::SetSvref;
  }
}

constexpr std::int64_t kNone = -1;

// The unit of the last instruction of the expression that FRAME executes, whose result is the value
// of that expression; kNone if it is not known. An expression such as (+ a b c) has several.
std::int64_t last_unit(const Vm& vm, const Frame* frame) {
  const Code* code = code_of(frame);
  const std::int64_t unit = vm.pc_of(frame) - code->entry - 1;
  if (unit < 0 || unit >= std::int64_t{code->unit_count}) return kNone;
  const Op op = opcode(code->entry[unit]);
  if (op == Op::Special || op == Op::Function) return kNone;
  const SourcePosition at = position_at(code, static_cast<std::uint32_t>(unit)).at;
  std::int64_t last = unit;
  for (auto i = static_cast<std::uint32_t>(unit); at && i < code->unit_count;
       i += 1 + extra_units(code->entry[i])) {
    const Op other = opcode(code->entry[i]);
    const bool has_result =
        is_tail_call(other) || pushes_result(other) || test_of(other) != Test::None;
    if (has_result && position_at(code, i).at == at) last = i;
  }
  const Op found = opcode(code->entry[last]);
  return is_tail_call(found) || pushes_result(found) || test_of(found) != Test::None ? last : kNone;
}

}  // namespace

bool Vm::can_continue(const Frame* frame) const { return last_unit(*this, frame) != kNone; }

void Vm::begin_frame_exit(const Frame* frame, FrameExit exit, Value value) {
  pending_target_ = nullptr;
  pending_frame_ = position_of(frame);
  pending_exit_ = exit;
  pending_value_ = value;
  pending_records_ = 0;
  if (exit == FrameExit::Continues)
    pending_records_ =
        record_depths(code_of(frame))[static_cast<std::size_t>(last_unit(*this, frame))];
}

void Vm::begin_return_from(const Frame* frame, Value value) {
  begin_frame_exit(frame, FrameExit::Returns, value);
}

void Vm::begin_continuation(const Frame* frame, Value value) {
  const bool is_last = is_tail_call(opcode(code_of(frame)->entry[last_unit(*this, frame)]));
  begin_frame_exit(frame, is_last ? FrameExit::Returns : FrameExit::Continues, value);
}

void Vm::begin_replacement(const Frame* frame, Value function) {
  begin_frame_exit(frame, FrameExit::IsReplaced, function);
}

// EndCleanup resumes the unwinding with this negative number.
Value Vm::frame_exit_marker() const {
  return Value::from_fixnum(-1 - 4 * std::int64_t{pending_frame_} -
                            static_cast<std::int64_t>(pending_exit_));
}

void Vm::resume_frame_exit(Value marker, Value value) {
  const std::int64_t n = -1 - marker.fixnum();
  begin_frame_exit(frame_at(static_cast<std::uint32_t>(n / 4)), static_cast<FrameExit>(n % 4),
                   value);
}

// A Boundary record belongs to the frame that called C++. A frame that continues keeps the records
// that its instructions pushed, which are the lowest ones.
bool Vm::is_inside_pending_frame(const DynamicRecord& record) const {
  if (record.frame != pending_frame_) return record.frame > pending_frame_;
  if (record.kind == DynamicRecord::Boundary || pending_exit_ != FrameExit::Continues) return true;
  std::uint32_t below = 0;
  for (const DynamicRecord* r = &record; r-- > first_record() && r->frame >= pending_frame_;)
    if (r->frame == pending_frame_) ++below;
  return below >= pending_records_;
}

void Vm::land_in_pending_frame() {
  Frame* frame = frame_at(pending_frame_);
  const std::uint32_t* pc = pc_of(frame);
  frame->pc = pc;
  frame->constants = code_of(frame)->constants;
  fp = frame;
  if (pending_exit_ == FrameExit::Continues) {
    continue_frame(frame, pending_value_);
  } else {
    frame->pc = pending_exit_ == FrameExit::Returns ? kReturnCode : kTailCallCode;
    if (pending_exit_ == FrameExit::IsReplaced)  // TailCall counts the call again
      frame->tail_calls -= is_counted(frame->function, code_of(frame));
    sp = frame->base;
    *sp++ = pending_value_;
  }
  pending_frame_ = 0;
  pending_value_ = nil();
  reset_limits();
}

// Sets pc and sp to those after the expression that FRAME executes, with the value VALUE.
void Vm::continue_frame(Frame* frame, Value value) {
  Code* code = code_of(frame);
  const auto unit = static_cast<std::uint32_t>(last_unit(*this, frame));
  const std::uint32_t w = code->entry[unit];
  const Op op = opcode(w);
  const Test test = test_of(op);
  std::uint32_t next = unit + 1 + extra_units(w);
  if (test != Test::None && is_nil(value) == (test == Test::JumpsIfFalse))
    for_each_target(code->entry, unit,
                    [&](std::int64_t target) { next = static_cast<std::uint32_t>(target); });
  sp = frame->base + stack_depths(code)[next];
  if (op == Op::IncrementLocal)
    frame->base[operand_a8(w)] = value;
  else if (op == Op::CdrLocal)
    frame->base[operand_a24(w)] = value;
  else if (test == Test::None)
    sp[-1] = value;
  frame->pc = code->entry + next;
}

}  // namespace winnow
