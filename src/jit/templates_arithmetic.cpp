// Templates for addition, subtraction, multiplication and numeric comparison with a jump. Fixnums
// are computed inline in their tagged representation. Two immediate floats of the same format are
// computed out of line, everything else in C++. Block versions compute floats inline
// (templates_floats.cpp).
#include <cstdlib>

#include "jit/floats.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

using CC = Condition;

namespace {

// COMPARED: the operands that set the flags. Comparisons of floats set the flags as comparisons of
// unsigned integers, such as words, do.
enum class Compared : std::uint8_t { Fixnums, Floats, Words };

CC condition_of(Comparison comparison, bool sense, Compared compared) {
  bool fixnums = compared == Compared::Fixnums;
  CC condition = comparison == Comparison::Lt   ? (fixnums ? CC::kL : CC::kB)
                 : comparison == Comparison::Le ? (fixnums ? CC::kLE : CC::kBE)
                 : comparison == Comparison::Gt ? (fixnums ? CC::kG : CC::kA)
                 : comparison == Comparison::Ge ? (fixnums ? CC::kGE : CC::kAE)
                                                : CC::kE;
  return sense ? condition : negated(condition);
}

constexpr auto nothing = [](const Label&, const Label&, const Label&) {};

}  // namespace

void NativeCompiler::test_fixnum(std::size_t slot, const Gp& r, const Label& otherwise) {
  if (slots_.kind(slot) == Kind::Fixnum) return;
  a_.test(r.r8(), 3);
  a_.jnz(otherwise);
  if (never_returns(otherwise)) slots_.set_kind(r, Kind::Fixnum);
}

void NativeCompiler::test_fixnums(std::size_t a, std::size_t b, const Gp& x, const Gp& y,
                                  const Label& otherwise) {
  if (slots_.kind(a) == Kind::Fixnum) return test_fixnum(b, y, otherwise);
  if (slots_.kind(b) == Kind::Fixnum || x.id() == y.id()) return test_fixnum(a, x, otherwise);
  a_.mov(kScratch.r32(), x.r32());
  a_.or_(kScratch.r32(), y.r32());
  a_.test(kScratch.r8(), 3);
  a_.jnz(otherwise);
  if (!never_returns(otherwise)) return;
  slots_.set_kind(x, Kind::Fixnum);
  slots_.set_kind(y, Kind::Fixnum);
}

// ---- arithmetic

auto NativeCompiler::function_for(BinaryOp op) -> Value (*)(Vm&, Value, Value) {
  return op == BinaryOp::Add        ? &slow_add
         : op == BinaryOp::Subtract ? &slow_subtract
                                    : &slow_multiply;
}

// Loads X and Y into the float registers. Jumps to OTHERWISE unless both are single floats.
void NativeCompiler::both_singles_or(const Gp& x, const Gp& y, const Label& otherwise) {
  auto tag = static_cast<int>(Value::from_single(0).bits);
  a_.cmp(x.r8(), tag);
  a_.jne(otherwise);
  a_.cmp(y.r8(), tag);
  a_.jne(otherwise);
  a_.load_single(kFloat, x);
  a_.load_single(kOtherFloat, y);
}

// The same for immediate doubles.
void NativeCompiler::both_doubles_or(const Gp& x, const Gp& y, const Label& otherwise) {
  for (const Gp& r : {x, y}) {
    a_.lea(kScratch.r32(), dword_ptr(r, -2));
    a_.test(kScratch.r8(), 3);
    a_.jnz(otherwise);
  }
  a_.mov(kScratch, x);
  load_immediate_double(a_, kFloat, kScratch);
  a_.mov(kScratch, y);
  load_immediate_double(a_, kOtherFloat, kScratch);
}

