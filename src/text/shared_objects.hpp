// The objects that occur more than once in a printed object, and their labels (*PRINT-CIRCLE*).
#pragma once

#include <unordered_map>

#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

class SharedObjects {
 public:
  // Finds the conses, arrays, strings, structures and uninterned symbols that occur more than once
  // in ROOT when it is printed with at most LENGTH elements of a list, LEVEL levels deep.
  SharedObjects(Heap& heap, Value root, std::int64_t length, std::int64_t level);

  bool contains(Value v) const { return !labels_.empty() && labels_.count(v.bits) > 0; }
  // The label of V, which must be a shared object, and whether it was assigned by this call.
  struct Label {
    int number;
    bool is_new;
  };
  Label label(Value v);

 private:
  std::unordered_map<std::uint64_t, int> labels_;  // 0: not assigned yet
  ValueVector alive_;                              // keeps the objects alive
  int count_ = 0;
};

}  // namespace winnow
