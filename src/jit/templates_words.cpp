// Templates for words in block versions: integers from 0 below 2^64, raw in registers (words.hpp). In a
// function that has met a negative integer beyond the fixnums, and none of 2^63 or more, words are
// signed: from -2^63 below 2^63.
//
// No declaration is believed. Operations on words, or on integers of which only low bits are used,
// are computed modulo 2^64. used_bits() finds such uses: a mask with LOGAND, LDB or MOD by a power of
// two. All other results must be words, else a slow path repeats the operation in C++ and continues
// in the general code. In that code, the unused high bits of such values may be wrong.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "jit/native_compiler.hpp"
#include "jit/words.hpp"

namespace winnow::jit {

using CC = Condition;

namespace {

// The value of used_bits() if all bits are used.
constexpr unsigned kAllBits = 1000;
// The low bits of a value that its tagged fixnum has.
constexpr unsigned kFixnumBits = 61;

bool is_integer_constant(Value v) { return v.is_fixnum() || has_type(v, Type::Bignum); }

// Whether V is an integer that is a word.
bool is_word(Value v, bool is_signed) {
  return v.is_fixnum() ? is_signed || v.fixnum() >= 0 : is_large_word(v, is_signed);
}

// Whether V is an integer from 0 below 2^64, or 2^63 if words are signed.
bool is_mask(Value v, bool is_signed) {
  return is_word(v, false) && (!is_signed || is_word(v, true));
}

// Returns N if V is 2 to the power of N, for N up to 64, else -1.
int power_of_two(Value v) {
  if (is_word(v, false))
    return std::has_single_bit(low_word(v)) ? std::countr_zero(low_word(v)) : -1;
  if (!has_type(v, Type::Bignum)) return -1;
  const auto* n = as<Bignum>(v);
  return !n->negative() && n->header.length == 2 && n->limbs[0] == 0 && n->limbs[1] == 1 ? 64 : -1;
}

// The builtins with a template for words.
struct WordBuiltin {
  std::string_view name;
  std::size_t count;
};
constexpr WordBuiltin kWordBuiltins[] = {
    {"logand", 2},   {"logior", 2},         {"logxor", 2}, {"mod", 2},
    {"ash", 2},      {"lognot", 1},         {"evenp", 1},  {"oddp", 1},
    {"logcount", 1}, {"integer-length", 1}, {"logbitp", 2}};

}  // namespace

bool NativeCompiler::has_word_template(const Builtin* builtin) {
  return std::ranges::count(kWordBuiltins, builtin->info->name, &WordBuiltin::name) > 0;
}

// MET, and the function's constants that are words beyond the fixnums, or 2 to the power of 64.
WordsMet NativeCompiler::mentioned_words(WordsMet met) const {
  for (std::uint32_t i = 0; i < code_->unit_count; i += 1 + extra_units(code_->entry[i])) {
    std::uint32_t instruction = code_->entry[i];
    if (opcode(instruction) != Op::Const) continue;
    Value v = constant(operand_a24(instruction));
    met.note(v);
    if (power_of_two(v) == 64) met.any = met.unsigned_only = true;
  }
  return met;
}

// ---- uses of low bits

// The uses of the value of an instruction: the instructions after it are followed until they consume
// that value, or until they could call a function of the program.
struct NativeCompiler::UseScan {
  struct Operand {
    Value constant = kAbsent;
    bool is_word = false;
  };
  static constexpr std::size_t kNone = ~std::size_t{0};
  const NativeCompiler& c;
  std::size_t own;              // the slot of the value, or of one computed from it
  std::vector<Operand> above;   // the slots above it
  std::size_t checked = kNone;  // an operand of the instruction that will be a word
  unsigned dropped = 0;         // low bits that right shifts have removed
  bool calls_by_name = false;
  unsigned result = 0;  // the bits used, once known

