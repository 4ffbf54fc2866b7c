#include "jit/slots.hpp"

#include <cmath>

#include "host/assert.hpp"
#include "jit/floats.hpp"
#include "jit/words.hpp"

namespace winnow::jit {

void Slots::begin(const std::vector<Kind>& kinds) {
  slots_.assign(kinds.size(), Slot{});
  users_.fill(0);
  float_users_.fill(0);
  std::size_t floats = 0;
  std::size_t words = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    slots_[i].kind = kinds[i];
    if (kinds[i] == Kind::Word && words < kWordPoolSize)
      hold_word(slots_[i], kPoolSize - ++words);
    else if (is_float_kind(kinds[i]) || kinds[i] == Kind::Word)
      hold_float(slots_[i], floats++, kinds[i]);
    else
      continue;
    slots_[i].is_stored = false;
  }
  kinds_.fill(Kind::Any);
  forget_specials();
  forget_library();
  unpin();
}

std::size_t Slots::index(const Gp& r) {
  for (std::size_t i = 0; i < kPoolSize; ++i)
    if (kPool[i].id() == r.id()) return i;
  WINNOW_CHECK(false);
  return 0;
}

std::size_t Slots::allocate_register() {
  WINNOW_ASSERT(kept_floats_ == 0);  // between operations on floats that are tested later
  for (bool is_noted : {false, true})
    for (std::size_t r = 0; r < kPoolSize; ++r)
      if (users_[r] == 0 && !is_pinned(r) && (specials_[r] != 0) == is_noted) {
        specials_[r] = 0;
        return r;
      }
  do {
    next_ = (next_ + 1) % kPoolSize;
  } while (is_pinned(next_));
  empty_register(Location::Register, next_);
  specials_[next_] = 0;
  return next_;
}

void Slots::empty_register(Location location, std::size_t reg) {
  for (std::size_t i = 0; i < depth(); ++i) {
    Slot& slot = slots_[i];
    bool is_word = location == Location::Register && slot.location == Location::Word;
    if ((slot.location != location && !is_word) || slot.reg != reg) continue;
    if (is_word && move_word_to_float(reg)) continue;
    flush(i);
    release(slot);
  }
}

void Slots::release(Slot& slot) {
  if (slot.location == Location::Register) {
    --users_[slot.reg];
    slot.kind = kinds_[slot.reg];
  }
  if (slot.location == Location::Word) --users_[slot.reg];
  if (slot.location == Location::Float) --float_users_[slot.reg];
  slot.location = Location::Memory;
}

void Slots::hold(Slot& slot, std::size_t r) {
  slot.location = Location::Register;
  slot.reg = static_cast<std::uint8_t>(r);
  ++users_[r];
}

Gp Slots::fresh(Kind kind) {
  std::size_t r = allocate_register();
  pin(r);
  note_value(r, kind);
  return kPool[r];
}

Gp Slots::in_register(std::size_t i) {
  Slot& slot = slots_[i];
  if (slot.location != Location::Register) {
    Kind known = kind(i);
    unsigned pinned = pinned_;
    if (slot.location == Location::Word) pin(slot.reg);
    std::size_t r = allocate_register();
    pinned_ = pinned;
    if (slot.location == Location::Constant)
      load(kPool[r], constant(i));
    else if (is_raw(i))
      load_tagged(kPool[r], i);
    else
      a_.mov(kPool[r], memory(i));
    release(slot);
    note_value(r, known);
    hold(slot, r);
  }
  pin(slot.reg);
  return kPool[slot.reg];
}

Kind Slots::kind(std::size_t i) const {
  const Slot& slot = slots_[i];
  if (slot.location == Location::Register) return kinds_[slot.reg];
  if (slot.location != Location::Constant) return slot.kind;
  Value v{slot.bits};
  return v.is_fixnum()                                ? Kind::Fixnum
         : is_cons(v)                                 ? Kind::Cons
         : v.is_list()                                ? Kind::List
         : is_raw_double(v)                           ? Kind::Double
         : v.is_single() && std::isfinite(v.single()) ? Kind::Single
         : is_large_word(v, has_signed_words_)        ? Kind::Word
                                                      : Kind::Any;
}

bool Slots::push_special(Value symbol) {
  for (std::size_t r = 0; r < kPoolSize; ++r)
    if (specials_[r] == symbol.bits) {
      push(kPool[r]);
      return true;
    }
  return false;
}

void Slots::push(const Gp& r) {
  slots_.push_back({});
  slots_.back().is_stored = false;
  hold(slots_.back(), index(r));
}

void Slots::push(const Gp& r, Kind kind) {
  push(r);
  set_kind(r, kind);
}

void Slots::push_constant(Value v) { slots_.push_back({Location::Constant, 0, false, v.bits}); }
void Slots::push_from_memory() { slots_.push_back({}); }

