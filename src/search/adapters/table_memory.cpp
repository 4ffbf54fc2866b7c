#include "search/adapters/table_memory.hpp"

#include <memory>

namespace winnow {

namespace {

constexpr std::size_t kAlignment = 64;

void* aligned_data(Value bytes) {
  if (!has_type(bytes, Type::Bytes)) return nullptr;
  void* data = as<Bytes>(bytes)->data;
  std::size_t space = as<Bytes>(bytes)->header.length;
  return std::align(kAlignment, 1, data, space);
}

}  // namespace

void* LispTableMemory::block() { return aligned_data(car(keeper_)); }

void* LispTableMemory::allocate(std::size_t bytes) {
  const std::size_t length = bytes + kAlignment;
  if (length > ~std::uint32_t{0}) return nullptr;  // the limit of one object
  // At least as much memory must remain for the program.
  if (heap_.statistics().committed_bytes + 2 * length > heap_.max_bytes()) return nullptr;
  fresh_ = to_value(heap_.allocate<Bytes>(Type::Bytes, sizeof(Header), length, 1));
  return aligned_data(fresh_);
}

void LispTableMemory::adopt() { heap_.store(as_pair(keeper_)->car, fresh_); }

}  // namespace winnow
