// The Lisp heap: allocation, garbage collection and statistics.
//
// A non-moving mark-region collector, precise for heap cells and registered roots, conservative for
// the C++ stack (design: Whippet; Blackburn and McKinley, "Immix", PLDI 2008). One reserved address
// range is divided into blocks of 64 KiB, each for pairs or for objects with headers; an object of
// more than 8 KiB has a run of blocks of its own. A block begins with one mark byte per granule of
// 16 bytes:
//
//   pairs     kYoung, or the epoch in which the cell was last found alive
//   objects   the same at the object's first granule, kContinuation at its others
//
// The granules that hold the mark bytes need no marks themselves, so the first bytes are free. Byte
// 0 is kYoung if the block has young cells.
//
// There are two generations, which the mark bytes distinguish ("sticky mark bits": Demers et al.,
// "Combining generational and conservative garbage collection", POPL 1990). New cells are young:
// pairs when their hole is claimed, objects when they are allocated. A young collection marks the
// reachable young cells with the epoch, which makes them old; it does not trace old cells. A full
// collection marks all reachable cells with the next epoch. Marks are therefore never cleared
// before marking, and a hole is a run of granules whose bytes are not those of live cells. Sweeping
// need not touch the cells, since freeing an object runs no code.
//
// An old cell can refer to a young one only if it was written to after the last collection: store()
// is the write barrier, which marks the card of the slot, 512 bytes of the heap (Wilson and Moher,
// "A card-marking scheme for controlling intergenerational references", 1989). A new cell may be
// initialised without store() only until the next allocation, which may make the cell old.
//
// A large heap is marked incrementally: each allocation marks a few cells. The cells that are
// reachable when marking begins survive, whatever the program does in the meantime (snapshot at
// the beginning, Yuasa 1990): store() marks the old value while marking is in progress, new
// cells are allocated marked, and roots are scanned once, at the beginning. Until marking ends,
// young cells and cells with the previous epoch count as alive. Young collections are not
// incremental: they are short.
//
// While one large datum is built (Building), nearly all new cells survive, so that collecting often
// would be useless: new cells are then allocated old, and the next collection waits until the heap
// has grown fourfold.
//
// A conservative root keeps a cell alive only if the cell's mark byte says that it is alive, since
// the fields of a dead cell may hold any bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "heap/object.hpp"
#include "heap/upcalls.hpp"
#include "host/native_stack.hpp"
#include "host/pages.hpp"

namespace winnow {

class RootSet;
struct ObjectExtent;
class SymbolTable;

struct HeapStatistics {
  std::size_t collections = 0;
  std::size_t full_collections = 0;  // number of full ones among these
  std::size_t live_bytes = 0;        // after the last collection
  std::size_t allocated_bytes = 0;   // since the start
  std::size_t committed_bytes = 0;   // blocks in use
  double seconds = 0;                // spent in the collector
  double longest_pause = 0;          // the longest step, in seconds
};

// Adjacent pairs.
struct PairSpan {
  const Pair* begin;
  const Pair* end;
};

class Heap {
 public:
  // Makes a heap of at most MAX_BYTES. It has the contents of IMAGE (heap_image.hpp), or is empty
  // if IMAGE is null.
  explicit Heap(std::size_t max_bytes, const unsigned char* image = nullptr);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  Value cons(Value car, Value cdr) {
    if (pair_next_ == pair_end_) [[unlikely]]
      claim_pairs();
    Pair* p = pair_next_++;
    p->car = car;
    p->cdr = cdr;
    return to_value(p);
  }

  // Returns new pairs, next to each other: at least one and at most MOST. The caller sets their cars and
  // cdrs before the next safepoint.
  std::span<Pair> take_pairs(std::size_t most) {
    if (pair_next_ == pair_end_) [[unlikely]]
      claim_pairs();
    const std::size_t count = std::min(most, static_cast<std::size_t>(pair_end_ - pair_next_));
    return {std::exchange(pair_next_, pair_next_ + count), count};
  }

  // Was P allocated after memory for pairs was last claimed? Then it has the age of the next pair, to which
  // it may refer without store().
  bool is_in_current_hole(const Pair* p) const { return p >= pair_begin_ && p < pair_next_; }

