#include "base/pages.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace winnow {

PageRange::PageRange(std::size_t bytes, std::size_t least, std::size_t alignment) {
  for (std::size_t size = bytes;; size /= 2) {
    size = (size + 4095) & ~std::size_t{4095};
    if (size < least) throw std::bad_alloc();
    void* got = mmap(nullptr, size + alignment, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) continue;
    mapping_ = static_cast<char*>(got);
    mapping_size_ = size + alignment;
    auto address = reinterpret_cast<std::uintptr_t>(got);
    begin_ = reinterpret_cast<char*>((address + alignment - 1) & ~(alignment - 1));
    size_ = size;
    return;
  }
}

PageRange::~PageRange() { munmap(mapping_, mapping_size_); }

void PageRange::release(char* from, char* to) {
  auto first = (reinterpret_cast<std::uintptr_t>(from) + 4095) & ~std::uintptr_t{4095};
  auto last = reinterpret_cast<std::uintptr_t>(to) & ~std::uintptr_t{4095};
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

std::size_t physical_memory_bytes() {
  auto pages = static_cast<std::size_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t address_space_bytes() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    return static_cast<std::size_t>(limit.rlim_cur);
  return std::size_t{1} << 46;
}

}  // namespace winnow