void Slots::push_copy(std::size_t i) {
  slots_.push_back({});
  copy(i, depth() - 1);
}

void Slots::pop(std::size_t count) {
  for (; count > 0; --count) {
    release(slots_.back());
    slots_.pop_back();
  }
}

void Slots::copy(std::size_t from, std::size_t to) {
  if (slots_[from].location == Location::Memory) {
    if (keeps_raw_ && is_float_kind(kind(from)))
      in_float(from);
    else
      in_register(from);
  }
  Slot source = slots_[from];
  release(slots_[to]);
  slots_[to] = {Location::Memory, 0, false, source.bits};
  if (source.location == Location::Register)
    hold(slots_[to], source.reg);
  else if (source.location == Location::Word)
    hold_word(slots_[to], source.reg);
  else if (source.location == Location::Float)
    hold_float(slots_[to], source.reg, source.kind);
  else
    slots_[to].location = source.location;
}

void Slots::load(const Gp& r, Value v) {
  if (is_nil(v))
    a_.mov(r, kNil);
  else if (v.bits == 0)
    a_.xor_(r.r32(), r.r32());
  else if (v.bits <= 0xFFFFFFFF)
    a_.mov(r.r32(), static_cast<std::uint32_t>(v.bits));
  else
    a_.mov(r, v.bits);
}

void Slots::write_constant(Value v, const Mem& memory) {
  auto n = static_cast<std::int64_t>(v.bits);
  if (is_nil(v)) {
    a_.mov(memory, kNil);
  } else if (n == static_cast<std::int32_t>(n)) {
    a_.mov(memory, static_cast<std::int32_t>(n));
  } else {
    load(kScratch, v);
    a_.mov(memory, kScratch);
  }
}

void Slots::write(std::size_t i, const Mem& to) {
  const Slot& slot = slots_[i];
  if (slot.location == Location::Register) {
    a_.mov(to, kPool[slot.reg]);
  } else if (slot.location == Location::Constant) {
    write_constant(constant(i), to);
  } else if (is_raw(i)) {
    load_tagged(kScratch, i);
    a_.mov(to, kScratch);
  } else {
    a_.mov(kScratch, memory(i));
    a_.mov(to, kScratch);
  }
}

void Slots::flush(std::size_t i) {
  Slot& slot = slots_[i];
  if (slot.is_stored) return;
  if (!is_raw(i) || slot.kind != Kind::Word || !store_copy(i)) write(i, memory(i));
  slot.is_stored = true;
}

void Slots::forget_kind(std::size_t i) {
  flush(i);
  release(slots_[i]);
  slots_[i].kind = Kind::Any;
}

void Slots::flush() {
  for (std::size_t i = 0; i < depth(); ++i) flush(i);
}

void Slots::forget() {
  for (std::size_t i = 0; i < depth(); ++i) {
    slots_[i].kind = kind(i);
    slots_[i].location = Location::Memory;
  }
  users_.fill(0);
  float_users_.fill(0);
  forget_specials();
  forget_library();
}

void Slots::reload() {
  std::array<bool, kPoolSize> done{};
  for (std::size_t i = 0; i < depth(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.location != Location::Register || done[slot.reg]) continue;
    a_.mov(kPool[slot.reg], memory(i));
    done[slot.reg] = true;
  }
  reload_raw();
}

Slots::State Slots::state() const {
  return {slots_, users_, kinds_, specials_, float_users_, structures_, functions_, knows_library_};
}

void Slots::restore_kinds(const State& before) {
  kinds_.fill(Kind::Any);
  forget_specials();
  forget_library();
  for (std::size_t i = 0; i < depth(); ++i) {
    Slot& now = slots_[i];
    const Slot& then = before.slots[i];
    Kind kind = then.location == Location::Register ? before.kinds[then.reg] : then.kind;
    if (is_raw(i) && kind != now.kind) release(now);
    if (now.location != Location::Register)
      now.kind = kind;
    else if (kind != Kind::Any)
      kinds_[now.reg] = kind;
  }
}

std::vector<Kind> Slots::kinds(std::size_t count) const {
  std::vector<Kind> all(count);
  for (std::size_t i = 0; i < count; ++i)
    if (is_float_kind(kind(i)) || kind(i) == Kind::Word
            ? is_raw(i)
            : kind(i) != Kind::List && kind(i) != Kind::Cons)
      all[i] = kind(i);
  return all;
}

void Slots::restore(const State& state) {
  unpin();
  slots_ = state.slots;
  users_ = state.users;
  kinds_ = state.kinds;
  specials_ = state.specials;
  float_users_ = state.float_users;
  structures_ = state.structures;
  functions_ = state.functions;
  knows_library_ = state.knows_library;
}

}  // namespace winnow::jit
