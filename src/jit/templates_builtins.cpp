// Templates: calls of functions that are written in C++.
//
// Where a symbol's function is a builtin when the caller is compiled, the call goes straight to its
// code; what the commonest ones do with fixnums and characters is in line. Both are guarded: has
// the symbol another function by then, the call is made like any other.
#include <bit>

#include "jit/native_compiler.hpp"

namespace winnow::jit {

using CC = Condition;

// The builtin that FUNCTION, a function or a symbol, is now, if it takes COUNT arguments; else
// null. The image's builtins alone: they never make room for another object.
const Builtin* NativeCompiler::known_builtin(Value function, std::size_t count) const {
  function = function_of(function);
  if (!has_type(function, Type::Builtin) || !target_.heap.is_in_image(function)) return nullptr;
  return Vm::takes(function, count) ? as<Builtin>(function) : nullptr;
}

// Goes to OTHER unless the symbol FUNCTION still names BUILTIN. A function that is no symbol does.
void NativeCompiler::guard(Value function, const Builtin* builtin, const Label& other) {
  if (function.is_object()) return;
  Label word = a_.newLabel();
  cold_.push_back([=, this] {
    a_.align(asmjit::AlignMode::kData, 8);
    a_.bind(word);
    a_.embedUInt64(to_value(builtin).bits);
  });
  load_function(kScratch, function);
  a_.cmp(kScratch, qword_ptr(word));
  a_.jne(other);
}

// A cold path for a call of FUNCTION: all that is in registers now is in them again where it comes
// back, and the value is in RESULT. CHANGED is for where it is another function than what the call
// was compiled for: there a tail call is one.
NativeCompiler::CallDetour NativeCompiler::detour_to_call(Value function, std::size_t count,
                                                          const Gp& result, bool is_tail) {
  if (is_in_line()) return {{call_instead_, a_.newLabel()}, call_instead_};
  CallDetour d{{a_.newLabel(), a_.newLabel()}, {}};
  Link& link = next_link(function.is_object() ? kAbsent : function);
  d.changed = d.out;
  if (is_tail) {
    d.changed = a_.newLabel();
    later(d.changed, [=, this, &link] {
      slots_.flush();
      load_function(kValue, function);
      tail_call_stub(slots_.depth() - count, count, &link);
    });
  }
  later(d.out, [=, this, &link] {
    std::size_t first = slots_.depth() - count;
    slots_.flush();
    call_by_stub(function, first, count, link);
    if (result.id() != kValue.id()) a_.mov(result, kValue);
    slots_.reload();
    a_.jmp(d.back);
  });
  return d;
}

// The value of the call is pushed. If the function is another one by then, and the call is a tail
// call, it does not come back.
void NativeCompiler::call_builtin(Value function, const Builtin* builtin, std::size_t count,
                                  bool is_tail) {
  if (call_in_line(function, builtin, count, is_tail)) return;
  if (call_of_structure(function, builtin, count, is_tail)) return;
  slots_.flush();
  slots_.forget();
  Gp result = kValue;
  CallDetour others = detour_to_call(function, count, result, is_tail);
  guard(function, builtin, others.changed);
  Label after = a_.newLabel();
  save(after);
  a_.mov(target_.value_count(), 1);
  a_.mov(kArg0, kMachine);
  a_.lea(kArg1, Slots::memory(slots_.depth() - count));
  a_.mov(kArg2.r32(), static_cast<std::uint32_t>(count));
  call_cpp(builtin->info->code, after);
  come_back(others);
  slots_.pop(count);
  slots_.push(result, Kind::Any);
}

// ---- in line

// One call in line: of fixnums, characters and lists in X and Y, which are the same if there is but
// one argument. All else is for OTHERS, which makes the call.
struct NativeCompiler::InLine {
  NativeCompiler& c;
  Assembler& a_;
  std::size_t a, b;  // slots
  Value constant;    // that Y is, or kAbsent
  Gp x, y, result;
  Label others;
  bool is_tail;

  struct Entry {
    std::string_view name;
    std::size_t count;
    void (InLine::*body)();
    Kind kind = Kind::Any;  // of what is computed in line, where little else happens
  };
  static const Entry* find(const Builtin* builtin);

