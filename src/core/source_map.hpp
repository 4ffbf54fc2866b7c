// On which line of its source each list begins.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/value.hpp"

namespace winnow {

// Good for one top-level form, while its conses are alive.
class SourceMap {
 public:
  void record(Value list, int line) { lines_[list.bits] = line; }
  int line_of(Value list) const {
    auto found = lines_.find(list.bits);
    return found == lines_.end() ? 0 : found->second;
  }
  void clear() { lines_.clear(); }

 private:
  std::unordered_map<std::uint64_t, int> lines_;
};

}  // namespace winnow
