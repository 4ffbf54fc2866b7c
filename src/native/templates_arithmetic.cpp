// Templates: sums, differences, products, and jumps that compare numbers. Fixnums are computed in
// line, on their tagged words; all else in C++.
#include "native/compiler.hpp"

namespace winnow::native {

using CC = x86::CondCode;

namespace {

CC condition_of(Comparison comparison, bool sense) {
  CC condition = comparison == Comparison::Lt   ? CC::kL
                 : comparison == Comparison::Le ? CC::kLE
                 : comparison == Comparison::Gt ? CC::kG
                 : comparison == Comparison::Ge ? CC::kGE
                                                : CC::kE;
  return sense ? condition : x86::negateCond(condition);
}

}  // namespace

void Compiler::test_fixnum(std::size_t slot, const Gp& r, const Label& otherwise) {
  if (slots_.kind(slot) == Kind::Fixnum) return;
  a_.test(r.r8(), 3);
  a_.jnz(otherwise);
}

void Compiler::test_fixnums(std::size_t a, std::size_t b, const Gp& x, const Gp& y,
                            const Label& otherwise) {
  if (slots_.kind(a) == Kind::Fixnum) return test_fixnum(b, y, otherwise);
  if (slots_.kind(b) == Kind::Fixnum || x.id() == y.id()) return test_fixnum(a, x, otherwise);
  a_.mov(kScratch.r32(), x.r32());
  a_.or_(kScratch.r32(), y.r32());
  a_.test(kScratch.r8(), 3);
  a_.jnz(otherwise);
}

// ---- arithmetic

auto Compiler::function_for(Sum sum) -> Value (*)(Vm&, Value, Value) {
  return sum == Sum::Add ? &add_values : sum == Sum::Subtract ? &subtract_values : &multiply_values;
}

void Compiler::arithmetic(Sum sum, std::size_t a, std::size_t b, std::size_t pops) {
  auto small = [this](std::size_t i) {
    if (!slots_.is_constant(i) || !slots_.constant(i).is_fixnum()) return false;
    auto bits = static_cast<std::int64_t>(slots_.constant(i).bits);
    return bits == static_cast<std::int32_t>(bits);
  };
  if (small(b))
    return arithmetic_with(sum, a, static_cast<std::int32_t>(slots_.constant(b).bits), pops);
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  Gp result = slots_.fresh();
  Detour others = detour(function_for(sum), &result, [=, this] {
    a_.mov(x86::rsi, Slots::memory(a));
    a_.mov(x86::rdx, Slots::memory(b));
  });
  test_fixnums(a, b, x, y, others.out);
  a_.mov(result, x);
  switch (sum) {
    case Sum::Add: a_.add(result, y); break;
    case Sum::Subtract: a_.sub(result, y); break;
    case Sum::Multiply:
      a_.sar(result, 2);
      a_.imul(result, y);
      break;
  }
  a_.jo(others.out);
  a_.bind(others.back);
  slots_.pop(pops);
  slots_.push(result);
}

// The same with the fixnum whose word is N.
void Compiler::arithmetic_with(Sum sum, std::size_t a, std::int32_t n, std::size_t pops) {
  Gp x = slots_.in_register(a);
  Gp result = slots_.fresh();
  Detour others = detour(function_for(sum), &result, [=, this] {
    a_.mov(x86::rsi, Slots::memory(a));
    a_.mov(x86::rdx, static_cast<std::int64_t>(n));
  });
  test_fixnum(a, x, others.out);
  switch (sum) {
    case Sum::Add:
      a_.mov(result, x);
      a_.add(result, n);
      break;
    case Sum::Subtract:
      a_.mov(result, x);
      a_.sub(result, n);
      break;
    case Sum::Multiply: a_.imul(result, x, n >> 2); break;
  }
  a_.jo(others.out);
  a_.bind(others.back);
  slots_.pop(pops);
  slots_.push(result);
}

void Compiler::Add() { arithmetic(Sum::Add, top(1), top(), 2); }
void Compiler::Subtract() { arithmetic(Sum::Subtract, top(1), top(), 2); }
void Compiler::Multiply() { arithmetic(Sum::Multiply, top(1), top(), 2); }
void Compiler::AddImmediate() { arithmetic_with(Sum::Add, top(), 4 * s24(), 1); }
void Compiler::LocalAddImmediate() { arithmetic_with(Sum::Add, a8(), 4 * s16(), 0); }
void Compiler::LocalAddLocal() { arithmetic(Sum::Add, a8(), b16(), 0); }
void Compiler::LocalSubtractLocal() { arithmetic(Sum::Subtract, a8(), b16(), 0); }

// ---- compare and jump

// A cold path: compares slot A with what LOAD puts into rcx. The operands, POPS values, are popped
// before the jump; so it starts from the state before that and goes on in the one behind it.
template <class Load>
Compiler::Detour Compiler::compare_others(Comparison comparison, bool sense, std::size_t a,
                                          Load load, std::size_t pops, std::uint32_t goal) {
  Detour d{a_.newLabel(), a_.newLabel()};
  later(d.out, [=, this] {
    call_with_all_stored(&compare_values, [=, this] {
      a_.mov(x86::rdx, Slots::memory(a));
      load();
      a_.mov(x86::esi, static_cast<int>(comparison));
    });
    slots_.pop(pops);
    a_.test(x86::eax, x86::eax);
    jump_if(sense ? CC::kNZ : CC::kZ, goal);
    slots_.reload();
    a_.jmp(d.back);
  });
  return d;
}

void Compiler::compare(Comparison comparison, bool sense, std::size_t a, std::size_t b,
                       std::size_t pops, std::uint32_t goal) {
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  Detour others = compare_others(
      comparison, sense, a, [=, this] { a_.mov(x86::rcx, Slots::memory(b)); }, pops, goal);
  if (slots_.kind(a) != Kind::Fixnum || slots_.kind(b) != Kind::Fixnum)
    test_fixnums(a, b, x, y, others.out);
  slots_.pop(pops);
  slots_.flush();
  a_.cmp(x, y);
  jump_if(condition_of(comparison, sense), goal);
  a_.bind(others.back);
}

void Compiler::compare_with(Comparison comparison, bool sense, std::size_t a, std::int32_t n,
                            std::size_t pops, std::uint32_t goal) {
  Gp x = slots_.in_register(a);
  Detour others = compare_others(
      comparison, sense, a, [=, this] { a_.mov(x86::rcx, static_cast<std::int64_t>(n)); }, pops,
      goal);
  test_fixnum(a, x, others.out);
  slots_.pop(pops);
  slots_.flush();
  if (n == 0)
    a_.test(x, x);
  else
    a_.cmp(x, n);
  jump_if(condition_of(comparison, sense), goal);
  a_.bind(others.back);
}

#define COMPARE_AND_JUMP(name, comparison, sense)                                                 \
  void Compiler::name() { compare(Comparison::comparison, sense, top(1), top(), 2, own_goal()); } \
  void Compiler::name##LL() {                                                                     \
    compare(Comparison::comparison, sense, a8(), b16(), 0, word_goal());                          \
  }                                                                                               \
  void Compiler::name##LI() {                                                                     \
    compare_with(Comparison::comparison, sense, a8(), 4 * s16(), 0, word_goal());                 \
  }                                                                                               \
  void Compiler::name##SI() {                                                                     \
    compare_with(Comparison::comparison, sense, top(), 4 * s24(), 1, word_goal());                \
  }
COMPARE_AND_JUMP(JumpUnlessLt, Lt, false)
COMPARE_AND_JUMP(JumpUnlessLe, Le, false)
COMPARE_AND_JUMP(JumpUnlessGt, Gt, false)
COMPARE_AND_JUMP(JumpUnlessGe, Ge, false)
COMPARE_AND_JUMP(JumpUnlessEqual, Equal, false)
COMPARE_AND_JUMP(JumpIfEqual, Equal, true)
#undef COMPARE_AND_JUMP

}  // namespace winnow::native
