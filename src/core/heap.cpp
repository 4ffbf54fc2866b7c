#include "core/heap.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "core/condition.hpp"
#include "core/roots.hpp"
#include "core/trace.hpp"

namespace winnow {

namespace {

// Collect after this many bytes, or after 3/4 of what was alive, whichever is more. 4 MiB keep a
// small program's garbage in the second-level cache; measured on tests/bench/kalah.lisp, which
// peaks at 12 MiB.
constexpr std::size_t kLeastTrigger = std::size_t{4} << 20;

// The signal of an exhausted heap must itself have room.
constexpr std::size_t kExhaustionReserve = std::size_t{8} << 20;

}  // namespace

Heap::Heap(std::size_t max_bytes)
    : range_(std::max<std::size_t>(4 * max_bytes, std::size_t{1} << 30), std::size_t{64} << 20,
             kBlockBytes),
      max_bytes_(max_bytes),
      trigger_(kLeastTrigger) {}

Heap::~Heap() = default;

// ---- allocation

void Heap::account(std::size_t bytes) {
  since_collection_ += bytes;
  statistics_.allocated_bytes += bytes;
}

void* Heap::allocate_bytes(std::size_t bytes) {
#ifdef WINNOW_HOSTILE
  if (hostile_turn()) collect();
#endif
  if (bytes > kLargeBytes) return allocate_large(bytes);
  std::size_t granules = (bytes + kGranuleBytes - 1) / kGranuleBytes;
  std::size_t size = granules * kGranuleBytes;
  if (static_cast<std::size_t>(object_end_ - object_next_) < size) claim_objects(granules);
  char* cell = object_next_;
  object_next_ += size;
  std::uint8_t* side = side_of(cell) + granule_of(cell);
  side[0] = epoch_;
  if (granules > 1) std::memset(side + 1, kContinuation, granules - 1);
  return cell;
}

void Heap::before_growth(std::size_t bytes) {
  if (since_collection_ + bytes > trigger_) collect();
  if (statistics_.committed_bytes + bytes <= max_bytes_ + reserve_bytes_) return;
  collect();
  if (statistics_.committed_bytes + bytes > max_bytes_ + reserve_bytes_) exhausted();
}

void Heap::exhausted() {
  reserve_bytes_ += kExhaustionReserve;
  signal_error(*this, ConditionKind::storage_condition,
               "The heap is exhausted: ~D MiB are in use (see --max-heap)",
               {fixnum(max_bytes_ >> 20)});
}

// Finds COUNT free blocks in a row, first fit.
std::uint32_t Heap::take_blocks(std::size_t count, Kind kind) {
  std::size_t run = 0;
  std::size_t i = lowest_free_;
  if (free_block_count_ < count) i = kinds_.size();
  for (; i < range_.size() / kBlockBytes; ++i) {
    run = i >= kinds_.size() || kinds_[i] == Kind::Free ? run + 1 : 0;
    if (run == count) break;
  }
  if (run < count) exhausted();
  std::size_t first = i + 1 - count;
  free_block_count_ -= std::min(count, kinds_.size() - std::min(first, kinds_.size()));
  if (kinds_.size() <= i) kinds_.resize(i + 1);
  for (std::size_t k = first; k <= i; ++k) {
    kinds_[k] = k == first || kind != Kind::Large ? kind : Kind::LargeTail;
  }
  if (first == lowest_free_) lowest_free_ = i + 1;
  statistics_.committed_bytes += count * kBlockBytes;
  return static_cast<std::uint32_t>(first);
}

void Heap::free_blocks(std::uint32_t first, std::size_t count) {
  std::fill_n(kinds_.begin() + first, count, Kind::Free);
  free_block_count_ += count;
  lowest_free_ = std::min<std::size_t>(lowest_free_, first);
  statistics_.committed_bytes -= count * kBlockBytes;
  PageRange::release(block_at(first), block_at(first + count));
}

void* Heap::allocate_large(std::size_t bytes) {
  if (signaller) signaller->poll();
  std::size_t total = bytes + kFirstGranule * kGranuleBytes;
  std::size_t count = (total + kBlockBytes - 1) / kBlockBytes;
  before_growth(count * kBlockBytes);
  std::uint32_t first = take_blocks(count, Kind::Large);
  account(bytes);
  char* block = block_at(first);
  block[kFirstGranule] = static_cast<char>(epoch_);
  return block + kFirstGranule * kGranuleBytes;
}

bool Heap::next_pair_hole(Space& space, std::uint8_t* side, Hole& hole) const {
  std::size_t i = space.granule;
  while (i < kGranules && side[i] == epoch_) ++i;
  if (i == kGranules) return false;
  hole.begin = i;
  auto* next = static_cast<std::uint8_t*>(std::memchr(side + i, epoch_, kGranules - i));
  hole.end = next ? static_cast<std::size_t>(next - side) : kGranules;
  return true;
}

bool Heap::next_object_hole(Space& space, std::uint8_t* side, Hole& hole) const {
  std::size_t i = space.granule;
  while (i < kGranules && side[i] == epoch_)  // a live object and its continuation
    for (++i; i < kGranules && side[i] == kContinuation;) ++i;
  if (i == kGranules) return false;
  hole.begin = i;
  auto* next = static_cast<std::uint8_t*>(std::memchr(side + i, epoch_, kGranules - i));
  hole.end = next ? static_cast<std::size_t>(next - side) : kGranules;
  return true;
}

// Returns a block with a hole of at least GRANULES in it, taking a fresh block where none has one.
char* Heap::next_hole(Space& space, Kind kind, std::size_t granules, Hole& hole) {
  for (;;) {
    if (space.block < space.blocks.size()) {
      char* block = block_at(space.blocks[space.block]);
      auto* side = reinterpret_cast<std::uint8_t*>(block);
      bool found = kind == Kind::Pairs ? next_pair_hole(space, side, hole)
                                       : next_object_hole(space, side, hole);
      if (!found) {
        ++space.block;
        space.granule = kFirstGranule;
        continue;
      }
      space.granule = hole.end;
      if (hole.end - hole.begin >= granules) return block;
      continue;
    }
    std::size_t collections = statistics_.collections;
    before_growth(kBlockBytes);
    if (statistics_.collections != collections) continue;  // there are holes again
    space.block = space.blocks.size();
    space.granule = kFirstGranule;
    space.blocks.push_back(take_blocks(1, kind));
  }
}

// Wherever memory is claimed there is a safepoint, as an error may be signalled here anyway.
void Heap::claim_pairs() {
  if (signaller) signaller->poll();
#ifdef WINNOW_HOSTILE
  if (hostile_turn()) collect();
#endif
  if (since_collection_ > trigger_) collect();
  Hole hole;
  char* block = next_hole(pairs_, Kind::Pairs, 1, hole);
#ifdef WINNOW_HOSTILE
  hole.end = std::min(hole.end, hole.begin + 16);  // come back, and collect, soon
  pairs_.granule = hole.end;
#endif
  std::size_t bytes = (hole.end - hole.begin) * kGranuleBytes;
  std::memset(block + hole.begin, epoch_, hole.end - hole.begin);
  char* first = block + hole.begin * kGranuleBytes;
  std::memset(first, 0, bytes);
  account(bytes);
  pair_next_ = reinterpret_cast<Pair*>(first);
  pair_end_ = reinterpret_cast<Pair*>(first + bytes);
}

void Heap::claim_objects(std::size_t granules) {
  if (signaller) signaller->poll();
  if (since_collection_ > trigger_) collect();
  Hole hole;
  char* block = next_hole(objects_, Kind::Objects, granules, hole);
  std::size_t bytes = (hole.end - hole.begin) * kGranuleBytes;
  std::memset(block + hole.begin, kFree, hole.end - hole.begin);
  object_next_ = block + hole.begin * kGranuleBytes;
  object_end_ = object_next_ + bytes;
  std::memset(object_next_, 0, bytes);
  account(bytes);
}

Value Heap::box_float(double x) {
  auto* cell = allocate<Float>(Type::Float, sizeof(Float), 0);
  cell->value = x;
  return to_value(cell);
}

// ---- marking

bool Heap::is_marked(Value v) const {
  if (!v.is_pointer() || !contains(v.address())) return true;
  return side_of(v.address())[granule_of(v.address())] == epoch_;
}

void Heap::mark_value(Value v) {
  if (!v.is_pointer()) return;
  char* address = v.address();
  if (!contains(address)) return;  // NIL, T
  std::uint8_t& byte = side_of(address)[granule_of(address)];
  if (byte == epoch_) return;
  byte = epoch_;
  mark_stack_.push_back(v);
}

void Heap::drain() {
  while (!mark_stack_.empty()) {
    Value v = mark_stack_.back();
    mark_stack_.pop_back();
    if (v.is_list()) {
      for (;;) {  // along the cdrs
        statistics_.live_bytes += sizeof(Pair);
        Pair* p = as_pair(v);
        mark_value(p->car);
        v = p->cdr;
        if (!v.is_list()) {
          mark_value(v);
          break;
        }
        if (is_nil(v)) break;
        std::uint8_t& byte = side_of(v.address())[granule_of(v.address())];
        if (byte == epoch_) break;
        byte = epoch_;
      }
    } else {
      ObjectExtent extent = extent_of(reinterpret_cast<Header*>(v.address()));
      statistics_.live_bytes += extent.bytes;
      mark_range(extent.values, extent.count);
    }
  }
}

void Heap::mark_conservatively(std::uintptr_t word) {
  auto* address = reinterpret_cast<char*>(word);
  if (!contains(address)) return;
  std::size_t index = static_cast<std::size_t>(address - range_.begin()) / kBlockBytes;
  std::size_t granule = granule_of(address);
  std::uint8_t before = epoch_ == 1 ? kLastEpoch : static_cast<std::uint8_t>(epoch_ - 1);
  auto alive = [&](std::uint8_t byte) { return byte == before || byte == epoch_; };
  switch (kinds_[index]) {
    case Kind::Free: return;
    case Kind::Pairs:
      if (granule >= kFirstGranule && alive(side_of(address)[granule]))
        mark_value(Value::tagged(block_at(index) + granule * kGranuleBytes, kPairTag));
      return;
    case Kind::LargeTail:
      while (kinds_[index] == Kind::LargeTail) --index;
      granule = kFirstGranule;
      break;
    case Kind::Large: granule = kFirstGranule; break;
    case Kind::Objects: break;
  }
  char* block = block_at(index);
  auto* side = reinterpret_cast<std::uint8_t*>(block);
  if (granule < kFirstGranule) return;
  while (granule > kFirstGranule && side[granule] == kContinuation) --granule;
  if (!alive(side[granule])) return;
  char* cell = block + granule * kGranuleBytes;
  unsigned tag = reinterpret_cast<Header*>(cell)->type == Type::Symbol ? kSymbolTag : kObjectTag;
  mark_value(Value::tagged(cell, tag));
}

// Registers are spilled by __builtin_unwind_init and not by setjmp, since the C library scrambles
// some of them in a jmp_buf. They land in this frame, below its frame address: only from a callee
// is all of it above.
__attribute__((noinline)) void Heap::scan_native_stack() {
  __builtin_unwind_init();
  scan_callers();
  asm volatile("");  // so that the call is no jump, which would leave this frame
}

__attribute__((noinline, no_sanitize("address"))) void Heap::scan_callers() {
  auto* low = static_cast<const char*>(__builtin_frame_address(0));
  for (const char* p = low; p + sizeof(std::uintptr_t) <= native_stack.base();
       p += sizeof(std::uintptr_t)) {
    mark_conservatively(*reinterpret_cast<const std::uintptr_t*>(p));
    if (mark_stack_.size() > 4096) drain();
  }
}

void Heap::collect() {
  WINNOW_CHECK(!collecting_);
  collecting_ = true;
  auto start = std::chrono::steady_clock::now();
  if (epoch_ == kLastEpoch) restart_epochs();
  ++epoch_;
  statistics_.live_bytes = 0;
  for (Symbol* s : {&static_cells.nil_symbol, &static_cells.t}) mark_range(&s->value, 4);
  for (RootSet* roots : roots_) roots->mark(*this);
  scan_native_stack();
  drain();
  if (after_marking) after_marking();
  release_dead_blocks();
#ifdef WINNOW_HOSTILE
  poison_dead();
#endif
  pair_next_ = pair_end_ = nullptr;
  object_next_ = object_end_ = nullptr;
  pairs_.block = objects_.block = 0;
  pairs_.granule = objects_.granule = kFirstGranule;
  since_collection_ = 0;
  trigger_ = std::max(kLeastTrigger, statistics_.live_bytes / 4 * 3);
  if (statistics_.committed_bytes + kExhaustionReserve < max_bytes_) reserve_bytes_ = 0;
  ++statistics_.collections;
  statistics_.seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  collecting_ = false;
}

// Gives back blocks in which nothing is alive, so that the other kinds and the system can have
// them.
void Heap::release_dead_blocks() {
  auto dead = [this](std::uint32_t i) {
    return std::memchr(block_at(i) + kFirstGranule, epoch_, kGranules - kFirstGranule) == nullptr;
  };
  for (Space* space : {&pairs_, &objects_}) {
    // Some empty blocks stay, since the program is about to allocate again.
    std::size_t keep = kLeastTrigger / kBlockBytes;
    std::erase_if(space->blocks, [&](std::uint32_t i) {
      if (!dead(i) || keep-- > 0) return false;
      keep = 0;
      free_blocks(i, 1);
      return true;
    });
  }
  for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i] != Kind::Large) continue;
    std::size_t count = 1;
    while (i + count < kinds_.size() && kinds_[i + count] == Kind::LargeTail) ++count;
    if (static_cast<std::uint8_t>(block_at(i)[kFirstGranule]) != epoch_) free_blocks(i, count);
  }
}

