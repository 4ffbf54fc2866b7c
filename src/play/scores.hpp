// Lisp's real numbers as scores: fixnums fast, anything else by exact comparison. The two outermost
// fixnums serve as what lies beyond all numbers, so that windows compare as fast as scores; no
// score may be one of them.
#pragma once

#include <algorithm>
#include <bit>

#include "core/number.hpp"

namespace winnow {

constexpr Value kLowestScore = Value::from_fixnum(kMostNegativeFixnum);
constexpr Value kHighestScore = Value::from_fixnum(kMostPositiveFixnum);

// Is V a fixnum, and neither of the two?
inline bool is_plain_score(Value v) {
  // Turned so that the tag comes first, all of it is one comparison.
  constexpr std::uint64_t kFirst = kLowestScore.bits + 4;
  return std::rotr(v.bits - kFirst, 2) <= (kHighestScore.bits - 4 - kFirst) >> 2;
}

inline bool score_less_slow(Heap& heap, Value a, Value b) {
  if (a == b || a == kHighestScore || b == kLowestScore) return false;
  if (a == kLowestScore || b == kHighestScore) return true;
  return compare(heap, a, b, "minimax") < 0;
}

inline bool score_less(Heap& heap, Value a, Value b) {
  // Tagged fixnums compare as they are.
  if (((a.bits | b.bits) & 3) == 0) [[likely]]
    return static_cast<std::int64_t>(a.bits) < static_cast<std::int64_t>(b.bits);
  return score_less_slow(heap, a, b);
}

// The greater (the less) of two, A if they are equal; without a branch for fixnums.
inline Value score_max(Heap& heap, Value a, Value b) {
  if (((a.bits | b.bits) & 3) == 0) [[likely]]
    return Value{static_cast<std::uint64_t>(
        std::max(static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits)))};
  return score_less_slow(heap, a, b) ? b : a;
}

inline Value score_min(Heap& heap, Value a, Value b) {
  if (((a.bits | b.bits) & 3) == 0) [[likely]]
    return Value{static_cast<std::uint64_t>(
        std::min(static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits)))};
  return score_less_slow(heap, b, a) ? b : a;
}

// A score above (STEP 1) or below (STEP -1) A: for integers the next one. Nothing lies beyond the
// markers.
Value score_beside_slow(Heap& heap, Value a, int step);
inline Value score_beside(Heap& heap, Value a, int step) {
  if (is_plain_score(a)) [[likely]]
    return Value{a.bits + static_cast<std::uint64_t>(4 * static_cast<std::int64_t>(step))};
  return score_beside_slow(heap, a, step);
}

}  // namespace winnow
