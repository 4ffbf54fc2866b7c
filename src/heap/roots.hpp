// Registered roots of the collector: Values outside the heap. (Values on the C++ stack are found
// conservatively and need not be registered.)
#pragma once

#include <cstddef>
#include <vector>

#include "heap/value.hpp"

namespace winnow {

class Heap;

// Base of objects that hold Values outside the heap and the C++ stack. The constructor registers
// the object with the heap, the destructor removes it.
class RootSet {
 public:
  explicit RootSet(Heap& heap);
  virtual ~RootSet();
  RootSet(const RootSet&) = delete;
  RootSet& operator=(const RootSet&) = delete;

  // Calls heap.mark_range() for all Values of the object.
  virtual void mark(Heap& heap) = 0;
  Heap& heap() const { return heap_; }

 protected:
  Heap& heap_;
};

// A vector of Values that are roots. (The elements of a std::vector<Value> are not: they are in C++
// memory, which the collector does not scan.)
class ValueVector : public RootSet {
 public:
  explicit ValueVector(Heap& heap) : RootSet(heap) {}
  void mark(Heap& heap) override;

  void push(Value v) { values_.push_back(v); }
  Value pop() {
    Value v = values_.back();
    values_.pop_back();
    return v;
  }
  Value back() const { return values_.back(); }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  void reserve(std::size_t size) { values_.reserve(size); }
  void truncate(std::size_t size) { values_.resize(size); }
  void assign(std::size_t size, Value v) { values_.assign(size, v); }
  Value& operator[](std::size_t i) { return values_[i]; }
  Value operator[](std::size_t i) const { return values_[i]; }
  Value* begin() { return values_.data(); }
  Value* end() { return values_.data() + values_.size(); }
  const Value* begin() const { return values_.data(); }
  const Value* end() const { return values_.data() + values_.size(); }

 private:
  std::vector<Value> values_;
};

}  // namespace winnow
