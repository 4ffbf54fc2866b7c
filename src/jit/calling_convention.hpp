// The calling convention of native code: which register holds what, and how it reaches the machine.
//
//   kBase    the frame's first slot. A value's home is its slot, base[i]
//   kVm, kFrame, kHeap    the machine, its frame, its heap
//   kNil     NIL
//   kScratch for a few instructions at most
//   kPool    values, within a basic block
//
// A call: the arguments lie in their slots; kBase points to the first of them, kValue holds the
// function, kCount their number, for some stubs kCache what the place remembers (stubs.hpp); the
// frame holds the address where the caller goes on. There the value is in kValue, and kBase still
// points to where the arguments were. The stack pointer never changes, and C++ may be called
// everywhere.
#pragma once

#include <cstddef>

#include "jit/processor.hpp"
#include "vm/vm.hpp"

namespace winnow::jit {

inline const Gp kCount = kArg2;
inline const Gp kCache = kArg3;

// What thunk() keeps below its registers: two words that native code may use between instructions,
// which the collector sees.
inline Mem spill_slot(int i) { return qword_ptr(kStack, 8 * i); }

inline Mem frame_field(std::size_t offset) { return qword_ptr(kFrame, static_cast<int>(offset)); }
inline Mem return_address() { return frame_field(offsetof(Frame, native)); }
inline constexpr int kFrameBytes = sizeof(Frame);
inline constexpr int kFrameShift = 5;
static_assert(kFrameBytes == 1 << kFrameShift);

// Where the field at OFFSET of the object in R is, given the tag of its kind.
inline Mem field(const Gp& r, std::size_t offset, unsigned tag = kObjectTag) {
  return qword_ptr(r, static_cast<int>(offset) - static_cast<int>(tag));
}
inline Mem car_of(const Gp& r) { return field(r, offsetof(Pair, car), kPairTag); }
inline Mem cdr_of(const Gp& r) { return field(r, offsetof(Pair, cdr), kPairTag); }
// Type and flags of the object in R, and how many elements it has.
inline Mem type_of(const Gp& r) { return byte_ptr(r, -static_cast<int>(kObjectTag)); }
inline Mem type_and_flags_of(const Gp& r) { return word_ptr(r, -static_cast<int>(kObjectTag)); }
inline Mem length_of(const Gp& r) {
  return dword_ptr(r, static_cast<int>(offsetof(Header, length)) - static_cast<int>(kObjectTag));
}

// The zero flag says whether R has TAG in its low bits.
inline void test_tag(Assembler& a, const Gp& r, unsigned tag) {
  a.lea(kScratch.r32(), dword_ptr(r, -static_cast<int>(tag)));
  a.test(kScratch.r8(), 7);
}

// The fields of one machine and its heap.
class VmFields {
 public:
  explicit VmFields(Vm& vm) : vm(vm), heap(vm.heap()) {}

  Mem sp() const { return of(&vm.sp); }
  Mem fp() const { return of(&vm.fp); }
  Mem frame_limit() const { return of(&vm.frame_limit); }
  Mem stack_limit() const { return of(&vm.stack_limit); }
  Mem dynamic_top() const { return of(&vm.dynamic_top); }
  Mem dynamic_limit() const { return of(&vm.dynamic_limit); }
  Mem value_count() const { return of(&vm.value_count); }
  // The value I, from 1, behind the first.
  Mem value_after_first(std::size_t i) const { return of(&vm.values[i - 1]); }
  Mem inlined_builtin_replaced() const { return of(&vm.inlined_builtin_replaced); }
  Mem runs_old_dialects() const { return of(&vm.runs_old_dialects); }
  Mem callee() const { return of(&vm.native_callee); }
  Mem pair_next() const { return of_heap(&heap.pair_next_); }
  Mem pair_end() const { return of_heap(&heap.pair_end_); }
  Mem marking() const {
    Mem m = of_heap(&heap.marking_);
    m.setSize(1);
    return m;
  }
  // What an address, shifted, is added to: then it is that of the address's card.
  Mem card_bias() const { return of_heap(&heap.card_bias_); }
  static constexpr unsigned kCardShift = Heap::kCardShift;
  static constexpr unsigned kWritten = Heap::kWritten;

  Vm& vm;
  Heap& heap;

 private:
  Mem of(const void* field) const { return qword_ptr(kVm, distance(&vm, field)); }
  Mem of_heap(const void* field) const { return qword_ptr(kHeap, distance(&heap, field)); }
  static int distance(const void* from, const void* to) {
    return static_cast<int>(static_cast<const char*>(to) - static_cast<const char*>(from));
  }
};

}  // namespace winnow::jit
