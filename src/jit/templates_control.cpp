// Templates for the dynamic stack. The VM unwinds the stack; native code continues at the address
// stored in the record.
#include "jit/native_compiler.hpp"

namespace winnow::jit {

namespace {

constexpr int kRecordBytes = sizeof(DynamicRecord);

// The field at OFFSET of the record at R + FROM.
Mem record_field(const Gp& r, std::size_t offset, int from = 0) {
  return qword_ptr(r, static_cast<int>(offset) + from);
}
// The kind of the record below the address in R.
Mem kind_of_topmost(const Gp& r) {
  return word_ptr(r, static_cast<int>(offsetof(DynamicRecord, kind)) - kRecordBytes);
}

}  // namespace

// Loads the first word of a record of the current frame: the frame's position in the upper half,
// KIND and IS_NATIVE in the lower half.
void NativeCompiler::load_record_head(const Gp& r, DynamicRecord::Kind kind, bool is_native) {
  load_address(r, fields_.vm.first_frame());
  a_.neg(r);
  a_.add(r, kFrame);
  a_.shl(r, 32 - 3);  // a position counts words
  a_.add(r, static_cast<int>(kind) | (is_native ? 1 : 0) << 8 * offsetof(DynamicRecord, is_native));
}

void NativeCompiler::Bind() {
  Value symbol = constant(a24());
  Symbol* variable = as_symbol(symbol);
  bool young = may_be_young(top());
  Gp value = slots_.in_register(top());
  Gp record = slots_.fresh();
  Gp word = slots_.fresh();
  SlowPath slow_path = make_slow_path(member<&Vm::bind_special>, nullptr, [=, this] {
    load_word(kArg1, symbol.bits);
    a_.mov(kArg2, Slots::memory(top()));
  });
  load_address(kScratch, variable);
  a_.test(byte_ptr(kScratch, offsetof(Header, flags)), Symbol::kConstant);
  a_.jnz(slow_path.entry);
  a_.mov(record, fields_.dynamic_top());
  a_.cmp(record, fields_.dynamic_limit());
  a_.jae(slow_path.entry);
  a_.mov(word, qword_ptr(kScratch, offsetof(Symbol, value)));
  a_.mov(record_field(record, offsetof(DynamicRecord, b)), word);
  load_word(word, symbol.bits);
  a_.mov(record_field(record, offsetof(DynamicRecord, a)), word);
  a_.lea(word, Slots::memory(slots_.depth()));
  a_.mov(record_field(record, offsetof(DynamicRecord, sp)), word);
  load_record_head(word, DynamicRecord::Binding, false);
  a_.mov(record_field(record, offsetof(DynamicRecord, kind)), word);
  a_.add(fields_.dynamic_top(), kRecordBytes);
  store([=, this] { load_address(kScratch, &variable->value); }, value, young);
  resume_after(slow_path);
  slots_.pop();
}

void NativeCompiler::BindList() {
  call_out(member<&Vm::bind_list>, load_slots(top(1), 2));
  slots_.pop(2);
}

// Returns the label of a slow path that undoes the topmost record, at the scratch register, if it
// is a binding or an exit, and continues at NEXT. For other records it jumps to OTHERWISE.
Label NativeCompiler::undo_record(const Label& next, const Label& otherwise) {
  Label entry = a_.newLabel();
  emit_out_of_line(entry, [=, this] {
    Label not_binding = a_.newLabel();
    a_.cmp(kind_of_topmost(kScratch), static_cast<int>(DynamicRecord::Binding));
    a_.jne(not_binding);
    a_.cmp(fields_.marking(), 0);
    a_.jne(otherwise);
    a_.mov(kArg2, record_field(kScratch, offsetof(DynamicRecord, b), -kRecordBytes));
    a_.mov(kScratch, record_field(kScratch, offsetof(DynamicRecord, a), -kRecordBytes));
    a_.lea(kScratch, field(kScratch, offsetof(Symbol, value), kSymbolTag));
    a_.mov(qword_ptr(kScratch), kArg2);
    mark_card();
    a_.sub(fields_.dynamic_top(), kRecordBytes);
    a_.jmp(next);
    a_.bind(not_binding);
    a_.cmp(kind_of_topmost(kScratch), static_cast<int>(DynamicRecord::Exit));
    a_.jne(otherwise);
    a_.mov(kScratch, record_field(kScratch, offsetof(DynamicRecord, a), -kRecordBytes));
    a_.mov(byte_field(kScratch, offsetof(Header, flags)), 0);
    a_.sub(fields_.dynamic_top(), kRecordBytes);
    a_.jmp(next);
  });
  return entry;
}

// Up to three bindings, exits and records that have nothing to undo are popped in native code.
void NativeCompiler::Unwind() {
  constexpr std::uint32_t kMostInline = 3;
  const std::uint32_t count = a24();
  auto pass = [this](std::uint32_t n) { return [=, this] { a_.mov(kArg1.r32(), n); }; };
  if (count > kMostInline) return call_out(member<&Vm::undo_records>, pass(count));
  slots_.flush();
  slots_.forget();
  std::vector<SlowPath> slow_paths;
  for (std::uint32_t left = count; left > 0; --left) {
    slow_paths.push_back(make_slow_path(member<&Vm::undo_records>, nullptr, pass(left)));
    Label next = a_.newLabel();
    a_.mov(kScratch, fields_.dynamic_top());
    a_.cmp(kind_of_topmost(kScratch), static_cast<int>(DynamicRecord::Catch));
    a_.jb(undo_record(next, slow_paths.back().entry));
    a_.sub(fields_.dynamic_top(), kRecordBytes);
    a_.bind(next);
  }
  for (const SlowPath& slow_path : slow_paths) resume_after(slow_path);
}

// Pushes a record of KIND whose field A is in kArg2. All values must be in memory. An unwinding to
// the record continues at TARGET and pushes its values at the current top of the stack.
void NativeCompiler::push_record(DynamicRecord::Kind kind, std::uint32_t target) {
  SlowPath full = make_slow_path(&push_native_record, nullptr, [=, this] {
    a_.mov(kArg1.r32(), static_cast<std::uint32_t>(kind));
    a_.lea(kArg3, ptr(blocks_.labels[target]));
  });
  auto field_of = [](std::size_t offset) { return record_field(kArg3, offset); };
  a_.mov(kArg3, fields_.dynamic_top());
  a_.cmp(kArg3, fields_.dynamic_limit());
  a_.jae(full.entry);
  a_.mov(field_of(offsetof(DynamicRecord, a)), kArg2);
  a_.mov(field_of(offsetof(DynamicRecord, b)), kNil);
  a_.lea(kArg2, Slots::memory(slots_.depth()));
  a_.mov(field_of(offsetof(DynamicRecord, sp)), kArg2);
  a_.lea(kArg2, ptr(blocks_.labels[target]));
  a_.mov(field_of(offsetof(DynamicRecord, native)), kArg2);
  load_record_head(kArg2, kind, true);
  a_.mov(field_of(offsetof(DynamicRecord, kind)), kArg2);
  a_.add(fields_.dynamic_top(), kRecordBytes);
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
  slots_.flush();
  slots_.forget();
  SlowPath slow_path = make_slow_path(&push_exit, nullptr, [=, this] {
    a_.lea(kArg1, Slots::memory(local));
    a_.lea(kArg2, ptr(blocks_.labels[target]));
  });
  const Gp exit = kArg2;
  const Gp word = kArg3;
  allocate_object(exit, Type::Exit, 1, word, slow_path.entry);
  load_word(word, std::bit_cast<std::uint64_t>(Header{Type::Exit, Exit::kActive, 0, 0}));
  a_.mov(qword_ptr(exit), word);
  a_.mov(word, fields_.dynamic_top());
  a_.mov(qword_ptr(exit, offsetof(Exit, record)), word);
  a_.add(exit, kObjectTag);
  a_.mov(Slots::memory(local), exit);
  push_record(DynamicRecord::Exit, target);
  resume_after(slow_path);
  slots_.note_written(local);
}

void NativeCompiler::StayExit() {
  Gp yes = slots_.fresh();
  load_word(yes, t().bits);
  a_.mov(kScratch, fields_.dynamic_top());
  a_.mov(record_field(kScratch, offsetof(DynamicRecord, b), -kRecordBytes), yes);
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
  Gp marker = slots_.in_register(top());
  Gp list = slots_.in_register(top(1));
  Gp value = slots_.fresh();
  slots_.flush();
  Label otherwise = a_.newLabel();
  Label done = a_.newLabel();
  emit_out_of_line(otherwise, [=, this] {
    call_with_all_stored(&end_cleanup, [this] { load_address(kArg1, &stubs_); });
    a_.test(kValue, kValue);
    a_.jz(done);
    jump_to_unwound_frame();
  });
  a_.cmp(marker, kNil);
  a_.jne(otherwise);
  load_single_value(value, list, otherwise);
  a_.mov(Slots::memory(top(1)), value);
  a_.bind(done);
  slots_.forget();
  slots_.pop();
  slots_.note_written(top());
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
