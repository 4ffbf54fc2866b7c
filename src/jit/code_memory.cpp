#include "jit/code_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <initializer_list>
#include <iterator>
#include <new>
#include <utility>

#include "host/assert.hpp"
#include "jit/stubs.hpp"

// The functions of libgcc that register unwind information for generated code.
extern "C" void __register_frame(void*);
extern "C" void __deregister_frame(void*);

namespace winnow::jit {

namespace {

constexpr std::size_t kCodeBytes = std::size_t{32} << 20;
constexpr std::size_t kDataBytes = std::size_t{8} << 20;
constexpr std::uintptr_t kDataAddress = 0x51000000;
constexpr std::uintptr_t kCodeAddress = 0x52000000;
constexpr std::size_t kGrain = 64;  // alignment of blocks

void protect(char* block, std::size_t bytes, int protection) {
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto first = reinterpret_cast<std::uintptr_t>(block) & ~(page - 1);
  auto end = (reinterpret_cast<std::uintptr_t>(block) + bytes + page - 1) & ~(page - 1);
  if (mprotect(reinterpret_cast<void*>(first), end - first, protection) != 0)
    throw std::bad_alloc();
}

}  // namespace

// ---- allocation

RangeAllocator::RangeAllocator(std::size_t bytes, std::uintptr_t address)
    : range_(bytes, bytes, kGrain, address) {
  free_[0] = range_.size();
}

bool RangeAllocator::is_below_2gib() const {
  return reinterpret_cast<std::uintptr_t>(range_.end()) < (std::uintptr_t{1} << 31);
}

char* RangeAllocator::allocate(std::size_t bytes) {
  bytes = (bytes + kGrain - 1) & ~(kGrain - 1);
  for (auto i = free_.begin(); i != free_.end(); ++i) {
    auto [offset, room] = *i;
    if (room < bytes) continue;
    allocated_.emplace(offset, bytes);
    auto rest = free_.extract(i);
    rest.key() = offset + bytes;
    rest.mapped() = room - bytes;
    if (room > bytes) free_.insert(std::move(rest));
    in_use_ += bytes;
    return range_.begin() + offset;
  }
  return nullptr;
}

// Called by the collector, so it must not allocate.
void RangeAllocator::free(char* block) {
  auto given = allocated_.extract(static_cast<std::size_t>(block - range_.begin()));
  WINNOW_CHECK(!given.empty());
  in_use_ -= given.mapped();
  auto after = free_.upper_bound(given.key());
  if (after != free_.end() && after->first == given.key() + given.mapped()) {
    given.mapped() += after->second;
    after = free_.erase(after);
  }
  if (after != free_.begin()) {
    auto before = std::prev(after);
    if (before->first + before->second == given.key()) {
      before->second += given.mapped();
      return;
    }
  }
  free_.insert(std::move(given));
}

// ---- code

CodeMemory::CodeMemory() : code_(kCodeBytes, kCodeAddress), data_(kDataBytes, kDataAddress) {
  if (!code_.is_below_2gib() || !data_.is_below_2gib()) throw std::bad_alloc();
  register_unwind_information();
}

CodeMemory::~CodeMemory() { __deregister_frame(unwind_information_.get()); }

void CodeMemory::make_writable(char* block, std::size_t bytes) {
  protect(block, bytes, PROT_READ | PROT_WRITE);
}

void CodeMemory::make_executable(char* block, std::size_t bytes) {
  protect(block, bytes, PROT_READ | PROT_EXEC);
  __builtin___clear_cache(block, block + bytes);
}

// Registers the unwind information that lets C++ exceptions pass through native code ("DWARF
// Debugging Information Format", 6.4: call frame information). One rule covers all native code,
// since the stack pointer never changes there. The registers that thunk() saved are stored
// above it in descending order.
void CodeMemory::register_unwind_information() {
  constexpr std::size_t kRoom = 128;
  unwind_information_ = std::make_unique<unsigned char[]>(kRoom);
  unsigned char* p = unwind_information_.get();
  auto bytes = [&p](std::initializer_list<unsigned> list) {
    for (unsigned b : list) *p++ = static_cast<unsigned char>(b);
  };
  auto word = [&p](std::uint64_t v, std::size_t size) {
    std::memcpy(p, &v, size);
    p += size;
  };
  auto finish = [&p](unsigned char* from) {
    while ((p - from - 4) % 8 != 0) *p++ = 0;  // DW_CFA_nop
    auto length = static_cast<std::uint32_t>(p - from - 4);
    std::memcpy(from, &length, 4);
  };
  constexpr unsigned kOffset = 0x80;  // DW_CFA_offset: a register saved below the CFA
  unsigned char* common = p;
  word(0, 4);                                // length
  word(0, 4);                                // marks a common information entry
  bytes({1, 0, 1, 0x78, kReturnNumber});     // version, no augmentation, units of 1 and -8
  bytes({0x0c, kStackNumber, kThunkBytes});  // the CFA is the stack pointer + kThunkBytes
  for (unsigned i = 0; i < std::size(kSavedNumbers); ++i)
    bytes({kOffset + kSavedNumbers[i], 1 + i});
  finish(common);
  unsigned char* description = p;
  word(0, 4);
  word(static_cast<std::uint64_t>(description + 4 - common), 4);
  word(reinterpret_cast<std::uint64_t>(code_.begin()), 8);
  word(code_.size(), 8);
  finish(description);
  word(0, 4);  // terminator
  __register_frame(unwind_information_.get());
}

}  // namespace winnow::jit
