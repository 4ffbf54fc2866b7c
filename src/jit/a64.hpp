// The AArch64 assembler for templates: registers named by purpose, and two-operand instructions
// as on x86-64, in which one operand may be in memory or an immediate of any size. Each is
// composed of the processor's instructions. Only additions, subtractions, multiplications,
// comparisons and tests set flags.
#pragma once

#include <asmjit/arm/a64assembler.h>
#include <asmjit/core.h>

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "jit/binary_op.hpp"

namespace winnow::jit::a64 {

using asmjit::Label;

// A register, or its lowest BYTES.
class Gp {
 public:
  constexpr explicit Gp(std::uint32_t id, unsigned bytes = 8) : id_(id), bytes_(bytes) {}
  constexpr std::uint32_t id() const { return id_; }
  constexpr unsigned bytes() const { return bytes_; }
  constexpr Gp r32() const { return Gp(id_, 4); }
  constexpr Gp r8() const { return Gp(id_, 1); }

 private:
  std::uint32_t id_;
  unsigned bytes_;
};

// A memory operand of BYTES: at LABEL if that is valid, otherwise at BASE + (INDEX << SHIFT) +
// OFFSET, in which base and index are optional.
struct Mem {
  void setSize(unsigned n) { bytes = n; }
  void addOffset(std::int64_t n) { offset += n; }
  void setIndex(const Gp& r) { index = r; }

  static constexpr Gp kNone{~0U};
  unsigned bytes;
  Gp base = kNone;
  Gp index = kNone;
  unsigned shift = 0;
  std::int64_t offset = 0;
  Label label;
};

template <unsigned kBytes>
struct Pointer {
  Mem operator()(const Gp& base, std::int64_t offset = 0) const {
    return {.bytes = kBytes, .base = base, .offset = offset, .label = {}};
  }
  Mem operator()(const Gp& base, const Gp& index, unsigned shift = 0,
                 std::int64_t offset = 0) const {
    return {kBytes, base, index, shift, offset, {}};
  }
  Mem operator()(const Label& label) const { return {.bytes = kBytes, .label = label}; }
  Mem operator()(std::uint64_t address) const {
    return {.bytes = kBytes, .offset = static_cast<std::int64_t>(address), .label = {}};
  }
};
inline constexpr Pointer<1> byte_ptr;
inline constexpr Pointer<2> word_ptr;
inline constexpr Pointer<4> dword_ptr;
inline constexpr Pointer<8> qword_ptr;
inline constexpr Pointer<8> ptr;

// An immediate of any integral type, as a 64-bit word.
struct Number {
  template <std::integral T>
  Number(T n) : word(static_cast<std::uint64_t>(n)) {}
  std::uint64_t word;
};

// Conditions, by their names on x86-64.
enum class Condition : std::uint8_t {
  kE = static_cast<std::uint8_t>(asmjit::a64::CondCode::kEQ),
  kZ = kE,
  kNE = static_cast<std::uint8_t>(asmjit::a64::CondCode::kNE),
  kNZ = kNE,
  kL = static_cast<std::uint8_t>(asmjit::a64::CondCode::kLT),
  kLE = static_cast<std::uint8_t>(asmjit::a64::CondCode::kLE),
  kG = static_cast<std::uint8_t>(asmjit::a64::CondCode::kGT),
  kGE = static_cast<std::uint8_t>(asmjit::a64::CondCode::kGE),
  kB = static_cast<std::uint8_t>(asmjit::a64::CondCode::kLO),
  kBE = static_cast<std::uint8_t>(asmjit::a64::CondCode::kLS),
  kA = static_cast<std::uint8_t>(asmjit::a64::CondCode::kHI),
  kAE = static_cast<std::uint8_t>(asmjit::a64::CondCode::kHS),
  kS = static_cast<std::uint8_t>(asmjit::a64::CondCode::kMI),
  kO = static_cast<std::uint8_t>(asmjit::a64::CondCode::kVS),
};
inline Condition negated(Condition c) {
  return static_cast<Condition>(static_cast<std::uint8_t>(c) ^ 1);
}

inline constexpr Gp kBase{19};
inline constexpr Gp kVm{20};
inline constexpr Gp kFrame{21};
inline constexpr Gp kNil{22};
inline constexpr Gp kHeap{23};
inline constexpr Gp kScratch{9};
inline constexpr Gp kStack{31};

// The arguments of a C++ call. call() moves its results to kValue and kSecondValue.
inline constexpr Gp kArg0{0};
inline constexpr Gp kArg1{1};
inline constexpr Gp kArg2{2};
inline constexpr Gp kArg3{3};
inline constexpr Gp kArg4{4};
inline constexpr Gp kArg5{5};
inline constexpr Gp kValue{8};
inline constexpr Gp kSecondValue = kArg2;
inline constexpr Gp kOther{6};

// Registers for values. Three further registers are reserved for the assembler.
inline constexpr Gp kPool[] = {kValue, kArg3, kArg2,  kArg1,  kArg0,  kArg4,  kArg5,
                               kOther, Gp{7}, Gp{10}, Gp{11}, Gp{12}, Gp{13}, Gp{14}};
inline constexpr int kPoolSize = 14;

// Registers for floats: temporaries, and those for values. C++ functions overwrite all of them.
using Float = asmjit::a64::Vec;
inline const Float kFloat = asmjit::a64::d0;
inline const Float kOtherFloat = asmjit::a64::d1;
inline const Float kSpareFloat = asmjit::a64::d2;
inline constexpr std::uint32_t kFirstPoolFloat = 16;
inline constexpr std::size_t kFloatPoolSize = 12;
inline Float pool_float(std::size_t i) {
  return asmjit::a64::d(kFirstPoolFloat + static_cast<std::uint32_t>(i));
}

// The stack frame of thunk(): two spill slots, the caller's saved registers and the return address.
// kSavedNumbers lists the saved registers from the highest address down, by "DWARF for the Arm
// 64-bit Architecture", 4.1.
inline constexpr unsigned kThunkBytes = 64;
inline constexpr unsigned kSavedNumbers[] = {30, 19, 20, 21, 22, 23};
inline constexpr unsigned kReturnNumber = kSavedNumbers[0];
inline constexpr unsigned kStackNumber = 31;

class Assembler : public asmjit::a64::Assembler {
 public:
  void save_registers();
  void restore_registers_and_return();

