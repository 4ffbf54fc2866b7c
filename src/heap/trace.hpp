// The one switch over object types: where an object's Values lie, and how many bytes it takes.
#pragma once

#include <cstddef>

#include "heap/object.hpp"

namespace winnow {

struct ObjectExtent {
  Value* values;
  std::size_t count;
  std::size_t bytes;
};

// What the collector must know of the object at HEADER.
inline ObjectExtent extent_of(Header* header) {
  auto* values = reinterpret_cast<Value*>(header + 1);
  std::size_t n = header->length;
  auto row = [&](std::size_t count) {
    return ObjectExtent{values, count, sizeof(Header) + 8 * count};
  };
  switch (header->type) {
    case Type::Symbol: return row(5);
    case Type::String: {
      auto* s = reinterpret_cast<String*>(header);
      if (s->is_wide()) return {&s->wide, 1, sizeof(String)};
      return {values, 0, sizeof(Header) + (n < 8 ? 8 : n)};
    }
    case Type::Vector:
    case Type::Array:
    case Type::Closure:
    case Type::Structure: return row(n);
    case Type::BitVector: return {values, 0, sizeof(Header) + 8 * BitVector::words_for(n)};
    case Type::Bignum: return {values, 0, sizeof(Header) + 8 * n};
    case Type::Ratio:
    case Type::Complex: return row(2);
    case Type::Macro:
    case Type::DispatchTable: return row(2);
    case Type::Readtable: return row(4);
    case Type::StructureType: return row(StructureType::kFields);
    case Type::Package: return {values, 8, sizeof(Package)};
    case Type::Code: {
      auto* code = reinterpret_cast<Code*>(header);
      return {&code->name, n,
              offsetof(Code, name) + 8 * n + sizeof(std::uint32_t) * code->word_count};
    }
    case Type::HashTable: {
      auto* table = reinterpret_cast<HashTable*>(header);
      return {&table->entries, 2, sizeof(HashTable)};
    }
    case Type::Double:
    case Type::Builtin:
    case Type::Exit:
    case Type::RandomState: return {values, 0, 16};
    case Type::Stream: return {values + 1, 2, sizeof(StreamObject)};
    case Type::Undefined: return {values, 0, sizeof(Header)};
    case Type::Bytes: return {values, 0, sizeof(Header) + n};
  }
  return {values, 0, sizeof(Header)};
}

}  // namespace winnow
