// The collector: marking, at once or in steps, and what follows it.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/memory.hpp"
#include "core/heap.hpp"
#include "core/roots.hpp"
#include "core/trace.hpp"

namespace winnow {

namespace {

// A heap smaller than this is marked at once, which takes some 5 ms; a larger one in steps.
#ifdef WINNOW_HOSTILE
constexpr std::size_t kMarkedAtOnce = 0;
#else
constexpr std::size_t kMarkedAtOnce = std::size_t{16} << 20;
#endif

// Values of a row that are looked at in one go.
constexpr std::size_t kSliceValues = 1024;

// Cells of a list that are looked into in one go; then their cars are.
constexpr std::size_t kListCells = 1024;

// Every block is scrubbed once in so many collections: sooner than epochs come again.
constexpr std::size_t kScrubCycle = 128;

// The image is looked into whole once in so many collections.
constexpr std::size_t kImageCycle = 16;
constexpr std::size_t kPageBytes = 4096;

class Stopwatch {
 public:
  explicit Stopwatch(HeapStatistics& statistics) : statistics_(statistics) {}
  ~Stopwatch() {
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    statistics_.seconds += seconds;
    statistics_.longest_pause = std::max(statistics_.longest_pause, seconds);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  HeapStatistics& statistics_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

// ---- when

// BYTES more were claimed: begins a collection where it is time for one, or goes on with that under
// way.
void Heap::advance_collection(std::size_t bytes) {
  if (marking_) {
    Stopwatch watch(statistics_);
    if (drain(bytes * pace_)) finish_marking();
  } else if (since_collection_ + bytes > trigger_) {
    if (statistics_.live_bytes + since_collection_ < kMarkedAtOnce) return collect();
    Stopwatch watch(statistics_);
    begin_marking();
  }
}

void Heap::collect() {
  Stopwatch watch(statistics_);
  if (marking_) {
    drain(~std::size_t{0});
    finish_marking();
  }
  begin_marking();
  drain(~std::size_t{0});
  finish_marking();
}

void Heap::begin_marking() {
  WINNOW_CHECK(!marking_);
  before_ = epoch_;
  epoch_ = epoch_ == kLastEpoch ? 1 : epoch_ + 1;
  marking_ = true;
  marked_bytes_ = 0;
  // The whole cycle takes another quarter of what is alive, at most.
  std::size_t alive = statistics_.live_bytes + since_collection_;
  pace_ = alive / std::max(kLeastTrigger, alive / 4) + 2;
  stamp_open_hole(epoch_);  // new cells are born marked
  since_marking_ = since_collection_;
  mark_image();
  for (Symbol* s : {&static_cells().nil_symbol, &static_cells().t}) mark_range(&s->value, 5);
  mark_value(exhausted_condition);
  mark_value(image_root);
  for (RootSet* roots : roots_) roots->mark(*this);
  scan_native_stack();
}

// What the image holds stays alive, and is looked into only where it was written to since it was
// mapped: elsewhere it refers to nothing outside. Now and then it is marked like all the rest, so
// that what died of it, and what that refers to, does not stay for ever.
void Heap::mark_image() {
  if (statistics_.collections % kImageCycle == kImageCycle - 1) return;
  static_assert(kBlockBytes == WrittenPages::kMost * kPageBytes);
  for (std::size_t i = 0; i < image_blocks_; ++i) {
    if (kinds_[i] == Kind::LargeTail) continue;
    auto* side = reinterpret_cast<std::uint8_t*>(block_at(i));
    for (std::size_t g = kFirstGranule; g < kGranules; ++g)
      side[g] = side[g] == before_ ? epoch_ : side[g];
  }
  marked_bytes_ += image_blocks_ * kBlockBytes;
  WrittenPages pages;
  for (std::size_t i = 0; i < image_blocks_; ++i) {
    std::uint32_t written = pages.among(block_at(i));
    // The first page has the side bytes, but where an object goes on from the block before.
    for (std::size_t page = kinds_[i] == Kind::LargeTail ? 0 : 1; page < WrittenPages::kMost;
         ++page)
      if ((written >> page & 1) != 0) mark_page_of_image(i, page);
  }
}

// Marks what the cells of the image that lie in PAGE of BLOCK, or reach into it, refer to.
void Heap::mark_page_of_image(std::size_t block, std::size_t page) {
  constexpr std::size_t kPageGranules = kPageBytes / kGranuleBytes;
  std::size_t first = page * kPageGranules;
  std::size_t end = first + kPageGranules;
  while (kinds_[block] == Kind::LargeTail) --block;
  auto* side = reinterpret_cast<std::uint8_t*>(block_at(block));
  if (kinds_[block] == Kind::Large) {
    first = kFirstGranule;
    end = first + 1;
  } else if (kinds_[block] == Kind::Objects) {
    while (first > kFirstGranule && side[first] == kContinuation) --first;
  }
  for (std::size_t g = first; g < end; ++g) {
    if (side[g] != epoch_) continue;
    char* cell = block_at(block) + g * kGranuleBytes;
    if (kinds_[block] == Kind::Pairs)
      mark_range(&reinterpret_cast<Pair*>(cell)->car, 2);
    else
      mark_row(extent_of(reinterpret_cast<Header*>(cell)));
  }
}

void Heap::finish_marking() {
  if (after_marking) after_marking();
  marking_ = false;
  before_ = epoch_;
  // Cells born meanwhile were not looked at: they count as alive.
  std::size_t before = statistics_.live_bytes;
  statistics_.live_bytes = marked_bytes_ + (since_collection_ - since_marking_);
  close_holes();
  release_dead_blocks();
#ifdef WINNOW_HOSTILE
  poison_dead();
  check_live_cells();
#endif
  std::size_t live = statistics_.live_bytes;
  // Where a program builds something large, nearly all of what is new stays alive, and looking for
  // what does not is in vain: the next time comes later.
  bool builds = live > before && (live - before) / 3 * 4 > since_collection_;
  since_collection_ = 0;
  trigger_ = std::max(kLeastTrigger, builds                 ? live
                                     : live < kMarkedAtOnce ? live / 4 * 3
                                                            : live / 2);
  native_before_ = native_memory.in_use;
  if (statistics_.committed_bytes + native_before_ <= max_bytes_) reserve_bytes_ = 0;
  share_limit();
  ++statistics_.collections;
}

// The search for holes begins anew. What is left of the open one is no cell yet.
void Heap::close_holes() {
  stamp_open_hole(kFree);
  note_open_hole();
  pair_next_ = pair_end_ = pair_begin_ = nullptr;
  object_next_ = object_end_ = nullptr;
  for (Space* space : {&pairs_, &objects_}) {
    space->block = space->first;
    space->granule = kFirstGranule;
  }
}

// Gives BYTE to the pairs that were claimed, but not made yet.
void Heap::stamp_open_hole(std::uint8_t byte) {
  if (pair_next_ == pair_end_) return;
  char* first = reinterpret_cast<char*>(pair_next_);
  std::memset(side_of(first) + granule_of(first), byte,
              static_cast<std::size_t>(pair_end_ - pair_next_));
}

// ---- marking

bool Heap::is_marked(Value v) const {
  if (!v.is_pointer() || !contains(v.address())) return true;
  return side_of(v.address())[granule_of(v.address())] == epoch_;
}

// Marks V; true if it was not yet.
bool Heap::shade(Value v) {
  if (!v.is_pointer()) return false;
  char* address = v.address();
  if (!contains(address)) return false;  // NIL, T
  std::uint8_t& byte = side_of(address)[granule_of(address)];
  if (byte == epoch_) return false;
  byte = epoch_;
  return true;
}

void Heap::push_grey(Value v) {
  if (grey_top_ == grey_end_)
    overflowed_ = true;
  else
    *grey_top_++ = v;
  __builtin_prefetch(v.address());
}

// Marks what an object holds, of a long row only the beginning: the rest waits.
void Heap::mark_row(const ObjectExtent& extent) {
  std::size_t count = extent.count;
  if (count > kSliceValues && slice_count_ < kMaxSlices) {
    slices_[slice_count_++] = {extent.values, count};
    marked_bytes_ += extent.bytes - count * sizeof(Value);
    return;
  }
  marked_bytes_ += extent.bytes;
  mark_range(extent.values, count);
}

void Heap::mark_slice() {
  Slice& slice = slices_[slice_count_ - 1];
  std::size_t count = std::min(slice.left, kSliceValues);
  const Value* values = slice.next;
  slice.next += count;
  slice.left -= count;
  // Nothing stays in what the heap itself holds: where it lies on the C++ stack, that is a root.
  if (slice.left == 0) slices_[--slice_count_] = {};
  marked_bytes_ += count * sizeof(Value);
  mark_range(values, count);
}

// Looks into what is marked until BYTES more have been; true when nothing is left.
bool Heap::drain(std::size_t bytes) {
  std::size_t goal = marked_bytes_ + std::min(bytes, ~std::size_t{0} - marked_bytes_);
  for (;;) {
    if (marked_bytes_ > goal) return false;
    if (grey_top_ == grey_) {
      if (slice_count_ > 0)
        mark_slice();
      else if (overflowed_)
        rescan();
      else
        return true;
      continue;
    }
    Value v = *--grey_top_;
    // Along the cdrs: what was made last of all that a cell holds mostly lies beside it.
    Value* waiting = grey_top_;  // from here on: the cars of this list
    std::size_t left = kListCells;
    do {
      if (!v.is_list()) {
        mark_row(extent_of(reinterpret_cast<Header*>(v.address())));
        break;
      }
      if (left-- == 0 || marked_bytes_ > goal) {
        push_grey_below(v, waiting);
        break;
      }
      marked_bytes_ += sizeof(Pair);
      mark_value(as_pair(v)->car);
      v = as_pair(v)->cdr;
    } while (shade(v));
  }
}

// V comes after what was pushed since the stack was as high as PLACE: so a long list needs no more
// room than a short one.
void Heap::push_grey_below(Value v, Value* place) {
  push_grey(v);
  if (!overflowed_) std::swap(*place, grey_top_[-1]);
}

// Finds again the cells for which there was no room on the stack: all that is marked is looked into
// once more.
void Heap::rescan() {
  overflowed_ = false;
  for_each_live_cell([this](Value v) {
    if (v.is_list()) return mark_range(&as_pair(v)->car, 2);
    ObjectExtent extent = extent_of(reinterpret_cast<Header*>(v.address()));
    mark_range(extent.values, extent.count);
  });
}

Value Heap::value_at(Kind kind, char* cell) {
  if (kind == Kind::Pairs) return Value::tagged(cell, kPairTag);
  bool symbol = reinterpret_cast<Header*>(cell)->type == Type::Symbol;
  return Value::tagged(cell, symbol ? kSymbolTag : kObjectTag);
}

void Heap::mark_conservatively(std::uintptr_t word) {
  auto* address = reinterpret_cast<char*>(word);
  if (!contains(address)) return;
  std::size_t index = static_cast<std::size_t>(address - range_.begin()) / kBlockBytes;
  while (kinds_[index] == Kind::LargeTail) --index;
  Kind kind = kinds_[index];
  if (kind == Kind::Free || kind == Kind::Dirty) return;
  char* block = block_at(index);
  auto* side = reinterpret_cast<std::uint8_t*>(block);
  std::size_t granule = kind == Kind::Large ? kFirstGranule : granule_of(address);
  if (granule < kFirstGranule) return;
  if (kind == Kind::Objects)
    while (granule > kFirstGranule && side[granule] == kContinuation) --granule;
  if (is_alive(side[granule])) mark_value(value_at(kind, block + granule * kGranuleBytes));
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
       p += sizeof(std::uintptr_t))
    mark_conservatively(*reinterpret_cast<const std::uintptr_t*>(p));
}

// ---- after marking

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
      if (i < image_blocks_ || !dead(i)) return false;
      if (keep > 0) return --keep, false;
      free_blocks(i, 1);
      return true;
    });
  }
  for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
    if (i % kScrubCycle == statistics_.collections % kScrubCycle) scrub(i);
    if (kinds_[i] != Kind::Large || i < image_blocks_) continue;
    std::size_t count = 1;
    while (i + count < kinds_.size() && kinds_[i + count] == Kind::LargeTail) ++count;
    if (static_cast<std::uint8_t>(block_at(i)[kFirstGranule]) != epoch_) free_blocks(i, count);
  }
}