// A slow path that computes OP for the slots A and B if they are not both fixnums.
NativeCompiler::SlowPath NativeCompiler::arithmetic_slow_path(BinaryOp op, std::size_t a,
                                                              std::size_t b, const Gp& result) {
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  SlowPath slow = make_slow_path(function_for(op), &result, [=, this] {
    a_.mov(kArg1, Slots::memory(a));
    a_.mov(kArg2, Slots::memory(b));
  });
  Label floats = a_.newLabel();
  emit_out_of_line(floats, [=, this] {
    Label not_singles = a_.newLabel();
    both_singles_or(x, y, not_singles);
    a_.combine_singles(op, kFloat, kOtherFloat);
    test_range(Kind::Single, kFloat, slow.entry);
    a_.load_single_bits(result, kFloat);
    tag_single(a_, result);
    end_slow_path(slow, result);
    a_.bind(not_singles);
    both_doubles_or(x, y, slow.entry);
    a_.combine_doubles(op, kFloat, kOtherFloat);
    test_immediate_double(a_, kFloat);
    a_.jnz(slow.entry);
    load_word_of(a_, result, kFloat);
    end_slow_path(slow, result);
  });
  return {floats, slow.resume};
}

// Computes OP for two tagged fixnums. The overflow flag is set if the result is not a fixnum.
void NativeCompiler::combine_fixnums(BinaryOp op, const Gp& result, const Gp& x, const Gp& y) {
  a_.mov(result, x);
  switch (op) {
    case BinaryOp::Add: a_.add(result, y); break;
    case BinaryOp::Subtract: a_.sub(result, y); break;
    case BinaryOp::Multiply:
      a_.sar(result, 2);
      a_.imul(result, y);
      break;
  }
}

void NativeCompiler::arithmetic(BinaryOp op, std::size_t a, std::size_t b, std::size_t pops) {
  if (slots_.is_constant(b) && is_small_fixnum(slots_.constant(b)))
    return arithmetic_with(op, a, static_cast<std::int32_t>(slots_.constant(b).bits), pops);
  if (word_arithmetic(op, a, b, kAbsent, pops)) return;
  if (Kind kind = float_kind(a, b, true); kind != Kind::Any)
    return float_arithmetic(kind, op, a, b, pops);
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  Gp result = slots_.fresh();
  SlowPath slow_path = as_side_exit(arithmetic_slow_path(op, a, b, result));
  bool wraps = op == BinaryOp::Multiply && may_wrap_fixnums(pops, slow_path.entry);
  test_fixnums(a, b, x, y, slow_path.entry);
  combine_fixnums(op, result, x, y);
  if (!wraps) a_.jo(slow_path.entry);
  resume_after(slow_path);
  slots_.pop(pops);
  slots_.push(result, never_returns(slow_path.entry) ? Kind::Fixnum : Kind::Any);
}

// The same with the fixnum N, given in its tagged representation, as second operand.
void NativeCompiler::arithmetic_with(BinaryOp op, std::size_t a, std::int32_t n, std::size_t pops) {
  if (word_arithmetic(op, a, a, Value::from_fixnum(n >> 2), pops)) return;
  if (Kind kind = float_kind(a, a, false); kind != Kind::Any)
    return float_arithmetic_with(kind, op, a, n >> 2, pops);
  Gp x = slots_.in_register(a);
  Gp result = slots_.fresh();
  SlowPath slow = make_slow_path(function_for(op), &result, [=, this] {
    a_.mov(kArg1, Slots::memory(a));
    a_.mov(kArg2, static_cast<std::int64_t>(n));
  });
  SlowPath slow_path = as_side_exit(slow);
  bool wraps = op == BinaryOp::Multiply && may_wrap_fixnums(pops, slow_path.entry);
  test_fixnum(a, x, slow_path.entry);
  switch (op) {
    case BinaryOp::Add:
      a_.mov(result, x);
      a_.add(result, n);
      break;
    case BinaryOp::Subtract:
      a_.mov(result, x);
      a_.sub(result, n);
      break;
    case BinaryOp::Multiply: a_.imul(result, x, n >> 2); break;
  }
  if (!wraps) a_.jo(slow_path.entry);
  resume_after(slow_path);
  slots_.pop(pops);
  slots_.push(result, never_returns(slow_path.entry) ? Kind::Fixnum : Kind::Any);
}

