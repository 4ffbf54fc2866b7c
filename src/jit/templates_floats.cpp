// Templates for floats in block versions. Operands and results are raw floats in float registers
// (floats.hpp).
//
// No declaration is believed: an operand is a float if it is a constant, the result of such a
// template, or was tested. Results that cannot be raw, such as infinities, take a slow path, which
// repeats the operation in C++ and continues in the general code.
#include <algorithm>
#include <cmath>

#include "jit/floats.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

using CC = Condition;

namespace {

// The builtins with a template for floats. MAY_GUESS: also for arguments of which nothing is known.
// TAKES_SINGLES: also for singles.
struct FloatBuiltin {
  std::string_view name;
  std::size_t count;
  bool may_guess;
  bool takes_singles;
};
constexpr FloatBuiltin kFloatBuiltins[] = {{"/", 2, true, true},       {"sqrt", 1, true, true},
                                           {"abs", 1, false, true},    {"-", 1, false, true},
                                           {"float", 2, false, false}, {"max", 2, true, false},
                                           {"min", 2, true, false}};

constexpr int kSingleExponent = 0x7F800000;

bool rounds(const Builtin* builtin) {
  const std::string_view name = builtin->info->name;
  return name == "truncate" || name == "floor" || name == "ceiling" || name == "round";
}

}  // namespace

bool NativeCompiler::has_float_template(const Builtin* builtin) {
  return rounds(builtin) ||
         std::ranges::count(kFloatBuiltins, builtin->info->name, &FloatBuiltin::name) > 0;
}

// Decides whether to expect doubles: if variables held some, if the function has a constant double, or
// if it calls a function such as SQRT, unless it has constant singles.
void NativeCompiler::note_mentioned_floats() {
  static constexpr std::string_view kNames[] = {"sqrt", "float", "sin", "cos", "exp"};
  bool calls_function = false;
  auto note = [this](Value v) {
    if (v == kAbsent) return;
    expects_doubles_ |= is_double(v);
    has_singles_ |= v.is_single();
  };
  for (std::uint32_t i = 0; i < code_->unit_count; i += 1 + extra_units(code_->entry[i])) {
    std::uint32_t instruction = code_->entry[i];
    if (opcode(instruction) == Op::Const) note(constant(operand_a24(instruction)));
    if (opcode(instruction) == Op::Special)
      note(immediate_constant(constant(operand_a24(instruction))));
    if (opcode_operands(opcode(instruction)) != Operands::AK) continue;
    Value function = function_of(constant(operand_b16(instruction)));
    calls_function |= has_type(function, Type::Builtin) &&
                      std::ranges::count(kNames, as<Builtin>(function)->info->name) > 0;
  }
  expects_doubles_ |= seen_.doubles || (calls_function && !has_singles_);
}

// ---- operands

// Returns the kind of floats with which to compute an operation on slots A and B: Double or Single
// if one of them is known to be such a float, else Any. MAY_GUESS: also if nothing is known of both
// and neither was seen to be a fixnum, Double if doubles are expected, Single if the function has a
// constant single. A constant single and an unknown number are taken for two singles only if no
// doubles are expected.
Kind NativeCompiler::float_kind(std::size_t a, std::size_t b, bool may_guess) const {
  if (!specializing_) return Kind::Any;
  auto is_unknown = [this](std::size_t i) {
    return slots_.kind(i) == Kind::Any && !slots_.is_constant(i);
  };
  auto may_be_number = [&](std::size_t i) {
    return is_float_kind(slots_.kind(i)) || slots_.kind(i) == Kind::Fixnum || is_unknown(i);
  };
  if (!may_be_number(a) || !may_be_number(b)) return Kind::Any;
  if (slots_.kind(a) == Kind::Double || slots_.kind(b) == Kind::Double) return Kind::Double;
  if (slots_.kind(a) == Kind::Single || slots_.kind(b) == Kind::Single) {
    const bool is_doubtful =
        (slots_.is_constant(a) && is_unknown(b)) || (slots_.is_constant(b) && is_unknown(a));
    return is_doubtful && expects_doubles_ ? Kind::Any : Kind::Single;
  }
  auto may_be_float = [&](std::size_t i) { return is_unknown(i) && seen_kind(i) != Kind::Fixnum; };
  const bool guesses = may_guess && !is_inlining() && may_be_float(a) && may_be_float(b);
  return !guesses           ? Kind::Any
         : expects_doubles_ ? Kind::Double
         : has_singles_     ? Kind::Single
                            : Kind::Any;
}

