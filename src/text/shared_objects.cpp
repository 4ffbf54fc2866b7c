#include "text/shared_objects.hpp"

#include <unordered_set>
#include <vector>

#include "data/array.hpp"

namespace winnow {

// Walks the parts that will be printed, in the order of printing.
SharedObjects::SharedObjects(Heap& heap, Value root, std::int64_t length, std::int64_t level)
    : alive_(heap) {
  struct Place {
    std::int64_t level;
    std::int64_t index;  // of a cons: the number of elements before it in its list
  };
  std::unordered_set<std::uint64_t> seen;
  ValueVector work(heap);
  std::vector<Place> places;
  auto push = [&](Value v, std::int64_t at, std::int64_t index) {
    work.push(v);
    places.push_back({at, index});
  };
  auto can_be_told_from_equals = [](Value v) {
    return is_cons(v) || is_array(v) || has_type(v, Type::Structure) ||
           (v.is_symbol_object() && is_nil(as<Symbol>(v)->package));
  };
  push(root, 0, 0);
  for (std::size_t steps = 1; !work.empty(); ++steps) {
    heap.poll_at(steps);
    Value v = work.pop();
    Place place = places.back();
    places.pop_back();
    if (!can_be_told_from_equals(v)) continue;
    if (!seen.insert(v.bits).second) {
      if (labels_.try_emplace(v.bits, 0).second) alive_.push(v);
      continue;
    }
    if (place.level >= level) continue;
    if (is_cons(v)) {
      if (place.index >= length) continue;
      if (is_cons(cdr(v)) ? place.index + 1 < length : true)
        push(cdr(v), place.level, place.index + 1);
      push(car(v), place.level + 1, 0);
    } else if (has_type(v, Type::Structure)) {
      for (std::uint32_t i = as<Structure>(v)->header.length - 1; i-- > 0;)
        push(as<Structure>(v)->slots[i], place.level + 1, 0);
    } else if (is_array(v) && is_vector_object(underlying(v))) {
      for (std::size_t i = array_total_size(v); i-- > 0;)
        push(array_ref(heap, v, i), place.level + 1, 0);
    }
  }
}

SharedObjects::Label SharedObjects::label(Value v) {
  int& number = labels_.find(v.bits)->second;
  bool is_new = number == 0;
  if (is_new) number = ++count_;
  return {number, is_new};
}

}  // namespace winnow