// Before the epochs wrap around: dead cells become free, live ones get the first epoch.
void Heap::restart_epochs() {
  for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
    auto* side = reinterpret_cast<std::uint8_t*>(block_at(i));
    if (kinds_[i] == Kind::Large) side[kFirstGranule] = 1;
    if (kinds_[i] != Kind::Pairs && kinds_[i] != Kind::Objects) continue;
    bool alive = false;
    for (std::size_t g = kFirstGranule; g < kGranules; ++g) {
      if (side[g] != kContinuation) alive = side[g] == epoch_;
      if (!alive)
        side[g] = kFree;
      else if (side[g] != kContinuation)
        side[g] = 1;
    }
  }
  epoch_ = 1;
}

// Overwrites what died, so that a stale reference is noticed (hostile builds).
void Heap::poison_dead() {
  auto poison = [this](const Space& space) {
    for (std::uint32_t i : space.blocks) {
      auto* side = reinterpret_cast<std::uint8_t*>(block_at(i));
      bool alive = false;
      for (std::size_t g = kFirstGranule; g < kGranules; ++g) {
        if (side[g] != kContinuation) alive = side[g] == epoch_;
        if (!alive) std::memset(block_at(i) + g * kGranuleBytes, 0xD5, kGranuleBytes);
      }
    }
  };
  poison(pairs_);
  poison(objects_);
}