  Operand of_slot(std::size_t i) const {
    return {c.slots_.is_constant(i) ? c.slots_.constant(i) : kAbsent,
            c.slots_.kind(i) == Kind::Word || (checked != kNone && c.slots_.is_same(i, checked))};
  }
  // The operand DOWN slots below the topmost one. Must not be the value itself.
  Operand operand(std::size_t down) const {
    if (down < above.size()) return above[above.size() - 1 - down];
    return of_slot(own - 1 - (down - above.size() - 1));
  }
  bool is_own(std::size_t down) const { return down == above.size(); }
  void use(unsigned bits) { result = std::min(bits + dropped, kAllBits); }
  bool push_local(std::size_t i) {
    if (i >= own) use(kAllBits);  // the value is a variable
    if (i < own) above.push_back(of_slot(i));
    return i < own;
  }
  // Replaces COUNT operands by a value computed from them.
  void combine(std::size_t count) {
    if (count <= above.size()) {
      above.resize(above.size() - count + 1);
      above.back() = {};
    } else {
      own -= count - 1 - above.size();
      above.clear();
    }
  }

  // Drops COUNT slots below the topmost one.
  void slide(std::size_t count) {
    if (is_own(0))
      own -= count;
    else if (count < above.size())
      above.erase(above.end() - 1 - static_cast<std::ptrdiff_t>(count), above.end() - 1);
    else
      use(kAllBits);
  }