  // Divides X by Y, neither of them negative: the words of fixnums leave the word of the remainder
  // in kArg2, and in kValue a plain quotient. Saves both registers in the kept words.
  void divide() {
    std::int64_t by = constant.is_fixnum() ? constant.fixnum() : 0;
    if (by > 1) return divide_by(by);
    c.test_fixnums(a, b, x, y, others);
    a_.mov(kScratch, x);
    a_.or_(kScratch, y);
    a_.test(kScratch, kScratch);
    a_.js(others);
    a_.test(y, y);
    a_.jz(others);
    a_.mov(kept_word(0), kValue);
    a_.mov(kept_word(1), kArg2);
    a_.mov(kScratch, y);
    if (x.id() != kValue.id()) a_.mov(kValue, x);
    a_.divide_unsigned();
  }
  // By a constant: a product with the reciprocal, rounded up, of so many bits that the quotient of
  // a fixnum, which has 61, is exact (Granlund and Montgomery, "Division by Invariant Integers
  // using Multiplication", PLDI 1994).
  void divide_by(std::int64_t by) {
    int bits = std::bit_width(static_cast<std::uint64_t>(by - 1));
    auto power = static_cast<unsigned __int128>(1) << (61 + bits);
    c.test_fixnum(a, x, others);
    a_.test(x, x);
    a_.js(others);
    a_.mov(kept_word(0), kValue);
    a_.mov(kept_word(1), kArg2);
    a_.mov(kScratch, x);  // four times X
    c.load_word(kValue, static_cast<std::uint64_t>(power / static_cast<std::uint64_t>(by)) + 1);
    a_.multiply_high();
    a_.shr(kArg2, bits - 1);
    c.load_word(kValue, constant.bits);
    a_.imul(kValue, kArg2);
    a_.sub(kScratch, kValue);
    a_.mov(kValue, kArg2);
    a_.mov(kArg2, kScratch);
  }
  // The kept words are where they were; the quotient or remainder, in the scratch register, is the
  // result.
  void end_division() {
    a_.mov(kValue, kept_word(0));
    a_.mov(kArg2, kept_word(1));
    a_.mov(result, kScratch);
  }
  void remainder() {
    divide();
    a_.mov(kScratch, kArg2);
    end_division();
  }
  void quotient() {
    divide();
    if (c.is_count_wanted(is_tail)) {
      a_.mov(c.target_.value_count(), 2);
      a_.mov(c.target_.later_value(1), kArg2);
    }
    a_.lea(kScratch, ptr(kValue, kValue));  // times 4
    a_.add(kScratch, kScratch);
    end_division();
  }

  void begin_bits() {
    c.test_fixnums(a, b, x, y, others);
    a_.mov(result, x);
  }
  void logand() {
    begin_bits();
    a_.and_(result, y);
  }
  void logior() {
    begin_bits();
    a_.or_(result, y);
  }
  void logxor() {
    begin_bits();
    a_.xor_(result, y);
  }
  // By a constant.
  void ash() {
    std::int64_t by = constant.is_fixnum() ? constant.fixnum() : INT64_MAX;
    if (by < -61 || by > 61) return void(a_.jmp(others));
    c.test_fixnum(a, x, others);
    a_.mov(result, x);
    if (by < 0) {
      a_.sar(result, static_cast<int>(-by));
      a_.and_(result, ~3);
      return;
    }
    a_.shl(result, static_cast<int>(by));
    a_.mov(kScratch, result);
    a_.sar(kScratch, static_cast<int>(by));
    a_.cmp(kScratch, x);
    a_.jne(others);
  }
  // Of a negative number the zeros.
  void logcount() {
    c.test_fixnum(a, x, others);
    a_.mov(result, x);
    a_.sar(result, 63);
    a_.xor_(result, x);
    a_.shr(result, 2);
    a_.count_ones(result);
    a_.shl(result, 2);
  }

  template <Condition kYInstead>
  void least() {
    begin_bits();
    a_.cmp(y, x);
    a_.move_if(kYInstead, result, y);
  }
  template <Condition kYes>
  void parity() {
    c.test_fixnum(a, x, others);
    a_.test(x.r8(), 4);
    c.load_truth(result, kYes);
  }

  void test_character(const Gp& r) {
    a_.cmp(r.r8(), static_cast<int>(Value::from_character(0).bits));
    a_.jne(others);
  }
  void char_equal() {
    test_character(x);
    test_character(y);
    a_.cmp(x, y);
    c.load_truth(result, CC::kE);
  }
  void char_code() {
    test_character(x);
    a_.mov(result, x);
    a_.shr(result, 8);
    a_.shl(result, 2);
  }

