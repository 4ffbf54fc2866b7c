// The collector: when collections begin, their roots, and the work after marking.
#include <algorithm>
#include <chrono>
#include <cstring>

#include "heap/heap.hpp"
#include "heap/roots.hpp"
#include "heap/trace.hpp"
#include "host/memory.hpp"

namespace winnow {

namespace {

// A heap smaller than this is marked in one step, which takes about 5 ms.
// A larger heap is marked incrementally.
#ifdef WINNOW_HOSTILE
constexpr std::size_t kMarkedInOneStep = 0;
#else
constexpr std::size_t kMarkedInOneStep = std::size_t{16} << 20;
#endif

#ifdef WINNOW_HOSTILE
// Whether the collection with this number walks over the whole heap to check it, which takes ten
// times as long as a young collection. The first ones do, then one in 17, then one in 67, so that the
// checks alternate between young, full and incremental collections.
bool walks_heap(std::uint64_t number) {
  return number < 256 || number % (number < 8192 ? 17 : 67) == 0;
}
#endif

// The least growth of the heap between two collections while a Building exists.
constexpr std::size_t kLeastGrowth = std::size_t{64} << 20;

// The number of bytes that are allocated for each card that the last young collection scanned.
constexpr std::size_t kAllocatedPerCard = 4096;

// If there are more bytes of young cells than this, they are collected by a full collection.
constexpr std::size_t kMostYoungBytes = std::size_t{32} << 20;
// The first byte of a block in which the current collection found no live cell.
constexpr std::uint8_t kAllDead = 1;

// Every block is scrubbed once in this many full collections, before the epochs repeat.
constexpr std::size_t kScrubCycle = 128;

// The number of slow stores of native code after which the collection advances.
constexpr std::size_t kStoresInStep = 1024;

// The whole image is scanned in every 16th full collection.
constexpr std::size_t kImageCycle = 16;

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

// ---- triggers

// Called when BYTES have been claimed: begins a collection if one is due, or
// continues an incremental one.
void Heap::advance_collection(std::size_t bytes) {
  if (marking_) {
    Stopwatch watch(statistics_);
    if (drain(bytes * pace_)) finish_marking();
  } else if (growing_) {
    if (since_collection_ + bytes <= std::max(kLeastGrowth, 3 * statistics_.live_bytes)) return;
    Stopwatch watch(statistics_);
    begin_marking();
  } else if (since_collection_ + bytes > trigger_) {
    begin_collection();
  }
}

void Heap::before_store(Value& slot) {
  store(slot, slot);
  if (!marking_ || ++slow_stores_ % kStoresInStep != 0) return;
  advance_collection(kStoresInStep * sizeof(Value));
}

// Begins a collection: a young one, unless that would be a long pause because the program has
// written to many cards or allocated many bytes. Then the whole heap is collected.
void Heap::begin_collection() {
  const std::size_t cards = since_collection_ <= kMostYoungBytes ? count_written() : kMostCards + 1;
  const bool few = cards <= kMostCards;
  if (statistics_.live_bytes + (few ? 0 : since_collection_) > old_limit_) {
    if (statistics_.live_bytes + since_collection_ < kMarkedInOneStep) return collect();
    Stopwatch watch(statistics_);
    begin_marking();
  } else if (few) {
    collect_young();
    trigger_ = std::clamp(cards * kAllocatedPerCard, kLeastTrigger, kMostTrigger);
  } else {
    trigger_ = since_collection_ + kLeastTrigger;
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

// Makes new cells old from now on. Called when all cells are old.
void Heap::start_growing() {
  growing_ = true;
  birth_ = epoch_;
}

void Heap::stop_growing() {
  if (!growing_) return;
  growing_ = false;
  birth_ = kYoung;
  forget_written();
  note_open_hole();
  if (recorders_ > 0) make_room_for_hole();
  pair_begin_ = pair_next_;  // the cells before it are old
  stamp_open_hole(kYoung);
  if (pair_next_ != pair_end_) side_of(reinterpret_cast<char*>(pair_next_))[0] = kYoung;
  if (object_next_ != object_end_) side_of(object_next_)[0] = kYoung;
  // The new cells are likely to survive, but not those from before the Building.
  old_limit_ = std::max(old_limit_, 2 * (old_then_ + since_collection_));
  statistics_.live_bytes += since_collection_;
  since_collection_ = 0;
}

// Makes the reachable young cells old and frees the others.
void Heap::collect_young() {
  WINNOW_CHECK(!marking_);
  stop_growing();
  Stopwatch watch(statistics_);
#ifdef WINNOW_HOSTILE
  if (walks_heap(statistics_.collections)) check_written();
#endif
  marked_bytes_ = 0;
  stamp_open_hole(kFree);  // its bits are not pairs yet
  mark_written();
  mark_roots();
  drain(~std::size_t{0});
  process_weak(false);
  statistics_.live_bytes += marked_bytes_;
  end_collection(false);
}

void Heap::begin_marking() {
  WINNOW_CHECK(!marking_);
  stop_growing();
  before_ = epoch_;
  birth_ = epoch_ = epoch_ == kLastEpoch ? 1 : epoch_ + 1;
  marking_ = true;
  marked_bytes_ = 0;
  // Marking ends before the heap has grown by another quarter.
  std::size_t alive = statistics_.live_bytes + since_collection_;
  pace_ = alive / std::max(kLeastTrigger, alive / 4) + 2;
  stamp_open_hole(birth_);
  std::fill(pair_next_, pair_end_, Pair{});  // rescan() may scan them
  since_marking_ = since_collection_;
  // Sometimes the image is marked like all other cells, so that its dead cells do not keep others
  // alive for ever.
  if (statistics_.full_collections % kImageCycle != kImageCycle - 1) mark_image();
  mark_roots();
}

void Heap::mark_roots() {
  for (Symbol* s : {&static_cells().nil_symbol, &static_cells().t}) mark_range(&s->value, 5);
  mark_value(exhausted_condition);
  mark_value(image_root);
  for (RootSet* roots : roots_) roots->mark(*this);
  mark_broken_pointers();
  scan_native_stack();
}

void Heap::finish_marking() {
  process_weak(true);
  marking_ = false;
  before_ = epoch_;
  birth_ = kYoung;
  // Cells that were allocated during marking were not scanned: they count as alive.
  std::size_t then = old_then_;
  std::size_t grown = statistics_.live_bytes - then + since_collection_;
  std::size_t live = marked_bytes_ + (since_collection_ - since_marking_);
  statistics_.live_bytes = old_then_ = live;
  // While a program builds a large data structure, nearly all new cells survive, and collecting
  // frees little: the next full collection is then delayed.
  bool builds = live > then && (live - then) / 3 * 4 > grown;
  old_limit_ = live + std::max(kLeastTrigger, builds                    ? live
                                              : live < kMarkedInOneStep ? live / 4 * 3
                                                                        : live / 2);
  lately_used_ = std::max(statistics_.committed_bytes, lately_used_ - lately_used_ / 16);
  forget_written();  // all cells are old
  ++statistics_.full_collections;
  end_collection(true);
  native_before_ = native_memory.in_use;
}

// Called after marking: marked cells are alive and old, all others are dead.
void Heap::end_collection(bool full) {
  if (upcalls) upcalls->after_marking();
  trigger_ = kLeastTrigger;
  since_collection_ = 0;
  stamp_open_hole(kFree);
  for (Space* space : {&pairs_, &objects_}) {
    forget_young(*space);
#ifdef WINNOW_HOSTILE
    for (std::size_t k = space->start; k < space->end(); ++k) poison_dead(space->blocks[k]);
#endif
    if (full) space->start = space->first;
  }
  release_dead_blocks(full);
  close_holes();
#ifdef WINNOW_HOSTILE
  if (walks_heap(statistics_.collections)) {
    for (std::uint32_t i = 0; i < kinds_.size(); ++i) poison_dead(i);
    check_live_cells();
  }
#endif
  if (statistics_.committed_bytes + native_memory.in_use <= max_bytes_) reserve_bytes_ = 0;
  share_limit();
  ++statistics_.collections;
  if (builders_ > 0) start_growing();
}

// Restarts the search for holes. The rest of the current hole contains no cells.
void Heap::close_holes() {
  note_open_hole();
  pair_next_ = pair_end_ = pair_begin_ = nullptr;
  object_next_ = object_end_ = object_zeroed_ = nullptr;
  for (Space* space : {&pairs_, &objects_}) {
    space->block = space->start;
    space->granule = kFirstGranule;
  }
}

// Sets the mark bytes of the pairs that were claimed but not allocated yet to BYTE.
void Heap::stamp_open_hole(std::uint8_t byte) {
  if (pair_next_ == pair_end_) return;
  char* first = reinterpret_cast<char*>(pair_next_);
  std::memset(side_of(first) + granule_of(first), byte,
              static_cast<std::size_t>(pair_end_ - pair_next_));
}

// ---- after marking

// Clears the mark bytes of the remaining young cells, which are dead. Moves the blocks that had young
// cells to the end of the searched blocks, so that the next search for holes begins with them. The
// blocks before them are full.
void Heap::forget_young(Space& space) {
  std::size_t start = space.end();
  for (std::size_t k = start; k-- > space.start;) {
    auto* side = side_of(block_at(space.blocks[k]));
    if (side[0] != kYoung) continue;
    // For release_dead_blocks(), since the mark bytes are in the cache here.
    bool alive = std::memchr(side + kFirstGranule, epoch_, kGranules - kFirstGranule) != nullptr;
    side[0] = alive ? kFree : kAllDead;
    for (std::size_t g = kFirstGranule; g < kGranules; ++g)
      side[g] = side[g] == kYoung ? kFree : side[g];
    std::swap(space.blocks[k], space.blocks[--start]);
  }
  space.start = start;
}

// Frees blocks without live cells, for use by blocks of other kinds and by the system.
void Heap::release_dead_blocks(bool full) {
  auto dead = [this](std::uint32_t i) {
    auto* side = side_of(block_at(i));
    auto has_live_cell = [this, side] {
      return std::memchr(side + kFirstGranule, epoch_, kGranules - kFirstGranule) != nullptr;
    };
#ifdef WINNOW_HOSTILE
    WINNOW_CHECK(side[0] != kAllDead || !has_live_cell());
#endif
    return side[0] == kAllDead || !has_live_cell();
  };
  for (Space* space : {&pairs_, &objects_}) {
    // Some empty blocks are kept, since the program is about to allocate again.
    std::size_t keep = kLeastTrigger / kBlockBytes;
    auto& blocks = space->blocks;
    // After a young collection only blocks that had young cells can have become empty.
    auto begin = blocks.begin() + static_cast<std::ptrdiff_t>(space->start);
    auto end = full ? blocks.end() : blocks.begin() + static_cast<std::ptrdiff_t>(space->end());
    auto left = std::remove_if(begin, end, [&](std::uint32_t i) {
      if (!dead(i)) return false;
      if (keep > 0) return --keep, false;
      free_blocks(i, 1);
      return true;
    });
    blocks.erase(left, end);
  }
  for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
    if (full && i % kScrubCycle == statistics_.full_collections % kScrubCycle) scrub(i);
    if (kinds_[i] != Kind::Large || i < image_blocks_) continue;
    std::size_t count = 1;
    while (i + count < kinds_.size() && kinds_[i + count] == Kind::LargeTail) ++count;
    if (static_cast<std::uint8_t>(block_at(i)[kFirstGranule]) != epoch_) free_blocks(i, count);
  }
}

// Calls VISIT with the index of each granule of BLOCK that is not part of a live cell.
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

// Clears the mark bytes of dead cells in BLOCK, before their epochs are used again.
void Heap::scrub(std::uint32_t block) {
  auto* side = reinterpret_cast<std::uint8_t*>(block_at(block));
  for_each_dead_granule(block, [side](std::size_t g) { side[g] = kFree; });
}

#ifdef WINNOW_HOSTILE
// Overwrites dead cells of BLOCK, so that stale references are noticed.
void Heap::poison_dead(std::uint32_t block) {
  for_each_dead_granule(block, [this, block](std::size_t g) {
    std::memset(block_at(block) + g * kGranuleBytes, 0xD5, kGranuleBytes);
  });
}
#endif

void Heap::verify() {
  collect();
  check_live_cells();
}

void Heap::check_live_cells() {
  check_weak();
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