  // Allocates an object of FIXED bytes and COUNT elements of EACH bytes. Fills in its header and
  // zeroes the rest, except for the limbs of a bignum. Signals a storage-condition if the object is
  // too large for the heap.
  template <class T>
  T* allocate(Type type, std::size_t fixed, std::size_t count = 0, std::size_t each = 0,
              std::uint8_t flags = 0) {
    if (count > kMaxLength || count * each > max_bytes_) [[unlikely]]
      too_large(count);
    void* cell = allocate_bytes(fixed + count * each, !std::is_same_v<T, Bignum>);
    *static_cast<Header*>(cell) = {type, flags, 0, static_cast<std::uint32_t>(count)};
    return static_cast<T*>(cell);
  }

  // Stores V in SLOT of a heap cell. This is the write barrier: only a cell that was allocated just
  // now may be written to without it.
  void store(Value& slot, Value v) {
    if (marking_) [[unlikely]]
      mark_value(slot);
    slot = v;
    note_written(slot);
  }
  // Called by native code before a store to SLOT during marking. Stores advance the collection as well,
  // since a program that only stores would take this slow path for ever.
  void before_store(Value& slot);
  // Stores COUNT values, which may overlap the slots, in the slots of a heap cell from TO on.
  void store_range(Value* to, const Value* from, std::size_t count) {
    before_stores(to, count);
    std::memmove(static_cast<void*>(to), from, count * sizeof(Value));
  }
  // Stores V in COUNT slots of a heap cell from TO on.
  void fill_range(Value* to, std::size_t count, Value v) {
    before_stores(to, count);
    std::fill_n(to, count, v);
  }
  // Marks the card of SLOT, to which the caller writes without store(), since it held no pointer.
  void note_written(const Value& slot) {
    auto offset =
        reinterpret_cast<std::uintptr_t>(&slot) - reinterpret_cast<std::uintptr_t>(range_.begin());
    if (offset < range_.size()) [[likely]]  // NIL and T, which are outside the range, are roots
      cards_[offset >> kCardShift] = kWritten;
  }

  Value make_double(double x) {
    Value v;
    return Value::try_double(x, v) ? v : box_double(x);
  }

  // Returns the integer of MAGNITUDE, which is beyond the fixnums. Neither collects nor signals, so
  // that native code can call it at any instruction. NEEDS_SAFEPOINT is set if the caller must
  // request catch_up() at the next safepoint.
  Value box_word(std::uint64_t magnitude, bool is_negative, bool& needs_safepoint);
  // Collects if a collection is due after box_word().
  void catch_up();

  // Runs a full collection to its end.
  void collect();
  // Collects if C++ memory, which dead objects may own, has grown much since the last collection.
  void consider_native_memory();
  // Signals heap exhaustion unless the limit and the system allow C++ to allocate BYTES.
  void need_native_memory(std::size_t bytes);
  // Collects, then checks that every live cell is well formed.
  void verify();

  // Signals heap exhaustion. If it is called again before a collection has freed memory, it exits
  // to the prompt without signalling.
  [[noreturn]] void exhausted();
  // Called at the prompt after exhaustion: extends the limit so that the user can free objects.
  void relieve();

  void add_roots(RootSet* roots) { roots_.push_back(roots); }
  // Searches from the end: root sets are mostly removed in reverse order.
  void remove_roots(RootSet* roots) {
    auto i = roots_.end();
    while (*--i != roots) {
    }
    roots_.erase(i);
  }
  void mark_range(const Value* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) mark_value(values[i]);
  }
  bool has_image() const { return image_blocks_ > 0; }
  // Is PAIR part of the image?
  bool is_in_image(Value pair) const {
    return static_cast<std::size_t>(pair.address() - range_.begin()) < image_blocks_ * kBlockBytes;
  }
  // Valid at the end of marking: is V reachable?
  bool is_marked(Value v) const {
    if (!v.is_pointer() || !contains(v.address())) return true;
    return side_of(v.address())[granule_of(v.address())] == epoch_;
  }

  // ---- weak references (weak.cpp)
  // Registers TABLE, a new hash table that is weak.
  void add_weak_table(Value table);
  // Makes a weak pointer. WATCHED: take_broken_pointer() will return it when TARGET is dead.
  Value make_weak_pointer(Value target, bool watched);
  // Removes a pointer from the list of broken pointers that were watched; NIL if the list is empty.
  Value take_broken_pointer();
  bool has_broken_pointers() const { return !is_nil(broken_pointers_); }
  // Returns V, which was read from a weak reference. It survives the marking that is in progress,
  // which may have scanned the cell into which V is stored next.
  Value from_weak(Value v) {
    if (marking_) [[unlikely]]
      mark_value(v);
    return v;
  }

