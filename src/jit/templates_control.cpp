// Templates for the dynamic stack. The VM unwinds the stack; native code continues at the address
// stored in the record.
#include "jit/native_compiler.hpp"

namespace winnow::jit {

void NativeCompiler::Bind() {
  Value symbol = constant(a24());
  call_out(member<&Vm::bind_special>, [=, this] {
    load_word(kArg1, symbol.bits);
    a_.mov(kArg2, Slots::memory(top()));
  });
  slots_.pop();
}

void NativeCompiler::BindList() {
  call_out(member<&Vm::bind_list>, load_slots(top(1), 2));
  slots_.pop(2);
}

// A single record that does not need cleanup is popped inline.
void NativeCompiler::Unwind() {
  std::uint32_t count = a24();
  slots_.flush();
  slots_.forget();
  SlowPath slow_path =
      make_slow_path(member<&Vm::undo_records>, nullptr, [=, this] { a_.mov(kArg1.r32(), count); });
  if (count != 1) {
    a_.jmp(slow_path.entry);
  } else {
    auto size = static_cast<int>(sizeof(DynamicRecord));
    a_.mov(kScratch, fields_.dynamic_top());
    a_.cmp(word_ptr(kScratch, static_cast<int>(offsetof(DynamicRecord, kind)) - size),
           static_cast<int>(DynamicRecord::Catch));
    a_.jb(slow_path.entry);
    a_.sub(fields_.dynamic_top(), size);
  }
  resume_after(slow_path);
}

// Pushes a record of KIND whose field A is in kArg2. All values must be in memory. An unwinding to
// the record continues at TARGET and pushes its values at the current top of the stack.
void NativeCompiler::push_record(DynamicRecord::Kind kind, std::uint32_t target) {
  SlowPath full = make_slow_path(&push_native_record, nullptr, [=, this] {
    a_.mov(kArg1.r32(), static_cast<std::uint32_t>(kind));
    a_.lea(kArg3, ptr(blocks_.labels[target]));
  });
  auto field_of = [](std::size_t offset) { return qword_ptr(kArg3, static_cast<int>(offset)); };
  a_.mov(kArg3, fields_.dynamic_top());
  a_.cmp(kArg3, fields_.dynamic_limit());
  a_.jae(full.entry);
  a_.mov(field_of(offsetof(DynamicRecord, a)), kArg2);
  a_.mov(field_of(offsetof(DynamicRecord, b)), kNil);
  a_.lea(kArg2, Slots::memory(slots_.depth()));
  a_.mov(field_of(offsetof(DynamicRecord, sp)), kArg2);
  a_.lea(kArg2, ptr(blocks_.labels[target]));
  a_.mov(field_of(offsetof(DynamicRecord, native)), kArg2);
  load_address(kArg2, fields_.vm.first_frame());
  a_.neg(kArg2);
  // The frame's index is in the upper half of the word, kind and is_native are in the lower half.
  a_.add(kArg2, kFrame);
  a_.shl(kArg2, 32 - kFrameShift);
  a_.add(kArg2, static_cast<int>(kind) | 1 << 8 * offsetof(DynamicRecord, is_native));
  a_.mov(field_of(offsetof(DynamicRecord, kind)), kArg2);
  a_.add(fields_.dynamic_top(), static_cast<int>(sizeof(DynamicRecord)));
  resume_after(full);
}

void NativeCompiler::PushCatch() {
  slots_.flush();
  a_.mov(kArg2, slots_.in_register(top()));
  slots_.pop();
  slots_.forget();
  push_record(DynamicRecord::Catch, own_target());
}

void NativeCompiler::PushExit() {
  std::uint32_t local = a24();
  std::uint32_t target = extra_target();
  call_out(&push_exit, [=, this] {
    a_.lea(kArg1, Slots::memory(local));
    a_.lea(kArg2, ptr(blocks_.labels[target]));
  });
  slots_.note_written(local);
}

void NativeCompiler::StayExit() {
  call_out(&stay_exit, [] {});
}

void NativeCompiler::PushCleanup() {
  slots_.flush();
  slots_.forget();
  a_.mov(kArg2, kNil);
  push_record(DynamicRecord::Cleanup, own_target());
}

// Continues in the topmost frame, at the address in kValue.
void NativeCompiler::jump_to_unwound_frame() {
  a_.mov(kFrame, fields_.fp());
  a_.mov(kBase, frame_field(offsetof(Frame, base)));
  a_.jmp(kValue);
}

void NativeCompiler::EndCleanup() {
  call_out(&end_cleanup, [this] { load_address(kArg1, &stubs_); });
  slots_.pop();
  Label goes_on = a_.newLabel();
  a_.test(kValue, kValue);
  a_.jz(goes_on);
  jump_to_unwound_frame();
  a_.bind(goes_on);
}

void NativeCompiler::start_unwinding(const void* (*begin)(Vm&, Value, Value, const Stubs*)) {
  call_out(begin, [this] {
    a_.mov(kArg1, Slots::memory(top(1)));
    a_.mov(kArg2, Slots::memory(top()));
    load_address(kArg3, &stubs_);
  });
  jump_to_unwound_frame();
}

void NativeCompiler::Throw() { start_unwinding(&begin_throw); }
void NativeCompiler::Leave() { start_unwinding(&begin_leave); }

}  // namespace winnow::jit
