// The calling convention of native code: the use of each register.
//
//   kBase                the first slot of the frame; value I is stored in base[i], its home
//   kVm, kFrame, kHeap   the VM, the current frame, the heap
//   kNil                 NIL
//   kScratch             a temporary that lives for a few instructions
//   kPool                values, within a basic block
//   pool_float()         raw floats (floats.hpp), also from one block version to another, and raw
//                        words for which the pool has no room
//
// At a call, kBase points to the first argument, kValue holds the function and kCount the number of
// arguments. Some stubs also expect the inline cache of the call site in kCache (stubs.hpp). The
// caller has stored its return address in its frame. On return, kValue holds the value and kBase
// still points to where the arguments were. The stack pointer never changes within native code, so
// C++ can be called anywhere.
#pragma once

#include <bit>
#include <cstddef>

#include "jit/processor.hpp"
#include "vm/vm.hpp"

namespace winnow::jit {

// Raw words (words.hpp) pass from one block version to another in the last registers of the pool,
// and further ones in registers for floats.
inline constexpr std::size_t kWordPoolSize = 4;

inline const Gp kCount = kArg2;
inline const Gp kCache = kArg3;

// Spill slot I of two, which thunk() reserves on the C++ stack. The collector scans them. Native
// code may use them between two bytecode instructions.
inline Mem spill_slot(int i) { return qword_ptr(kStack, 8 * i); }

inline Mem frame_field(std::size_t offset) { return qword_ptr(kFrame, static_cast<int>(offset)); }
inline Mem return_address() { return frame_field(offsetof(Frame, native)); }
inline constexpr int kFrameBytes = sizeof(Frame);

// The field at OFFSET of the object in R, whose pointers have TAG.
inline Mem field(const Gp& r, std::size_t offset, unsigned tag = kObjectTag) {
  return qword_ptr(r, static_cast<int>(offset) - static_cast<int>(tag));
}
// The same, for fields of one and two bytes.
inline Mem byte_field(const Gp& r, std::size_t offset) {
  return byte_ptr(r, static_cast<int>(offset) - static_cast<int>(kObjectTag));
}
inline Mem word_field(const Gp& r, std::size_t offset) {
  return word_ptr(r, static_cast<int>(offset) - static_cast<int>(kObjectTag));
}
inline Mem car_of(const Gp& r) { return field(r, offsetof(Pair, car), kPairTag); }
inline Mem cdr_of(const Gp& r) { return field(r, offsetof(Pair, cdr), kPairTag); }
// The type and flags of the object in R, and its length.
inline Mem type_of(const Gp& r) { return byte_ptr(r, -static_cast<int>(kObjectTag)); }
inline Mem type_and_flags_of(const Gp& r) { return word_ptr(r, -static_cast<int>(kObjectTag)); }
inline Mem length_of(const Gp& r) {
  return dword_ptr(r, static_cast<int>(offsetof(Header, length)) - static_cast<int>(kObjectTag));
}

// Sets the zero flag if R has TAG in its low bits.
inline void test_tag(Assembler& a, const Gp& r, unsigned tag) {
  a.lea(kScratch.r32(), dword_ptr(r, -static_cast<int>(tag)));
  a.test(kScratch.r8(), 7);
}

// The addresses of the fields of one VM and its heap, for use as operands.
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
  // Value I of multiple values, for I of at least 1. Value 0 is in kValue.
  Mem value_after_first(std::size_t i) const { return of(&vm.values[i - 1]); }
  Mem inlined_builtin_replaced() const { return of(&vm.inlined_builtin_replaced); }
  Mem runs_old_dialects() const { return of(&vm.runs_old_dialects); }
  Mem callee() const { return of(&vm.native_callee); }
  Mem pair_next() const { return of_heap(heap.inline_fields().pair_next); }
  Mem pair_end() const { return of_heap(heap.inline_fields().pair_end); }
  Mem object_next() const { return of_heap(heap.inline_fields().object_next); }
  Mem object_zeroed() const { return of_heap(heap.inline_fields().object_zeroed); }
  Mem object_end() const { return of_heap(heap.inline_fields().object_end); }
  Mem birth() const { return byte_of_heap(heap.inline_fields().birth); }
  Mem marking() const { return byte_of_heap(heap.inline_fields().marking); }
  // Added to an address that is shifted by kCardShift, this gives the address of its card.
  Mem card_bias() const { return of_heap(heap.inline_fields().card_bias); }
  static constexpr unsigned kCardShift = Heap::kCardShift;
  static constexpr unsigned kWritten = Heap::kWritten;

  Vm& vm;
  Heap& heap;

 private:
  Mem of(const void* field) const { return qword_ptr(kVm, distance(&vm, field)); }
  Mem of_heap(const void* field) const { return qword_ptr(kHeap, distance(&heap, field)); }
  Mem byte_of_heap(const void* field) const { return byte_ptr(kHeap, distance(&heap, field)); }
  static int distance(const void* from, const void* to) {
    return static_cast<int>(static_cast<const char*>(to) - static_cast<const char*>(from));
  }
};

// Marks the new object at the address in R, of GRANULES granules. Overwrites FREE and the scratch
// register.
inline void mark_new_object(Assembler& a, const VmFields& fields, const Gp& r, std::size_t granules,
                            const Gp& free) {
  constexpr int kOffsetMask = static_cast<int>(Heap::kBlockBytes) - 1;
  a.mov(free, r);
  a.and_(free, kOffsetMask);
  a.mov(kScratch, r);
  a.sub(kScratch, free);
  a.shr(free, static_cast<unsigned>(std::countr_zero(Heap::kGranuleBytes)));
  a.add(kScratch, free);
  a.movzx(free.r32(), fields.birth());
  a.mov(byte_ptr(kScratch), free.r8());
  if (granules > 1) a.mov(free.r32(), Heap::kContinuation);
  for (std::size_t i = 1; i < granules; ++i)
    a.mov(byte_ptr(kScratch, static_cast<int>(i)), free.r8());
}

}  // namespace winnow::jit
