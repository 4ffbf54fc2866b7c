// Templates for double-floats in block versions. Operands and results are raw doubles in float
// registers (doubles.hpp).
//
// No declaration is believed: an operand is a double if it is a constant, the result of such a
// template, or was tested. Results without an immediate word, such as infinities, take a slow path,
// which repeats the operation in C++ and continues in the general code.
#include <algorithm>
#include <cmath>

#include "jit/doubles.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

using CC = Condition;

namespace {

// The builtins with a template for doubles. MAY_GUESS: also for arguments of which nothing is
// known.
struct DoubleBuiltin {
  std::string_view name;
  std::size_t count;
  bool may_guess;
};
constexpr DoubleBuiltin kDoubleBuiltins[] = {
    {"/", 2, true},      {"sqrt", 1, true}, {"abs", 1, false}, {"-", 1, false},
    {"float", 2, false}, {"max", 2, true},  {"min", 2, true}};

}  // namespace

bool NativeCompiler::has_double_template(const Builtin* builtin) {
  return std::ranges::count(kDoubleBuiltins, builtin->info->name, &DoubleBuiltin::name) > 0;
}

// Whether the function has a constant double or calls a function such as SQRT.
bool NativeCompiler::mentions_doubles() const {
  static constexpr std::string_view kNames[] = {"sqrt", "float", "sin", "cos", "exp"};
  for (std::uint32_t i = 0; i < code_->unit_count; i += 1 + extra_units(code_->entry[i])) {
    std::uint32_t instruction = code_->entry[i];
    if (opcode(instruction) == Op::Const && is_double(constant(operand_a24(instruction))))
      return true;
    if (opcode(instruction) == Op::Special) {
      const Value v = immediate_constant(constant(operand_a24(instruction)));
      if (v != kAbsent && is_double(v)) return true;
    }
    if (opcode_operands(opcode(instruction)) != Operands::AK) continue;
    Value function = function_of(constant(operand_b16(instruction)));
    if (has_type(function, Type::Builtin) &&
        std::ranges::count(kNames, as<Builtin>(function)->info->name) > 0)
      return true;
  }
  return false;
}

// ---- operands

bool NativeCompiler::is_single_constant(std::size_t i) const {
  return slots_.is_constant(i) && slots_.constant(i).is_single() &&
         std::isfinite(slots_.constant(i).single());
}

// Whether to compute an operation on slots A and B with doubles. MAY_GUESS: also if nothing is
// known of both. A constant single float counts as the double to which the operation converts it.
bool NativeCompiler::takes_doubles(std::size_t a, std::size_t b, bool may_guess) const {
  if (!specializing_) return false;
  auto may_be_number = [this](std::size_t i) {
    Kind kind = slots_.kind(i);
    return kind == Kind::Double || kind == Kind::Fixnum ||
           (kind == Kind::Any && (!slots_.is_constant(i) || is_single_constant(i)));
  };
  if (!may_be_number(a) || !may_be_number(b)) return false;
  if (slots_.kind(a) == Kind::Double || slots_.kind(b) == Kind::Double) return true;
  return may_guess && expects_doubles_ && !is_inlining() && slots_.kind(a) == Kind::Any &&
         slots_.kind(b) == Kind::Any && !slots_.is_constant(a) && !slots_.is_constant(b);
}

// Returns the float register for load_double() of SLOT; TEMPORARY is used for numbers that do not
// stay there. Must be called before slow paths take over the state of the slots.
Float NativeCompiler::prepare_double(std::size_t slot, const Float& temporary) {
  if (slots_.is_constant(slot)) return temporary;
  if (slots_.kind(slot) == Kind::Double) return slots_.in_float(slot);
  slots_.in_register(slot);
  return slots_.kind(slot) == Kind::Fixnum ? temporary : slots_.fresh_float();
}