  void mask(Operand other) {
    Value v = other.constant;
    if (v != kAbsent && is_integer_constant(v) && is_mask(v, c.slots_.has_signed_words()))
      use(static_cast<unsigned>(std::bit_width(low_word(v))));
    else if (other.is_word && !c.slots_.has_signed_words())
      use(64);
    else
      combine(2);
  }
  void shift(Value by) {
    if (is_own(0) || !by.is_fixnum() || by.fixnum() < -64) return use(kAllBits);
    if (by.fixnum() < 0) dropped += static_cast<unsigned>(-by.fixnum());
    combine(2);
  }
  void call(Value function, std::size_t count) {
    const Builtin* builtin = c.known_builtin(function, count);
    if (builtin == nullptr || !has_inline_template(builtin)) return use(kAllBits);
    calls_by_name = calls_by_name || !function.is_object();
    if (count <= above.size()) return combine(count);
    std::string_view name = builtin->info->name;
    if (name == "logand" && count == 2) return mask(operand(is_own(0) ? 1 : 0));
    if (name == "ash") return shift(is_own(0) ? kAbsent : operand(0).constant);
    int power = name == "mod" && is_own(1) ? power_of_two(operand(0).constant) : -1;
    if (power >= 0) return use(static_cast<unsigned>(power));
    if ((name == "logior" || name == "logxor" || name == "lognot") && count <= 2)
      return combine(count);
    use(kAllBits);
  }
  void step(std::uint32_t instruction) {
    switch (opcode(instruction)) {
      case Op::Const: return above.push_back({c.constant(operand_a24(instruction)), false});
      case Op::Fixnum:
        return above.push_back({Value::from_fixnum(operand_s24(instruction)), false});
      case Op::Local: return void(push_local(c.local(operand_a24(instruction))));
      case Op::LocalLocal:
        if (push_local(c.local(operand_a8(instruction))))
          push_local(c.local(operand_b16(instruction)));
        return;
      case Op::LocalAddImmediate:
        if (push_local(c.local(operand_a8(instruction)))) above.back() = {};
        return;
      case Op::LocalAddLocal:
      case Op::LocalSubtractLocal:
        if (c.local(operand_b16(instruction)) >= own) return use(kAllBits);
        if (push_local(c.local(operand_a8(instruction)))) above.back() = {};
        return;
      case Op::AddImmediate: return combine(1);
      case Op::Slide: return slide(operand_a24(instruction));
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply: return combine(2);
      case Op::Svref:
      case Op::Aref:
      case Op::Char: return above.size() >= 2 ? combine(2) : use(kAllBits);
      case Op::CallGlobal:
      case Op::TailCallGlobal:
      case Op::CallSealed:
      case Op::TailCallSealed:
        return call(c.constant(operand_b16(instruction)), operand_a8(instruction));
      default: return use(kAllBits);
    }
  }
};

// Returns how many low bits of the value of the current instruction, which pops POPS operands, are
// used: at most 64, or 63 of signed words, or kAllBits.
NativeCompiler::UsedBits NativeCompiler::used_bits(std::size_t pops) const {
  return used_bits(pops, UseScan::kNone);
}

// The same if the instruction tests that the value of slot CHECKED is a word.
NativeCompiler::UsedBits NativeCompiler::used_bits(std::size_t pops, std::size_t checked) const {
  if (opcode(instruction_) == Op::IncrementLocal) return {kAllBits, false};
  UseScan scan{.c = *this, .own = slots_.depth() - pops, .above = {}, .checked = checked};
  for (std::uint32_t i = at_ + 1 + extra_units(instruction_);
       scan.result == 0 && i < code_->unit_count; i += 1 + extra_units(code_->entry[i])) {
    if (blocks_.is_target[i]) scan.use(kAllBits);
    if (scan.result == 0) scan.step(code_->entry[i]);
  }
  bool is_guarded = !scan.calls_by_name || fields_.vm.inlined_builtin_replaced == 0;
  const unsigned most = slots_.has_signed_words() ? 63 : 64;
  unsigned bits = scan.result == 0 || scan.result > most || !is_guarded ? kAllBits : scan.result;
  return {bits, bits != kAllBits && scan.calls_by_name};
}

// ---- operands

// Whether the operand in slot I can be an integer.
bool NativeCompiler::may_be_integer(std::size_t i) const {
  Kind kind = slots_.kind(i);
  return slots_.is_constant(i) ? is_integer_constant(slots_.constant(i))
                               : kind == Kind::Word || kind == Kind::Fixnum || kind == Kind::Any;
}

// Whether the operand in slot I can be a word.
bool NativeCompiler::may_be_word(std::size_t i) const {
  return may_be_integer(i) &&
         (!slots_.is_constant(i) || is_word(slots_.constant(i), slots_.has_signed_words()));
}

// Returns the register for load_word() of slot I. Must be called before slow paths take over the
// state of the slots.
Gp NativeCompiler::prepare_word(std::size_t i) {
  if (slots_.is_constant(i)) return slots_.fresh();
  if (slots_.kind(i) == Kind::Word) return slots_.in_word(i);
  slots_.in_register(i);
  return slots_.fresh();
}

// Loads the low 64 bits of the integer in slot I into R, which prepare_word() returned. Jumps to
// OTHERWISE unless it is a fixnum or a word, and if MUST_BE_WORD also if it is not a word. A constant
// that must be a word is one.
void NativeCompiler::load_word_operand(std::size_t i, const Gp& r, bool must_be_word,
                                       const Label& otherwise) {
  if (slots_.is_constant(i)) return load_word(r, low_word(slots_.constant(i)));
  if (slots_.kind(i) == Kind::Word) return;
  Gp tagged = slots_.in_register(i);
  Label done = a_.newLabel();
  if (slots_.kind(i) != Kind::Fixnum) {
    Label not_fixnum = a_.newLabel();
    a_.test(tagged.r8(), 3);
    a_.jnz(not_fixnum);
    slow_paths_.push_back([=, this] {
      a_.bind(not_fixnum);
      load_if_large_word(a_, r, tagged, slots_.has_signed_words(), otherwise);
      a_.jmp(done);
    });
  }
  a_.mov(r, tagged);
  a_.sar(r, 2);
  if (must_be_word && !slots_.has_signed_words()) {
    a_.test(r, r);
    a_.js(otherwise);
  }
  a_.bind(done);
}

// Jumps to OTHERWISE if a library function with an inline template has been redefined.
void NativeCompiler::guard_library(const Label& otherwise) {
  if (slots_.knows_library()) return;
  a_.cmp(fields_.inlined_builtin_replaced(), 0);
  a_.jne(otherwise);
  slots_.note_library();
}

// ---- arithmetic

// Emits OP for slot A and the constant N or, if N is kAbsent, slot B. Returns false if they are not
// to be computed as words.
bool NativeCompiler::word_arithmetic(BinaryOp op, std::size_t a, std::size_t b, Value n,
                                     std::size_t pops) {
  if (!specializing_ || !may_be_integer(a) || (n == kAbsent && !may_be_integer(b))) return false;
  Kind kind_a = slots_.kind(a);
  Kind kind_b = n == kAbsent ? slots_.kind(b) : Kind::Fixnum;
  bool has_word = kind_a == Kind::Word || kind_b == Kind::Word;
  if (!has_word && !expects_words_) return false;
  auto [bits, is_guarded] = used_bits(pops);
  bool is_modular = bits != kAllBits;
  if (!has_word) {
    bool are_fixnums = kind_a == Kind::Fixnum && kind_b == Kind::Fixnum;
    if (!is_modular || (are_fixnums && bits <= kFixnumBits)) return false;
  }
  if (!is_modular && op == BinaryOp::Multiply) return false;
  if (!is_modular && (!may_be_word(a) || (n == kAbsent && !may_be_word(b)))) return false;
  bool subtracts = op == BinaryOp::Subtract;
  Value other = n;
  const bool is_signed = slots_.has_signed_words();
  if (!is_modular && !is_signed && n != kAbsent && n.fixnum() < 0) {  // A + -1 = A - 1
    subtracts = !subtracts;
    other = Value::from_fixnum(-n.fixnum());
  }
  Gp x = prepare_word(a);
  Gp y = n == kAbsent ? prepare_word(b) : slots_.fresh();
  Gp result = slots_.fresh();
  Label leave = leave_by(function_for(op), [=, this] {
    a_.mov(kArg1, Slots::memory(a));
    if (n == kAbsent)
      a_.mov(kArg2, Slots::memory(b));
    else
      load_word(kArg2, n.bits);
  });
  if (is_guarded) guard_library(leave);
  load_word_operand(a, x, !is_modular, leave);
  if (n == kAbsent)
    load_word_operand(b, y, !is_modular, leave);
  else
    load_word(y, low_word(other));
  a_.mov(result, x);
  if (op == BinaryOp::Multiply) {
    a_.imul(result, y);
  } else if (subtracts) {
    a_.sub(result, y);
    if (!is_modular && !is_signed) a_.jb(leave);
  } else {
    a_.add(result, y);
    if (!is_modular && !is_signed) a_.jump_if_carry(leave);
  }
  if (!is_modular && is_signed) a_.jo(leave);
  slots_.pop(pops);
  slots_.push_word(result);
  return true;
}

// Emits a test for OP of fixnums that its value may lose its upper bits. Returns false if it may not.
bool NativeCompiler::may_wrap_fixnums(std::size_t pops, const Label& otherwise) {
  auto [bits, is_guarded] = used_bits(pops);
  if (bits > kFixnumBits) return false;
  if (is_guarded) guard_library(otherwise);
  return true;
}

// ---- builtins

// A call of a builtin with slots A and B as arguments; B is A if there is only one. The plan: which
// arguments must be words, and whether the result is an immediate fixnum.
struct NativeCompiler::WordCall {
  NativeCompiler& c;
  Assembler& a_;
  std::string_view name;
  std::size_t a, b;
  UsedBits used;
  bool a_must_be_word = false;
  bool b_must_be_word = false;
  bool loads_b = false;
  std::uint64_t mask = 0;  // of a constant mask
  bool has_mask = false;
  int shift = 0;                                     // constant, or the constant index of LOGBITP
  bool has_count = false;                            // whether slot B is a variable count or index
  Gp x = kScratch, y = kScratch, result = kScratch;  // once prepared
  Label leave;

