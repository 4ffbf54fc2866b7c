// Something is built that stays, and may be large: a datum that is read.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// While there is one, what is made after a collection is old from the first: the collector does not
// mark it again and again as it grows.
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