// Returns the register that holds SLOT as a raw double: X, which prepare_double() returned, or that
// of another slot with the same value. Jumps to OTHERWISE unless the slot is a fixnum or a double
// that can be raw.
Float NativeCompiler::load_double(std::size_t slot, const Float& x, const Label& otherwise) {
  if (slots_.is_float(slot)) return slots_.float_of(slot);
  if (slots_.is_constant(slot)) {
    Value v = slots_.constant(slot);
    slots_.load_double(x, v.is_fixnum() ? static_cast<double>(v.fixnum()) : float_value(v));
    return x;
  }
  Gp r = slots_.in_register(slot);
  if (slots_.kind(slot) == Kind::Fixnum) {
    a_.mov(kScratch, r);
    a_.sar(kScratch, 2);
    a_.convert(x, kScratch);
    return x;
  }
  Label not_immediate = a_.newLabel();
  Label done = a_.newLabel();
  slow_paths_.push_back([=, this] {
    a_.bind(not_immediate);
    for (bool is_negative : {false, true}) {
      Label next = a_.newLabel();
      a_.cmp(r, static_cast<std::int32_t>(zero_double(is_negative).bits));
      a_.jne(is_negative ? otherwise : next);
      slots_.load_double(x, is_negative ? -0.0 : 0.0);
      a_.jmp(done);
      a_.bind(next);
    }
  });
  a_.lea(kScratch.r32(), dword_ptr(r, -2));
  a_.test(kScratch.r8(), 3);
  a_.jnz(not_immediate);
  a_.mov(kScratch, r);
  load_immediate_double(a_, x, kScratch);
  a_.bind(done);
  slots_.note_double(r, x);
  return x;
}

// Jumps to OTHERWISE unless X can be raw.
void NativeCompiler::test_range(const Float& x, const Label& otherwise) {
  Label not_immediate = a_.newLabel();
  Label done = a_.newLabel();
  test_immediate_double(a_, x);
  a_.jnz(not_immediate);
  a_.bind(done);
  slow_paths_.push_back([=, this] {
    a_.bind(not_immediate);
    a_.move_bits(kScratch, x);
    a_.add(kScratch, kScratch);  // without the sign
    a_.jz(done);
    a_.jmp(otherwise);
  });
}

// ---- slow paths, which continue in the general code

// Returns the label of a slow path that makes the call of the Lisp function FUNCTION.
Label NativeCompiler::leave_by_call(Value function, std::size_t count, bool is_tail) {
  if (is_inlining()) return fallback_call_;
  Label entry = a_.newLabel();
  side_exits_.insert(entry.id());
  InlineCache& cache = next_cache(function.is_object() ? kAbsent : function);
  emit_out_of_line(entry, [=, this, &cache] {
    std::size_t first = slots_.depth() - count;
    slots_.flush();
    if (is_tail) {
      load_function(kValue, function);
      return tail_call_stub(first, count, &cache);
    }
    call_by_stub(function, first, count, cache);
    leave_with(kValue);
  });
  return entry;
}

// Returns the label of a slow path that computes the value for the slots A and B if they are
// fixnums, by COMBINE, and continues in a block version, with the value in RESULT. For other
// numbers it jumps to OTHERWISE.
template <class Combine>
Label NativeCompiler::try_fixnums(std::size_t a, std::size_t b, std::size_t pops, const Gp& result,
                                  const Label& otherwise, Combine combine) {
  if (fixnum_continuations_ == kMaxFixnumContinuations) return otherwise;
  ++fixnum_continuations_;
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  Label entry = a_.newLabel();
  side_exits_.insert(entry.id());
  emit_out_of_line(entry, [=, this] {
    test_fixnums(a, b, x, y, otherwise);
    combine(x, y);
    slots_.pop(pops);
    slots_.push(result, Kind::Fixnum);
    slots_.settle();
    a_.jmp(label_of(version_of(at_ + 1 + extra_units(instruction_), false)));
  });
  return entry;
}

// ---- arithmetic

void NativeCompiler::double_arithmetic(BinaryOp op, std::size_t a, std::size_t b,
                                       std::size_t pops) {
  const bool is_guess = slots_.kind(a) == Kind::Any && slots_.kind(b) == Kind::Any;
  Float x = prepare_double(a, kFloat);
  Float y = prepare_double(b, kOtherFloat);
  Float result = slots_.fresh_float();
  Gp fixnum = is_guess ? slots_.fresh() : kScratch;
  Label leave = leave_by(function_for(op), [=, this] {
    a_.mov(kArg1, Slots::memory(a));
    a_.mov(kArg2, Slots::memory(b));
  });
  Label other = leave;
  if (is_guess)
    other = try_fixnums(a, b, pops, fixnum, leave, [=, this](const Gp& m, const Gp& n) {
      combine_fixnums(op, fixnum, m, n);
      a_.jo(leave);
    });
  x = load_double(a, x, other);
  y = load_double(b, y, other);
  a_.move(result, x);
  a_.combine_doubles(op, result, y);
  test_range(result, leave);
  slots_.pop(pops);
  slots_.push_float(result);
}

