#include "jit/a64.hpp"

#include <bit>

namespace winnow::jit::a64 {

namespace {

namespace arm = asmjit::a64;

// R as a register of the processor, with 32 or 64 bits.
arm::Gp reg(const Gp& r) {
  return r.bytes() == 8 ? arm::Gp(arm::x(r.id())) : arm::Gp(arm::w(r.id()));
}
arm::Gp zero(unsigned bytes) { return bytes == 8 ? arm::Gp(arm::xzr) : arm::Gp(arm::wzr); }

bool fits_add_immediate(std::int64_t n) { return n >= 0 && n < 4096; }

// Whether N can be encoded as the offset of an access of BYTES.
bool fits_offset(std::int64_t n, unsigned bytes) {
  return (n >= -256 && n < 256) || (n >= 0 && n < 4096 * bytes && n % bytes == 0);
}

}  // namespace

void Assembler::save_registers() {
  Base::sub(arm::sp, arm::sp, kThunkBytes);
  int at = kThunkBytes;
  for (unsigned r : kSavedNumbers) str(arm::x(r), arm::ptr(arm::sp, at -= 8));
}

void Assembler::restore_registers_and_return() {
  mov(kArg0, kValue);
  int at = kThunkBytes;
  for (unsigned r : kSavedNumbers) ldr(arm::x(r), arm::ptr(arm::sp, at -= 8));
  Base::add(arm::sp, arm::sp, kThunkBytes);
  ret(arm::x30);
}

// ---- memory

// Returns M as an operand for an access of BYTES. An address that the instruction cannot encode is
// computed into kAddress.
arm::Mem Assembler::operand_for(const Mem& m, unsigned bytes) {
  if (m.label.isValid()) return arm::ptr(m.label);
  const Gp address{kAddress};
  if (m.base.id() == Mem::kNone.id()) {
    load_number(address, static_cast<std::uint64_t>(m.offset));
    return arm::ptr(arm::x(kAddress));
  }
  if (m.index.id() == Mem::kNone.id()) {
    if (fits_offset(m.offset, bytes))
      return arm::ptr(arm::x(m.base.id()), static_cast<std::int32_t>(m.offset));
    load_number(address, static_cast<std::uint64_t>(m.offset));
    return arm::ptr(arm::x(m.base.id()), arm::x(kAddress));
  }
  if (m.offset == 0 && m.shift == 0) return arm::ptr(arm::x(m.base.id()), arm::x(m.index.id()));
  Base::add(arm::x(kAddress), arm::x(m.base.id()), arm::x(m.index.id()), arm::lsl(m.shift));
  if (!fits_offset(m.offset, bytes)) add_offset(address, address, m.offset);
  return arm::ptr(arm::x(kAddress),
                  fits_offset(m.offset, bytes) ? static_cast<std::int32_t>(m.offset) : 0);
}

void Assembler::load(const Gp& to, const Mem& from, unsigned bytes) {
  arm::Mem operand = operand_for(from, bytes);
  switch (bytes) {
    case 1: ldrb(arm::w(to.id()), operand); break;
    case 2: ldrh(arm::w(to.id()), operand); break;
    case 4: ldr(arm::w(to.id()), operand); break;
    default: ldr(arm::x(to.id()), operand);
  }
}

Gp Assembler::loaded(const Mem& from) {
  load(Gp{kLoaded}, from, from.bytes);
  return Gp(kLoaded, from.bytes == 8 ? 8 : 4);
}

void Assembler::store(const arm::Mem& to, const arm::Gp& from, unsigned bytes) {
  switch (bytes) {
    case 1: strb(from.w(), to); break;
    case 2: strh(from.w(), to); break;
    case 4: str(from.w(), to); break;
    default: str(from.x(), to);
  }
}

// ---- moves

// Loads 16 bits at a time. The first instruction also sets all other bits to zeros or to
// ones, whichever is the more frequent.
void Assembler::load_number(const Gp& to, std::uint64_t n) {
  if (to.bytes() < 8) n &= 0xFFFFFFFF;
  auto half = [n](unsigned i) { return n >> 16 * i & 0xFFFF; };
  int zeros = 0;
  int ones = 0;
  for (unsigned i = 0; i < 4; ++i) {
    zeros += half(i) == 0;
    ones += half(i) == 0xFFFF;
  }
  const std::uint64_t others = ones > zeros ? 0xFFFF : 0;
  unsigned first = 0;
  while (first < 3 && half(first) == others) ++first;
  if (half(first) == others) first = 0;
  if (others == 0)
    movz(arm::x(to.id()), half(first), arm::lsl(16 * first));
  else
    movn(arm::x(to.id()), half(first) ^ 0xFFFF, arm::lsl(16 * first));
  for (unsigned i = first + 1; i < 4; ++i)
    if (half(i) != others) movk(arm::x(to.id()), half(i), arm::lsl(16 * i));
}

Gp Assembler::materialized(Number n) {
  load_number(Gp{kNumber}, n.word);
  return Gp{kNumber};
}

void Assembler::store_number(const Mem& to, std::uint64_t n) {
  arm::Gp from = zero(8);
  if (n != 0) from = reg(materialized(n));
  store(operand_for(to, to.bytes), from, to.bytes);
}

void Assembler::mov(const Gp& to, const Gp& from) { Base::mov(reg(to), reg(from)); }

void Assembler::mov(const Mem& to, const Gp& from) {
  store(operand_for(to, from.bytes()), reg(from), from.bytes());
}

void Assembler::movsxd(const Gp& to, const Mem& from) { ldrsw(reg(to), operand_for(from, 4)); }

// Leaves the flags alone.
void Assembler::add_offset(const Gp& to, const Gp& from, std::int64_t n) {
  if (fits_add_immediate(n))
    Base::add(reg(to), reg(from), static_cast<std::uint32_t>(n));
  else if (fits_add_immediate(-n))
    Base::sub(reg(to), reg(from), static_cast<std::uint32_t>(-n));
  else
    Base::add(reg(to), reg(from), reg(materialized(n)));
}

void Assembler::lea(const Gp& to, const Mem& from) {
  if (from.label.isValid()) return void(adr(reg(to), from.label));
  Gp base(from.base.id(), to.bytes());
  if (from.index.id() != Mem::kNone.id()) {
    Base::add(reg(to), reg(base), reg(Gp(from.index.id(), to.bytes())), arm::lsl(from.shift));
    base = to;
  }
  if (from.offset != 0 || base.id() != to.id()) add_offset(to, base, from.offset);
}

void Assembler::load_from(const Gp& r, const void* address) {
  load_number(Gp{kAddress}, reinterpret_cast<std::uint64_t>(address));
  ldr(reg(r), arm::ptr(arm::x(kAddress)));
}

void Assembler::move_if(Condition condition, const Gp& r, const Gp& s) {
  csel(reg(r), reg(s), reg(r), static_cast<arm::CondCode>(condition));
}

void Assembler::setne(const Gp& r) { cset(reg(r), arm::CondCode::kNE); }

// ---- arithmetic

void Assembler::combine(BinaryOp op, const Gp& a, const Gp& b) {
  overflow_ = Condition::kO;
  if (op == BinaryOp::Add)
    adds(reg(a), reg(a), reg(b));
  else
    subs(reg(a), reg(a), reg(b));
}

void Assembler::combine(BinaryOp op, const Gp& a, std::uint64_t n) {
  auto by = static_cast<std::int64_t>(n);
  if (!fits_add_immediate(by) && !fits_add_immediate(-by)) return combine(op, a, materialized(n));
  overflow_ = Condition::kO;
  auto distance = static_cast<std::uint32_t>(by < 0 ? -by : by);
  if ((op == BinaryOp::Add) == (by >= 0))
    adds(reg(a), reg(a), distance);
  else
    subs(reg(a), reg(a), distance);
}

void Assembler::combine(BinaryOp op, const Mem& a, std::uint64_t n) {
  arm::Mem operand = operand_for(a, a.bytes);
  arm::Gp r = reg(Gp(kLoaded, a.bytes));
  ldr(r, operand);
  combine(op, Gp(kLoaded, a.bytes), n);
  store(operand, r, a.bytes);
}

void Assembler::multiply(const Gp& to, const Gp& a, const Gp& b) {
  smulh(arm::x(kAddress), reg(a), reg(b));
  mul(reg(to), reg(a), reg(b));
  Base::cmp(arm::x(kAddress), reg(to), arm::asr(63));  // no overflow if the upper half is the sign
  overflow_ = Condition::kNE;
}

void Assembler::imul(const Gp& to, const Gp& a, std::int64_t n) {
  multiply(to, a, materialized(n));
}
void Assembler::neg(const Gp& r) { Base::neg(reg(r), reg(r)); }

void Assembler::divide_signed() {
  sdiv(arm::x(kLoaded), reg(kValue), reg(kScratch));
  msub(reg(kArg2), arm::x(kLoaded), reg(kScratch), reg(kValue));
  Base::mov(reg(kValue), arm::x(kLoaded));
}

void Assembler::multiply_high() { umulh(reg(kArg2), reg(kValue), reg(kScratch)); }

// ---- bits

void Assembler::combine(Bits operation, const Gp& a, const Gp& b) {
  Gp same(b.id(), a.bytes());
  switch (operation) {
    case Bits::And: Base::and_(reg(a), reg(a), reg(same)); break;
    case Bits::Or: orr(reg(a), reg(a), reg(same)); break;
    case Bits::Xor: eor(reg(a), reg(a), reg(same)); break;
  }
}

void Assembler::shl(const Gp& r, unsigned n) { lsl(reg(r), reg(r), n); }
void Assembler::shr(const Gp& r, unsigned n) { lsr(reg(r), reg(r), n); }
void Assembler::sar(const Gp& r, unsigned n) { asr(reg(r), reg(r), n); }

void Assembler::rotate_left(const Gp& r, unsigned n) { ror(reg(r), reg(r), 64 - n); }

void Assembler::count_ones(const Gp& r) {
  fmov(arm::d0, reg(r));
  cnt(arm::v0.b8(), arm::v0.b8());
  addv(arm::b0, arm::v0.b8());
  fmov(arm::w(r.id()), arm::s0);
}

void Assembler::bit_length(const Gp& to, const Gp& r) {
  clz(reg(to), reg(r));
  neg(to);
  add(to, 64);
}

void Assembler::shift_left(const Gp& r, const Gp& count) { lsl(reg(r), reg(r), reg(count)); }
void Assembler::shift_right(const Gp& r, const Gp& count) { lsr(reg(r), reg(r), reg(count)); }
void Assembler::shift_right_signed(const Gp& r, const Gp& count) {
  asr(reg(r), reg(r), reg(count));
}

void Assembler::load_mask(const Gp& r, const Gp& i) {
  load_number(r, 1);
  lsl(reg(r), reg(r), reg(i));
}

// ---- flags

void Assembler::cmp(const Gp& a, const Gp& b) { Base::cmp(reg(a), reg(Gp(b.id(), a.bytes()))); }

// If A is a byte register, only that byte is compared.
void Assembler::compare(const Gp& a, std::uint64_t n) {
  Gp r = a;
  if (a.bytes() == 1) {
    uxtb(arm::w(kLoaded), arm::w(a.id()));
    r = Gp(kLoaded, 4);
  }
  auto number = static_cast<std::int64_t>(n);
  if (fits_add_immediate(number))
    Base::cmp(reg(r), static_cast<std::uint32_t>(number));
  else if (fits_add_immediate(-number))
    cmn(reg(r), static_cast<std::uint32_t>(-number));
  else
    cmp(r, materialized(n));
}

void Assembler::test(const Gp& a, const Gp& b) { tst(reg(a), reg(b)); }

void Assembler::test(const Gp& a, std::uint32_t n) {
  if (std::has_single_bit(n) || std::has_single_bit(n + 1))
    tst(arm::w(a.id()), n);
  else
    tst(arm::w(a.id()), arm::w(materialized(n).id()));
}

// ---- control

void Assembler::jmp(const Gp& address) { br(reg(address)); }
void Assembler::j(Condition condition, const Label& target) {
  b(static_cast<arm::CondCode>(condition), target);
}

void Assembler::call(const Gp& address) {
  blr(reg(address));
  Base::mov(reg(kValue), arm::x0);
  Base::mov(reg(kSecondValue), arm::x1);
}

void Assembler::call_stub(const void* const* place) {
  load_from(Gp{kAddress}, place);
  blr(arm::x(kAddress));
}
void Assembler::return_from_stub() { ret(arm::x30); }

namespace {
constexpr int kSavedPoolBytes = 8 * (kPoolSize + static_cast<int>(kFloatPoolSize) + 2);
static_assert(kSavedPoolBytes % 16 == 0);
}  // namespace

void Assembler::save_two(const Gp& x, const Gp& y) {
  stp(reg(x), reg(y), arm::ptr_pre(arm::sp, -16));
}
void Assembler::restore_two(const Gp& x, const Gp& y) {
  ldp(reg(x), reg(y), arm::ptr_post(arm::sp, 16));
}

void Assembler::save_pool() {
  Base::sub(arm::sp, arm::sp, kSavedPoolBytes);
  int at = 0;
  for (const Gp& r : kPool) str(reg(r), arm::ptr(arm::sp, at++ * 8));
  for (std::size_t i = 0; i < kFloatPoolSize; ++i) str(pool_float(i), arm::ptr(arm::sp, at++ * 8));
  str(arm::x30, arm::ptr(arm::sp, at * 8));
}

void Assembler::restore_pool() {
  int at = 0;
  for (const Gp& r : kPool) ldr(reg(r), arm::ptr(arm::sp, at++ * 8));
  for (std::size_t i = 0; i < kFloatPoolSize; ++i) ldr(pool_float(i), arm::ptr(arm::sp, at++ * 8));
  ldr(arm::x30, arm::ptr(arm::sp, at * 8));
  Base::add(arm::sp, arm::sp, kSavedPoolBytes);
}

// ---- floats

void Assembler::load_single(const Float& to, const Gp& word) {
  lsr(arm::x(kLoaded), reg(word), 32);
  fmov(to.s(), arm::w(kLoaded));
}

void Assembler::load_single_bits(const Gp& r, const Float& x) { fmov(arm::w(r.id()), x.s()); }
void Assembler::convert_to_single(const Float& to, const Gp& n) { scvtf(to.s(), reg(n)); }

void Assembler::move_bits(const Float& to, const Gp& from) { fmov(to, reg(from)); }
void Assembler::move_bits(const Gp& to, const Float& from) { fmov(reg(to), from); }
void Assembler::load_double(const Float& to, const Mem& from) { ldr(to, operand_for(from, 8)); }
void Assembler::convert(const Float& to, const Gp& n) { scvtf(to, reg(n)); }
void Assembler::convert_truncated(const Gp& to, const Float& x) { fcvtzs(reg(to), x); }
void Assembler::convert_rounded(const Gp& to, const Float& x) { fcvtns(reg(to), x); }

void Assembler::combine(BinaryOp op, const arm::Vec& a, const arm::Vec& b) {
  switch (op) {
    case BinaryOp::Add: fadd(a, a, b); break;
    case BinaryOp::Subtract: fsub(a, a, b); break;
    case BinaryOp::Multiply: fmul(a, a, b); break;
  }
}

}  // namespace winnow::jit::a64
