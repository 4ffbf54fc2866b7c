// Memory for Lisp: allocation, collection, statistics.
//
// A non-moving mark-region collector, precise for heap cells and registered roots, conservative for
// the C++ stack (design: Whippet; Blackburn and McKinley, "Immix", PLDI 2008). One reserved address
// range is cut into blocks of 64 KiB, each for pairs or for objects with headers; an object of over
// 8 KiB has a run of blocks to itself. A block begins with one side byte per 16-byte granule:
//
//   pairs     the epoch in which the cell was last known alive
//   objects   the same at the object's first granule, kContinuation at its others
//
// A fresh hole takes the current epoch (pairs when claimed, objects one by one); a collection marks
// with the next. So "alive" means "the byte is the epoch", nothing is cleared before marking, a
// hole is a run of other bytes, and no cell is touched by sweeping, since nothing has a finalizer.
//
// A conservative root may revive only a cell whose byte is the epoch: one that died earlier has
// fields that point anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/native_stack.hpp"
#include "base/pages.hpp"
#include "core/object.hpp"

namespace winnow {

class RootSet;
class SymbolTable;

// How an error found in this layer reaches the program: the machine above installs itself here.
class Signaller {
 public:
  virtual ~Signaller() = default;
  // Runs the handlers for CONDITION and leaves by a non-local exit.
  [[noreturn]] virtual void signal(Value condition) = 0;
  // Called between pieces of long work; leaves by a non-local exit if the user interrupted.
  virtual void poll() = 0;
};

struct HeapStatistics {
  std::size_t collections = 0;
  std::size_t live_bytes = 0;       // after the last collection
  std::size_t allocated_bytes = 0;  // since the start
  std::size_t committed_bytes = 0;  // blocks in use
  double seconds = 0;               // spent collecting
};

class Heap {
 public:
  // A heap of at most MAX_BYTES.
  explicit Heap(std::size_t max_bytes);
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

  // A zeroed object of BYTES with its header filled in.
  template <class T>
  T* allocate(Type type, std::size_t bytes, std::size_t length, std::uint8_t flags = 0) {
    void* cell = allocate_bytes(bytes);
    *static_cast<Header*>(cell) = {type, flags, 0, static_cast<std::uint32_t>(length)};
    return static_cast<T*>(cell);
  }

  Value make_float(double x) {
    Value v;
    return Value::try_float(x, v) ? v : box_float(x);
  }

  void collect();
  // Walks every live cell and checks that it is well formed.
  void verify();

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
  bool is_marked(Value v) const;  // during marking: is V known to be reachable?

  const HeapStatistics& statistics() const { return statistics_; }
  std::size_t max_bytes() const { return max_bytes_; }
  void set_max_bytes(std::size_t bytes) { max_bytes_ = bytes; }

  // Context that travels with the heap.
  SymbolTable* symbols = nullptr;
  Signaller* signaller = nullptr;
  // A safepoint in a loop over much data: lets the user interrupt at every 65,536th STEP.
  void poll_at(std::size_t step) const {
    if ((step & 0xFFFF) == 0) [[unlikely]]
      signaller->poll();
  }
  NativeStack native_stack;
  std::function<void()> after_marking;  // closes streams nobody holds

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
  static constexpr std::size_t kGranuleBytes = 16;
  static constexpr std::size_t kGranules = kBlockBytes / kGranuleBytes;
  static constexpr std::size_t kFirstGranule = kGranules / kGranuleBytes;  // after the side bytes
  static constexpr std::size_t kLargeBytes = std::size_t{8} << 10;
  static constexpr std::uint8_t kFree = 0;
  static constexpr std::uint8_t kContinuation = 0xFF;
  static constexpr std::uint8_t kLastEpoch = 250;

  enum class Kind : std::uint8_t { Free, Pairs, Objects, Large, LargeTail };

  struct Space {  // the blocks of one kind, and where the search for holes stands
    std::vector<std::uint32_t> blocks;
    std::size_t block = 0;
    std::size_t granule = kFirstGranule;
  };
  struct Hole {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void* allocate_bytes(std::size_t bytes);
  void* allocate_large(std::size_t bytes);
  void claim_pairs();
  void claim_objects(std::size_t granules);
  bool next_pair_hole(Space& space, std::uint8_t* side, Hole& hole) const;
  bool next_object_hole(Space& space, std::uint8_t* side, Hole& hole) const;
  char* next_hole(Space& space, Kind kind, std::size_t granules, Hole& hole);
  void before_growth(std::size_t bytes);
  std::uint32_t take_blocks(std::size_t count, Kind kind);
  void free_blocks(std::uint32_t first, std::size_t count);
  void account(std::size_t bytes);
  Value box_float(double x);

  void mark_value(Value v);
  void drain();
  void mark_conservatively(std::uintptr_t word);
  __attribute__((noinline)) void scan_native_stack();
  void scan_callers();
  void release_dead_blocks();
  void restart_epochs();
  void poison_dead();
  [[noreturn]] void exhausted();

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
  char* object_next_ = nullptr;
  char* object_end_ = nullptr;
  std::uint8_t epoch_ = 1;

  PageRange range_;
  std::vector<Kind> kinds_;  // of the blocks that have been in use; those behind are free
  std::size_t free_block_count_ = 0;
  std::size_t lowest_free_ = 0;
  Space pairs_;
  Space objects_;
  std::size_t max_bytes_;
  std::size_t reserve_bytes_ = 0;  // lent to the handler of an exhausted heap
  std::size_t since_collection_ = 0;
  std::size_t trigger_;
  bool collecting_ = false;
  std::vector<Value> mark_stack_;
  std::vector<RootSet*> roots_;
  HeapStatistics statistics_;
#ifdef WINNOW_HOSTILE
  // Collect here? At every allocation first, then ever more rarely, as time passes and the heap
  // grows: a mistake in rooting shows soon, and the suites still end.
  bool hostile_turn() {
    std::uint64_t mebibytes = statistics_.live_bytes >> 20;
    return ++hostile_clock_ % (1 + statistics_.collections / 512 + mebibytes * mebibytes) == 0;
  }
  std::uint64_t hostile_clock_ = 0;
#endif
};

}  // namespace winnow
