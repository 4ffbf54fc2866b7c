// A stack whose first elements are stored inside the object: for walks that are mostly shallow.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace winnow {

template <class T, std::size_t Near>
class SmallStack {
 public:
  bool empty() const { return size_ == 0; }
  void push(const T& x) {
    if (size_ < Near)
      near_[size_] = x;
    else
      far_.push_back(x);
    ++size_;
  }
  T pop() {
    if (--size_ < Near) return near_[size_];
    T x = far_.back();
    far_.pop_back();
    return x;
  }

 private:
  std::array<T, Near> near_;
  std::vector<T> far_;
  std::size_t size_ = 0;
};

}  // namespace winnow