// Whether N, or slot I, which float_kind() accepted, can be converted to KIND without rounding.
bool NativeCompiler::is_exact_integer(Kind kind, std::int64_t n) {
  return std::abs(n) <= std::int64_t{1} << (kind == Kind::Single ? 24 : 53);
}
bool NativeCompiler::is_exact(Kind kind, std::size_t i) const {
  return slots_.kind(i) != Kind::Fixnum ||
         (slots_.is_constant(i) && is_exact_integer(kind, slots_.constant(i).fixnum()));
}

// Returns the float register for load_float() of SLOT; TEMPORARY is used for numbers that do not
// stay there. Must be called before slow paths take over the state of the slots.
Float NativeCompiler::prepare_float(Kind kind, std::size_t slot, const Float& temporary) {
  const Kind known = slots_.kind(slot);
  if (slots_.is_constant(slot)) return temporary;
  if (is_float_kind(known)) {
    Float x = slots_.in_float(slot);
    return known == kind ? x : temporary;
  }
  slots_.in_register(slot);
  return known == Kind::Fixnum ? temporary : slots_.fresh_float();
}

void NativeCompiler::load_constant(Kind kind, const Float& x, double value) {
  if (kind == Kind::Single)
    slots_.load_single(x, static_cast<float>(value));
  else
    slots_.load_double(x, value);
}

// Loads the float of KIND nearest to N, which is rounded once.
void NativeCompiler::load_integer(Kind kind, const Float& x, std::int64_t n) {
  if (kind == Kind::Single)
    slots_.load_single(x, static_cast<float>(n));
  else
    slots_.load_double(x, static_cast<double>(n));
}

// Returns the register that holds SLOT as a raw float of KIND: X, which prepare_float() returned, or
// that of another slot with the same value. Jumps to OTHERWISE unless the slot is a fixnum or a float
// of KIND that can be raw.
Float NativeCompiler::load_float(Kind kind, std::size_t slot, const Float& x,
                                 const Label& otherwise) {
  const Kind known = slots_.kind(slot);
  if (slots_.is_constant(slot)) {
    Value v = slots_.constant(slot);
    if (v.is_fixnum())
      load_integer(kind, x, v.fixnum());
    else
      load_constant(kind, x, float_value(v));
    return x;
  }
  if (slots_.is_float(slot) && known == kind) return slots_.float_of(slot);
  if (slots_.is_float(slot)) {
    a_.widen(x, slots_.float_of(slot));
    return x;
  }
  if (known != Kind::Fixnum) return load_float_of_word(kind, slot, x, otherwise);
  a_.mov(kScratch, slots_.in_register(slot));
  a_.sar(kScratch, 2);
  if (kind == Kind::Single)
    a_.convert_to_single(x, kScratch);
  else
    a_.convert(x, kScratch);
  return x;
}