void NativeCompiler::Add() { arithmetic(BinaryOp::Add, top(1), top(), 2); }
void NativeCompiler::Subtract() { arithmetic(BinaryOp::Subtract, top(1), top(), 2); }
void NativeCompiler::Multiply() { arithmetic(BinaryOp::Multiply, top(1), top(), 2); }
void NativeCompiler::AddImmediate() { arithmetic_with(BinaryOp::Add, top(), 4 * s24(), 1); }
void NativeCompiler::LocalAddImmediate() {
  arithmetic_with(BinaryOp::Add, local(a8()), 4 * s16(), 0);
}

void NativeCompiler::IncrementLocal() {
  LocalAddImmediate();
  test_results();
  slots_.copy(top(), local(a8()));
  slots_.pop();
}

void NativeCompiler::LocalAddLocal() { arithmetic(BinaryOp::Add, local(a8()), local(b16()), 0); }
void NativeCompiler::LocalSubtractLocal() {
  arithmetic(BinaryOp::Subtract, local(a8()), local(b16()), 0);
}

// ---- compare and jump

// A slow path for the comparison of slot A with the operand that LOAD puts into kArg3. It first
// emits FLOATS, the comparison of floats, which jumps to the label it is given if the operands are
// not floats. The slow path starts in the current state, before its POPS operands are popped, and
// resumes in the state after that.
template <class Floats, class Load>
NativeCompiler::SlowPath NativeCompiler::compare_slow_path(Comparison comparison, bool sense,
                                                           std::size_t a, Floats floats, Load load,
                                                           std::size_t pops, std::uint32_t target) {
  SlowPath slow_path{a_.newLabel(), a_.newLabel()};
  Label there = blocks_.labels[target];
  Label entry = slow_path.entry;
  Label resume = slow_path.resume;
  if (is_specializing()) {
    side_exits_.insert(entry.id());
    there = edge_to(target);
    resume = edge_to(at_ + 1 + extra_units(instruction_));
  } else if (!is_inlining()) {
    slots_.forget_library();
  }
  emit_out_of_line(entry, [=, this, fallback = fallback_call_] {
    Label slow = fallback.isValid() ? fallback : a_.newLabel();
    slots_.flush();
    floats(slow, there, resume);
    if (fallback.isValid()) return;
    a_.bind(slow);
    call_with_all_stored(&compare_values, [=, this] {
      a_.mov(kArg2, Slots::memory(a));
      load();
      a_.mov(kArg1.r32(), static_cast<int>(comparison));
    });
    slots_.pop(pops);
    a_.mov(spill_slot(0), kValue);
    slots_.reload();
    a_.cmp(spill_slot(0), 0);
    a_.j(sense ? CC::kNE : CC::kE, there);
    a_.jmp(resume);
  });
  return slow_path;
}

// Sets the flags for a comparison of X and Y.
void NativeCompiler::set_flags(Kind kind, const Float& x, const Float& y) {
  if (kind == Kind::Single)
    a_.compare_singles(x, y);
  else
    a_.compare_doubles(x, y);
}

// Jumps to OTHERWISE if X or Y is NaN.
void NativeCompiler::test_order(Kind kind, const Float& x, const Float& y, const Label& otherwise) {
  set_flags(kind, x, y);
  a_.jump_if_unordered(otherwise);
}

void NativeCompiler::compare_floats(Kind kind, Comparison comparison, bool sense, const Float& x,
                                    const Float& y, std::size_t pops, std::uint32_t target) {
  if (x.id() != kFloat.id()) a_.move(kFloat, x);
  if (y.id() != kOtherFloat.id()) a_.move(kOtherFloat, y);
  slots_.pop(pops);
  settle();
  set_flags(kind, kFloat, kOtherFloat);
  jump_if(condition_of(comparison, sense, Compared::Floats), target);
}

