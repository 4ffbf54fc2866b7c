// Source positions of lists, for error messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "heap/source_position.hpp"
#include "heap/value.hpp"

namespace winnow {

// The position of the open parenthesis of each list that was read. Valid for one top-level form,
// while its conses are alive. A hash table by open addressing, at most half full.
class SourceMap {
 public:
  void record(Value list, SourcePosition at) {
    if (2 * (count_ + 1) > places_.size()) grow();
    Place& place = places_[index_of(list.bits)];
    if (place.list == 0) ++count_;
    place = {list.bits, at};
  }
  SourcePosition position_of(Value list) const {
    return count_ == 0 ? SourcePosition{} : places_[index_of(list.bits)].at;
  }
  void clear() {
    // Shrink the table after a large form, since it is cleared after each form.
    if (count_ > 0) places_.assign(std::min(places_.size(), kLeast), Place{});
    count_ = 0;
  }

 private:
  struct Place {
    std::uint64_t list = 0;
    SourcePosition at;
  };
  static constexpr std::size_t kLeast = 128;

  // The index of the place of LIST, or of the free place for it.
  std::size_t index_of(std::uint64_t list) const {
    std::size_t mask = places_.size() - 1;
    std::size_t i = (list >> 4) * 0x9E3779B97F4A7C15ULL >> 32 & mask;
    while (places_[i].list != 0 && places_[i].list != list) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Place> before = std::move(places_);
    places_.assign(std::max(kLeast, 2 * before.size()), Place{});
    for (const Place& p : before)
      if (p.list != 0) places_[index_of(p.list)] = p;
  }

  std::vector<Place> places_;
  std::size_t count_ = 0;
};

}  // namespace winnow
