// Accounting of C++ memory. Operator new is replaced (memory.cpp), so that all memory outside the
// Lisp heap, for strings, streams, tables and the compiler, is counted and has one limit. Above the
// limit operator new throws std::bad_alloc, which the VM converts to a storage-condition.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace winnow {

struct NativeMemory {
  std::atomic<std::size_t> in_use{0};  // bytes
  std::atomic<std::size_t> limit{~std::size_t{0}};
  // For tests: the number of the next allocation that fails, counted down; 0: none.
  std::atomic<std::uint64_t> fail_at{0};
};
extern NativeMemory native_memory;

// Bytes that may still be allocated. Code that makes tables of arbitrary size checks this first.
inline std::size_t memory_left() {
  std::size_t used = native_memory.in_use.load(std::memory_order_relaxed);
  std::size_t limit = native_memory.limit.load(std::memory_order_relaxed);
  return limit > used ? limit - used : 0;
}

// Makes GMP count its memory also. GMP cannot handle a failed allocation: the process would end, so
// callers of GMP check memory_left() first.
void count_gmp_memory();
// In a thread in which this is true, a failed allocation in GMP throws std::bad_alloc. GMP then
// leaks its memory, and its arguments must not be used or freed any more.
extern thread_local bool gmp_may_be_refused;

}  // namespace winnow
