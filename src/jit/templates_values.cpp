// Templates for constants, variables and multiple values.
#include "jit/native_compiler.hpp"
#include "jit/runtime.hpp"

namespace winnow::jit {

namespace {

// The most values that are returned or received inline.
constexpr std::uint32_t kMaxInlineValues = 8;

}  // namespace

using CC = Condition;

// Instructions that only the interpreter executes.
void NativeCompiler::CountCall() { WINNOW_CHECK(false); }
void NativeCompiler::EnterNative() { WINNOW_CHECK(false); }
void NativeCompiler::ResumeNative() { WINNOW_CHECK(false); }
void NativeCompiler::LandNative() { WINNOW_CHECK(false); }
void NativeCompiler::LeaveTransition() { WINNOW_CHECK(false); }
void NativeCompiler::Stop() { WINNOW_CHECK(false); }

void NativeCompiler::Const() { slots_.push_constant(constant(a24())); }
void NativeCompiler::Fixnum() { slots_.push_constant(Value::from_fixnum(s24())); }
void NativeCompiler::Nil() { slots_.push_constant(nil()); }
void NativeCompiler::True() { slots_.push_constant(t()); }

void NativeCompiler::Local() { slots_.push_copy(local(a24())); }

void NativeCompiler::LocalLocal() {
  slots_.push_copy(local(a8()));
  slots_.push_copy(local(b16()));
}

void NativeCompiler::SetLocal() {
  slots_.copy(top(), local(a24()));
  slots_.pop();
}

void NativeCompiler::Dup() { slots_.push_copy(top()); }
void NativeCompiler::Pop() { slots_.pop(a24()); }

void NativeCompiler::Slide() {
  if (a24() == 0) return;
  slots_.copy(top(), top(a24()));
  slots_.pop(a24());
}

// ---- boxes, captured values

void NativeCompiler::LocalBox() {
  Gp box = slots_.in_register(a24());
  Gp value = slots_.fresh();
  a_.mov(value, car_of(box));
  slots_.push(value);
}

void NativeCompiler::Capture() {
  Gp value = slots_.fresh();
  a_.mov(value, frame_field(offsetof(Frame, function)));
  a_.mov(value, field(value, offsetof(Closure, captured) + 8 * a24()));
  slots_.push(value);
}

void NativeCompiler::CaptureBox() {
  Gp value = slots_.fresh();
  a_.mov(value, frame_field(offsetof(Frame, function)));
  a_.mov(value, field(value, offsetof(Closure, captured) + 8 * a24()));
  a_.mov(value, car_of(value));
  slots_.push(value);
}

void NativeCompiler::SetLocalBox() {
  Gp box = slots_.in_register(a24());
  bool young = may_be_young(top());
  Gp value = slots_.in_register(top());
  store([=, this] { a_.lea(kScratch, car_of(box)); }, value, young);
  slots_.pop();
}

void NativeCompiler::SetCaptureBox() {
  bool young = may_be_young(top());
  Gp value = slots_.in_register(top());
  auto place = offsetof(Closure, captured) + 8 * a24();
  store(
      [=, this] {
        a_.mov(kScratch, frame_field(offsetof(Frame, function)));
        a_.mov(kScratch, field(kScratch, place));
        a_.lea(kScratch, car_of(kScratch));
      },
      value, young);
  slots_.pop();
}

void NativeCompiler::MakeBox() {
  std::size_t local = a24();
  slots_.push_copy(local);
  slots_.push_constant(nil());
  Cons();
  slots_.copy(top(), local);
  slots_.pop();
}

// ---- symbols, functions

// Returns the value of SYMBOL if that is a constant variable with an immediate value, else kAbsent.
Value NativeCompiler::immediate_constant(Value symbol) {
  const Value v = as_symbol(symbol)->value;
  const bool is_immediate = v.is_fixnum() || v.is_character() || v.is_immediate_double();
  return is_immediate && as_symbol(symbol)->has(Symbol::kConstant) ? v : kAbsent;
}

// If SYMBOL is such a constant, pushes its value. Leaves the version if the program has given SYMBOL
// another value. Returns false if the value is to be loaded.
bool NativeCompiler::push_value_of_constant(Value symbol) {
  const Value value = immediate_constant(symbol);
  if (value == kAbsent || (!is_specializing() && !is_inlining())) return false;
  Label changed = leave_by(&value_of_variable, [=, this] { load_word(kArg1, symbol.bits); });
  Gp r = slots_.fresh();
  slots_.load(r, value);
  load_address(kScratch, &as_symbol(symbol)->value);
  a_.cmp(r, qword_ptr(kScratch));
  a_.jne(changed);
  slots_.push_constant(value);
  return true;
}

void NativeCompiler::Special() {
  Value symbol = constant(a24());
  if (push_value_of_constant(symbol)) return;
  if (is_inlining() && slots_.push_special(symbol)) return;
  Gp value = slots_.fresh();
  SlowPath unbound = make_slow_path(member<&Vm::instead_of_value>, &value,
                                    [=, this] { load_word(kArg1, symbol.bits); });
  load_address(kScratch, &as_symbol(symbol)->value);
  a_.mov(value, qword_ptr(kScratch));
  a_.cmp(value, static_cast<std::int32_t>(kUnbound.bits));
  a_.je(unbound.entry);
  resume_after(unbound);
  slots_.push(value);
  if (is_inlining()) slots_.note_special(value, symbol);
}

void NativeCompiler::SetSpecial() {
  bool young = may_be_young(top());
  Gp value = slots_.in_register(top());
  Value* place = &as_symbol(constant(a24()))->value;
  store([=, this] { load_address(kScratch, place); }, value, young);
  slots_.pop();
}

void NativeCompiler::Function() {
  static_assert(static_cast<int>(Type::Builtin) == static_cast<int>(Type::Closure) + 1);
  Value symbol = constant(a24());
  Gp function = slots_.fresh();
  SlowPath missing = make_slow_path(member<&Vm::function_of>, &function,
                                    [=, this] { load_word(kArg1, symbol.bits); });
  load_address(kScratch, &as_symbol(symbol)->function);
  a_.mov(function, qword_ptr(kScratch));
  a_.movzx(kScratch.r32(), type_of(function));
  a_.sub(kScratch.r32(), static_cast<int>(Type::Closure));
  a_.cmp(kScratch.r32(), 1);
  a_.ja(missing.entry);
  resume_after(missing);
  slots_.push(function);
}

void NativeCompiler::SealedFunction() {
  Gp function = slots_.fresh();
  load_function(function, constant(a24()));
  slots_.push(function);
}

void NativeCompiler::Self() {
  Gp function = slots_.fresh();
  a_.mov(function, frame_field(offsetof(Frame, function)));
  slots_.push(function);
}

// ---- multiple values

// Whether the number of values of the current call may be used. Most instructions that follow a
// call use only its first value.
bool NativeCompiler::needs_value_count(bool is_tail) const {
  for (std::uint32_t i = at_ + 1; !is_tail;) {
    std::uint32_t instruction = code_->entry[i];
    switch (opcode(instruction)) {
      case Op::Slide:
      case Op::Unwind: ++i; break;
      case Op::Jump: i += 1 + static_cast<std::uint32_t>(operand_s24(instruction)); break;
      case Op::ReturnValues: is_tail = true; break;
      case Op::SaveValues:
      case Op::BindValues:
      case Op::Throw:
      case Op::Leave: return true;
      default: return false;
    }
  }
  return !is_inlining() || inlined_body_.needs_value_count;
}

void NativeCompiler::set_single_value(bool is_tail) {
  if (needs_value_count(is_tail)) a_.mov(fields_.value_count(), 1);
}

void NativeCompiler::One() { a_.mov(fields_.value_count(), 1); }

void NativeCompiler::Values() {
  std::uint32_t count = a24();
  if (count > kMaxInlineValues) {
    call_out(&return_several, [=, this] {
      a_.lea(kArg1, Slots::memory(slots_.depth() - count));
      a_.mov(kArg2.r32(), count);
    });
    slots_.pop(count);
    slots_.push(kValue, Kind::Any);
    return;
  }
  for (std::uint32_t i = 1; i < count; ++i)
    slots_.write(top(count - 1 - i), fields_.value_after_first(i));
  a_.mov(fields_.value_count(), count);
  if (count == 0) return slots_.push_constant(nil());
  slots_.pop(count - 1);
}

void NativeCompiler::SaveValues() {
  if (!slots_.is_constant(top())) slots_.in_register(top());
  Gp list = slots_.fresh();
  SlowPath several = make_slow_path(member<&Vm::values_list>, &list, load_slots(top(), 1));
  a_.cmp(fields_.value_count(), 1);
  a_.jne(several.entry);
  make_short_list(list, top(), 1, several.entry);
  resume_after(several);
  slots_.pop();
  slots_.push(list, Kind::List);
}

// Loads the only element of LIST into R, as the only value. Jumps to OTHERWISE if LIST has another
// length.
void NativeCompiler::load_single_value(const Gp& r, const Gp& list, const Label& otherwise) {
  a_.cmp(list, kNil);
  a_.je(otherwise);
  a_.cmp(kNil, cdr_of(list));
  a_.jne(otherwise);
  a_.mov(fields_.value_count(), 1);
  a_.mov(r, car_of(list));
}

void NativeCompiler::LoadValues() {
  Gp list = slots_.in_register(top());
  Gp value = slots_.fresh();
  SlowPath several = make_slow_path(member<&Vm::load_values>, &value, load_slots(top(), 1));
  load_single_value(value, list, several.entry);
  resume_after(several);
  slots_.pop();
  slots_.push(value, Kind::Any);
}

void NativeCompiler::BindValues() {
  std::uint32_t wanted = a24();
  SlowPath slow_path = make_slow_path(member<&Vm::bind_values>, nullptr, [=, this] {
    a_.lea(kArg1, Slots::memory(top()));
    a_.mov(kArg2.r32(), wanted);
  });
  if (wanted == 0 || wanted > kMaxInlineValues) {
    a_.jmp(slow_path.entry);
  } else {
    a_.cmp(fields_.value_count(), 0);
    a_.je(slow_path.entry);
    for (std::uint32_t i = 1; i < wanted; ++i) {
      a_.mov(kScratch, fields_.value_after_first(i));
      a_.cmp(fields_.value_count(), i);
      a_.move_if(CC::kBE, kScratch, kNil);
      a_.mov(Slots::memory(top() + i), kScratch);
    }
  }
  resume_after(slow_path);
  if (wanted == 0) return slots_.pop();
  for (std::uint32_t i = 1; i < wanted; ++i) slots_.push_from_memory();
}

}  // namespace winnow::jit
