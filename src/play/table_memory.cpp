#include "play/table_memory.hpp"

#include <memory>

namespace winnow {

namespace {

constexpr std::size_t kAlignment = 64;

}  // namespace

void* LispTableMemory::allocate(std::size_t bytes) {
  const std::size_t length = bytes + kAlignment;
  if (length > ~std::uint32_t{0}) return nullptr;  // for one object
  // As much again must be left for the program.
  if (heap_.statistics().committed_bytes + 2 * length > heap_.max_bytes()) return nullptr;
  auto* block = heap_.allocate<Bytes>(Type::Bytes, sizeof(Header), length, 1);
  heap_.store(as_pair(keeper_)->car, to_value(block));
  return this->block();
}

void* LispTableMemory::block() {
  Value v = car(keeper_);
  if (!has_type(v, Type::Bytes)) return nullptr;
  void* data = as<Bytes>(v)->data;
  std::size_t space = as<Bytes>(v)->header.length;
  return std::align(kAlignment, 1, data, space);
}

}  // namespace winnow