  Kind kind(std::size_t i) const { return c.slots_.kind(i); }
  bool is_constant(std::size_t i) const { return c.slots_.is_constant(i); }
  Value constant(std::size_t i) const { return is_constant(i) ? c.slots_.constant(i) : kAbsent; }
  bool is_modular() const { return used.bits != kAllBits; }
  // Whether the operand is a word, or unknown in a function in which it is likely to be one.
  bool is_likely_word(std::size_t i) const {
    return kind(i) == Kind::Word || (kind(i) == Kind::Any && c.expects_words_);
  }
  bool is_signed() const { return c.slots_.has_signed_words(); }
  bool is_known_word(std::size_t i) const {
    return kind(i) == Kind::Word || (is_constant(i) && c.may_be_word(i));
  }

  // Decides whether to compute the call with words.
  bool plan() {
    if (name == "mod") return plan_mod();
    if (name == "logand") return plan_and();
    if (name == "logior" || name == "logxor") return plan_or();
    if (name == "ash") return plan_shift();
    if (name == "logbitp") return plan_bit();
    if (name == "lognot") return (is_modular() || is_signed()) && is_likely_word(a);
    if (name == "evenp" || name == "oddp") return kind(a) == Kind::Word && !is_constant(a);
    if (is_signed()) return false;
    a_must_be_word = true;
    if (name == "logcount") return is_likely_word(a) && Assembler::has_count_of_ones();
    return Assembler::has_bit_length() && (is_likely_word(a) || kind(a) == Kind::Fixnum);
  }
  bool plan_mask(std::size_t i, std::uint64_t ones) {
    if (i == b) std::swap(a, b);
    mask = ones;
    has_mask = true;
    return is_likely_word(a) || (kind(a) == Kind::Fixnum && !fits_fixnum());
  }
  bool fits_fixnum() const { return std::bit_width(mask) <= static_cast<int>(kFixnumBits); }
  bool plan_mod() {
    int power = is_constant(b) ? power_of_two(constant(b)) : -1;
    return power >= 0 && power <= (is_signed() ? 63 : 64) &&
           plan_mask(a, power == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << power) - 1);
  }
  bool plan_and() {
    for (auto [i, other] : {std::pair{a, b}, std::pair{b, a}})
      if (is_constant(other) && is_mask(constant(other), is_signed()))
        return plan_mask(i, low_word(constant(other)));
    loads_b = true;
    a_must_be_word = !is_modular() && !is_known_word(a) && !is_known_word(b);
    return (is_likely_word(a) || is_likely_word(b)) &&
           (!is_signed() || (c.may_be_word(a) && c.may_be_word(b)));
  }
  bool plan_or() {
    loads_b = true;
    a_must_be_word = b_must_be_word = !is_modular();
    return is_likely_word(a) || is_likely_word(b);
  }
  bool plan_shift() {
    if (!is_constant(b)) {
      a_must_be_word = has_count = true;
      return Assembler::has_variable_shifts() && !is_signed() && kind(b) != Kind::Word &&
             (kind(a) == Kind::Word || c.expects_words_);
    }
    if (!constant(b).is_fixnum() || std::abs(constant(b).fixnum()) > 63) return false;
    shift = static_cast<int>(constant(b).fixnum());
    if (shift == 0) return false;
    const bool checks_unknown = kind(a) == Kind::Any && c.expects_words_ && !is_signed();
    if (shift > 0 && checks_unknown && !is_modular()) used = c.used_bits(2, a);
    a_must_be_word = shift < 0 || !is_modular() || checks_unknown;
    if (shift < 0) return is_likely_word(a);
    return kind(a) == Kind::Word || checks_unknown ||
           (is_modular() && c.expects_words_ && (kind(a) == Kind::Any || used.bits > kFixnumBits));
  }

