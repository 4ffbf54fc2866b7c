// A scope in which a datum is built that survives and may be large, as READ does.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// While a Building exists, cells allocated after a collection are old, so that young collections
// need not mark the growing datum again and again.
class Building {
 public:
  explicit Building(Heap& heap) : heap_(heap) { ++heap.builders_; }
  ~Building() {
    if (--heap_.builders_ == 0) heap_.stop_growing();
  }
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;

 private:
  Heap& heap_;
};

}  // namespace winnow
