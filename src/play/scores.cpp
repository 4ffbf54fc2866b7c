#include "play/scores.hpp"

namespace winnow {

Value score_beside_slow(Heap& heap, Value a, int step) {
  if (a == kLowestScore || a == kHighestScore) return a;
  // The exact value of a float: adding one to a large one would not change it.
  if (is_float(a)) a = rational_from_double(heap, float_value(a));
  return add(heap, a, Value::from_fixnum(step));
}

}  // namespace winnow
