// Templates for lists and the identity predicates.
#include "jit/native_compiler.hpp"
#include "jit/runtime.hpp"

namespace winnow::jit {

using CC = Condition;

// ---- CAR and CDR

// Raises an error unless R, the value of SLOT, is a list.
void NativeCompiler::test_list(std::size_t slot, const Gp& r) {
  if (slots_.kind(slot) == Kind::List || slots_.kind(slot) == Kind::Cons) return;
  Label not_list = error(&not_a_list, load_slots(slot, 1));
  test_tag(a_, r, kPairTag);
  a_.jnz(not_list);
  slots_.set_kind(r, Kind::List);
}

void NativeCompiler::part_of(std::size_t slot, bool pops, bool is_car) {
  Gp list = slots_.in_register(slot);
  test_list(slot, list);
  Gp part = slots_.fresh();
  a_.mov(part, is_car ? car_of(list) : cdr_of(list));
  if (pops) slots_.pop();
  slots_.push(part);
}

void NativeCompiler::Car() { part_of(top(), true, true); }
void NativeCompiler::Cdr() { part_of(top(), true, false); }
void NativeCompiler::LocalCar() { part_of(local(a24()), false, true); }
void NativeCompiler::LocalCdr() { part_of(local(a24()), false, false); }

void NativeCompiler::CdrLocal() {
  LocalCdr();
  SetLocal();
}

void NativeCompiler::part_of_cdr(bool is_car) {
  part_of(top(), true, false);
  part_of(top(), true, is_car);
}

void NativeCompiler::Cadr() { part_of_cdr(true); }
void NativeCompiler::Cddr() { part_of_cdr(false); }

// Pops a value and a pair, stores the value in the CAR or CDR of the pair, and pushes one of the
// two: the pair if GIVES_PAIR, otherwise the value.
void NativeCompiler::set_part(bool is_car, bool gives_pair) {
  Gp pair = slots_.in_register(top(1));
  bool young = may_be_young(top());
  Gp value = slots_.in_register(top());
  std::size_t at = top(1);
  if (slots_.kind(at) != Kind::Cons) {
    Label not_cons = error(&not_a_cons, load_slots(at, 1));
    a_.cmp(pair, kNil);
    a_.je(not_cons);
    test_tag(a_, pair, kPairTag);
    a_.jnz(not_cons);
    slots_.set_kind(pair, Kind::Cons);
  }
  store([=, this] { a_.lea(kScratch, is_car ? car_of(pair) : cdr_of(pair)); }, value, young);
  if (!gives_pair) slots_.copy(top(), top(1));
  slots_.pop();
}

void NativeCompiler::SetCar() { set_part(true, false); }
void NativeCompiler::SetCdr() { set_part(false, false); }
void NativeCompiler::Rplaca() { set_part(true, true); }
void NativeCompiler::Rplacd() { set_part(false, true); }

// ---- new lists

void NativeCompiler::Cons() {
  std::size_t a = top(1);
  std::size_t b = top();
  if (!slots_.is_constant(a)) slots_.in_register(a);
  if (!slots_.is_constant(b)) slots_.in_register(b);
  Gp pair = slots_.fresh();
  SlowPath none_left = make_slow_path(member<&Heap::cons>, &pair, load_slots(a, 2));
  a_.mov(pair, fields_.pair_next());
  a_.cmp(pair, fields_.pair_end());
  a_.je(none_left.entry);
  slots_.write(a, qword_ptr(pair, offsetof(Pair, car)));
  slots_.write(b, qword_ptr(pair, offsetof(Pair, cdr)));
  a_.add(fields_.pair_next(), static_cast<int>(sizeof(Pair)));
  a_.add(pair, kPairTag);
  resume_after(none_left);
  slots_.pop(2);
  slots_.push(pair, Kind::Cons);
}

void NativeCompiler::List() {
  constexpr std::uint32_t kMostInline = 8;
  const std::uint32_t count = a24();
  if (count == 0) return slots_.push_constant(nil());
  if (count == 1) {
    slots_.push_constant(nil());
    return Cons();
  }
  auto arguments = [=, this, end = slots_.depth()] {
    a_.lea(kArg1, Slots::memory(end));
    a_.mov(kArg2.r32(), count);
  };
  if (count > kMostInline) {
    call_out(&make_list, arguments);
    slots_.pop(count);
    return slots_.push(kValue, Kind::Cons);
  }
  Gp list = slots_.fresh();
  SlowPath none_left = make_slow_path(&make_list, &list, arguments);
  make_short_list(list, slots_.depth() - count, count, none_left.entry);
  resume_after(none_left);
  slots_.pop(count);
  slots_.push(list, Kind::Cons);
}

// Loads a new list of COUNT slots from FIRST on into LIST. Jumps to OTHERWISE if the current block
// of pairs has no room for it.
void NativeCompiler::make_short_list(const Gp& list, std::size_t first, std::uint32_t count,
                                     const Label& otherwise) {
  constexpr int kPairBytes = sizeof(Pair);
  a_.mov(list, fields_.pair_next());
  a_.lea(kScratch, ptr(list, kPairBytes * static_cast<int>(count)));
  a_.cmp(kScratch, fields_.pair_end());
  a_.ja(otherwise);
  a_.mov(fields_.pair_next(), kScratch);
  for (std::uint32_t i = 0; i < count; ++i) {
    const int offset = kPairBytes * static_cast<int>(i);
    slots_.write(first + i, qword_ptr(list, offset + static_cast<int>(offsetof(Pair, car))));
    const Mem rest = qword_ptr(list, offset + static_cast<int>(offsetof(Pair, cdr)));
    if (i + 1 == count) {
      a_.mov(rest, kNil);
    } else {
      a_.lea(kScratch, ptr(list, offset + kPairBytes + static_cast<int>(kPairTag)));
      a_.mov(rest, kScratch);
    }
  }
  a_.add(list, kPairTag);
}

// ---- predicates

// Loads T into R if the condition YES holds, otherwise NIL. Leaves the flags alone.
void NativeCompiler::load_truth(const Gp& r, CC yes) {
  a_.lea(r, ptr(kNil, static_cast<int>(t().bits - nil().bits)));
  a_.move_if(negated(yes), r, kNil);
}

// Pushes the truth value of the condition YES.
void NativeCompiler::push_truth(Condition yes) {
  Gp r = slots_.fresh();  // may spill registers, which leaves the flags alone
  load_truth(r, yes);
  slots_.push(r);
}

void NativeCompiler::Eq() {
  Gp a = slots_.in_register(top(1));
  Gp b = slots_.in_register(top());
  a_.cmp(a, b);
  slots_.pop(2);
  push_truth(CC::kE);
}

void NativeCompiler::Eql() {
  if (eql_words()) return;
  Gp a = slots_.in_register(top(1));
  Gp b = slots_.in_register(top());
  Gp result = slots_.fresh();
  std::size_t first = top(1);
  // Only numbers with headers can be EQL without being EQ.
  SlowPath objects = make_slow_path(&eql_values, &result, load_slots(first, 2));
  Label done = a_.newLabel();
  a_.lea(result, ptr(kNil, static_cast<int>(t().bits - nil().bits)));
  a_.cmp(a, b);
  a_.je(done);
  test_tag(a_, a, kObjectTag);
  a_.jz(objects.entry);
  a_.mov(result, kNil);
  resume_after(objects);
  a_.bind(done);
  slots_.pop(2);
  slots_.push(result);
}

void NativeCompiler::Not() {
  Gp r = slots_.in_register(top());
  a_.cmp(r, kNil);
  slots_.pop();
  push_truth(CC::kE);
}

// Replaces the top value by whether it has TAG. NIL_HAS is the answer for NIL. If SENSE is
// false, the result is negated.
void NativeCompiler::tag_predicate(unsigned tag, bool nil_has, bool sense) {
  Gp r = slots_.in_register(top());
  Gp result = slots_.fresh();
  Label done = a_.newLabel();
  slots_.load(result, truth(nil_has == sense));
  a_.cmp(r, kNil);
  a_.je(done);
  test_tag(a_, r, tag);
  load_truth(result, sense ? CC::kZ : CC::kNZ);
  a_.bind(done);
  slots_.pop();
  slots_.push(result);
}

void NativeCompiler::Consp() { tag_predicate(kPairTag, false, true); }
void NativeCompiler::Atom() { tag_predicate(kPairTag, false, false); }
void NativeCompiler::Symbolp() { tag_predicate(kSymbolTag, true, true); }

}  // namespace winnow::jit
