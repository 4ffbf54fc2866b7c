// Real numbers of Lisp as scores. Fixnums have a fast path; other numbers are compared exactly.
// The least and the greatest fixnum represent the infinities, so that bounds compare as fast as
// scores; neither is a valid score.
#pragma once

#include <algorithm>
#include <bit>

#include "number/number.hpp"

namespace winnow {

constexpr Value kLowestScore = Value::from_fixnum(kMostNegativeFixnum);
constexpr Value kHighestScore = Value::from_fixnum(kMostPositiveFixnum);

inline bool is_infinite_score(Value v) { return v == kLowestScore || v == kHighestScore; }

// Is V a fixnum that differs from both infinities by at least N?
template <std::uint64_t N>
bool is_fixnum_inside(Value v) {
  // A rotation moves the tag to the top bits, so that one comparison tests both tag and range.
  constexpr std::uint64_t kFirst = kLowestScore.bits + 4 * N;
  return std::rotr(v.bits - kFirst, 2) <= (kHighestScore.bits - 4 * N - kFirst) >> 2;
}

// Is V a fixnum, but not an infinity?
inline bool is_plain_score(Value v) { return is_fixnum_inside<1>(v); }

// The order of scores (concept search::Scores).
class LispScores {
 public:
  using Score = Value;

  explicit LispScores(Heap& heap) : heap_(heap) {}

  static Value lowest() { return kLowestScore; }
  static Value highest() { return kHighestScore; }

  bool less(Value a, Value b) const {
    // Tagged fixnums compare as they are.
    if (((a.bits | b.bits) & 3) == 0) [[likely]]
      return static_cast<std::int64_t>(a.bits) < static_cast<std::int64_t>(b.bits);
    return less_slow(a, b);
  }
  // Without a branch for fixnums, which would often be mispredicted.
  Value max(Value a, Value b) const {
    if (((a.bits | b.bits) & 3) == 0) [[likely]]
      return Value{static_cast<std::uint64_t>(
          std::max(static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits)))};
    return less_slow(a, b) ? b : a;
  }
  Value min(Value a, Value b) const {
    if (((a.bits | b.bits) & 3) == 0) [[likely]]
      return Value{static_cast<std::uint64_t>(
          std::min(static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits)))};
    return less_slow(b, a) ? b : a;
  }
  Value above(Value a) const { return neighbour(a, 1); }
  Value below(Value a) const { return neighbour(a, -1); }

 protected:
  Heap& heap_;

 private:
  // A score above (STEP 1) or below (STEP -1) A; an infinity itself.
  Value neighbour(Value a, int step) const {
    if (is_fixnum_inside<2>(a)) [[likely]]
      return Value{a.bits + static_cast<std::uint64_t>(4 * static_cast<std::int64_t>(step))};
    return neighbour_slow(a, step);
  }
  bool less_slow(Value a, Value b) const;
  Value neighbour_slow(Value a, int step) const;
};

}  // namespace winnow
