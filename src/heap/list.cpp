#include "heap/list.hpp"

namespace winnow {

Value list_of(Heap& heap, const Value* values, std::size_t count) {
  Value list = nil();
  while (count > 0)
    for (Pair& pair : heap.take_pairs(count)) {
      pair = {values[--count], list};
      list = to_value(&pair);
    }
  return list;
}

Value list_of(Heap& heap, std::initializer_list<Value> values) {
  return list_of(heap, values.begin(), values.size());
}

std::size_t list_length(Value list) {
  std::size_t n = 0;
  for (; is_cons(list); list = cdr(list)) ++n;
  return n;
}

namespace {

// Detects circular lists by Brent's algorithm (1980): the walk marks a cell at growing distances,
// and on a circle it returns to the marked cell. Only each fourth cell is compared.
constexpr std::ptrdiff_t kStride = 4;

template <class Poll>
std::ptrdiff_t measure(Value list, Poll poll) {
  Value marked = kAbsent;
  std::ptrdiff_t next_mark = kStride;
  for (std::ptrdiff_t n = 0;;) {
    for (std::ptrdiff_t k = 0; k < kStride; ++k) {
      if (!is_cons(list)) return is_nil(list) ? n + k : -1;
      list = as_pair(list)->cdr;
    }
    n += kStride;
    if (list == marked) return -2;
    if (n == next_mark) {
      marked = list;
      next_mark *= 2;
    }
    poll(n);
  }
}

}  // namespace

std::ptrdiff_t proper_length(Value list) {
  return measure(list, [](std::ptrdiff_t) {});
}

std::ptrdiff_t proper_length(Heap& heap, Value list) {
  return measure(list, [&heap](std::ptrdiff_t n) { heap.poll_at(static_cast<std::size_t>(n)); });
}

bool has_shape(Heap& heap, Value form, std::size_t least, std::size_t most) {
  std::ptrdiff_t n = proper_length(heap, form);
  return n >= 0 && static_cast<std::size_t>(n) >= least && static_cast<std::size_t>(n) <= most;
}

Value nth_rest(Value list, std::size_t n) {
  while (n-- > 0 && is_cons(list)) list = cdr(list);
  return list;
}

bool memq(Value item, Value list) {
  for (; is_cons(list); list = cdr(list))
    if (car(list) == item) return true;
  return false;
}

Value assq(Value key, Value alist) {
  for (; is_cons(alist); alist = cdr(alist))
    if (is_cons(car(alist)) && car(car(alist)) == key) return car(alist);
  return nil();
}

Value without(Heap& heap, Value item, Value list) {
  ListBuilder kept(heap);
  Value shared = list;  // the tail without ITEM so far
  std::size_t i = 0;
  for (Value l = list; is_cons(l); l = cdr_unchecked(l)) {
    heap.poll_at(++i);
    if (car_unchecked(l) != item) continue;
    for (; shared != l; shared = cdr_unchecked(shared)) kept.add(car_unchecked(shared));
    shared = cdr_unchecked(l);
  }
  return kept.ending_with(shared);
}

}  // namespace winnow
