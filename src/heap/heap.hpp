// Memory for Lisp: allocation, collection, statistics.
//
// A non-moving mark-region collector, precise for heap cells and registered roots, conservative for
// the C++ stack (design: Whippet; Blackburn and McKinley, "Immix", PLDI 2008). One reserved address
// range is cut into blocks of 64 KiB, each for pairs or for objects with headers; an object of over
// 8 KiB has a run of blocks to itself. A block begins with one side byte per 16-byte granule:
//
//   pairs     kYoung, or the epoch in which the cell was last known alive
//   objects   the same at the object's first granule, kContinuation at its others
//
// and the very first byte, which is no granule's, is kYoung once there are young cells.
//
// There are two generations, and marks tell them apart ("sticky mark bits": Demers et al.,
// "Combining generational and conservative garbage collection", POPL 1990). A fresh hole is young
// (pairs when claimed, objects one by one). A collection of the young marks what can be reached of
// them with the epoch: that makes it old, and what is old stops the marking. A full collection
// marks everything with the next epoch. So nothing is cleared before marking, a hole is a run of
// bytes of the dead, and no cell is touched by sweeping, since nothing has a finalizer.
//
// An old cell may refer to a young one only where it was written to since the last collection:
// store() notes the slot's card, 512 bytes of the heap (Wilson and Moher, "A card-marking scheme
// for controlling intergenerational references", 1989). So a cell that was made just now may be
// filled in by other means than store() only until the next allocation, which may make it old.
//
// A large heap is marked in small steps while the program runs: each allocation pays for a few.
// What was reachable when marking began stays alive, whatever the program does meanwhile (a
// snapshot, Yuasa 1990): store() marks the old value while marking is under way; new cells are born
// marked; and roots are read once, at the beginning. Until the end a cell with the epoch before is
// alive, too, as is a young one. The young are collected at once: there are few.
//
// Where one thing is built that may be large (Building), looking for garbage in it is in vain:
// after a collection its cells are old from the first, and the next one comes when it has grown
// fourfold.
//
// A conservative root may revive only a cell whose byte says that it is alive: one that died
// earlier has fields that point anywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "heap/object.hpp"
#include "host/native_stack.hpp"
#include "host/pages.hpp"

namespace winnow {

class RootSet;
namespace jit {
class Target;
}
struct ObjectExtent;
class SymbolTable;

// How an error found in this layer reaches the program: the machine above installs itself here.
class Signaller {
 public:
  virtual ~Signaller() = default;
  // Runs the handlers for CONDITION and leaves by a non-local exit.
  [[noreturn]] virtual void signal(Value condition) = 0;
  // What the program calls the operation that calls itself OWN: the operator that stands in its
  // text.
  virtual std::string operation(const char* own) = 0;
  // Called between pieces of long work; leaves by a non-local exit if the user interrupted.
  virtual void poll() = 0;
  // Memory ran out while its running out was being told of: leaves for the prompt.
  [[noreturn]] virtual void give_up() = 0;
};

struct HeapStatistics {
  std::size_t collections = 0;
  std::size_t full_collections = 0;  // of these
  std::size_t live_bytes = 0;        // after the last collection
  std::size_t allocated_bytes = 0;   // since the start
  std::size_t committed_bytes = 0;   // blocks in use
  double seconds = 0;                // spent collecting
  double longest_pause = 0;          // seconds, of one step
};

// Pairs that lie side by side.
struct PairSpan {
  const Pair* begin;
  const Pair* end;
};

class Heap {
 public:
  // A heap of at most MAX_BYTES; with what IMAGE holds (heap_image.hpp), unless that is null.
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

  // A zeroed object of FIXED bytes and COUNT elements of EACH byte, with its header filled in; the
  // limbs of a bignum hold anything. Signals a storage-condition if that is too much.
  template <class T>
  T* allocate(Type type, std::size_t fixed, std::size_t count = 0, std::size_t each = 0,
              std::uint8_t flags = 0) {
    if (count > kMaxLength || count * each > max_bytes_) [[unlikely]]
      too_large(count);
    void* cell = allocate_bytes(fixed + count * each, !std::is_same_v<T, Bignum>);
    *static_cast<Header*>(cell) = {type, flags, 0, static_cast<std::uint32_t>(count)};
    return static_cast<T*>(cell);
  }

  // Puts V into SLOT of a cell: the way to change anything in the heap that was not made just now.
  void store(Value& slot, Value v) {
    if (marking_) [[unlikely]]
      mark_value(slot);
    slot = v;
    note_written(slot);
  }
  // SLOT was written to by other means than store(): what it held was no Value.
  void note_written(const Value& slot) {
    auto offset =
        reinterpret_cast<std::uintptr_t>(&slot) - reinterpret_cast<std::uintptr_t>(range_.begin());
    if (offset < range_.size()) [[likely]]  // NIL and T, which lie elsewhere, are roots
      cards_[offset >> kCardShift] = kWritten;
  }