  const HeapStatistics& statistics() const { return statistics_; }
  std::size_t max_bytes() const { return max_bytes_; }

  static constexpr std::size_t kMaxLength = 0xFFFFFFFF;  // of any object, in elements

  // The fields that native code uses to allocate pairs and objects and to record stores.
  struct InlineFields {
    const void* pair_next;
    const void* pair_end;
    const void* object_next;
    const void* object_zeroed;
    const void* object_end;
    const void* birth;
    const void* marking;
    const void* card_bias;
  };
  static constexpr unsigned kCardShift = 9;
  static constexpr std::uint8_t kWritten = 1;  // of a card: since the last collection
  InlineFields inline_fields() const {
    return {&pair_next_,  &pair_end_, &object_next_, &object_zeroed_,
            &object_end_, &birth_,    &marking_,     &card_bias_};
  }
  // The layout that native code uses to mark new objects: a block begins with a byte for each of
  // its granules.
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
  static constexpr std::size_t kGranuleBytes = 16;
  static constexpr std::uint8_t kContinuation = 0xFF;

  // Available to all code that has the heap.
  SymbolTable* symbols = nullptr;
  Upcalls* upcalls = nullptr;
  // A safepoint in a loop over much data: polls for interrupts at every 65,536th STEP.
  void poll_at(std::size_t step) const {
    if ((step & 0xFFFF) == 0) [[unlikely]]
      upcalls->poll();
  }
  // Fills COUNT elements of a new cell, from FIRST on, with VALUE, and polls for interrupts. (A
  // collection during a poll makes both the cell and VALUE old, so no write barrier is needed.)
  template <class T>
  void fill(T* first, std::size_t count, T value) const {
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    for (; count > kChunk; count -= kChunk, first += kChunk) {
      std::fill_n(first, kChunk, value);
      upcalls->poll();
    }
    std::fill_n(first, count, value);
  }
  NativeStack native_stack;
  std::uint64_t claim_to_fail = 0;  // for tests: number of the claim that fails; 0: none
  // Allocated in advance, since memory is exhausted when it is signalled.
  Value exhausted_condition = nil();
  Value image_root = nil();  // heap_image.hpp

 private:
  static constexpr std::size_t kGranules = kBlockBytes / kGranuleBytes;
  static constexpr std::size_t kFirstGranule = kGranules / kGranuleBytes;  // after the side bytes
  static constexpr std::size_t kLargeBytes = std::size_t{8} << 10;
  static constexpr std::uint8_t kFree = 0;
  static constexpr std::uint8_t kYoung = 0xFE;
  static constexpr std::uint8_t kFirstEpoch = 1;
  static constexpr std::uint8_t kLastEpoch = 250;
  // The preferred address of the blocks of an image, far from the addresses that the system and the
  // sanitizers choose.
  static constexpr std::uintptr_t kImageAddress = std::uintptr_t{1} << 45;
  static constexpr std::size_t kImageHeaderBytes = 4096;  // so that the blocks are page-aligned
  // Bytes allocated between two young collections. With 4 MiB the garbage of a small program stays
  // in the second-level cache (measured with tests/bench/kalah.lisp). Scanning cards takes
  // about the same time whatever was allocated: a program that writes to many has fewer collections.
  static constexpr std::size_t kLeastTrigger = std::size_t{4} << 20;
  static constexpr std::size_t kMostTrigger = std::size_t{16} << 20;
  // The card table has one byte per card.
  static constexpr std::size_t kCardBytes = std::size_t{1} << kCardShift;
  static constexpr std::size_t kCardsOfBlock = kBlockBytes / kCardBytes;
  // The limit of cards that a young collection scans, which takes about 15 ms if the heap is small
  // enough for the cache, and 45 ms if their cells refer to addresses all over 300 MB.
  static constexpr std::size_t kMostCards = 16384;
  static constexpr std::uint8_t kWrittenBefore = 2;  // earlier; only in the image

  // Dirty: free, but its pages have not been returned to the system.
  enum class Kind : std::uint8_t { Free, Dirty, Pairs, Objects, Large, LargeTail };

  struct Space {  // the blocks of one kind, and the position of the search for holes
    std::vector<std::uint32_t> blocks;
    std::size_t first = 0;  // the first block after those of the image, which are not searched
    std::size_t start = 0;  // where the search began after the last collection
    std::size_t block = 0;
    std::size_t granule = kFirstGranule;
    // The end of the blocks that were searched since the last collection.
    std::size_t end() const { return std::min(block + 1, blocks.size()); }
  };
  struct Hole {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };

  // -- allocation (heap.cpp)
  void* allocate_bytes(std::size_t bytes, bool zeroed);
  char* next_cell(std::size_t granules, bool zeroed);
  void* allocate_large(std::size_t bytes);
  void before_claim();
  void claim_pairs();
  void claim_objects(std::size_t granules);
  void claim_hole_for_objects(std::size_t granules);
  bool next_hole_in(Kind kind, const std::uint8_t* side, std::size_t from, Hole& hole) const;
  void add_block(Space& space, Kind kind);
  char* next_hole(Space& space, Kind kind, std::size_t granules, Hole& hole);
  void before_growth(std::size_t bytes);
  bool has_room(std::size_t bytes) const;
  void share_limit();
  std::uint32_t take_blocks(std::size_t count, Kind kind);
  void free_blocks(std::uint32_t first, std::size_t count);
  void release_pages(std::size_t blocks);
  void account(std::size_t bytes);
  Value box_double(double x);
  [[noreturn]] void too_large(std::size_t count);

  // -- images (heap_image.cpp)
  struct ImageHeader;
  class ImageWriter;
  friend std::string write_heap_image(Heap& heap);
  void adopt(const unsigned char* image);
  void relocate(std::size_t bytes);

  // -- collection (collector.cpp)
  void advance_collection(std::size_t bytes);
  void begin_collection();
  void collect_young();
  void start_growing();
  void stop_growing();
  void begin_marking();
  void mark_roots();
  void finish_marking();
  void end_collection(bool full);
  void close_holes();
  void stamp_open_hole(std::uint8_t byte);
  void make_room_for_hole();
  void note_open_hole();

  // -- cards (cards.cpp)
  void before_stores(const Value* slots, std::size_t count);
  std::size_t count_written() const;
  bool has_old(std::size_t block, std::size_t card) const;
  void mark_written();
  void forget_written();
  void mark_image();
  void mark_card(std::size_t block, std::size_t card);
  void mark_pairs(const std::uint8_t* marks, const Pair* pairs);
  void check_written();

  // -- marking (marking.cpp)
  bool drain(std::size_t bytes);
  void mark_row(const ObjectExtent& extent);
  void mark_slice();
  void rescan();
  bool shade(Value v);
  void push_grey(Value v);
  void push_grey_below(Value v, Value* place);
  void mark_value(Value v) {
    if (shade(v)) push_grey(v);
  }
  void mark_conservatively(std::uintptr_t word);
  void mark_broken_pointers();
  void process_weak(bool full);
  bool trace_weak_entries(const HashTable* t, bool forwards);
  void remove_dead_entries(HashTable* t);
  void break_weak_pointers(std::size_t first);
  void check_weak();
  __attribute__((noinline)) void scan_native_stack();
  void scan_callers();
  void forget_young(Space& space);
  void release_dead_blocks(bool full);
  void scrub(std::uint32_t block);
  void poison_dead(std::uint32_t block);
  void check_live_cells();
  template <class Visit>
  void for_each_live_cell(Visit visit);
  template <class Visit>
  void for_each_dead_granule(std::uint32_t block, Visit visit);
  static Value value_at(Kind kind, char* cell);
  // Does this mark byte belong to a live cell? While marking is in progress, the previous epoch
  // counts as alive.
  bool is_alive(std::uint8_t byte) const {
    return byte == epoch_ || byte == before_ || byte == kYoung;
  }

  char* block_at(std::size_t i) const { return range_.begin() + i * kBlockBytes; }
  static std::uint8_t* side_of(const char* address) {
    return reinterpret_cast<std::uint8_t*>(reinterpret_cast<std::uintptr_t>(address) &
                                           ~(kBlockBytes - 1));
  }
  static std::size_t granule_of(const char* address) {
    return (reinterpret_cast<std::uintptr_t>(address) & (kBlockBytes - 1)) / kGranuleBytes;
  }
  bool contains(const char* address) const {
    return static_cast<std::size_t>(address - range_.begin()) < kinds_.size() * kBlockBytes;
  }