  // ---- moves
  void mov(const Gp& to, const Gp& from);
  void mov(const Gp& to, const Mem& from) { load(to, from, to.bytes()); }
  void mov(const Mem& to, const Gp& from);
  void mov(const Gp& to, Number n) { load_number(to, n.word); }
  void mov(const Mem& to, Number n) { store_number(to, n.word); }
  void movzx(const Gp& to, const Mem& from) { load(to, from, from.bytes); }
  void movsxd(const Gp& to, const Mem& from);
  void lea(const Gp& to, const Mem& from);
  void load_from(const Gp& r, const void* address);
  // Copies S to R if CONDITION holds.
  void move_if(Condition condition, const Gp& r, const Gp& s);
  void setne(const Gp& r);

  // ---- arithmetic
  void add(const Gp& a, const Gp& b) { combine(BinaryOp::Add, a, b); }
  void sub(const Gp& a, const Gp& b) { combine(BinaryOp::Subtract, a, b); }
  void add(const Gp& a, const Mem& b) { combine(BinaryOp::Add, a, loaded(b)); }
  void add(const Gp& a, Number n) { combine(BinaryOp::Add, a, n.word); }
  void sub(const Gp& a, Number n) { combine(BinaryOp::Subtract, a, n.word); }
  void add(const Mem& a, Number n) { combine(BinaryOp::Add, a, n.word); }
  void sub(const Mem& a, Number n) { combine(BinaryOp::Subtract, a, n.word); }
  void imul(const Gp& a, const Gp& b) { multiply(a, a, b); }
  void imul(const Gp& to, const Gp& a, std::int64_t n);
  void neg(const Gp& r);
  void inc(const Gp& r) { combine(BinaryOp::Add, r, 1); }
  // Divides kValue by kScratch: the quotient, towards 0, is in kValue, the remainder in kArg2.
  void divide_signed();
  // kArg2 becomes the upper half of the unsigned product of kValue and kScratch.
  void multiply_high();

