// EQ, EQL, EQUAL and EQUALP, with hash functions that agree with them.
#pragma once

#include <cstdint>

#include "heap/heap.hpp"
#include "host/random.hpp"

namespace winnow {

// EQ is the == of Values.
bool eql_slow(Value a, Value b);
inline bool eql(Value a, Value b) {
  return a == b || (a.is_object() && b.is_object() && eql_slow(a, b));
}
bool equal(Heap& heap, Value a, Value b);
bool equalp(Heap& heap, Value a, Value b);

inline std::uint64_t eq_hash(Value v) { return mix64(v.bits); }
std::uint64_t eql_hash(Value v);
// The hash of SXHASH: equal for EQUAL objects, and the same in every session for objects that print
// readably.
std::uint64_t sxhash(Heap& heap, Value v);
std::uint64_t equal_hash(Heap& heap, Value v);
std::uint64_t equalp_hash(Heap& heap, Value v);

}  // namespace winnow
