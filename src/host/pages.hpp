// Virtual memory: reserved once, committed on first access, released when unused.
#pragma once

#include <cstddef>
#include <cstdint>

namespace winnow {

// A range of reserved address space. Pages are committed on first access, so the range never has to
// move or grow, and pointers into it stay valid for the lifetime of the object.
class PageRange {
 public:
  // Reserves BYTES (rounded up to pages, aligned to ALIGNMENT, a power of two), at the address
  // WANTED if that is free; if the system refuses, halves the size down to LEAST bytes. Throws
  // std::bad_alloc when even that is refused.
  PageRange(std::size_t bytes, std::size_t least, std::size_t alignment = 4096,
            std::uintptr_t wanted = 0);
  ~PageRange();
  PageRange(const PageRange&) = delete;
  PageRange& operator=(const PageRange&) = delete;

  char* begin() const { return begin_; }
  char* end() const { return begin_ + size_; }
  std::size_t size() const { return size_; }

  // Returns the whole pages within [from, to) to the system; they read as zero on the next access.
  static void release(char* from, char* to);
  // Requests large pages within [from, to), if the system has them.
  static void make_large(char* from, char* to);

 private:
  char* mapping_ = nullptr;
  std::size_t mapping_size_ = 0;
  char* begin_ = nullptr;
  std::size_t size_ = 0;
};

// Maps SIZE bytes of the program's constant data, which begins a page at FROM, to the page TO, copy
// on write: only pages that are written to cost memory. If the executable cannot be mapped, the
// bytes are copied.
void map_own_bytes(const unsigned char* from, std::size_t size, char* to);

// Bytes of main memory of the host.
std::size_t physical_memory_bytes();

// The limit of the process's address space in bytes (ulimit -v); very large if it is unlimited.
// Large reservations are fractions of it, so that they all fit.
std::size_t address_space_bytes();

}  // namespace winnow