  // LOGBITP: B becomes the index.
  bool plan_bit() {
    std::swap(a, b);
    has_count = !is_constant(b);
    if (!has_count && (!is_word(constant(b), false) || low_word(constant(b)) > 63)) return false;
    shift = has_count ? 0 : static_cast<int>(low_word(constant(b)));
    a_must_be_word = has_count;
    return is_likely_word(a) && kind(b) != Kind::Word && !(has_count && is_signed()) &&
           (!has_count || Assembler::has_variable_shifts());
  }

  void prepare() {
    x = c.prepare_word(a);
    if (loads_b) y = c.prepare_word(b);
    if (has_count) {
      c.slots_.in_register(b);
      y = c.slots_.fresh();
    }
    result = c.slots_.fresh();
  }
  // Unknown operands that must be words are known to be words from here on.
  void load() {
    const bool notes_a = a_must_be_word && kind(a) == Kind::Any && !c.is_inlining();
    const bool notes_b = loads_b && b_must_be_word && kind(b) == Kind::Any && !c.is_inlining();
    const Gp tagged_a = notes_a ? c.slots_.in_register(a) : x;
    const Gp tagged_b = notes_b ? c.slots_.in_register(b) : y;
    c.load_word_operand(a, x, a_must_be_word, leave);
    if (loads_b) c.load_word_operand(b, y, b_must_be_word, leave);
    if (notes_a) c.slots_.note_word(tagged_a, x);
    if (notes_b) c.slots_.note_word(tagged_b, y);
  }
  // Emits the operation. Returns the kind of the result, which is raw if that is Word.
  Kind compute() {
    if (has_mask) return apply_mask();
    if (name == "logbitp") return bit();
    if (has_count) return shift_by_variable();
    if (name == "evenp" || name == "oddp") return parity();
    if (name == "integer-length") {
      a_.bit_length(result, x);
      a_.shl(result, 2);
      return Kind::Fixnum;
    }
    a_.mov(result, x);
    if (name == "logand") a_.and_(result, y);
    if (name == "logior") a_.or_(result, y);
    if (name == "logxor") a_.xor_(result, y);
    if (name == "lognot") {
      c.load_word(kScratch, ~std::uint64_t{0});
      a_.xor_(result, kScratch);
    }
    if (name == "logcount") {
      a_.count_ones(result);
      a_.shl(result, 2);
      return Kind::Fixnum;
    }
    if (name == "ash") shift_by_constant();
    return Kind::Word;
  }
  Kind apply_mask() {
    if (mask == ~std::uint64_t{0}) {
      result = x;
      return Kind::Word;
    }
    c.load_word(result, mask);
    a_.and_(result, x);
    if (is_modular() || !fits_fixnum()) return Kind::Word;
    a_.shl(result, 2);
    return Kind::Fixnum;
  }
  void shift_right(const Gp& r, int count) const {
    shift_word_right(a_, r, static_cast<unsigned>(count), is_signed());
  }
  void shift_by_constant() {
    if (shift < 0) return shift_right(result, -shift);
    a_.shl(result, static_cast<unsigned>(shift));
    if (is_modular()) return;
    a_.mov(kScratch, result);
    shift_right(kScratch, shift);
    a_.cmp(kScratch, x);
    a_.jne(leave);
  }
  Kind shift_by_variable() {
    Label right = c.a_.newLabel();
    Label done = c.a_.newLabel();
    Label all = c.a_.newLabel();
    load_count();
    a_.mov(result, x);
    a_.test(y, y);
    a_.js(right);
    a_.cmp(y, 63);
    a_.ja(is_modular() ? all : leave);
    a_.shift_left(result, y);
    if (!is_modular()) {
      a_.mov(kScratch, result);
      a_.shift_right(kScratch, y);
      a_.cmp(kScratch, x);
      a_.jne(leave);
    }
    a_.jmp(done);
    a_.bind(right);
    a_.neg(y);
    a_.cmp(y, 63);
    a_.ja(all);
    a_.shift_right(result, y);
    a_.bind(done);
    shift_all_out(all, done);
    return Kind::Word;
  }
  // Loads the fixnum in slot B to Y.
  void load_count() {
    Gp count = c.slots_.in_register(b);
    c.test_fixnum(b, count, leave);
    a_.mov(y, count);
    a_.sar(y, 2);
  }
  // The slow path AT: the result is 0. Continues at DONE.
  void shift_all_out(Label at, Label done) {
    c.slow_paths_.push_back([&a = a_, at, done, shifted = result] {
      a.bind(at);
      a.mov(shifted, 0);
      a.jmp(done);
    });
  }
  Kind bit() {
    a_.mov(result, x);
    if (has_count)
      shift_to_index();
    else
      a_.shr(result, static_cast<unsigned>(shift));
    a_.test(result.r8(), 1);
    c.load_truth(result, CC::kNZ);
    return Kind::Any;
  }
  // Shifts the result right by the index in slot B; it becomes 0 if the index is above 63.
  void shift_to_index() {
    Label above = c.a_.newLabel();
    Label done = c.a_.newLabel();
    load_count();
    a_.test(y, y);
    a_.js(leave);
    a_.cmp(y, 63);
    a_.ja(above);
    a_.shift_right(result, y);
    a_.bind(done);
    shift_all_out(above, done);
  }
  Kind parity() {
    a_.test(x.r8(), 1);
    c.load_truth(result, name == "evenp" ? CC::kZ : CC::kNZ);
    return Kind::Any;
  }
};

