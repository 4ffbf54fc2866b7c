// The x86-64 assembler for templates: registers named by purpose, the processor's two-operand
// instructions, and named operations for what differs on other processors.
#pragma once

#include <asmjit/x86.h>

#include <cstddef>

#include "jit/binary_op.hpp"

namespace winnow::jit::x86_64 {

using asmjit::Label;
using asmjit::x86::byte_ptr;
using asmjit::x86::dword_ptr;
using asmjit::x86::Gp;
using asmjit::x86::Mem;
using asmjit::x86::ptr;
using asmjit::x86::qword_ptr;
using asmjit::x86::word_ptr;
using Condition = asmjit::x86::CondCode;
inline Condition negated(Condition c) { return asmjit::x86::negateCond(c); }

inline const Gp kBase = asmjit::x86::rbx;
inline const Gp kVm = asmjit::x86::r12;
inline const Gp kFrame = asmjit::x86::r13;
inline const Gp kNil = asmjit::x86::r14;
inline const Gp kHeap = asmjit::x86::r15;
inline const Gp kScratch = asmjit::x86::r11;
inline const Gp kStack = asmjit::x86::rsp;

// The arguments and the one or two results of a C++ call.
inline const Gp kArg0 = asmjit::x86::rdi;
inline const Gp kArg1 = asmjit::x86::rsi;
inline const Gp kArg2 = asmjit::x86::rdx;
inline const Gp kArg3 = asmjit::x86::rcx;
inline const Gp kArg4 = asmjit::x86::r8;
inline const Gp kArg5 = asmjit::x86::r9;
inline const Gp kValue = asmjit::x86::rax;
inline const Gp kSecondValue = kArg2;
inline const Gp kOther = asmjit::x86::r10;

// Registers for values.
inline const Gp kPool[] = {kValue, kArg3, kArg2,  kArg1,           kArg0,
                           kArg4,  kArg5, kOther, asmjit::x86::rbp};
inline constexpr int kPoolSize = 9;

// Registers for floats: temporaries, and those for values.
using Float = asmjit::x86::Xmm;
inline const Float kFloat = asmjit::x86::xmm0;
inline const Float kOtherFloat = asmjit::x86::xmm1;
inline const Float kSpareFloat = asmjit::x86::xmm2;
inline constexpr std::uint32_t kFirstPoolFloat = 3;
inline constexpr std::size_t kFloatPoolSize = 12;
inline Float pool_float(std::size_t i) {
  return asmjit::x86::xmm(kFirstPoolFloat + static_cast<std::uint32_t>(i));
}

// The stack frame of thunk(): two spill slots, one word of padding, the caller's saved registers
// and the return address. kSavedNumbers lists the saved registers from the highest address down, by
// "DWARF Register Number Mapping" ("System V ABI, AMD64 supplement", 3.6).
inline constexpr unsigned kThunkBytes = 80;
inline constexpr unsigned kSavedNumbers[] = {16, 6, 3, 12, 13, 14, 15};
inline constexpr unsigned kReturnNumber = kSavedNumbers[0];
inline constexpr unsigned kStackNumber = 7;

class Assembler : public asmjit::x86::Assembler {
 public:
  void save_registers() {
    for (const Gp& r : kSaved) push(r);
    sub(kStack, kOwnBytes);
  }
  void restore_registers_and_return() {
    add(kStack, kOwnBytes);
    for (int i = kSavedCount - 1; i >= 0; --i) pop(kSaved[i]);
    ret();
  }

  // Marks unreachable code.
  void trap() { ud2(); }
  // Copies S to R if CONDITION holds.
  void move_if(Condition condition, const Gp& r, const Gp& s) {
    emit(asmjit::x86::Inst::cmovccFromCond(condition), r, s);
  }
  // Loads the word at ADDRESS, which may have 64 bits.
  void load_from(const Gp& r, const void* address) {
    auto at = reinterpret_cast<std::uint64_t>(address);
    if (r.id() == kValue.id()) return void(movabs(r, qword_ptr(at)));
    if (at <= 0xFFFFFFFF)
      mov(r.r32(), at);
    else
      mov(r, at);
    mov(r, qword_ptr(r));
  }

  // Divides kValue by kScratch: the quotient, towards 0, is in kValue, the remainder in kArg2.
  void divide_signed() {
    cqo();
    idiv(kScratch);
  }
  // kArg2 becomes the upper half of the unsigned product of kValue and kScratch. Overwrites kValue.
  void multiply_high() { mul(kScratch); }
  static bool has_count_of_ones() {
    return asmjit::CpuInfo::host().hasFeature(asmjit::CpuFeatures::X86::kPOPCNT);
  }
  void count_ones(const Gp& r) { popcnt(r, r); }
  // bit_length() computes the least N such that the unsigned R is below 2 to the power of N.
  static bool has_bit_length() {
    return asmjit::CpuInfo::host().hasFeature(asmjit::CpuFeatures::X86::kLZCNT);
  }
  void bit_length(const Gp& to, const Gp& r) {
    lzcnt(to, r);
    neg(to);
    add(to, 64);
  }
  // Shifts by COUNT, from 0 to 63.
  static bool has_variable_shifts() {
    return asmjit::CpuInfo::host().hasFeature(asmjit::CpuFeatures::X86::kBMI2);
  }
  void shift_left(const Gp& r, const Gp& count) { shlx(r, r, count); }
  void shift_right(const Gp& r, const Gp& count) { shrx(r, r, count); }
  void shift_right_signed(const Gp& r, const Gp& count) { sarx(r, r, count); }
  // Jumps if the last addition of unsigned words carried.
  void jump_if_carry(const Label& label) { jc(label); }
  // Loads 2 to the power of I modulo 64.
  void load_mask(const Gp& r, const Gp& i) {
    xor_(r.r32(), r.r32());
    bts(r, i);
  }