  // ---- bits
  enum class Bits : std::uint8_t { And, Or, Xor };
  void and_(const Gp& a, const Gp& b) { combine(Bits::And, a, b); }
  void or_(const Gp& a, const Gp& b) { combine(Bits::Or, a, b); }
  void xor_(const Gp& a, const Gp& b) { combine(Bits::Xor, a, b); }
  void and_(const Gp& a, const Mem& b) { combine(Bits::And, a, loaded(b)); }
  void and_(const Gp& a, Number n) { combine(Bits::And, a, materialized(n)); }
  void or_(const Gp& a, Number n) { combine(Bits::Or, a, materialized(n)); }
  void xor_(const Gp& a, Number n) { combine(Bits::Xor, a, materialized(n)); }
  void shl(const Gp& r, unsigned n);
  void shr(const Gp& r, unsigned n);
  void sar(const Gp& r, unsigned n);
  static bool has_count_of_ones() { return true; }
  void count_ones(const Gp& r);
  // The shortest N such that the unsigned R is below 2 to the power of N.
  static bool has_bit_length() { return true; }
  void bit_length(const Gp& to, const Gp& r);
  // Shifts by COUNT, from 0 to 63.
  static bool has_variable_shifts() { return true; }
  void shift_left(const Gp& r, const Gp& count);
  void shift_right(const Gp& r, const Gp& count);
  void shift_right_signed(const Gp& r, const Gp& count);
  // Jumps if the last addition of unsigned words carried.
  void jump_if_carry(const Label& label) { j(Condition::kAE, label); }
  // Loads 2 to the power of I modulo 64.
  void load_mask(const Gp& r, const Gp& i);

  // ---- flags
  void cmp(const Gp& a, const Gp& b);
  void cmp(const Gp& a, const Mem& b) { cmp(a, loaded(b)); }
  void cmp(const Gp& a, Number n) { compare(a, n.word); }
  void cmp(const Mem& a, Number n) { compare(loaded(a), n.word); }
  void test(const Gp& a, const Gp& b);
  void test(const Gp& a, std::uint32_t n);
  void test(const Mem& a, std::uint32_t n) { test(loaded(a), n); }

  // ---- control
  void jmp(const Label& target) { b(target); }
  void jmp(const Gp& address);
  void jmp(const Mem& address) { jmp(loaded(address)); }
  void j(Condition condition, const Label& target);
  void je(const Label& target) { j(Condition::kE, target); }
  void jz(const Label& target) { j(Condition::kZ, target); }
  void jne(const Label& target) { j(Condition::kNE, target); }
  void jnz(const Label& target) { j(Condition::kNZ, target); }
  void ja(const Label& target) { j(Condition::kA, target); }
  void jae(const Label& target) { j(Condition::kAE, target); }
  void jb(const Label& target) { j(Condition::kB, target); }
  void jbe(const Label& target) { j(Condition::kBE, target); }
  void js(const Label& target) { j(Condition::kS, target); }
  // Jumps if the last addition, subtraction or multiplication overflowed.
  void jo(const Label& target) { j(overflow_, target); }
  void call(const Gp& address);
  void trap() { udf(0); }
  // Calls a stub that overwrites nothing but its result, and returns from it. PLACE holds its
  // address.
  void call_stub(const void* const* place);
  void return_from_stub();
  // In a stub: save and restore two registers, or all registers for values and the return address.
  void save_two(const Gp& x, const Gp& y);
  void restore_two(const Gp& x, const Gp& y);
  void save_pool();
  void restore_pool();