  Pair* pair_next_ = nullptr;
  Pair* pair_end_ = nullptr;
  Pair* pair_begin_ = nullptr;    // the beginning of the current hole
  std::vector<PairSpan> filled_;  // the holes filled before it, while there are PairRecorders
  std::size_t recorders_ = 0;
  friend class PairRecorder;
  friend class Building;
  char* object_next_ = nullptr;
  char* object_zeroed_ = nullptr;  // the end of the zeroed bytes from object_next_ on
  char* object_end_ = nullptr;
  bool marking_ = false;
  std::uint8_t epoch_ = kFirstEpoch;
  std::uint8_t before_ = kFirstEpoch;  // while marking: the previous epoch; else epoch_
  std::uint8_t birth_ = kYoung;  // the mark byte of new cells: kYoung; epoch_ if marking or growing
  std::size_t builders_ = 0;
  bool growing_ = false;

  PageRange range_;
  PageRange card_range_;
  std::uint8_t* cards_;
  std::uintptr_t card_bias_;  // plus an address >> kCardShift: the address of its card's byte
  std::vector<Kind> kinds_;   // of the blocks ever used; all blocks after these are free
  std::size_t free_block_count_ = 0;
  std::size_t lowest_free_ = 0;
  std::size_t image_blocks_ = 0;  // the first blocks; nothing is allocated in them
  std::size_t dirty_count_ = 0;
  std::size_t dirty_at_ = 0;  // position of the search for dirty blocks
  // A decaying maximum of the bytes in blocks at full collections.
  std::size_t lately_used_ = 0;
  Space pairs_;
  Space objects_;
  std::size_t max_bytes_;
  std::size_t reserve_bytes_ = 0;  // lent to the handler of an exhausted heap
  std::size_t since_collection_ = 0;
  std::size_t old_limit_;     // live bytes above which the next collection is a full one
  std::size_t old_then_ = 0;  // live bytes after the last full collection
  std::size_t claimed_ = 0;   // bytes claimed since the last step of the collector
  std::size_t trigger_;
  std::size_t native_before_ = 0;  // C++ memory in use after the last collection

  // The mark stack: marked cells that are not scanned yet. If it overflows, a walk over all marked
  // cells finds them again.
  struct Slice {  // the rest of a range of Values that is too long for one step
    const Value* next;
    std::size_t left;
  };
  static constexpr std::size_t kMaxSlices = 256;
  PageRange grey_range_;
  Value* grey_;
  Value* grey_top_;
  Value* grey_end_;
  Slice slices_[kMaxSlices];
  std::size_t slice_count_ = 0;
  bool overflowed_ = false;
  std::size_t marked_bytes_ = 0;
  std::size_t since_marking_ = 0;  // value of since_collection_ when marking began
  std::size_t slow_stores_ = 0;    // counted by before_store()
  std::size_t pace_ = 0;           // bytes to mark for each byte allocated

  std::vector<RootSet*> roots_;
  std::vector<Value> weak_tables_;
  std::vector<Value> weak_pointers_;   // those that are not broken
  std::size_t old_weak_pointers_ = 0;  // how many of these existed at the last collection
  Value broken_pointers_ = nil();
  HeapStatistics statistics_;
#ifdef WINNOW_HOSTILE
  // Decides at an allocation whether to collect: always at first, to notice a missing root early,
  // then less often the more collections there were and the larger the heap is, so that the suites
  // end. One in eight of the first 1,024 is full, and one is incremental; later, one in 64 each.
  void hostile_step() {
    const std::uint64_t mebibytes = statistics_.live_bytes >> 20;
    const std::uint64_t collections = statistics_.collections / 512;
    const std::uint64_t period =
        1 + collections + collections * collections / 4 + mebibytes * mebibytes;
    if (++hostile_allocations_ % period != 0) return;
    if (marking_) {
      if (drain(statistics_.live_bytes / 3)) finish_marking();
      return;
    }
    const std::uint64_t cycle = hostile_steps_ < 1024 ? 8 : 64;
    const std::uint64_t place = ++hostile_steps_ % cycle;
    if (place == 0) return collect();
    if (place == cycle / 2) return begin_marking();
    collect_young();
  }
  std::uint64_t hostile_allocations_ = 0;
  std::uint64_t hostile_steps_ = 0;
#endif
};

// Calls VISIT with each cell that has the current epoch.
template <class Visit>
void Heap::for_each_live_cell(Visit visit) {
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    Kind kind = kinds_[i];
    if (kind != Kind::Pairs && kind != Kind::Objects && kind != Kind::Large) continue;
    char* block = block_at(i);
    auto* side = reinterpret_cast<std::uint8_t*>(block);
    for (std::size_t g = kFirstGranule; g < kGranules; ++g) {
      if (side[g] == epoch_) visit(value_at(kind, block + g * kGranuleBytes));
      if (kind == Kind::Large) break;
    }
  }
}

}  // namespace winnow
