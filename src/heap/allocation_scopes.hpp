// Scopes that affect allocation: Building and PairRecorder.
#pragma once

#include <vector>

#include "heap/heap.hpp"

namespace winnow {

// A scope in which a datum is built that may be large and will survive, such as a list that READ
// returns. Cells allocated after a collection in it are old, so that young collections need not
// mark the growing datum again and again.
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

// A record of the pairs that are allocated in a scope.
class PairRecorder {
 public:
  explicit PairRecorder(Heap& heap)
      : heap_(heap), next_(heap.pair_next_), filled_(heap.filled_.size()) {
    heap.make_room_for_hole();
    ++heap.recorders_;
  }
  ~PairRecorder() {
    if (--heap_.recorders_ == 0) heap_.filled_.clear();
  }
  PairRecorder(const PairRecorder&) = delete;
  PairRecorder& operator=(const PairRecorder&) = delete;

  // The memory of the pairs allocated since the recorder was constructed. It may include memory of
  // dead pairs that was allocated again.
  std::vector<PairSpan> spans() const {
    std::vector<PairSpan> spans(heap_.filled_.begin() + static_cast<std::ptrdiff_t>(filled_),
                                heap_.filled_.end());
    if (heap_.pair_begin_ != nullptr) spans.push_back({heap_.pair_begin_, heap_.pair_next_});
    if (next_ != nullptr) spans.front().begin = next_;
    return spans;
  }

 private:
  Heap& heap_;
  const Pair* next_;  // the first free pair at construction
  std::size_t filled_;
};

}  // namespace winnow
