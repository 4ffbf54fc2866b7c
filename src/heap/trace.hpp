// The extent of each object: where its Values are, and how many bytes it takes (heap_types.def).
#pragma once

#include <cstddef>

#include "heap/object.hpp"

namespace winnow {

struct ObjectExtent {
  Value* values;
  std::size_t count;
  std::size_t bytes;
};

// A wide string refers to its text; a narrow one has room for that reference.
inline ObjectExtent string_extent(Header* header) {
  auto* s = reinterpret_cast<String*>(header);
  if (s->is_wide()) return {&s->wide, 1, sizeof(String)};
  std::size_t n = s->length();
  return {&s->wide, 0, sizeof(Header) + (n < 8 ? 8 : n)};
}

inline ObjectExtent code_extent(Header* header) {
  auto* code = reinterpret_cast<Code*>(header);
  std::size_t n = header->length;
  return {&code->name, n, offsetof(Code, name) + 8 * n + sizeof(std::uint32_t) * code->unit_count};
}

// The extent of the object at HEADER.
inline ObjectExtent extent_of(Header* header) {
  auto* values = reinterpret_cast<Value*>(header + 1);
  const std::size_t LENGTH = header->length;
  auto ROW = [values](std::size_t n) { return ObjectExtent{values, n, sizeof(Header) + 8 * n}; };
  auto RAW = [values](std::size_t n) { return ObjectExtent{values, 0, sizeof(Header) + n}; };
#define MEMBERS(type, first, n) \
  ObjectExtent { &reinterpret_cast<type*>(header)->first, n, sizeof(type) }
  switch (header->type) {
#define HEAP_TYPE(name, extent, built_in, text) \
  case Type::name:                              \
    return extent;
#include "heap/heap_types.def"
#undef HEAP_TYPE
  }
#undef MEMBERS
  return RAW(0);
}

}  // namespace winnow