void Heap::verify() {
  collect();
  auto check = [this](Value v) {
    if (v.is_pointer() && contains(v.address())) WINNOW_CHECK(is_marked(v));
  };
  for (std::uint32_t i : pairs_.blocks) {
    auto* side = reinterpret_cast<std::uint8_t*>(block_at(i));
    for (std::size_t g = kFirstGranule; g < kGranules; ++g) {
      if (side[g] != epoch_) continue;
      auto* p = reinterpret_cast<Pair*>(block_at(i) + g * kGranuleBytes);
      check(p->car);
      check(p->cdr);
    }
  }
  for (std::uint32_t i : objects_.blocks) {
    auto* side = reinterpret_cast<std::uint8_t*>(block_at(i));
    for (std::size_t g = kFirstGranule; g < kGranules; ++g) {
      if (side[g] != epoch_) continue;
      auto* header = reinterpret_cast<Header*>(block_at(i) + g * kGranuleBytes);
      ObjectExtent extent = extent_of(header);
      std::size_t granules = (extent.bytes + kGranuleBytes - 1) / kGranuleBytes;
      WINNOW_CHECK(g + granules <= kGranules);
      for (std::size_t k = 1; k < granules; ++k) WINNOW_CHECK(side[g + k] == kContinuation);
      for (std::size_t k = 0; k < extent.count; ++k) check(extent.values[k]);
    }
  }
}

}  // namespace winnow
