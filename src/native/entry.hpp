// Where native code of a function begins: what stands right before Code::native.
#pragma once

#include <cstdint>

#include "core/object.hpp"

namespace winnow::native {

struct Entry {
  const void* bound;  // the arguments are laid out as the lambda list says
  const void* body;   // so is the frame
};

// In front of the entry stand the distances to the two, 32 bits each.
inline Entry entry_of(const Code* code) {
  auto* entry = static_cast<const char*>(code->native);
  auto* distances = reinterpret_cast<const std::uint32_t*>(entry) - 2;
  return {entry + distances[0], entry + distances[1]};
}

}  // namespace winnow::native