// The same for a slot that may be any object.
Float NativeCompiler::load_float_of_word(Kind kind, std::size_t slot, const Float& x,
                                         const Label& otherwise) {
  Gp r = slots_.in_register(slot);
  if (kind == Kind::Single) {
    a_.cmp(r.r8(), static_cast<int>(Value::from_single(0).bits));
    a_.jne(otherwise);
    a_.load_single(x, r);
    slots_.note_float(r, x, kind);
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
  slots_.note_float(r, x, kind);
  return x;
}

// Jumps to OTHERWISE unless X, of KIND, can be raw and is finite.
void NativeCompiler::test_range(Kind kind, const Float& x, const Label& otherwise) {
  if (kind == Kind::Single) {
    a_.load_single_bits(kScratch, x);
    a_.and_(kScratch.r32(), kSingleExponent);
    a_.cmp(kScratch.r32(), kSingleExponent);
    return void(a_.je(otherwise));
  }
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
  if (continuations_ == kMaxContinuations) return otherwise;
  ++continuations_;
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

// Returns the label of a slow path that executes the instruction again in a block version that does
// not know that A or B is a single, as a variable that began with 0.0 and meets a double. OTHERWISE
// is returned if that is not possible.
Label NativeCompiler::retry_without_kinds(std::size_t a, std::size_t b, const Label& otherwise) {
  auto is_variable = [this](std::size_t i) {
    return slots_.kind(i) == Kind::Single && !slots_.is_constant(i);
  };
  if (is_inlining() || !has_singles_ || (!is_variable(a) && !is_variable(b)) ||
      continuations_ == kMaxContinuations)
    return otherwise;
  ++continuations_;
  Label entry = a_.newLabel();
  side_exits_.insert(entry.id());
  emit_out_of_line(entry, [=, this] {
    for (std::size_t i : {a, b})
      if (slots_.kind(i) == Kind::Single) slots_.forget_kind(i);
    slots_.settle();
    a_.jmp(label_of(version_of(at_, false)));
  });
  return entry;
}

// ---- arithmetic

void NativeCompiler::combine_floats(Kind kind, BinaryOp op, const Float& a, const Float& b) {
  if (kind == Kind::Single)
    a_.combine_singles(op, a, b);
  else
    a_.combine_doubles(op, a, b);
}

void NativeCompiler::float_arithmetic(Kind kind, BinaryOp op, std::size_t a, std::size_t b,
                                      std::size_t pops) {
  Float x = prepare_float(kind, a, kFloat);
  Float y = prepare_float(kind, b, kOtherFloat);
  Float result = slots_.fresh_float();
  Label other = are_floats(a, b) ? Label() : leave_unless_floats(op, a, b, pops);
  x = load_float(kind, a, x, other);
  y = load_float(kind, b, y, other);
  begin_float_operation();
  a_.move(result, x);
  combine_floats(kind, op, result, y);
  end_float_operation(kind, result, pops);
}

// The same with the fixnum N as second operand. Slot A is a float of KIND.
void NativeCompiler::float_arithmetic_with(Kind kind, BinaryOp op, std::size_t a, std::int64_t n,
                                           std::size_t pops) {
  Float x = prepare_float(kind, a, kFloat);
  Float result = slots_.fresh_float();
  begin_float_operation();
  load_integer(kind, kOtherFloat, n);
  a_.move(result, load_float(kind, a, x, {}));
  combine_floats(kind, op, result, kOtherFloat);
  end_float_operation(kind, result, pops);
}

// Returns the label of a slow path that computes OP for the slots A and B, which are not both floats.
Label NativeCompiler::leave_unless_floats(BinaryOp op, std::size_t a, std::size_t b,
                                          std::size_t pops) {
  const bool is_guess = slots_.kind(a) == Kind::Any && slots_.kind(b) == Kind::Any;
  Gp fixnum = is_guess ? slots_.fresh() : kScratch;
  Label leave = leave_by(function_for(op), [=, this] {
    a_.mov(kArg1, Slots::memory(a));
    a_.mov(kArg2, Slots::memory(b));
  });
  if (is_guess)
    return try_fixnums(a, b, pops, fixnum, leave, [=, this](const Gp& m, const Gp& n) {
      combine_fixnums(op, fixnum, m, n);
      a_.jo(leave);
    });
  if (slots_.kind(a) == Kind::Any || slots_.kind(b) == Kind::Any)
    return retry_without_kinds(a, b, leave);
  return leave;
}

// ---- results that are tested later
//
// A sum, difference or product is not finite if an operand is not. So results that are only operands
// of such operations are not tested. If the test of the last result fails, the general code executes
// all of the operations again; until then, the registers that the first of them found are kept.

// Whether A and B are floats or constants.
bool NativeCompiler::are_floats(std::size_t a, std::size_t b) const {
  auto is_ready = [this](std::size_t i) {
    return is_float_kind(slots_.kind(i)) || slots_.is_constant(i);
  };
  return is_ready(a) && is_ready(b);
}

// Called when the operands have been loaded.
void NativeCompiler::begin_float_operation() {
  if (to_test_ || is_inlining()) return;
  to_test_ = {a_.newLabel(), {}};
  emit_out_of_line(to_test_->otherwise, [this] {
    slots_.flush();
    a_.jmp(edge_to(at_));
  });
  slots_.keep_floats(true);
}

void NativeCompiler::end_float_operation(Kind kind, const Float& result, std::size_t pops) {
  slots_.pop(pops);
  slots_.push_float(result, kind);
  if (is_inlining()) return test_range(kind, result, fallback_call_);
  std::erase_if(to_test_->slots, [this](std::size_t i) { return i >= top(); });
  to_test_->slots.push_back(top());
}

// Whether the current instruction neither uses the results in another way nor needs registers.
bool NativeCompiler::may_test_later() const {
  if (slots_.free_floats() < 3) return false;  // for two operands and a result
  auto is_float_operation = [this](std::size_t a, std::size_t b) {
    return are_floats(a, b) && float_kind(a, b, false) != Kind::Any;
  };
  switch (opcode(instruction_)) {
    case Op::Const:
    case Op::Fixnum: return true;
    case Op::Local: return are_floats(local(a24()), local(a24()));
    case Op::LocalLocal: return are_floats(local(a8()), local(b16()));
    case Op::LocalAddLocal:
    case Op::LocalSubtractLocal: return is_float_operation(local(a8()), local(b16()));
    case Op::AddImmediate: return is_float_operation(top(), top());
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply: return is_float_operation(top(1), top());
    default: return false;
  }
}

void NativeCompiler::test_results() {
  if (!to_test_) return;
  for (std::size_t i : to_test_->slots)
    test_range(slots_.kind(i), slots_.float_of(i), to_test_->otherwise);
  slots_.keep_floats(false);
  to_test_.reset();
}

// ---- builtins

// Emits a call of a builtin on floats. Returns false without a template for them.
bool NativeCompiler::call_float_builtin(Value function, const Builtin* builtin, std::size_t count,
                                        bool is_tail) {
  const auto* found = std::ranges::find_if(kFloatBuiltins, [&](const FloatBuiltin& b) {
    return b.count == count && b.name == builtin->info->name;
  });
  if (found == std::end(kFloatBuiltins)) return false;
  std::size_t a = top(count - 1);
  std::size_t b = top();
  const Kind kind = float_kind(a, b, found->may_guess);
  if (kind == Kind::Any || (kind == Kind::Single && !found->takes_singles)) return false;
  if (found->name == "float" && slots_.kind(b) != Kind::Double) return false;
  const bool selects = found->name == "max" || found->name == "min";
  auto is_other_number = [this](std::size_t i) {
    return slots_.kind(i) == Kind::Fixnum || slots_.kind(i) == Kind::Single;
  };
  if (selects && (is_other_number(a) || is_other_number(b))) return false;
  const bool has_second = selects || found->name == "/";
  Float x = prepare_float(kind, a, kFloat);
  Float y = has_second ? prepare_float(kind, b, kOtherFloat) : kOtherFloat;
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
  a_.move(result, load_float(kind, a, x, other));
  if (has_second) y = load_float(kind, b, y, other);
  if (found->name == "max") {
    a_.take_greater(result, y);
  } else if (found->name == "min") {
    a_.take_less(result, y);
  } else if (found->name == "/") {
    kind == Kind::Single ? a_.divide_singles(result, y) : a_.divide_doubles(result, y);
    test_range(kind, result, leave);
  } else if (found->name == "sqrt") {
    square_root(kind, result, leave);
  } else if (found->name == "abs") {
    clear_sign(kind, result);
  } else if (found->name == "-") {
    load_constant(kind, kOtherFloat, -1.0);
    combine_floats(kind, BinaryOp::Multiply, result, kOtherFloat);
  }
  slots_.pop(count);
  slots_.push_float(result, kind);
  return true;
}

// Emits a call that rounds a float to an integer, whose second value is not used. Returns false if the
// argument is not likely to be a float.
bool NativeCompiler::call_float_rounding(Value function, const Builtin* builtin, std::size_t count,
                                         bool is_tail) {
  const std::size_t a = top();
  if (!rounds(builtin) || count != 1 || slots_.is_constant(a)) return false;
  const Kind kind = float_kind(a, a, true);
  if (kind == Kind::Any || needs_value_count(is_tail)) return false;
  const std::string_view name = builtin->info->name;
  Float x = prepare_float(kind, a, kFloat);
  Gp result = slots_.fresh();
  Label leave = leave_by_call(function, count, is_tail);
  guard_inlined_builtin(function, builtin, leave);
  a_.move(kFloat, load_float(kind, a, x, leave));
  if (kind == Kind::Single) a_.widen(kFloat, kFloat);
  if (name == "round")
    a_.convert_rounded(result, kFloat);
  else
    a_.convert_truncated(result, kFloat);
  if (name == "floor" || name == "ceiling") {
    Label done = a_.newLabel();
    a_.convert(kOtherFloat, result);
    a_.compare_doubles(kOtherFloat, kFloat);
    a_.j(name == "floor" ? CC::kBE : CC::kAE, done);
    a_.add(result, name == "floor" ? -1 : 1);
    a_.bind(done);
  }
  for (int i = 0; i < 2; ++i) {  // the tag; integers out of range overflow
    a_.add(result, result);
    a_.jo(leave);
  }
  slots_.pop();
  slots_.push(result, Kind::Fixnum);
  return true;
}

// Replaces X by its square root. Jumps to OTHERWISE if X is negative, or infinite.
void NativeCompiler::square_root(Kind kind, const Float& x, const Label& otherwise) {
  a_.load_zero(kOtherFloat);
  if (kind == Kind::Single) {
    a_.compare_singles(x, kOtherFloat);
    a_.jb(otherwise);
    a_.square_root_of_single(x, x);
    return test_range(kind, x, otherwise);
  }
  a_.compare_doubles(x, kOtherFloat);
  a_.jb(otherwise);
  a_.square_root(x, x);
}

void NativeCompiler::clear_sign(Kind kind, const Float& x) {
  if (kind == Kind::Single)
    a_.load_single_bits(kScratch, x);
  else
    a_.move_bits(kScratch, x);
  const unsigned sign_and_above = kind == Kind::Single ? 33 : 1;
  a_.shl(kScratch, sign_and_above);
  a_.shr(kScratch, sign_and_above);
  a_.move_bits(x, kScratch);
}

}  // namespace winnow::jit