// The same with the fixnum N as second operand. Slot A is a double.
void NativeCompiler::double_arithmetic_with(BinaryOp op, std::size_t a, std::int64_t n,
                                            std::size_t pops) {
  Float x = prepare_double(a, kFloat);
  Float result = slots_.fresh_float();
  Label leave = leave_by(function_for(op), [=, this] {
    a_.mov(kArg1, Slots::memory(a));
    load_word(kArg2, Value::from_fixnum(n).bits);
  });
  slots_.load_double(kOtherFloat, static_cast<double>(n));
  a_.move(result, load_double(a, x, leave));
  a_.combine_doubles(op, result, kOtherFloat);
  test_range(result, leave);
  slots_.pop(pops);
  slots_.push_float(result);
}

// ---- builtins

// Emits a call of a builtin on doubles. Returns false without a template for them.
bool NativeCompiler::call_double_builtin(Value function, const Builtin* builtin, std::size_t count,
                                         bool is_tail) {
  const auto* found = std::ranges::find_if(kDoubleBuiltins, [&](const DoubleBuiltin& b) {
    return b.count == count && b.name == builtin->info->name;
  });
  std::size_t a = top(count - 1);
  std::size_t b = top();
  if (found == std::end(kDoubleBuiltins) || !takes_doubles(a, b, found->may_guess)) return false;
  if (found->name == "float" && slots_.kind(b) != Kind::Double) return false;
  const bool selects = found->name == "max" || found->name == "min";
  auto is_other_number = [this](std::size_t i) {
    return slots_.kind(i) == Kind::Fixnum || is_single_constant(i);
  };
  if (selects && (is_other_number(a) || is_other_number(b))) return false;
  const bool has_second = selects || found->name == "/";
  Float x = prepare_double(a, kFloat);
  Float y = has_second ? prepare_double(b, kOtherFloat) : kOtherFloat;
  Float result = slots_.fresh_float();
  const bool is_guess =
      selects && !is_tail && slots_.kind(a) == Kind::Any && slots_.kind(b) == Kind::Any;
  Gp fixnum = is_guess ? slots_.fresh() : kScratch;
  Label leave = leave_by_call(function, count, is_tail);
  Label other = leave;
  if (is_guess)
    other = try_fixnums(a, b, count, fixnum, leave, [=, this](const Gp& m, const Gp& n) {
      a_.mov(fixnum, m);
      a_.cmp(m, n);
      a_.move_if(found->name == "max" ? CC::kL : CC::kG, fixnum, n);
    });
  guard_inlined_builtin(function, builtin, leave);
  set_single_value(is_tail);
  if (found->name == "float" && slots_.kind(a) == Kind::Any)
    test_fixnum(a, slots_.in_register(a), leave);
  a_.move(result, load_double(a, x, other));
  if (has_second) y = load_double(b, y, other);
  if (found->name == "max") {
    a_.take_greater(result, y);
  } else if (found->name == "min") {
    a_.take_less(result, y);
  } else if (found->name == "/") {
    a_.divide_doubles(result, y);
    test_range(result, leave);
  } else if (found->name == "sqrt") {
    square_root(result, leave);
  } else if (found->name == "abs") {
    a_.move_bits(kScratch, result);
    a_.shl(kScratch, 1);
    a_.shr(kScratch, 1);
    a_.move_bits(result, kScratch);
  } else if (found->name == "-") {
    slots_.load_double(kOtherFloat, -1.0);
    a_.combine_doubles(BinaryOp::Multiply, result, kOtherFloat);
  }
  slots_.pop(count);
  slots_.push_float(result);
  return true;
}

// Replaces X by its square root. Jumps to OTHERWISE if X is negative.
void NativeCompiler::square_root(const Float& x, const Label& otherwise) {
  a_.load_zero(kOtherFloat);
  a_.compare_doubles(x, kOtherFloat);
  a_.jb(otherwise);
  a_.square_root(x, x);
}

}  // namespace winnow::jit
