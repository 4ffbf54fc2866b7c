// Marking: tracing the cells that are reachable from the roots.
#include <algorithm>
#include <utility>

#include "heap/heap.hpp"
#include "heap/trace.hpp"

namespace winnow {

namespace {

// The number of Values of a large object that are scanned in one step.
constexpr std::size_t kSliceValues = 1024;

// The number of pairs of a list that are scanned before their cars are.
constexpr std::size_t kListCells = 1024;

}  // namespace

// Marks V; returns true if it was not marked before.
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

// Marks the Values of an object; if there are many, puts them into slices_ to be marked in steps.
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
  // Clear the slice: a Heap on the C++ stack is scanned as a root.
  if (slice.left == 0) slices_[--slice_count_] = {};
  marked_bytes_ += count * sizeof(Value);
  mark_range(values, count);
}

// Scans marked cells until BYTES more have been scanned; returns true if none are left.
bool Heap::drain(std::size_t bytes) {
  std::size_t target = marked_bytes_ + std::min(bytes, ~std::size_t{0} - marked_bytes_);
  for (;;) {
    if (marked_bytes_ > target) return false;
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
    // Follow the cdrs first: the next cell of a list is mostly adjacent in memory.
    Value* waiting = grey_top_;  // from here on: the cars of this list
    std::size_t left = kListCells;
    do {
      if (!v.is_list()) {
        mark_row(extent_of(reinterpret_cast<Header*>(v.address())));
        break;
      }
      if (left-- == 0 || marked_bytes_ > target) {
        push_grey_below(v, waiting);
        break;
      }
      marked_bytes_ += sizeof(Pair);
      mark_value(as_pair(v)->car);
      v = as_pair(v)->cdr;
    } while (shade(v));
  }
}

// Inserts V into the mark stack at PLACE, below the entries that were pushed later, so that a long
// list needs no more stack than a short one.
void Heap::push_grey_below(Value v, Value* place) {
  push_grey(v);
  if (!overflowed_) std::swap(*place, grey_top_[-1]);
}

// Scans all marked cells again, to find those that did not fit on the mark stack.
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

// __builtin_unwind_init spills the registers into this frame (setjmp would encrypt some of them).
// They may be below the frame address, so a callee scans the stack: for it they are above.
__attribute__((noinline)) void Heap::scan_native_stack() {
  __builtin_unwind_init();
  scan_callers();
  asm volatile("");  // prevents a tail call, which would release this frame
}

__attribute__((noinline, no_sanitize("address"))) void Heap::scan_callers() {
  auto* p = static_cast<const char*>(__builtin_frame_address(0));
  while (p + sizeof(std::uintptr_t) <= native_stack.base()) {
    // Skip the Heap object if it is on the stack: the ends of its holes are not roots, and would
    // keep unrelated cells alive.
    if (p == reinterpret_cast<const char*>(this)) {
      p += sizeof(Heap);
    } else {
      mark_conservatively(*reinterpret_cast<const std::uintptr_t*>(p));
      p += sizeof(std::uintptr_t);
    }
  }
}

}  // namespace winnow
