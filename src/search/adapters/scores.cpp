#include "search/adapters/scores.hpp"

namespace winnow {

bool LispScores::less_slow(Value a, Value b) const {
  if (a == b || a == kHighestScore || b == kLowestScore) return false;
  if (a == kLowestScore || b == kHighestScore) return true;
  return compare(heap_, a, b, "%minimax") < 0;
}

Value LispScores::neighbour_slow(Value a, int step) const {
  if (is_infinite_score(a)) return a;
  // Use the exact value of a float, since adding one to a large float would not change it.
  if (is_float(a)) a = rational_from_double(heap_, float_value(a));
  // Skip the integers that represent infinity: they are not scores.
  do a = add(heap_, a, Value::from_fixnum(step));
  while (is_infinite_score(a));
  return a;
}

}  // namespace winnow
