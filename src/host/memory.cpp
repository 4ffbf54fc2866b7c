#include "host/memory.hpp"

#include <gmp.h>
#include <malloc.h>

#include <cstdlib>
#include <new>

namespace winnow {

NativeMemory native_memory;
thread_local bool gmp_may_be_refused = false;

namespace {

void count(void* p) {
  native_memory.in_use.fetch_add(malloc_usable_size(p), std::memory_order_relaxed);
}

void forget(void* p) {
  native_memory.in_use.fetch_sub(malloc_usable_size(p), std::memory_order_relaxed);
}

bool refused(std::size_t bytes) {
  if (native_memory.fail_at.load(std::memory_order_relaxed) != 0 &&
      native_memory.fail_at.fetch_sub(1, std::memory_order_relaxed) == 1)
    return true;
  return bytes > memory_left();
}

void* take(std::size_t bytes) {
  void* p = refused(bytes) ? nullptr : std::malloc(bytes);
  if (!p) throw std::bad_alloc();
  count(p);
  return p;
}

void* take_aligned(std::size_t bytes, std::size_t alignment) {
  void* p = refused(bytes)
                ? nullptr
                : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!p) throw std::bad_alloc();
  count(p);
  return p;
}

void release(void* p) noexcept {
  if (!p) return;
  forget(p);
  std::free(p);
}

[[noreturn]] void refuse_gmp() {
  if (!gmp_may_be_refused) std::abort();
  throw std::bad_alloc();
}

}  // namespace

void count_gmp_memory() {
  mp_set_memory_functions(
      [](std::size_t bytes) {
        void* p = std::malloc(bytes);
        if (!p) refuse_gmp();
        count(p);
        return p;
      },
      [](void* old, std::size_t, std::size_t bytes) {
        std::size_t before = malloc_usable_size(old);
        void* p = std::realloc(old, bytes);
        if (!p) refuse_gmp();
        native_memory.in_use.fetch_sub(before, std::memory_order_relaxed);
        count(p);
        return p;
      },
      [](void* p, std::size_t) { release(p); });
}

}  // namespace winnow

void* operator new(std::size_t bytes) { return winnow::take(bytes); }
void* operator new[](std::size_t bytes) { return winnow::take(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return winnow::take_aligned(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return winnow::take_aligned(bytes, static_cast<std::size_t>(alignment));
}
// The defaults would call the operators above. They are defined here because a sanitizer replaces
// the defaults.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept try {
  return winnow::take(bytes);
} catch (const std::bad_alloc&) {
  return nullptr;
}
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept
    try {
  return winnow::take_aligned(bytes, static_cast<std::size_t>(alignment));
} catch (const std::bad_alloc&) {
  return nullptr;
}
void operator delete(void* p) noexcept { winnow::release(p); }
void operator delete[](void* p) noexcept { winnow::release(p); }
void operator delete(void* p, std::size_t) noexcept { winnow::release(p); }
void operator delete[](void* p, std::size_t) noexcept { winnow::release(p); }
void operator delete(void* p, std::align_val_t) noexcept { winnow::release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { winnow::release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { winnow::release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { winnow::release(p); }
