// Where native code of a function begins: what stands right before Code::native.
#pragma once

#include <cstdint>

#include "heap/object.hpp"

namespace winnow::jit {

struct Compiled;

// In front of the entry: the function's record, and the distances from the entry to where
struct Entry {
  const Compiled* compiled;
  std::int32_t bound;  // the arguments are laid out as the lambda list says
  std::int32_t body;   // so is the frame
};
static_assert(sizeof(Entry) == 16);

// Of CODE that has native code.
inline const Entry& entry_of(const Code* code) {
  return static_cast<const Entry*>(code->native)[-1];
}
inline const void* bound_of(const Code* code) {
  return static_cast<const char*>(code->native) + entry_of(code).bound;
}
inline const void* body_of(const Code* code) {
  return static_cast<const char*>(code->native) + entry_of(code).body;
}

}  // namespace winnow::jit