// Emits the comparison of slot A with the constant N or, if N is kAbsent, with slot B. Returns false
// if neither operand is a word, nor likely to be one that is compared with a constant.
bool NativeCompiler::compare_words(Comparison comparison, bool sense, std::size_t a, std::size_t b,
                                   Value n, std::size_t pops, std::uint32_t target) {
  bool has_constant = n != kAbsent;
  if (!specializing_ || !may_be_word(a) || (!has_constant && !may_be_word(b))) return false;
  const bool is_guess = has_constant && expects_words_ && !is_inlining() &&
                        slots_.kind(a) == Kind::Any && !slots_.is_constant(a);
  if (slots_.kind(a) != Kind::Word && !is_guess && (has_constant || slots_.kind(b) != Kind::Word))
    return false;
  const bool is_signed = slots_.has_signed_words();
  if (has_constant && n.fixnum() < 0 && !is_signed) return false;
  Gp x = prepare_word(a);
  Gp y = has_constant ? slots_.fresh() : prepare_word(b);
  auto load_second = [=, this] {
    if (has_constant)
      load_word(kArg3, n.bits);
    else
      a_.mov(kArg3, Slots::memory(b));
  };
  Label other = a_.newLabel();
  if (is_inlining())
    other = fallback_call_;
  else if (slots_.kind(a) != Kind::Word || (!has_constant && slots_.kind(b) != Kind::Word))
    other = compare_slow_path(comparison, sense, a, nothing, load_second, pops, target).entry;
  load_word_operand(a, x, true, other);
  if (!has_constant) load_word_operand(b, y, true, other);
  if (is_guess) slots_.note_word(slots_.in_register(a), x);
  slots_.pop(pops);
  settle({&x, &y});
  if (has_constant)
    a_.cmp(x, n.fixnum());
  else
    a_.cmp(x, y);
  jump_if(condition_of(comparison, sense, is_signed ? Compared::Fixnums : Compared::Words), target);
  return true;
}

void NativeCompiler::compare(Comparison comparison, bool sense, std::size_t a, std::size_t b,
                             std::size_t pops, std::uint32_t target) {
  if (compare_words(comparison, sense, a, b, kAbsent, pops, target)) return;
  auto load_second = [=, this] { a_.mov(kArg3, Slots::memory(b)); };
  auto other_numbers = [&](bool is_impossible) {
    if (is_impossible) return a_.newLabel();
    if (is_inlining()) return fallback_call_;
    return compare_slow_path(comparison, sense, a, nothing, load_second, pops, target).entry;
  };
  if (Kind kind = float_kind(a, b, false);
      kind != Kind::Any && is_exact(kind, a) && is_exact(kind, b)) {
    Float x = prepare_float(kind, a, kFloat);
    Float y = prepare_float(kind, b, kOtherFloat);
    auto is_variable_single = [this](std::size_t i) {
      return slots_.kind(i) == Kind::Single && !slots_.is_constant(i);
    };
    const bool may_be_nan = is_variable_single(a) || is_variable_single(b);
    const bool has_unknown = slots_.kind(a) == Kind::Any || slots_.kind(b) == Kind::Any;
    Label other = other_numbers(!may_be_nan && !has_unknown);
    x = load_float(kind, a, x, other);
    y = load_float(kind, b, y, other);
    if (may_be_nan) test_order(kind, x, y, other);
    return compare_floats(kind, comparison, sense, x, y, pops, target);
  }
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  auto floats = [=, this](const Label& slow, const Label& there, const Label& resume) {
    auto jump = [&] {
      a_.jump_if_unordered(slow);
      a_.j(condition_of(comparison, sense, Compared::Floats), there);
      a_.jmp(resume);
    };
    Label not_singles = a_.newLabel();
    both_singles_or(x, y, not_singles);
    a_.compare_singles(kFloat, kOtherFloat);
    jump();
    a_.bind(not_singles);
    both_doubles_or(x, y, slow);
    a_.compare_doubles(kFloat, kOtherFloat);
    jump();
  };
  SlowPath slow_path{a_.newLabel(), a_.newLabel()};
  if (slots_.kind(a) != Kind::Fixnum || slots_.kind(b) != Kind::Fixnum) {
    slow_path = compare_slow_path(comparison, sense, a, floats, load_second, pops, target);
    test_fixnums(a, b, x, y, slow_path.entry);
  }
  slots_.pop(pops);
  settle({&x, &y});
  a_.cmp(x, y);
  jump_if(condition_of(comparison, sense, Compared::Fixnums), target);
  a_.bind(slow_path.resume);
}