// Emits EQL of two values, of which one is a word. Returns false if none is.
bool NativeCompiler::eql_words() {
  std::size_t a = top(1);
  std::size_t b = top();
  if (!specializing_) return false;
  if (slots_.kind(a) != Kind::Word) std::swap(a, b);
  if (slots_.kind(a) != Kind::Word || !may_be_word(b)) return false;
  Gp x = prepare_word(a);
  Gp y = prepare_word(b);
  Label no = a_.newLabel();
  const bool are_words = slots_.kind(b) == Kind::Word || slots_.is_constant(b);
  const auto jump = are_words ? next_jump_on_truth() : std::nullopt;
  Gp result = jump ? x : slots_.fresh();
  if (!jump) a_.mov(result, kNil);
  load_word_operand(a, x, true, no);
  load_word_operand(b, y, true, no);
  if (jump) {
    slots_.pop(2);
    settle({&x, &y});
    a_.cmp(x, y);
    jump_if(jump->if_nil ? CC::kNE : CC::kE, jump->target);
    return true;
  }
  a_.cmp(x, y);
  a_.jne(no);
  slots_.load(result, t());
  a_.bind(no);
  slots_.pop(2);
  slots_.push(result);
  return true;
}

// Emits a call of a builtin on words. Returns false if the call is not to be computed with words.
bool NativeCompiler::call_word_builtin(Value function, const Builtin* builtin, std::size_t count,
                                       bool is_tail) {
  auto is_this = [&](const WordBuiltin& b) {
    return b.count == count && b.name == builtin->info->name;
  };
  std::size_t a = top(count - 1);
  std::size_t b = top();
  if (!specializing_ || !std::ranges::any_of(kWordBuiltins, is_this)) return false;
  if (!may_be_integer(a) || !may_be_integer(b)) return false;
  if (slots_.kind(a) == Kind::Fixnum && slots_.kind(b) == Kind::Fixnum && !expects_words_ &&
      builtin->info->name != "integer-length")
    return false;
  WordCall call{
      .c = *this, .a_ = a_, .name = builtin->info->name, .a = a, .b = b, .used = {}, .leave = {}};
  call.used = used_bits(count);
  if (!call.plan()) return false;
  if ((call.a_must_be_word && !may_be_word(call.a)) ||
      (call.b_must_be_word && !may_be_word(call.b)))
    return false;
  call.prepare();
  call.leave = leave_by_call(function, count, is_tail);
  guard_inlined_builtin(function, builtin, call.leave);
  if (call.used.is_guarded) guard_library(call.leave);
  set_single_value(is_tail);
  call.load();
  Kind kind = call.compute();
  slots_.pop(count);
  if (kind == Kind::Word)
    slots_.push_word(call.result);
  else
    slots_.push(call.result, kind);
  return true;
}

}  // namespace winnow::jit