  void listp() {
    test_tag(a_, x, kPairTag);
    c.load_truth(result, CC::kZ);
  }
  void endp() {
    test_tag(a_, x, kPairTag);
    a_.jnz(others);
    a_.cmp(x, kNil);
    c.load_truth(result, CC::kE);
  }
  // Of fixnums, which are both integers and numbers, and of pairs, which are neither.
  void numberp() {
    Label known = a_.newLabel();
    a_.test(x.r8(), 3);
    a_.jz(known);
    test_tag(a_, x, kPairTag);
    a_.jnz(others);
    a_.bind(known);
    a_.test(x.r8(), 3);
    c.load_truth(result, CC::kZ);
  }
  // Of strings and simple vectors.
  void length() {
    Label known = a_.newLabel();
    test_tag(a_, x, kObjectTag);
    a_.jnz(others);
    a_.cmp(type_of(x), static_cast<int>(Type::String));
    a_.je(known);
    a_.cmp(type_of(x), static_cast<int>(Type::Vector));
    a_.jne(others);
    a_.bind(known);
    a_.mov(result.r32(), length_of(x));
    a_.shl(result, 2);
  }
};

// Null if there is none, or the processor lacks what it needs.
const NativeCompiler::InLine::Entry* NativeCompiler::InLine::find(const Builtin* builtin) {
  static const bool counts_ones = Assembler::has_count_of_ones();
  static const Entry kAll[] = {
      {"mod", 2, &InLine::remainder, Kind::Fixnum},
      {"rem", 2, &InLine::remainder, Kind::Fixnum},
      {"floor", 2, &InLine::quotient, Kind::Fixnum},
      {"truncate", 2, &InLine::quotient, Kind::Fixnum},
      {"logand", 2, &InLine::logand, Kind::Fixnum},
      {"logior", 2, &InLine::logior, Kind::Fixnum},
      {"logxor", 2, &InLine::logxor, Kind::Fixnum},
      {"ash", 2, &InLine::ash, Kind::Fixnum},
      {"min", 2, &InLine::least<CC::kL>, Kind::Fixnum},
      {"max", 2, &InLine::least<CC::kG>, Kind::Fixnum},
      {"evenp", 1, &InLine::parity<CC::kZ>},
      {"oddp", 1, &InLine::parity<CC::kNZ>},
      {"char=", 2, &InLine::char_equal},
      {"char-code", 1, &InLine::char_code, Kind::Fixnum},
      {"listp", 1, &InLine::listp},
      {"endp", 1, &InLine::endp},
      {"logcount", 1, &InLine::logcount, Kind::Fixnum},
      {"length", 1, &InLine::length},
      {"integerp", 1, &InLine::numberp},
      {"numberp", 1, &InLine::numberp},
  };
  for (const Entry& entry : kAll)
    if (builtin->info->name == entry.name)
      return entry.body != &InLine::logcount || counts_ones ? &entry : nullptr;
  return nullptr;
}

bool NativeCompiler::has_in_line(const Builtin* builtin) {
  return InLine::find(builtin) != nullptr;
}

bool NativeCompiler::is_in_line(const Builtin* builtin, std::size_t count) {
  const InLine::Entry* entry = InLine::find(builtin);
  return entry != nullptr && entry->count == count;
}

// As guard(). The library's own functions are seldom replaced: one word for all of them tells that,
// and it is asked once until something else may have run.
void NativeCompiler::guard_in_line(Value function, const Builtin* builtin, const Label& other) {
  const bool is_of_library = !function.is_object() && as_symbol(function)->has(Symbol::kLibrary);
  if (!is_of_library || target_.vm.in_line_replaced != 0) return guard(function, builtin, other);
  if (slots_.knows_library()) return;
  a_.cmp(target_.in_line_replaced(), 0);
  a_.jne(other);
  slots_.note_library();
}

bool NativeCompiler::call_in_line(Value function, const Builtin* builtin, std::size_t count,
                                  bool is_tail) {
  if (!is_in_line(builtin, count)) return false;
  const InLine::Entry* entry = InLine::find(builtin);
  std::size_t a = top(count - 1);
  std::size_t b = top();
  Value constant = slots_.is_constant(b) ? slots_.constant(b) : kAbsent;
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  Gp result = slots_.fresh();
  CallDetour others = detour_to_call(function, count, result, is_tail);
  bool may_leave = !is_tail && entry->kind != Kind::Any;
  if (may_leave) static_cast<Detour&>(others) = leaving(others, result);
  guard_in_line(function, builtin, others.changed);
  note_single(is_tail);
  InLine call{*this, a_, a, b, constant, x, y, result, others.out, is_tail};
  (call.*entry->body)();
  come_back(others);
  slots_.pop(count);
  slots_.push(result, never_returns(others.out) ? entry->kind : Kind::Any);
  return true;
}

}  // namespace winnow::jit