  // Calls a stub that overwrites nothing but its result, and returns from it. PLACE holds its
  // address.
  void call_stub(const void* const* place) {
    asmjit::x86::Assembler::call(qword_ptr(reinterpret_cast<std::uint64_t>(place)));
  }
  void return_from_stub() { ret(); }
  // In a stub: save and restore two registers, or all registers for values.
  void save_two(const Gp& x, const Gp& y) {
    push(x);
    push(y);
  }
  void restore_two(const Gp& x, const Gp& y) {
    pop(y);
    pop(x);
  }
  void save_pool() {
    for (const Gp& r : kPool) push(r);
    sub(kStack, kPoolFloatBytes);
    for (std::uint32_t i = 0; i < kFloatPoolSize; ++i)
      movsd(qword_ptr(kStack, static_cast<int>(8 * i)), pool_float(i));
  }
  void restore_pool() {
    for (std::uint32_t i = 0; i < kFloatPoolSize; ++i)
      movsd(pool_float(i), qword_ptr(kStack, static_cast<int>(8 * i)));
    add(kStack, kPoolFloatBytes);
    for (int i = kPoolSize - 1; i >= 0; --i) pop(kPool[i]);
  }

  void rotate_left(const Gp& r, unsigned n) { rol(r, n); }

  // ---- floats
  void move(const Float& to, const Float& from) { movapd(to, from); }
  void move_bits(const Float& to, const Gp& from) { movq(to, from); }
  void move_bits(const Gp& to, const Float& from) { movq(to, from); }
  void load_double(const Float& to, const Mem& from) { movsd(to, from); }
  void load_zero(const Float& x) { xorpd(x, x); }
  // Loads the double nearest to the integer N.
  void convert(const Float& to, const Gp& n) {
    xorpd(to, to);
    cvtsi2sd(to, n);
  }
  // Converts a double to an integer, towards zero or to the nearest, even one. An integer out of range
  // becomes one that overflows when doubled.
  void convert_truncated(const Gp& to, const Float& x) { cvttsd2si(to, x); }
  void convert_rounded(const Gp& to, const Float& x) { cvtsd2si(to, x); }
  void combine_doubles(BinaryOp op, const Float& a, const Float& b) {
    emit(kFloatInstructions[static_cast<int>(op)][1], a, b);
  }
  // Replaces A by B if B is greater, or less. Neither is NaN.
  void take_greater(const Float& a, const Float& b) {
    movapd(kSpareFloat, b);
    maxsd(kSpareFloat, a);
    movapd(a, kSpareFloat);
  }
  void take_less(const Float& a, const Float& b) {
    movapd(kSpareFloat, b);
    minsd(kSpareFloat, a);
    movapd(a, kSpareFloat);
  }
  void divide_doubles(const Float& a, const Float& b) { divsd(a, b); }
  void square_root(const Float& to, const Float& from) { sqrtsd(to, from); }
  void compare_doubles(const Float& a, const Float& b) { ucomisd(a, b); }
  // Loads a single from its word, which holds it in the upper half, or its bits into R.
  void load_single(const Float& to, const Gp& word) {
    movq(to, word);
    psrlq(to, 32);
  }
  void load_single_bits(const Gp& r, const Float& x) { movd(r.r32(), x); }
  void convert_to_single(const Float& to, const Gp& n) {
    xorps(to, to);
    cvtsi2ss(to, n);
  }
  // Converts a single to a double.
  void widen(const Float& to, const Float& single) { cvtss2sd(to, single); }
  void combine_singles(BinaryOp op, const Float& a, const Float& b) {
    emit(kFloatInstructions[static_cast<int>(op)][0], a, b);
  }
  void divide_singles(const Float& a, const Float& b) { divss(a, b); }
  void square_root_of_single(const Float& to, const Float& from) { sqrtss(to, from); }
  void compare_singles(const Float& a, const Float& b) { ucomiss(a, b); }
  // After a comparison: jumps if an operand is NaN.
  void jump_if_unordered(const Label& label) { jp(label); }

 private:
  static constexpr int kSavedCount = 6;
  static constexpr int kPoolFloatBytes = 8 * kFloatPoolSize;
  static_assert((8 + 8 * kPoolSize + kPoolFloatBytes) % 16 == 0, "aligned for a call of C++");
  static constexpr int kOwnBytes = kThunkBytes - 8 - 8 * kSavedCount;
  inline static const Gp kSaved[kSavedCount] = {asmjit::x86::rbp, asmjit::x86::rbx,
                                                asmjit::x86::r12, asmjit::x86::r13,
                                                asmjit::x86::r14, asmjit::x86::r15};
  static constexpr asmjit::InstId kFloatInstructions[][2] = {
      {asmjit::x86::Inst::kIdAddss, asmjit::x86::Inst::kIdAddsd},
      {asmjit::x86::Inst::kIdSubss, asmjit::x86::Inst::kIdSubsd},
      {asmjit::x86::Inst::kIdMulss, asmjit::x86::Inst::kIdMulsd}};  // indexed by BinaryOp
};

}  // namespace winnow::jit::x86_64
