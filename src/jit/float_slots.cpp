// Raw doubles in the slots of a frame (slots.hpp). Slots that are copies of each other share a
// float register.
#include <algorithm>
#include <bit>

#include "jit/doubles.hpp"
#include "jit/slots.hpp"

namespace winnow::jit {

namespace {

// A source of a move: a register of the pool, or kSpareFloat.
constexpr std::size_t kNowhere = kFloatPoolSize;
constexpr std::size_t kSpare = kFloatPoolSize + 1;

}  // namespace

// ---- conversions

// Loads the word of the raw double in slot I into R.
void Slots::load_tagged(const Gp& r, std::size_t i) {
  if (is_in_slow_path_) {
    a_.call_stub(&stubs_.load_word_of_double[slots_[i].reg]);
    if (r.id() != kScratch.id()) a_.mov(r, kScratch);
    return;
  }
  Label zero = a_.newLabel();
  Label done = a_.newLabel();
  load_word_of(a_, r, float_of(i));
  a_.jz(zero);
  a_.bind(done);
  slow_paths_.push_back([=, this] {
    a_.bind(zero);
    load_word_of_zero(a_, r);
    a_.jmp(done);
  });
}

// Loads the double whose word, of kind Double, is in the scratch register.
void Slots::load_untagged(const Float& x) {
  if (is_in_slow_path_) return a_.call_stub(&stubs_.load_double[x.id() - kFirstPoolFloat]);
  Label boxed = a_.newLabel();
  Label done = a_.newLabel();
  test_boxed(a_, kScratch);
  a_.jnz(boxed);
  load_immediate_double(a_, x, kScratch);
  a_.bind(done);
  slow_paths_.push_back([=, this] {
    a_.bind(boxed);
    load_boxed_double(a_, x, kScratch);
    a_.jmp(done);
  });
}

void Slots::load_double(const Float& x, double d) {
  auto bits = std::bit_cast<std::uint64_t>(d);
  if (bits == 0) return a_.load_zero(x);
  a_.mov(kScratch, bits);
  a_.move_bits(x, kScratch);
}

// ---- registers

std::size_t Slots::allocate_float() {
  auto is_pinned_float = [this](std::size_t x) { return (pinned_floats_ >> x & 1) != 0; };
  for (std::size_t x = 0; x < kFloatPoolSize; ++x)
    if (float_users_[x] == 0 && !is_pinned_float(x)) return x;
  do {
    next_float_ = (next_float_ + 1) % kFloatPoolSize;
  } while (is_pinned_float(next_float_));
  empty_register(Location::Float, next_float_);
  return next_float_;
}

void Slots::hold_float(Slot& slot, std::size_t x) {
  slot.location = Location::Float;
  slot.reg = static_cast<std::uint8_t>(x);
  slot.kind = Kind::Double;
  ++float_users_[x];
}

Float Slots::fresh_float() {
  std::size_t x = allocate_float();
  pinned_floats_ |= 1U << x;
  return pool_float(x);
}

Float Slots::in_float(std::size_t i) {
  Slot& slot = slots_[i];
  if (slot.location != Location::Float) {
    std::size_t x = allocate_float();
    if (slot.location == Location::Constant) {
      load_double(pool_float(x), float_value(constant(i)));
    } else {
      if (slot.location == Location::Register)
        a_.mov(kScratch, kPool[slot.reg]);
      else
        a_.mov(kScratch, memory(i));
      load_untagged(pool_float(x));
    }
    release(slot);
    hold_float(slot, x);
  }
  pinned_floats_ |= 1U << slot.reg;
  return float_of(i);
}

void Slots::push_float(const Float& x) {
  slots_.push_back({});
  slots_.back().is_stored = false;
  hold_float(slots_.back(), x.id() - kFirstPoolFloat);
}

void Slots::note_double(const Gp& r, const Float& x) {
  for (Slot& slot : slots_) {
    if (slot.location != Location::Register || kPool[slot.reg].id() != r.id()) continue;
    release(slot);
    hold_float(slot, x.id() - kFirstPoolFloat);
  }
}

void Slots::reload_floats() {
  std::array<bool, kFloatPoolSize> done{};
  for (std::size_t i = 0; i < depth(); ++i) {
    if (!is_float(i) || done[slots_[i].reg]) continue;
    a_.mov(kScratch, memory(i));
    load_untagged(float_of(i));
    done[slots_[i].reg] = true;
  }
}

// ---- jumps between block versions

void Slots::settle() {
  if (!keeps_raw_) return flush();
  std::vector<std::size_t> doubles;
  for (std::size_t i = 0; i < depth(); ++i)
    if (kind(i) == Kind::Double) doubles.push_back(i);
  std::size_t excess = doubles.size() - std::min(doubles.size(), kFloatPoolSize);
  for (std::size_t k = 0; k < excess; ++k) {
    flush(doubles[k]);
    if (is_float(doubles[k])) release(slots_[doubles[k]]);
  }
  pinned_floats_ = 0;
  for (std::size_t k = excess; k < doubles.size(); ++k) in_float(doubles[k]);
  pinned_floats_ = 0;
  for (std::size_t i = 0; i < depth(); ++i)
    if (!is_float(i)) flush(i);
  permute_floats();
}

// Moves the raw doubles to the first float registers, one for each slot, in the order of the slots.
void Slots::permute_floats() {
  std::array<std::size_t, kFloatPoolSize> source;  // of each register
  source.fill(kNowhere);
  std::size_t count = 0;
  for (Slot& slot : slots_)
    if (slot.location == Location::Float) source[count++] = slot.reg;
  auto is_needed = [&](std::size_t x) {
    for (std::size_t to = 0; to < count; ++to)
      if (to != x && source[to] == x) return true;
    return false;
  };
  auto needs_move = [&](std::size_t to) { return source[to] != kNowhere && source[to] != to; };
  for (bool is_done = false; !is_done;) {
    is_done = true;
    std::size_t blocked = kNowhere;
    for (std::size_t to = 0; to < count; ++to) {
      if (!needs_move(to)) continue;
      if (is_needed(to)) {
        blocked = to;
        continue;
      }
      a_.move(pool_float(to), source[to] == kSpare ? kSpareFloat : pool_float(source[to]));
      source[to] = kNowhere;
      is_done = false;
    }
    if (!is_done || blocked == kNowhere) continue;
    a_.move(kSpareFloat, pool_float(blocked));  // only cycles are left
    std::replace(source.begin(), source.end(), blocked, kSpare);
    is_done = false;
  }
  float_users_.fill(0);
  count = 0;
  for (Slot& slot : slots_)
    if (slot.location == Location::Float) hold_float(slot, count++);
}

bool Slots::agrees_with(const std::vector<Kind>& kinds) const {
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (is_float(i) && kinds[i] != Kind::Double) return false;
  return true;
}

void Slots::materialize_except(const std::vector<Kind>& kinds) {
  if (agrees_with(kinds)) return;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!is_float(i) || kinds[i] == Kind::Double) continue;
    flush(i);
    release(slots_[i]);
  }
  permute_floats();
}

}  // namespace winnow::jit
