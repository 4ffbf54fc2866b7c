// Raw values in the slots of a frame (slots.hpp): floats in float registers, and words in other
// registers, or in float registers if too few are left. Slots that are copies of each other share a
// register.
#include <algorithm>
#include <bit>
#include <utility>

#include "jit/floats.hpp"
#include "jit/slots.hpp"
#include "jit/words.hpp"

namespace winnow::jit {

namespace {

// A source of a move: the number of a register, or the spare one.
constexpr std::size_t kNowhere = ~std::size_t{0};
constexpr std::size_t kSpare = kNowhere - 1;

// Moves the value of register SOURCE[i] to register I, for each I, as if at the same time.
// MOVE(to, from) emits one move; either may be kSpare.
template <class Move>
void move_in_parallel(std::vector<std::size_t> source, Move move) {
  auto needs_move = [&](std::size_t to) { return source[to] != kNowhere && source[to] != to; };
  auto is_needed = [&](std::size_t x) {
    for (std::size_t to = 0; to < source.size(); ++to)
      if (to != x && source[to] == x) return true;
    return false;
  };
  for (bool is_done = false; !is_done;) {
    is_done = true;
    std::size_t blocked = kNowhere;
    for (std::size_t to = 0; to < source.size(); ++to) {
      if (!needs_move(to)) continue;
      if (is_needed(to)) {
        blocked = to;
        continue;
      }
      move(to, source[to]);
      source[to] = kNowhere;
      is_done = false;
    }
    if (!is_done || blocked == kNowhere) continue;
    move(kSpare, blocked);  // only cycles are left
    std::replace(source.begin(), source.end(), blocked, kSpare);
    is_done = false;
  }
}

// The register where block versions expect the raw word with number RANK.
constexpr std::size_t settled_register(std::size_t rank) { return kPoolSize - 1 - rank; }

}  // namespace

// ---- conversions

// Loads the tagged value of slot I, which is raw, into R.
void Slots::load_tagged(const Gp& r, std::size_t i) {
  switch (slots_[i].kind) {
    case Kind::Word: return load_tagged_word(r, i);
    case Kind::Single: return load_tagged_single(r, i);
    default: return load_tagged_double(r, i);
  }
}

void Slots::load_tagged_single(const Gp& r, std::size_t i) {
  a_.load_single_bits(r, float_of(i));
  tag_single(a_, r);
}

void Slots::load_tagged_double(const Gp& r, std::size_t i) {
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

// A word that has been stored is loaded again, since tagging it may allocate.
void Slots::load_tagged_word(const Gp& r, std::size_t i) {
  if (slots_[i].is_stored) return void(a_.mov(r, memory(i)));
  const Gp& raw = is_in_slow_path_ ? kScratch : r;
  load_raw_word(raw, i);
  Label large = a_.newLabel();
  Label done = a_.newLabel();
  auto tag = [=, this] {
    a_.call_stub(&stubs_.tag_word[has_signed_words_]);
    if (r.id() != kScratch.id()) a_.mov(r, kScratch);
  };
  if (is_in_slow_path_) return tag();
  tag_small_word(a_, r, large, has_signed_words_);
  a_.bind(done);
  slow_paths_.push_back([=, this] {
    a_.bind(large);
    restore_large_word(a_, r, has_signed_words_);
    if (r.id() != kScratch.id()) a_.mov(kScratch, r);
    tag();
    a_.jmp(done);
  });
}

// Stores the raw word in slot I by copying another slot in memory that has the same word. Returns
// false if no such slot is stored.
bool Slots::store_copy(std::size_t i) {
  for (std::size_t k = 0; k < depth(); ++k) {
    if (slots_[k].location != slots_[i].location || slots_[k].reg != slots_[i].reg) continue;
    if (!slots_[k].is_stored) continue;
    a_.mov(kScratch, memory(k));
    a_.mov(memory(i), kScratch);
    return true;
  }
  return false;
}

// Loads the word in slot I, of kind Word, into R.
void Slots::load_raw_word(const Gp& r, std::size_t i) {
  const Slot& slot = slots_[i];
  if (slot.location == Location::Word) return void(a_.mov(r, kPool[slot.reg]));
  if (slot.location == Location::Float) return void(a_.move_bits(r, float_of(i)));
  if (slot.location == Location::Constant) return void(a_.mov(r, low_word(constant(i))));
  if (slot.location == Location::Register)
    a_.mov(r, kPool[slot.reg]);
  else
    a_.mov(r, memory(i));
  Label large = a_.newLabel();
  Label done = a_.newLabel();
  a_.test(r.r8(), 3);
  a_.jnz(large);
  shift_word_right(a_, r, 2, has_signed_words_);
  a_.bind(done);
  slow_paths_.push_back([=, this] {
    a_.bind(large);
    load_large_word(a_, r, r, has_signed_words_);
    a_.jmp(done);
  });
}

// Loads the float of KIND whose word is in the scratch register.
void Slots::load_untagged(const Float& x, Kind kind) {
  if (kind == Kind::Single) return a_.load_single(x, kScratch);
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

void Slots::load_single(const Float& x, float f) {
  const auto bits = std::bit_cast<std::uint32_t>(f);
  if (bits == 0) return a_.load_zero(x);
  a_.mov(kScratch.r32(), bits);
  a_.move_bits(x, kScratch);
}

// ---- registers

bool Slots::is_free_float(std::size_t x) const {
  return float_users_[x] == 0 && ((pinned_floats_ | kept_floats_) >> x & 1) == 0;
}

std::size_t Slots::free_floats() const {
  std::size_t n = 0;
  for (std::size_t x = 0; x < kFloatPoolSize; ++x) n += is_free_float(x) ? 1 : 0;
  return n;
}

std::size_t Slots::allocate_float() {
  for (std::size_t x = 0; x < kFloatPoolSize; ++x)
    if (is_free_float(x)) return x;
  do {
    next_float_ = (next_float_ + 1) % kFloatPoolSize;
  } while ((pinned_floats_ >> next_float_ & 1) != 0);
  empty_register(Location::Float, next_float_);
  return next_float_;
}

void Slots::keep_floats(bool yes) {
  kept_floats_ = 0;
  for (std::size_t x = 0; yes && x < kFloatPoolSize; ++x)
    if (float_users_[x] > 0) kept_floats_ |= 1U << x;
}

void Slots::hold_float(Slot& slot, std::size_t x, Kind kind) {
  slot.location = Location::Float;
  slot.reg = static_cast<std::uint8_t>(x);
  slot.kind = kind;
  ++float_users_[x];
}

// Prefers the registers where block versions expect words.
std::size_t Slots::allocate_word() {
  for (std::size_t r = kPoolSize; r-- > 0;)
    if (users_[r] == 0 && !is_pinned(r)) {
      specials_[r] = 0;
      return r;
    }
  return allocate_register();
}

void Slots::hold_word(Slot& slot, std::size_t r) {
  slot.location = Location::Word;
  slot.reg = static_cast<std::uint8_t>(r);
  slot.kind = Kind::Word;
  ++users_[r];
}

Gp Slots::in_word(std::size_t i) {
  Slot& slot = slots_[i];
  if (slot.location != Location::Word) {
    std::size_t r = allocate_word();
    load_raw_word(kPool[r], i);
    release(slot);
    hold_word(slot, r);
  }
  pin(slot.reg);
  return kPool[slot.reg];
}

void Slots::push_word(const Gp& r) {
  slots_.push_back({});
  slots_.back().is_stored = false;
  hold_word(slots_.back(), index(r));
}

void Slots::note_word(const Gp& r, const Gp& raw) {
  for (Slot& slot : slots_) {
    if (slot.location != Location::Register || kPool[slot.reg].id() != r.id()) continue;
    release(slot);
    hold_word(slot, index(raw));
  }
}

// Moves the raw word in register R to a float register, if one is free.
bool Slots::move_word_to_float(std::size_t r) {
  for (std::size_t x = 0; x < kFloatPoolSize; ++x) {
    if (!is_free_float(x)) continue;
    a_.move_bits(pool_float(x), kPool[r]);
    for (Slot& slot : slots_) {
      if (slot.location != Location::Word || slot.reg != r) continue;
      release(slot);
      hold_float(slot, x, Kind::Word);
    }
    return true;
  }
  return false;
}

Float Slots::fresh_float() {
  std::size_t x = allocate_float();
  pinned_floats_ |= 1U << x;
  return pool_float(x);
}

Float Slots::in_float(std::size_t i) {
  Slot& slot = slots_[i];
  if (slot.location != Location::Float) {
    const Kind known = kind(i);
    std::size_t x = allocate_float();
    if (slot.location == Location::Constant && known == Kind::Single) {
      load_single(pool_float(x), constant(i).single());
    } else if (slot.location == Location::Constant) {
      load_double(pool_float(x), float_value(constant(i)));
    } else {
      if (slot.location == Location::Register)
        a_.mov(kScratch, kPool[slot.reg]);
      else
        a_.mov(kScratch, memory(i));
      load_untagged(pool_float(x), known);
    }
    release(slot);
    hold_float(slot, x, known);
  }
  pinned_floats_ |= 1U << slot.reg;
  return float_of(i);
}

void Slots::push_float(const Float& x, Kind kind) {
  slots_.push_back({});
  slots_.back().is_stored = false;
  hold_float(slots_.back(), x.id() - kFirstPoolFloat, kind);
}

void Slots::note_float(const Gp& r, const Float& x, Kind kind) {
  for (Slot& slot : slots_) {
    if (slot.location != Location::Register || kPool[slot.reg].id() != r.id()) continue;
    release(slot);
    hold_float(slot, x.id() - kFirstPoolFloat, kind);
  }
}

void Slots::reload_raw() {
  std::array<bool, kFloatPoolSize + kPoolSize> done{};
  for (std::size_t i = 0; i < depth(); ++i) {
    const Slot& slot = slots_[i];
    std::size_t r = slot.location == Location::Float ? slot.reg : kFloatPoolSize + slot.reg;
    if (!is_raw(i) || std::exchange(done[r], true)) continue;
    a_.mov(kScratch, memory(i));
    if (is_float_kind(slot.kind)) {
      load_untagged(float_of(i), slot.kind);
      continue;
    }
    a_.call_stub(&stubs_.untag_word[has_signed_words_]);
    if (slot.location == Location::Float)
      a_.move_bits(float_of(i), kScratch);
    else
      a_.mov(kPool[slot.reg], kScratch);
  }
}

// ---- jumps between block versions

void Slots::settle(std::initializer_list<Gp*> used) {
  if (!keeps_raw_) return flush();
  std::vector<std::size_t> floats;
  std::vector<std::size_t> words;
  for (std::size_t i = 0; i < depth(); ++i) {
    if (is_float_kind(kind(i))) floats.push_back(i);
    if (is_raw(i) && kind(i) == Kind::Word) words.push_back(i);
  }
  auto store = [this](std::size_t i) {
    flush(i);
    if (is_raw(i)) release(slots_[i]);
  };
  for (std::size_t i = kWordPoolSize + kFloatPoolSize; i < words.size(); ++i) store(words[i]);
  std::size_t taken = std::clamp(words.size(), kWordPoolSize, kWordPoolSize + kFloatPoolSize) -
                      kWordPoolSize;  // float registers for words
  std::size_t excess = floats.size() - std::min(floats.size(), kFloatPoolSize - taken);
  for (std::size_t k = 0; k < excess; ++k) store(floats[k]);
  pinned_floats_ = 0;
  for (std::size_t k = excess; k < floats.size(); ++k) in_float(floats[k]);
  pinned_floats_ = 0;
  for (std::size_t i = 0; i < depth(); ++i)
    if (!is_raw(i)) flush(i);
  arrange(used);
}

// Moves the raw values to the registers where begin() expects them. All others must be stored.
void Slots::arrange(std::initializer_list<Gp*> used) {
  move_words_to_floats();
  permute_words(used);
  permute_floats();
}

// Moves the words for which settled_register() lacks a register.
void Slots::move_words_to_floats() {
  std::size_t rank = 0;
  for (std::size_t i = 0; i < depth(); ++i) {
    if (!is_raw(i) || slots_[i].kind != Kind::Word || rank++ < kWordPoolSize) continue;
    if (slots_[i].location == Location::Float || move_word_to_float(slots_[i].reg)) continue;
    flush(i);
    release(slots_[i]);
  }
}

void Slots::permute_words(std::initializer_list<Gp*> used) {
  std::vector<std::size_t> source(kPoolSize, kNowhere);
  std::vector<std::size_t> words;
  for (std::size_t i = 0; i < depth(); ++i)
    if (is_raw(i) && slots_[i].kind == Kind::Word && words.size() < kWordPoolSize)
      words.push_back(i);
  if (words.empty()) return;
  for (std::size_t rank = 0; rank < words.size(); ++rank) {
    source[settled_register(rank)] = kSpare;  // taken
    if (slots_[words[rank]].location == Location::Word)
      source[settled_register(rank)] = slots_[words[rank]].reg;
  }
  auto is_used = [&](std::size_t r) {
    return std::ranges::any_of(used, [&](const Gp* g) { return g->id() == kPool[r].id(); });
  };
  for (Gp* r : used) {
    std::size_t at = 0;
    while (at < kPoolSize && kPool[at].id() != r->id()) ++at;
    if (at < settled_register(words.size() - 1) || at == kPoolSize) continue;
    std::size_t to = 0;  // already chosen for the same value, or free
    while (source[to] != at && (source[to] != kNowhere || is_used(to))) ++to;
    source[to] = at;
    *r = kPool[to];
  }
  for (Slot& slot : slots_)
    if (slot.location == Location::Register && source[slot.reg] != kNowhere) release(slot);
  for (std::size_t r = 0; r < kPoolSize; ++r)
    if (source[r] != kNowhere) specials_[r] = 0;
  std::replace(source.begin(), source.end(), kSpare, kNowhere);
  move_in_parallel(source, [this](std::size_t to, std::size_t from) {
    a_.mov(to == kSpare ? kScratch : kPool[to], from == kSpare ? kScratch : kPool[from]);
  });
  for (std::size_t rank = 0; rank < words.size(); ++rank) {
    Slot& slot = slots_[words[rank]];
    if (slot.location == Location::Float)
      a_.move_bits(kPool[settled_register(rank)], float_of(words[rank]));
    release(slot);
  }
  for (std::size_t rank = 0; rank < words.size(); ++rank)
    hold_word(slots_[words[rank]], settled_register(rank));
}

// Moves the raw values in float registers to the first ones, one for each slot, in the order of the
// slots.
void Slots::permute_floats() {
  std::vector<std::size_t> source(kFloatPoolSize, kNowhere);
  std::size_t count = 0;
  for (const Slot& slot : slots_)
    if (slot.location == Location::Float) source[count++] = slot.reg;
  move_in_parallel(source, [this](std::size_t to, std::size_t from) {
    a_.move(to == kSpare ? kSpareFloat : pool_float(to),
            from == kSpare ? kSpareFloat : pool_float(from));
  });
  float_users_.fill(0);
  count = 0;
  for (Slot& slot : slots_)
    if (slot.location == Location::Float) hold_float(slot, count++, slot.kind);
}

bool Slots::are_placed(const std::vector<Placed>& all) const {
  return std::ranges::all_of(all, [this](const Placed& p) {
    return slots_[p.slot].location == Location::Register && slots_[p.slot].reg == p.reg;
  });
}

void Slots::forget_tagged() {
  for (Slot& slot : slots_)
    if (slot.location == Location::Register) release(slot);
}

void Slots::load_placed(const std::vector<Placed>& all) {
  for (auto [i, r] : all) a_.mov(kPool[r], memory(i));
}

void Slots::hold_placed(const std::vector<Placed>& all) {
  for (auto [i, r] : all) {
    note_value(r, kind(i));
    hold(slots_[i], r);
  }
}

void Slots::move_to_placed(const std::vector<Placed>& all) {
  std::vector<std::size_t> source(kPoolSize, kNowhere);
  for (auto [i, r] : all)
    if (slots_[i].location == Location::Register) source[r] = slots_[i].reg;
  move_in_parallel(source, [this](std::size_t to, std::size_t from) {
    a_.mov(to == kSpare ? kScratch : kPool[to], from == kSpare ? kScratch : kPool[from]);
  });
  for (auto [i, r] : all) {
    if (slots_[i].location == Location::Constant) load(kPool[r], constant(i));
    if (slots_[i].location == Location::Memory) a_.mov(kPool[r], memory(i));
  }
}

bool Slots::agrees_with(const std::vector<Kind>& kinds) const {
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (is_raw(i) && kinds[i] != slots_[i].kind) return false;
  return true;
}

void Slots::materialize_except(const std::vector<Kind>& kinds) {
  if (agrees_with(kinds)) return;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!is_raw(i) || kinds[i] == slots_[i].kind) continue;
    flush(i);
    release(slots_[i]);
  }
  arrange({});
}

}  // namespace winnow::jit
