// Memory for native code and its data: two ranges below 2 GiB, so that code can address both with
// 32 bits. A page is never writable and executable at the same time.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "host/pages.hpp"

namespace winnow::jit {

// A first-fit allocator for one address range. Freed blocks are merged with free neighbours.
class RangeAllocator {
 public:
  RangeAllocator(std::size_t bytes, std::uintptr_t address);
  // Returns null if no free block is large enough.
  char* allocate(std::size_t bytes);
  void free(char* block);
  std::size_t in_use() const { return in_use_; }
  bool is_below_2gib() const;
  char* begin() const { return range_.begin(); }
  std::size_t size() const { return range_.size(); }

 private:
  PageRange range_;
  std::map<std::size_t, std::size_t> free_;  // offset to size in bytes
  std::map<std::size_t, std::size_t> allocated_;
  std::size_t in_use_ = 0;
};

class CodeMemory {
 public:
  // Throws std::bad_alloc if the system does not provide the ranges.
  CodeMemory();
  ~CodeMemory();
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;

  // Allocates BYTES for code, to be written by fill(). Returns null if there is no room.
  char* allocate_code(std::size_t bytes) { return code_.allocate(bytes); }
  template <class Write>
  void fill(char* block, std::size_t bytes, Write write) {
    make_writable(block, bytes);
    write();
    make_executable(block, bytes);
  }
  void free_code(char* block) { code_.free(block); }
  char* allocate_data(std::size_t bytes) { return data_.allocate(bytes); }
  void free_data(char* block) { data_.free(block); }
  std::size_t code_bytes() const { return code_.in_use(); }
  const char* code_end() const { return code_.begin() + code_.size(); }

 private:
  static void make_writable(char* block, std::size_t bytes);
  static void make_executable(char* block, std::size_t bytes);
  void register_unwind_information();

  RangeAllocator code_;
  RangeAllocator data_;
  std::unique_ptr<unsigned char[]> unwind_information_;
};

}  // namespace winnow::jit
