#include "heap/heap.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "heap/condition.hpp"
#include "heap/roots.hpp"
#include "host/memory.hpp"

namespace winnow {

namespace {

// Bytes in reserve for the handlers of heap exhaustion.
constexpr std::size_t kExhaustionReserve = std::size_t{8} << 20;

// The search for a hole takes a fresh block after this many full ones, which limits the pause.
constexpr std::size_t kMostFullBlocks = 256;

// Smaller holes between pairs, in granules, are not used while the heap has less than kRoom bytes
// beyond those that may be alive. New pairs then share few cards with old ones, so that young
// collections scan fewer cards, and the cells of a list are adjacent.
#ifdef WINNOW_HOSTILE
constexpr std::size_t kRoomyHole = 1;
#else
constexpr std::size_t kRoomyHole = 64;
#endif
constexpr std::size_t kRoom = std::size_t{32} << 20;

// The number of blocks whose pages are returned to the system at each claim of memory.
constexpr std::size_t kBlocksReleased = 4;
// Bytes of a hole that are zeroed at a time, shortly before their use. Native code allocates in
// them without a call.
#ifdef WINNOW_HOSTILE
constexpr std::size_t kZeroedAhead = 128;
#else
constexpr std::size_t kZeroedAhead = 2048;
#endif

// The heap uses large pages from this offset on, which reduce the time of page faults to a third.
// The beginning has small pages, so that a small program uses little memory.
constexpr std::size_t kSmallPagesBytes = std::size_t{4} << 20;

#ifdef WINNOW_HOSTILE
constexpr std::size_t kGreyBytes = std::size_t{32} << 10;
#else
constexpr std::size_t kGreyBytes = std::size_t{64} << 20;
#endif

// The address space to reserve: four times the limit, so that large objects find runs of free
// blocks, but less if the address space is limited.
std::size_t bytes_to_reserve(std::size_t max_bytes) {
  std::size_t wanted = std::max<std::size_t>(4 * max_bytes, std::size_t{1} << 30);
  return std::min(wanted, address_space_bytes() / 2);
}

}  // namespace

Heap::Heap(std::size_t max_bytes, const unsigned char* image)
    : range_(bytes_to_reserve(max_bytes), std::size_t{16} << 20, kBlockBytes, kImageAddress),
      card_range_(range_.size() >> kCardShift, 1),
      cards_(reinterpret_cast<std::uint8_t*>(card_range_.begin())),
      card_bias_(reinterpret_cast<std::uintptr_t>(cards_) -
                 (reinterpret_cast<std::uintptr_t>(range_.begin()) >> kCardShift)),
      max_bytes_(std::min(max_bytes, range_.size() / 8 * 7)),
      old_limit_(kLeastTrigger),
      trigger_(kLeastTrigger),
      grey_range_(std::min(kGreyBytes, range_.size() / 8), std::size_t{16} << 10),
      grey_(reinterpret_cast<Value*>(grey_range_.begin())),
      grey_top_(grey_),
      grey_end_(grey_ + grey_range_.size() / sizeof(Value)) {
  count_gmp_memory();
  map_static_cells();
  share_limit();
  if (image != nullptr) adopt(image);
  PageRange::make_large(range_.begin() + kSmallPagesBytes, range_.end());
}

Heap::~Heap() { native_memory.limit = ~std::size_t{0}; }

// ---- limits

// Sets the limit of C++ memory to the bytes that the heap does not use.
void Heap::share_limit() {
  std::size_t all = max_bytes_ + reserve_bytes_;
  native_memory.limit = all - std::min(all, statistics_.committed_bytes);
}

bool Heap::has_room(std::size_t bytes) const { return bytes <= memory_left(); }

// Called before the heap grows by BYTES.
void Heap::before_growth(std::size_t bytes) {
  advance_collection(bytes);
  if (has_room(bytes)) return;
  collect();
  // A nearly full heap would be collected again and again, for a few cells each time.
  bool full = statistics_.live_bytes > max_bytes_ - max_bytes_ / 64;
  if (full || !has_room(bytes)) exhausted();
}

void Heap::exhausted() {
  if (reserve_bytes_ > 0) collect();  // perhaps the objects that filled the heap are dead now
  if (reserve_bytes_ > 0) upcalls->give_up();
  reserve_bytes_ = kExhaustionReserve;
  share_limit();
  upcalls->signal(exhausted_condition);
  __builtin_unreachable();
}

void Heap::relieve() {
  collect();
  if (reserve_bytes_ == 0) return;
  std::size_t used = statistics_.committed_bytes + native_memory.in_use;
  reserve_bytes_ = std::max(used, max_bytes_) - max_bytes_ + kExhaustionReserve;
  share_limit();
}

void Heap::too_large(std::size_t count) {
  signal_error(*this, ConditionKind::storage_condition,
               "An object of ~D elements is too large (see --max-heap)",
               {fixnum(std::min<std::size_t>(count, kMostPositiveFixnum))});
}

void Heap::consider_native_memory() {
  std::size_t used = native_memory.in_use;
  std::size_t grown = used - std::min(used, native_before_);
  if (grown > std::max(std::size_t{16} << 20, native_before_) || grown / 3 > memory_left())
    collect();
}

void Heap::need_native_memory(std::size_t bytes) {
  if (bytes > memory_left()) collect();
  if (bytes > memory_left()) exhausted();
  ::operator delete(::operator new(bytes));
}

// ---- allocation

void Heap::account(std::size_t bytes) {
  since_collection_ += bytes;
  claimed_ += bytes;
  statistics_.allocated_bytes += bytes;
}

void* Heap::allocate_bytes(std::size_t bytes, bool zeroed) {
#ifdef WINNOW_HOSTILE
  hostile_step();
#endif
  if (bytes > kLargeBytes) return allocate_large(bytes);
  std::size_t granules = (bytes + kGranuleBytes - 1) / kGranuleBytes;
  if (static_cast<std::size_t>(object_end_ - object_next_) < granules * kGranuleBytes)
    claim_objects(granules);
  return next_cell(granules, zeroed);
}

// Takes a cell of the current hole, which has room for it.
char* Heap::next_cell(std::size_t granules, bool zeroed) {
  char* cell = object_next_;
  object_next_ += granules * kGranuleBytes;
  if (object_next_ > object_zeroed_) {
    if (zeroed) {
      char* end = std::min(object_end_, object_next_ + kZeroedAhead);
      std::memset(object_zeroed_, 0, static_cast<std::size_t>(end - object_zeroed_));
      object_zeroed_ = end;
    } else {
      object_zeroed_ = object_next_;
    }
  }
  std::uint8_t* side = side_of(cell) + granule_of(cell);
  side[0] = birth_;
  if (granules > 1) side[1] = kContinuation;
  if (granules > 2) side[2] = kContinuation;
  if (granules > 3) std::memset(side + 3, kContinuation, granules - 3);
  return cell;
}

// Takes COUNT adjacent free blocks, first fit.
std::uint32_t Heap::take_blocks(std::size_t count, Kind kind) {
  auto is_free = [this](std::size_t i) {
    return i >= kinds_.size() || kinds_[i] == Kind::Free || kinds_[i] == Kind::Dirty;
  };
  std::size_t run = 0;
  std::size_t i = free_block_count_ < count ? kinds_.size() : lowest_free_;
  for (; i < range_.size() / kBlockBytes; ++i) {
    run = is_free(i) ? run + 1 : 0;
    if (run == count) break;
  }
  if (run < count) exhausted();
  std::size_t first = i + 1 - count;
  if (kinds_.size() <= i) {
    free_block_count_ += i + 1 - kinds_.size();
    kinds_.resize(i + 1);
  }
  free_block_count_ -= count;
  for (std::size_t k = first; k <= i; ++k) {
    if (kinds_[k] == Kind::Dirty) {
      --dirty_count_;
      std::memset(block_at(k), 0, kind == Kind::Large ? kBlockBytes : kGranules);
    } else if (k == first || kind != Kind::Large) {
      block_at(k)[0] = 0;  // a page whose first access is a read would be faulted in twice
    }
    kinds_[k] = k == first || kind != Kind::Large ? kind : Kind::LargeTail;
  }
  if (first == lowest_free_) lowest_free_ = i + 1;
  statistics_.committed_bytes += count * kBlockBytes;
  share_limit();
  return static_cast<std::uint32_t>(first);
}

void Heap::free_blocks(std::uint32_t first, std::size_t count) {
  std::fill_n(kinds_.begin() + first, count, Kind::Dirty);
  dirty_count_ += count;
  free_block_count_ += count;
  lowest_free_ = std::min<std::size_t>(lowest_free_, first);
  statistics_.committed_bytes -= count * kBlockBytes;
}

// Returns the pages of at most BLOCKS dirty blocks to the system; all of them would be a long
// pause. Returns none if the program may need them before the next full collection, or used as many
// between the last full collections: a page fault takes longer than keeping the page.
void Heap::release_pages(std::size_t blocks) {
  std::size_t dirty = dirty_count_ * kBlockBytes;
  std::size_t room = old_limit_ / 4 * 5 + kLeastTrigger;
  if (dirty + statistics_.live_bytes + since_collection_ <= room) return;
  if (dirty + statistics_.committed_bytes <= lately_used_) return;
  while (dirty_count_ > 0 && blocks > 0) {
    if (dirty_at_ >= kinds_.size()) dirty_at_ = 0;
    if (kinds_[dirty_at_] == Kind::Dirty) {
      PageRange::release(block_at(dirty_at_), block_at(dirty_at_ + 1));
      kinds_[dirty_at_] = Kind::Free;
      --dirty_count_;
      --blocks;
    }
    ++dirty_at_;
  }
}

void* Heap::allocate_large(std::size_t bytes) {
  if (upcalls) upcalls->poll();
  std::size_t total = bytes + kFirstGranule * kGranuleBytes;
  std::size_t count = (total + kBlockBytes - 1) / kBlockBytes;
  before_growth(count * kBlockBytes);
  std::uint32_t first = take_blocks(count, Kind::Large);
  account(bytes);
  char* block = block_at(first);
  block[kFirstGranule] = static_cast<char>(birth_);
  return block + kFirstGranule * kGranuleBytes;
}

// Finds the first hole in a block with the mark bytes SIDE, from granule FROM on. Returns false if
// the rest of the block is full.
bool Heap::next_hole_in(Kind kind, const std::uint8_t* side, std::size_t from, Hole& hole) const {
  std::size_t i = from;
  if (kind == Kind::Pairs) {
    // Eight granules at a time: most of them are alive.
    std::uint64_t alive = 0x0101010101010101u * epoch_;
    std::uint64_t eight;
    while (i + 8 <= kGranules && (std::memcpy(&eight, side + i, 8), eight == alive)) i += 8;
    while (i < kGranules && is_alive(side[i])) ++i;
  } else {
    while (i < kGranules && is_alive(side[i]))  // skip a live object and its continuation
      for (++i; i < kGranules && side[i] == kContinuation;) ++i;
  }
  if (i == kGranules) return false;
  hole.begin = i;
  auto* next = static_cast<const std::uint8_t*>(std::memchr(side + i, epoch_, kGranules - i));
  hole.end = next ? static_cast<std::size_t>(next - side) : kGranules;
  if (before_ == epoch_) return true;
  next = static_cast<const std::uint8_t*>(std::memchr(side + i, before_, hole.end - i));
  if (next) hole.end = static_cast<std::size_t>(next - side);
  return true;
}

// Finds a HOLE of at least GRANULES, if necessary in a fresh block, and returns its block.
char* Heap::next_hole(Space& space, Kind kind, std::size_t granules, Hole& hole) {
  std::size_t full = 0;
  for (;;) {
    while (space.block < space.blocks.size() && full < kMostFullBlocks) {
      char* block = block_at(space.blocks[space.block]);
      auto* side = reinterpret_cast<std::uint8_t*>(block);
      if (!next_hole_in(kind, side, space.granule, hole)) {
        ++space.block;
        ++full;
        space.granule = kFirstGranule;
        continue;
      }
      space.granule = hole.end;
      if (hole.size() < granules) continue;
      // While the heap grows, no cell is young; byte 0 may still say that the block is all dead.
      block[0] = static_cast<char>(growing_ ? kFree : kYoung);
      return block;
    }
    std::size_t collections = statistics_.collections;
    before_growth(kBlockBytes);
    if (statistics_.collections != collections) {  // there may be holes again
      full = 0;
      continue;
    }
    add_block(space, kind);
    full = 0;
  }
}

// Puts a fresh block at the position of the search, after the full ones.
void Heap::add_block(Space& space, Kind kind) {
  space.blocks.push_back(0);
  std::uint32_t fresh;
  try {
    fresh = take_blocks(1, kind);
  } catch (...) {
    space.blocks.pop_back();
    throw;
  }
  space.blocks.back() = space.block < space.blocks.size() - 1 ? space.blocks[space.block] : fresh;
  space.blocks[space.block] = fresh;
  space.granule = kFirstGranule;
}

// Each claim of memory is a safepoint, since it may signal an error anyway.
void Heap::before_claim() {
  if (upcalls) upcalls->poll();
  if (claim_to_fail > 0 && --claim_to_fail == 0) exhausted();
  if (dirty_count_ > 0) release_pages(kBlocksReleased);
  advance_collection(claimed_);
  claimed_ = 0;
}

void Heap::claim_pairs() {
#ifdef WINNOW_HOSTILE
  hostile_step();
#endif
  before_claim();
  Hole hole;
  const bool roomy = statistics_.committed_bytes < std::min(old_limit_ + kRoom, max_bytes_ / 2);
  char* block = next_hole(pairs_, Kind::Pairs, roomy ? kRoomyHole : 1, hole);
#ifdef WINNOW_HOSTILE
  hole.end = std::min(hole.end, hole.begin + 16);  // so that the next claim comes soon
  pairs_.granule = hole.end;
#endif
  std::size_t bytes = hole.size() * kGranuleBytes;
  std::memset(block + hole.begin, birth_, hole.size());
  char* first = block + hole.begin * kGranuleBytes;
  if (marking_) std::memset(first, 0, bytes);
  account(bytes);
  note_open_hole();
  if (recorders_ > 0) make_room_for_hole();
  pair_begin_ = pair_next_ = reinterpret_cast<Pair*>(first);
  pair_end_ = reinterpret_cast<Pair*>(first + bytes);
}

// Reserves memory for the next entry of filled_, so that a collection does not allocate.
void Heap::make_room_for_hole() {
  if (filled_.size() == filled_.capacity()) filled_.reserve(2 * filled_.size() + 16);
}

// Adds the current hole to filled_.
void Heap::note_open_hole() {
  if (recorders_ > 0 && pair_begin_ != nullptr) filled_.push_back({pair_begin_, pair_next_});
}

void Heap::claim_objects(std::size_t granules) {
  before_claim();
  claim_hole_for_objects(granules);
}

void Heap::claim_hole_for_objects(std::size_t granules) {
  Hole hole;
  char* block = next_hole(objects_, Kind::Objects, granules, hole);
  std::size_t bytes = hole.size() * kGranuleBytes;
  std::memset(block + hole.begin, kFree, hole.size());
  object_next_ = object_zeroed_ = block + hole.begin * kGranuleBytes;
  object_end_ = object_next_ + bytes;
  account(bytes);
}

Value Heap::box_double(double x) {
  if (x == 0) return zero_double(std::signbit(x));
  auto* cell = allocate<Double>(Type::Double, sizeof(Double));
  cell->value = x;
  return to_value(cell);
}

// A fresh block needs no collection, even if it exceeds the limit: the address space has room for
// more blocks than the limit allows (bytes_to_reserve).
Value Heap::box_word(std::uint64_t magnitude, bool is_negative, bool& needs_safepoint) {
  constexpr std::size_t kBoxGranules = 1;
  static_assert(sizeof(Bignum) == kBoxGranules * kGranuleBytes);
  needs_safepoint = object_next_ == object_end_;
  if (needs_safepoint) {
    native_memory.limit = ~std::size_t{0};
    if (objects_.block < objects_.blocks.size()) ++objects_.block;  // the rest of its holes wait
    add_block(objects_, Kind::Objects);
    claim_hole_for_objects(kBoxGranules);
  }
  auto* cell = reinterpret_cast<Bignum*>(next_cell(kBoxGranules, false));
  cell->header = {Type::Bignum, is_negative, 0, 1};
  cell->limbs[0] = magnitude;
  return to_value(cell);
}

void Heap::catch_up() { before_growth(std::exchange(claimed_, 0)); }

// ---- roots

RootSet::RootSet(Heap& heap) : heap_(heap) { heap.add_roots(this); }

RootSet::~RootSet() { heap_.remove_roots(this); }

void ValueVector::mark(Heap& heap) { heap.mark_range(values_.data(), values_.size()); }

void map_static_cells() {
  static const PageRange page(sizeof(StaticCells), sizeof(StaticCells), 4096, kStaticCellsAddress);
  if (reinterpret_cast<std::uintptr_t>(page.begin()) != kStaticCellsAddress)
    throw std::runtime_error("the memory at address 0x50000000, where NIL has to be, is taken");
}

}  // namespace winnow
