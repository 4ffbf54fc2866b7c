// Memory for native code and its data: two ranges in the low half of the first 4 GiB, so that code
// reaches both by 32-bit addresses. What holds code is never writable and executable at once.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "host/pages.hpp"

namespace winnow::jit {

// A range cut into pieces, first fit; what is given back is joined with its neighbours.
class RangeAllocator {
 public:
  RangeAllocator(std::size_t bytes, std::uintptr_t address);
  // Null where no room is left.
  char* allocate(std::size_t bytes);
  void free(char* piece);
  std::size_t in_use() const { return in_use_; }
  bool is_below_2gib() const;
  char* begin() const { return range_.begin(); }
  std::size_t size() const { return range_.size(); }

 private:
  PageRange range_;
  std::map<std::size_t, std::size_t> free_;  // offset, bytes
  std::map<std::size_t, std::size_t> allocated_;
  std::size_t in_use_ = 0;
};

class CodeMemory {
 public:
  // Throws std::bad_alloc where the system does not give what is needed.
  CodeMemory();
  ~CodeMemory();
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;

  // Room for BYTES of code, which fill() then writes; null if there is none.
  char* allocate_code(std::size_t bytes) { return code_.allocate(bytes); }
  template <class Write>
  void fill(char* piece, std::size_t bytes, Write write) {
    make_writable(piece, bytes);
    write();
    make_executable(piece, bytes);
  }
  void free_code(char* piece) { code_.free(piece); }
  char* allocate_data(std::size_t bytes) { return data_.allocate(bytes); }
  void free_data(char* piece) { data_.free(piece); }
  std::size_t code_bytes() const { return code_.in_use(); }
  const char* code_end() const { return code_.begin() + code_.size(); }

 private:
  static void make_writable(char* piece, std::size_t bytes);
  static void make_executable(char* piece, std::size_t bytes);
  void register_unwind_information();

  RangeAllocator code_;
  RangeAllocator data_;
  std::unique_ptr<unsigned char[]> unwind_information_;
};

}  // namespace winnow::jit