void NativeCompiler::compare_with(Comparison comparison, bool sense, std::size_t a, std::int32_t n,
                                  std::size_t pops, std::uint32_t target) {
  if (compare_words(comparison, sense, a, a, Value::from_fixnum(n >> 2), pops, target)) return;
  auto load_second = [=, this] { a_.mov(kArg3, static_cast<std::int64_t>(n)); };
  if (Kind kind = float_kind(a, a, false); kind != Kind::Any && is_exact_integer(kind, n >> 2)) {
    Float x = prepare_float(kind, a, kFloat);
    Label other = a_.newLabel();
    if (kind == Kind::Single)
      other =
          is_inlining()
              ? fallback_call_
              : compare_slow_path(comparison, sense, a, nothing, load_second, pops, target).entry;
    x = load_float(kind, a, x, other);
    load_integer(kind, kOtherFloat, n >> 2);
    if (kind == Kind::Single) test_order(kind, x, kOtherFloat, other);
    return compare_floats(kind, comparison, sense, x, kOtherFloat, pops, target);
  }
  Gp x = slots_.in_register(a);
  SlowPath slow_path =
      slots_.kind(a) == Kind::Fixnum ? SlowPath{a_.newLabel(), a_.newLabel()}
      : is_inlining()                ? SlowPath{fallback_call_, a_.newLabel()}
                      : compare_slow_path(comparison, sense, a, nothing, load_second, pops, target);
  test_fixnum(a, x, slow_path.entry);
  slots_.pop(pops);
  settle({&x});
  if (n == 0)
    a_.test(x, x);
  else
    a_.cmp(x, n);
  jump_if(condition_of(comparison, sense, Compared::Fixnums), target);
  a_.bind(slow_path.resume);
}

#define COMPARE_AND_JUMP(name, comparison, sense)                                           \
  void NativeCompiler::name() {                                                             \
    compare(Comparison::comparison, sense, top(1), top(), 2, own_target());                 \
  }                                                                                         \
  void NativeCompiler::name##LL() {                                                         \
    compare(Comparison::comparison, sense, local(a8()), local(b16()), 0, extra_target());   \
  }                                                                                         \
  void NativeCompiler::name##LI() {                                                         \
    compare_with(Comparison::comparison, sense, local(a8()), 4 * s16(), 0, extra_target()); \
  }                                                                                         \
  void NativeCompiler::name##SI() {                                                         \
    compare_with(Comparison::comparison, sense, top(), 4 * s24(), 1, extra_target());       \
  }
COMPARE_AND_JUMP(JumpUnlessLt, Lt, false)
COMPARE_AND_JUMP(JumpUnlessLe, Le, false)
COMPARE_AND_JUMP(JumpUnlessGt, Gt, false)
COMPARE_AND_JUMP(JumpUnlessGe, Ge, false)
COMPARE_AND_JUMP(JumpUnlessEqual, Equal, false)
COMPARE_AND_JUMP(JumpIfEqual, Equal, true)
#undef COMPARE_AND_JUMP

}  // namespace winnow::jit
