// The objects that occur more than once in what is printed, and their labels (*PRINT-CIRCLE*).
#pragma once

#include <unordered_map>

#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

class SharedObjects {
 public:
  // Those in ROOT: conses, arrays, strings, structures and uninterned symbols that are met more
  // than once when it is printed with at most LENGTH elements of a list, LEVEL levels deep.
  SharedObjects(Heap& heap, Value root, std::int64_t length, std::int64_t level);

  bool contains(Value v) const { return !labels_.empty() && labels_.count(v.bits) > 0; }
  // The label of V, which is one of them, and whether it had one before.
  struct Label {
    int number;
    bool is_new;
  };
  Label label(Value v);

 private:
  std::unordered_map<std::uint64_t, int> labels_;  // 0: none given yet
  ValueVector alive_;                              // so that an address keeps its meaning
  int count_ = 0;
};

}  // namespace winnow