  Value make_double(double x) {
    Value v;
    return Value::try_double(x, v) ? v : box_double(x);
  }

  // Collects all that is dead now, at once.
  void collect();
  // Collects if C++ memory, which dead objects may hold on to, has grown much since the last
  // collection.
  void consider_native_memory();
  // Signals that the heap is exhausted unless C++ can have BYTES more, from the limit and from the
  // system.
  void need_native_memory(std::size_t bytes);
  // Walks every live cell and checks that it is well formed.
  void verify();

  // Signals that the limit was reached; the second time, unless a collection has found room
  // meanwhile, it leaves for the prompt at once.
  [[noreturn]] void exhausted();
  // At the prompt, after that: makes room for the user to let go of something.
  void relieve();

  void add_roots(RootSet* roots) { roots_.push_back(roots); }
  // Those that came last go first, so the search is short.
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
  // Is PAIR one of the image's? New ones are made outside of it.
  bool is_in_image(Value pair) const {
    return static_cast<std::size_t>(pair.address() - range_.begin()) < image_blocks_ * kBlockBytes;
  }
  bool is_marked(Value v) const;  // at the end of marking: is V reachable?

  const HeapStatistics& statistics() const { return statistics_; }
  std::size_t max_bytes() const { return max_bytes_; }

  static constexpr std::size_t kMaxLength = 0xFFFFFFFF;  // of any object, in elements

  // Context that travels with the heap.
  SymbolTable* symbols = nullptr;
  Signaller* signaller = nullptr;
  // A safepoint in a loop over much data: lets the user interrupt at every 65,536th STEP.
  void poll_at(std::size_t step) const {
    if ((step & 0xFFFF) == 0) [[unlikely]]
      signaller->poll();
  }
  // Fills COUNT elements of a cell that was made just now, from FIRST on, with VALUE; the user may
  // interrupt. (A collection meanwhile makes the cell old, but VALUE too.)
  template <class T>
  void fill(T* first, std::size_t count, T value) const {
    constexpr std::size_t kAtOnce = std::size_t{1} << 20;
    for (; count > kAtOnce; count -= kAtOnce, first += kAtOnce) {
      std::fill_n(first, kAtOnce, value);
      signaller->poll();
    }
    std::fill_n(first, count, value);
  }
  NativeStack native_stack;
  std::uint64_t claim_to_fail = 0;      // for tests: the claim of memory that finds none; 0: none
  std::function<void()> after_marking;  // closes streams nobody holds
  // Made in advance, since there is no room for it when it is needed.
  Value exhausted_condition = nil();
  Value image_root = nil();  // heap_image.hpp

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
  static constexpr std::size_t kGranuleBytes = 16;
  static constexpr std::size_t kGranules = kBlockBytes / kGranuleBytes;
  static constexpr std::size_t kFirstGranule = kGranules / kGranuleBytes;  // after the side bytes
  static constexpr std::size_t kLargeBytes = std::size_t{8} << 10;
  static constexpr std::uint8_t kFree = 0;
  static constexpr std::uint8_t kContinuation = 0xFF;
  static constexpr std::uint8_t kYoung = 0xFE;
  static constexpr std::uint8_t kFirstEpoch = 1;
  static constexpr std::uint8_t kLastEpoch = 250;
  // Where the blocks of an image are meant to lie: far from what the system, and the sanitizers,
  // choose themselves.
  static constexpr std::uintptr_t kImageAddress = std::uintptr_t{1} << 45;
  static constexpr std::size_t kImageHeaderBytes = 4096;  // so that the blocks begin a page
  // Collect the young after so many bytes. 4 MiB keep a small program's garbage in the second-level
  // cache; measured on tests/bench/kalah.lisp, which peaks at 12 MiB.
  static constexpr std::size_t kLeastTrigger = std::size_t{4} << 20;
  // What was written to, one byte for each card.
  static constexpr unsigned kCardShift = 9;
  static constexpr std::size_t kCardBytes = std::size_t{1} << kCardShift;
  static constexpr std::size_t kCardsOfBlock = kBlockBytes / kCardBytes;
  static constexpr std::uint8_t kWritten = 1;        // since the last collection
  static constexpr std::uint8_t kWrittenBefore = 2;  // earlier; of the image alone

  // Dirty: free, but the system has not got the pages back yet.
  enum class Kind : std::uint8_t { Free, Dirty, Pairs, Objects, Large, LargeTail };

  struct Space {  // the blocks of one kind, and where the search for holes stands
    std::vector<std::uint32_t> blocks;
    std::size_t first = 0;  // of those searched: they leave the image alone
    std::size_t start = 0;  // where the search began after the last collection
    std::size_t block = 0;
    std::size_t granule = kFirstGranule;
    // How many it has passed since then, with that where it stands.
    std::size_t end() const { return std::min(block + 1, blocks.size()); }
  };
  struct Hole {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };

  // -- allocation (heap.cpp)
  void* allocate_bytes(std::size_t bytes, bool zeroed);
  void* allocate_large(std::size_t bytes);
  void before_claim();
  void claim_pairs();
  void claim_objects(std::size_t granules);
  bool next_hole_in(Kind kind, const std::uint8_t* side, std::size_t from, Hole& hole) const;
  char* next_hole(Space& space, Kind kind, std::size_t granules, Hole& hole);
  void before_growth(std::size_t bytes);
  bool has_room(std::size_t bytes) const;
  void share_limit();
  std::uint32_t take_blocks(std::size_t count, Kind kind);
  void free_blocks(std::uint32_t first, std::size_t count);
  void give_pages_back(std::size_t blocks);
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

  // -- what was written to (cards.cpp)
  bool are_few_written() const;
  bool has_old(std::size_t block, std::size_t card) const;
  void mark_written();
  void forget_written();
  void mark_image();
  void mark_card(std::size_t block, std::size_t card);
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
  __attribute__((noinline)) void scan_native_stack();
  void scan_callers();
  void forget_young(Space& space);
  void release_dead_blocks(bool full);
  void scrub(std::uint32_t block);
  void poison_dead();
  void check_live_cells();
  template <class Visit>
  void for_each_live_cell(Visit visit);
  template <class Visit>
  void for_each_dead_granule(std::uint32_t block, Visit visit);
  static Value value_at(Kind kind, char* cell);
  // Is a cell with this side byte alive? While marking is under way the verdict on old ones is out.
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
  Pair* pair_begin_ = nullptr;    // of the open hole
  std::vector<PairSpan> filled_;  // the holes before it, while there are recorders
  std::size_t recorders_ = 0;
  friend class PairRecorder;
  friend class Building;
  friend class jit::Target;  // which makes pairs in line
  char* object_next_ = nullptr;
  char* object_zeroed_ = nullptr;  // the end of what is zeroed from object_next_ on
  char* object_end_ = nullptr;
  bool marking_ = false;
  std::uint8_t epoch_ = kFirstEpoch;
  std::uint8_t before_ = kFirstEpoch;  // the epoch before, while marking; else the same
  std::uint8_t birth_ = kYoung;  // the byte of new cells; while marking, or growing: the epoch
  std::size_t builders_ = 0;
  bool growing_ = false;

  PageRange range_;
  PageRange card_range_;
  std::uint8_t* cards_;
  std::uintptr_t card_bias_;  // plus an address >> kCardShift: where its card is
  std::vector<Kind> kinds_;   // of the blocks that have been in use; those behind are free
  std::size_t free_block_count_ = 0;
  std::size_t lowest_free_ = 0;
  std::size_t image_blocks_ = 0;  // the first ones; nothing new lies in them
  std::size_t dirty_count_ = 0;
  std::size_t dirty_at_ = 0;  // where the search for dirty blocks stands
  // Bytes in blocks, the most that full collections have found of late.
  std::size_t lately_used_ = 0;
  Space pairs_;
  Space objects_;
  std::size_t max_bytes_;
  std::size_t reserve_bytes_ = 0;  // lent to the handler of an exhausted heap
  std::size_t since_collection_ = 0;
  std::size_t old_limit_;     // with more than that alive a collection is a full one
  std::size_t old_then_ = 0;  // what was alive after the last full one
  std::size_t claimed_ = 0;   // bytes since the collector was last paid for them
  std::size_t trigger_;
  std::size_t native_before_ = 0;  // C++ memory in use after the last collection

  // What is marked but not yet looked into. A cell for which there was no room is found again by a
  // walk over all that is marked.
  struct Slice {  // the rest of a row of values too long for one step
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
  std::size_t pace_ = 0;           // bytes to mark for each byte allocated

  std::vector<RootSet*> roots_;
  HeapStatistics statistics_;
#ifdef WINNOW_HOSTILE
  // Collect here? At every allocation first, then ever more rarely, as time passes and the heap
  // grows: a mistake in rooting shows soon, and the suites still end. Of eight collections one is
  // full, and one is full and made in steps.
  void hostile_turn() {
    std::uint64_t mebibytes = statistics_.live_bytes >> 20;
    if (++hostile_clock_ % (1 + statistics_.collections / 512 + mebibytes * mebibytes) != 0) return;
    if (marking_) {
      if (drain(statistics_.live_bytes / 3)) finish_marking();
      return;
    }
    switch (++hostile_turns_ % 8) {
      case 0: return collect();
      case 4: return begin_marking();
      default: return collect_young();
    }
  }
  std::uint64_t hostile_clock_ = 0;
  std::uint64_t hostile_turns_ = 0;
#endif
};

// Calls VISIT with each cell that carries the current epoch.
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
