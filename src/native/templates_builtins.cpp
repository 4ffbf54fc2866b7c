// Templates: calls of functions that are written in C++.
//
// Where a symbol's function is a builtin when the caller is compiled, the call goes straight to its
// code; what the commonest ones do with fixnums and characters is in line. Both are guarded: has
// the symbol another function by then, the call is made like any other.
#include <bit>

#include "native/compiler.hpp"

namespace winnow::native {

using CC = Condition;

// The builtin that FUNCTION, a function or a symbol, is now, if it takes COUNT arguments; else
// null. The image's builtins alone: they never make room for another object.
const Builtin* Compiler::known_builtin(Value function, std::size_t count) const {
  function = function_of(function);
  if (!has_type(function, Type::Builtin) || !target_.heap.is_in_image(function)) return nullptr;
  return Vm::takes(function, count) ? as<Builtin>(function) : nullptr;
}

// Goes to OTHER unless the symbol FUNCTION still names BUILTIN. A function that is no symbol does.
void Compiler::guard(Value function, const Builtin* builtin, const Label& other) {
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
Compiler::CallDetour Compiler::detour_to_call(Value function, std::size_t count, const Gp& result,
                                              bool is_tail) {
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
void Compiler::call_builtin(Value function, const Builtin* builtin, std::size_t count,
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
  a_.bind(others.back);
  slots_.pop(count);
  slots_.push(result, Kind::Any);
}

// ---- in line: of fixnums and characters, in X and Y; all else is for OTHERS, which makes the call

struct Compiler::InLine {
  std::string_view name;
  std::size_t count;
  void (Compiler::*body)(const Arguments& o, const Label& others);
  Kind kind = Kind::Any;  // of what is computed in line, where little else happens
};

// Null if there is none, or the processor lacks what it needs.
const Compiler::InLine* Compiler::in_line_of(const Builtin* builtin) {
  static const bool counts_ones = Assembler::has_count_of_ones();
  static const InLine kAll[] = {
      {"mod", 2, &Compiler::remainder_in_line, Kind::Fixnum},
      {"rem", 2, &Compiler::remainder_in_line, Kind::Fixnum},
      {"floor", 2, &Compiler::quotient_in_line, Kind::Fixnum},
      {"truncate", 2, &Compiler::quotient_in_line, Kind::Fixnum},
      {"logand", 2, &Compiler::logand_in_line, Kind::Fixnum},
      {"logior", 2, &Compiler::logior_in_line, Kind::Fixnum},
      {"logxor", 2, &Compiler::logxor_in_line, Kind::Fixnum},
      {"ash", 2, &Compiler::ash_in_line, Kind::Fixnum},
      {"min", 2, &Compiler::min_in_line, Kind::Fixnum},
      {"max", 2, &Compiler::max_in_line, Kind::Fixnum},
      {"evenp", 1, &Compiler::evenp_in_line},
      {"oddp", 1, &Compiler::oddp_in_line},
      {"char=", 2, &Compiler::char_equal_in_line},
      {"char-code", 1, &Compiler::char_code_in_line, Kind::Fixnum},
      {"listp", 1, &Compiler::listp_in_line},
      {"endp", 1, &Compiler::endp_in_line},
      {"logcount", 1, &Compiler::logcount_in_line, Kind::Fixnum},
      {"length", 1, &Compiler::length_in_line},
      {"integerp", 1, &Compiler::numberp_in_line},
      {"numberp", 1, &Compiler::numberp_in_line},
  };
  for (const InLine& in_line : kAll)
    if (builtin->info->name == in_line.name)
      return in_line.body != &Compiler::logcount_in_line || counts_ones ? &in_line : nullptr;
  return nullptr;
}

bool Compiler::is_in_line(const Builtin* builtin, std::size_t count) {
  const InLine* in_line = in_line_of(builtin);
  return in_line != nullptr && in_line->count == count;
}

// As guard(). The library's own functions are seldom replaced: one word for all of them tells that.
void Compiler::guard_in_line(Value function, const Builtin* builtin, const Label& other) {
  const bool is_of_library = !function.is_object() && as_symbol(function)->has(Symbol::kLibrary);
  if (!is_of_library || target_.vm.in_line_replaced != 0) return guard(function, builtin, other);
  a_.cmp(target_.in_line_replaced(), 0);
  a_.jne(other);
}

bool Compiler::call_in_line(Value function, const Builtin* builtin, std::size_t count,
                            bool is_tail) {
  if (!is_in_line(builtin, count)) return false;
  const InLine* in_line = in_line_of(builtin);
  std::size_t a = top(count - 1);
  std::size_t b = top();
  Value constant = slots_.is_constant(b) ? slots_.constant(b) : kAbsent;
  Gp x = slots_.in_register(a);
  Gp y = slots_.in_register(b);
  Arguments o{a, b, x, y, constant, slots_.fresh()};
  CallDetour others = detour_to_call(function, count, o.result, is_tail);
  bool may_leave = !is_tail && in_line->kind != Kind::Any;
  if (may_leave) static_cast<Detour&>(others) = leaving(others, o.result);
  guard_in_line(function, builtin, others.changed);
  a_.mov(target_.value_count(), 1);
  (this->*in_line->body)(o, others.out);
  a_.bind(others.back);
  slots_.pop(count);
  slots_.push(o.result, never_returns(others.out) ? in_line->kind : Kind::Any);
  return true;
}

// Divides X by Y, neither of them negative: the words of fixnums leave the word of the remainder in
// kArg2, and in kValue a plain quotient. Saves both registers in the kept words.
void Compiler::divide(const Arguments& o, const Label& others) {
  std::int64_t by = o.constant.is_fixnum() ? o.constant.fixnum() : 0;
  if (by > 1) return divide_by(by, o, others);
  test_fixnums(o.a, o.b, o.x, o.y, others);
  a_.mov(kScratch, o.x);
  a_.or_(kScratch, o.y);
  a_.test(kScratch, kScratch);
  a_.js(others);
  a_.test(o.y, o.y);
  a_.jz(others);
  a_.mov(kept_word(0), kValue);
  a_.mov(kept_word(1), kArg2);
  a_.mov(kScratch, o.y);
  if (o.x.id() != kValue.id()) a_.mov(kValue, o.x);
  a_.divide_unsigned();
}

// By a constant: a product with the reciprocal, rounded up, of so many bits that the quotient of a
// fixnum, which has 61, is exact (Granlund and Montgomery, "Division by Invariant Integers using
// Multiplication", PLDI 1994).
void Compiler::divide_by(std::int64_t by, const Arguments& o, const Label& others) {
  int bits = std::bit_width(static_cast<std::uint64_t>(by - 1));
  auto power = static_cast<unsigned __int128>(1) << (61 + bits);
  test_fixnum(o.a, o.x, others);
  a_.test(o.x, o.x);
  a_.js(others);
  a_.mov(kept_word(0), kValue);
  a_.mov(kept_word(1), kArg2);
  a_.mov(kScratch, o.x);  // four times X
  load_word(kValue, static_cast<std::uint64_t>(power / static_cast<std::uint64_t>(by)) + 1);
  a_.multiply_high();
  a_.shr(kArg2, bits - 1);
  load_word(kValue, o.constant.bits);
  a_.imul(kValue, kArg2);
  a_.sub(kScratch, kValue);
  a_.mov(kValue, kArg2);
  a_.mov(kArg2, kScratch);
}

// The kept words are where they were; the quotient or remainder, in the scratch register, is the
// result.
void Compiler::end_division(const Gp& result) {
  a_.mov(kValue, kept_word(0));
  a_.mov(kArg2, kept_word(1));
  a_.mov(result, kScratch);
}

void Compiler::remainder_in_line(const Arguments& o, const Label& others) {
  divide(o, others);
  a_.mov(kScratch, kArg2);
  end_division(o.result);
}

void Compiler::quotient_in_line(const Arguments& o, const Label& others) {
  divide(o, others);
  a_.mov(target_.value_count(), 2);
  a_.mov(target_.later_value(1), kArg2);
  a_.lea(kScratch, ptr(kValue, kValue));  // times 4
  a_.add(kScratch, kScratch);
  end_division(o.result);
}

void Compiler::begin_bits(const Arguments& o, const Label& others) {
  test_fixnums(o.a, o.b, o.x, o.y, others);
  a_.mov(o.result, o.x);
}
void Compiler::logand_in_line(const Arguments& o, const Label& others) {
  begin_bits(o, others);
  a_.and_(o.result, o.y);
}
void Compiler::logior_in_line(const Arguments& o, const Label& others) {
  begin_bits(o, others);
  a_.or_(o.result, o.y);
}
void Compiler::logxor_in_line(const Arguments& o, const Label& others) {
  begin_bits(o, others);
  a_.xor_(o.result, o.y);
}

// By a constant.
void Compiler::ash_in_line(const Arguments& o, const Label& others) {
  std::int64_t by = o.constant.is_fixnum() ? o.constant.fixnum() : INT64_MAX;
  if (by < -61 || by > 61) return void(a_.jmp(others));
  test_fixnum(o.a, o.x, others);
  a_.mov(o.result, o.x);
  if (by < 0) {
    a_.sar(o.result, static_cast<int>(-by));
    a_.and_(o.result, ~3);
    return;
  }
  a_.shl(o.result, static_cast<int>(by));
  a_.mov(kScratch, o.result);
  a_.sar(kScratch, static_cast<int>(by));
  a_.cmp(kScratch, o.x);
  a_.jne(others);
}

void Compiler::least_in_line(const Arguments& o, const Label& others, CC y_instead) {
  test_fixnums(o.a, o.b, o.x, o.y, others);
  a_.mov(o.result, o.x);
  a_.cmp(o.y, o.x);
  a_.move_if(y_instead, o.result, o.y);
}
void Compiler::min_in_line(const Arguments& o, const Label& others) {
  least_in_line(o, others, CC::kL);
}
void Compiler::max_in_line(const Arguments& o, const Label& others) {
  least_in_line(o, others, CC::kG);
}

void Compiler::parity_in_line(const Arguments& o, const Label& others, CC yes) {
  test_fixnum(o.a, o.x, others);
  a_.test(o.x.r8(), 4);
  load_truth(o.result, yes);
}
void Compiler::evenp_in_line(const Arguments& o, const Label& others) {
  parity_in_line(o, others, CC::kZ);
}
void Compiler::oddp_in_line(const Arguments& o, const Label& others) {
  parity_in_line(o, others, CC::kNZ);
}

// Of a negative number the zeros.
void Compiler::logcount_in_line(const Arguments& o, const Label& others) {
  test_fixnum(o.a, o.x, others);
  a_.mov(o.result, o.x);
  a_.sar(o.result, 63);
  a_.xor_(o.result, o.x);
  a_.shr(o.result, 2);
  a_.count_ones(o.result);
  a_.shl(o.result, 2);
}

void Compiler::test_character(const Gp& r, const Label& others) {
  a_.cmp(r.r8(), static_cast<int>(Value::from_character(0).bits));
  a_.jne(others);
}

void Compiler::char_equal_in_line(const Arguments& o, const Label& others) {
  test_character(o.x, others);
  test_character(o.y, others);
  a_.cmp(o.x, o.y);
  load_truth(o.result, CC::kE);
}

void Compiler::char_code_in_line(const Arguments& o, const Label& others) {
  test_character(o.x, others);
  a_.mov(o.result, o.x);
  a_.shr(o.result, 8);
  a_.shl(o.result, 2);
}

void Compiler::listp_in_line(const Arguments& o, const Label&) {
  test_tag(o.x, kPairTag);
  load_truth(o.result, CC::kZ);
}

// Of fixnums, which are both integers and numbers, and of pairs, which are neither.
void Compiler::numberp_in_line(const Arguments& o, const Label& others) {
  Label known = a_.newLabel();
  a_.test(o.x.r8(), 3);
  a_.jz(known);
  test_tag(o.x, kPairTag);
  a_.jnz(others);
  a_.bind(known);
  a_.test(o.x.r8(), 3);
  load_truth(o.result, CC::kZ);
}

void Compiler::endp_in_line(const Arguments& o, const Label& others) {
  test_tag(o.x, kPairTag);
  a_.jnz(others);
  a_.cmp(o.x, kNil);
  load_truth(o.result, CC::kE);
}

// Of strings and simple vectors.
void Compiler::length_in_line(const Arguments& o, const Label& others) {
  Label known = a_.newLabel();
  test_tag(o.x, kObjectTag);
  a_.jnz(others);
  a_.cmp(type_of(o.x), static_cast<int>(Type::String));
  a_.je(known);
  a_.cmp(type_of(o.x), static_cast<int>(Type::Vector));
  a_.jne(others);
  a_.bind(known);
  a_.mov(o.result.r32(), length_of(o.x));
  a_.shl(o.result, 2);
}

}  // namespace winnow::native
