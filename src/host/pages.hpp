// Memory of the system: address space reserved once, touched as needed, returned when idle.
#pragma once

#include <cstddef>
#include <cstdint>

namespace winnow {

// A range of reserved address space. Pages cost memory only once they are touched, so the range
// never has to move or grow: interior pointers stay valid for the life of the object.
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

  // Gives the memory of whole pages within [from, to) back; they read as zero when touched again.
  static void release(char* from, char* to);
  // Asks for large pages within [from, to), where the system has such.
  static void make_large(char* from, char* to);

 private:
  char* mapping_ = nullptr;
  std::size_t mapping_size_ = 0;
  char* begin_ = nullptr;
  std::size_t size_ = 0;
};

// Lays SIZE bytes of the program's own constants, from the beginning of a page on, at the page TO:
// they can be written to there, and cost memory only where they are. Copies them if the program's
// file cannot be mapped.
void lay_own_bytes(const unsigned char* from, std::size_t size, char* to);

// Bytes of main memory of this machine.
std::size_t physical_memory_bytes();

// Bytes of address space that the process may have; very many where there is no limit (ulimit -v).
// Whoever reserves a large part of it asks first, so that all find room.
std::size_t address_space_bytes();

}  // namespace winnow
