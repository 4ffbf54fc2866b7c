#include "host/pages.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

namespace winnow {

PageRange::PageRange(std::size_t bytes, std::size_t least, std::size_t alignment,
                     std::uintptr_t wanted) {
  for (std::size_t size = bytes;; size /= 2) {
    size = (size + 4095) & ~std::size_t{4095};
    if (size < least) throw std::bad_alloc();
    if (wanted != 0) {
      void* at = reinterpret_cast<void*>(wanted);
      void* got = mmap(at, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
      if (got == at) {
        mapping_ = begin_ = static_cast<char*>(got);
        mapping_size_ = size_ = size;
        return;
      }
      if (got != MAP_FAILED) munmap(got, size);  // an old kernel treats the address as a hint
    }
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

namespace {

// Calls madvise(2) with ADVICE for the whole pages within [FROM, TO).
void advise(char* from, char* to, int advice) {
  auto first = (reinterpret_cast<std::uintptr_t>(from) + 4095) & ~std::uintptr_t{4095};
  auto last = reinterpret_cast<std::uintptr_t>(to) & ~std::uintptr_t{4095};
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, advice);
}

}  // namespace

void PageRange::release(char* from, char* to) { advise(from, to, MADV_DONTNEED); }
void PageRange::make_large(char* from, char* to) { advise(from, to, MADV_HUGEPAGE); }

namespace {

// The offset in the executable of the constant at ADDRESS, or -1.
off_t offset_in_executable(const void* address) {
  struct Search {
    std::uintptr_t address;
    off_t found;
  } search{reinterpret_cast<std::uintptr_t>(address), -1};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        auto& s = *static_cast<Search*>(data);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& part = object->dlpi_phdr[i];
          std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
          if (part.p_type == PT_LOAD && s.address - begin < part.p_filesz)
            s.found = static_cast<off_t>(part.p_offset + (s.address - begin));
        }
        return 1;  // the first object is the executable
      },
      &search);
  return search.found;
}

}  // namespace

void map_own_bytes(const unsigned char* from, std::size_t size, char* to) {
  off_t place = offset_in_executable(from);
  int file = place < 0 ? -1 : open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  void* got = MAP_FAILED;
  if (file >= 0) {
    got = mmap(to, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, place);
    close(file);
  }
  if (got != MAP_FAILED) return;
  // The failed call may have unmapped the pages.
  got = mmap(to, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  std::memcpy(to, from, size);
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
