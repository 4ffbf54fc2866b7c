// Memory that C++ takes. Operator new is replaced (memory.cpp), so whatever a program causes
// outside the Lisp heap, in strings, streams, tables, the compiler's vectors, is counted in one
// place and has one limit. Beyond the limit operator new throws std::bad_alloc, which the machine
// turns into a storage-condition.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace winnow {

struct NativeMemory {
  std::atomic<std::size_t> in_use{0};  // bytes
  std::atomic<std::size_t> limit{~std::size_t{0}};
  // For tests: the allocation that fails, counted down; 0: none.
  std::atomic<std::uint64_t> fail_at{0};
};
extern NativeMemory native_memory;

// Bytes that may still be taken: what a table that could be of any size asks first.
inline std::size_t memory_left() {
  std::size_t used = native_memory.in_use.load(std::memory_order_relaxed);
  std::size_t limit = native_memory.limit.load(std::memory_order_relaxed);
  return limit > used ? limit - used : 0;
}

// Has GMP count its memory, too. It cannot be refused any, or the process ends: whoever calls it
// asks first.
void count_gmp_memory();
// In a thread where this is true std::bad_alloc is thrown instead. GMP then loses what it holds,
// and the numbers it was given must never be used or given back again.
extern thread_local bool gmp_may_be_refused;

}  // namespace winnow