  void rotate_left(const Gp& r, unsigned n);

  // ---- floats
  void move(const Float& to, const Float& from) { fmov(to, from); }
  void move_bits(const Float& to, const Gp& from);
  void move_bits(const Gp& to, const Float& from);
  void load_double(const Float& to, const Mem& from);
  void load_zero(const Float& x) { movi(x, 0); }
  // Loads the double nearest to the integer N.
  void convert(const Float& to, const Gp& n);
  // Converts a double to an integer, towards zero or to the nearest, even one. An integer out of range
  // becomes one that overflows when doubled.
  void convert_truncated(const Gp& to, const Float& x);
  void convert_rounded(const Gp& to, const Float& x);
  void combine_doubles(BinaryOp op, const Float& a, const Float& b) { combine(op, a, b); }
  // Replaces A by B if B is greater, or less. Neither is NaN.
  void take_greater(const Float& a, const Float& b) {
    fcmp(b, a);
    fcsel(a, b, a, asmjit::a64::CondCode::kGT);
  }
  void take_less(const Float& a, const Float& b) {
    fcmp(b, a);
    fcsel(a, b, a, asmjit::a64::CondCode::kMI);
  }
  void divide_doubles(const Float& a, const Float& b) { fdiv(a, a, b); }
  void square_root(const Float& to, const Float& from) { fsqrt(to, from); }
  void compare_doubles(const Float& a, const Float& b) { fcmp(a, b); }
  // Loads a single from its word, which holds it in the upper half, or its bits into R.
  void load_single(const Float& to, const Gp& word);
  void load_single_bits(const Gp& r, const Float& x);
  void convert_to_single(const Float& to, const Gp& n);
  // Converts a single to a double.
  void widen(const Float& to, const Float& single) { fcvt(to, single.s()); }
  void combine_singles(BinaryOp op, const Float& a, const Float& b) { combine(op, a.s(), b.s()); }
  void divide_singles(const Float& a, const Float& b) { fdiv(a.s(), a.s(), b.s()); }
  void square_root_of_single(const Float& to, const Float& from) { fsqrt(to.s(), from.s()); }
  void compare_singles(const Float& a, const Float& b) { fcmp(a.s(), b.s()); }
  // After a comparison: jumps if an operand is NaN.
  void jump_if_unordered(const Label& label) { j(Condition::kO, label); }

 private:
  using Base = asmjit::a64::Assembler;

  Gp materialized(Number n);
  Gp loaded(const Mem& from);
  asmjit::a64::Mem operand_for(const Mem& m, unsigned bytes);
  void load(const Gp& to, const Mem& from, unsigned bytes);
  void store(const asmjit::a64::Mem& to, const asmjit::a64::Gp& from, unsigned bytes);
  void load_number(const Gp& to, std::uint64_t n);
  void store_number(const Mem& to, std::uint64_t n);
  void add_offset(const Gp& to, const Gp& from, std::int64_t n);
  void combine(BinaryOp op, const Gp& a, const Gp& b);
  void combine(BinaryOp op, const Gp& a, std::uint64_t n);
  void combine(BinaryOp op, const Mem& a, std::uint64_t n);
  void combine(BinaryOp op, const asmjit::a64::Vec& a, const asmjit::a64::Vec& b);
  void combine(Bits operation, const Gp& a, const Gp& b);
  void multiply(const Gp& to, const Gp& a, const Gp& b);
  void compare(const Gp& a, std::uint64_t n);

  // Temporaries for an address, for a loaded memory operand, and for an immediate that an
  // instruction cannot encode.
  static constexpr std::uint32_t kAddress = 16;
  static constexpr std::uint32_t kLoaded = 17;
  static constexpr std::uint32_t kNumber = 15;
  Condition overflow_ = Condition::kO;
};

}  // namespace winnow::jit::a64