// Calls VISIT with the number of each granule of BLOCK in which nothing is alive.
template <class Visit>
void Heap::for_each_dead_granule(std::uint32_t block, Visit visit) {
  if (kinds_[block] != Kind::Pairs && kinds_[block] != Kind::Objects) return;
  auto* side = reinterpret_cast<std::uint8_t*>(block_at(block));
  bool alive = false;
  for (std::size_t g = kFirstGranule; g < kGranules; ++g) {
    if (side[g] != kContinuation) alive = side[g] == epoch_;
    if (!alive) visit(g);
  }
}

// Forgets the epochs of what died in BLOCK, before they come again.
void Heap::scrub(std::uint32_t block) {
  auto* side = reinterpret_cast<std::uint8_t*>(block_at(block));
  for_each_dead_granule(block, [side](std::size_t g) { side[g] = kFree; });
}

#ifdef WINNOW_HOSTILE
// Overwrites what died, so that a stale reference is noticed.
void Heap::poison_dead() {
  for (std::uint32_t i = 0; i < kinds_.size(); ++i)
    for_each_dead_granule(i, [this, i](std::size_t g) {
      std::memset(block_at(i) + g * kGranuleBytes, 0xD5, kGranuleBytes);
    });
}
#endif

void Heap::verify() {
  collect();
  check_live_cells();
}

void Heap::check_live_cells() {
  for_each_live_cell([this](Value v) {
    if (v.is_list()) {
      WINNOW_CHECK(is_marked(as_pair(v)->car) && is_marked(as_pair(v)->cdr));
      return;
    }
    ObjectExtent extent = extent_of(reinterpret_cast<Header*>(v.address()));
    std::size_t granule = granule_of(v.address());
    std::size_t granules = (extent.bytes + kGranuleBytes - 1) / kGranuleBytes;
    if (extent.bytes <= kLargeBytes) {
      WINNOW_CHECK(granule + granules <= kGranules);
      for (std::size_t k = 1; k < granules; ++k)
        WINNOW_CHECK(side_of(v.address())[granule + k] == kContinuation);
    }
    for (std::size_t k = 0; k < extent.count; ++k) WINNOW_CHECK(is_marked(extent.values[k]));
  });
}

}  // namespace winnow
