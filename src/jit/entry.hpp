// The entry of a function's native code, and the record stored in front of it.
#pragma once

#include <cstdint>

#include "heap/object.hpp"

namespace winnow::jit {

struct Compiled;

// Stored immediately before the address in Code::native, to which the offsets are relative. BOUND
// is the entry for calls whose arguments are bound as the lambda list requires, BODY the entry for
// calls whose frame is set up as well.
struct Entry {
  const Compiled* compiled;
  std::int32_t bound;
  std::int32_t body;
};
static_assert(sizeof(Entry) == 16);

// CODE must have native code.
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
