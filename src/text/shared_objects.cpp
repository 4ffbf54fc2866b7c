#include "text/shared_objects.hpp"

#include <unordered_set>

#include "core/array.hpp"

namespace winnow {

SharedObjects::SharedObjects(Heap& heap, Value root) : alive_(heap) {
  std::unordered_set<std::uint64_t> seen;
  ValueVector work(heap);
  work.push(root);
  std::size_t steps = 0;
  auto can_be_told_from_equals = [](Value v) {
    return is_cons(v) || is_array(v) || has_type(v, Type::Structure) ||
           (v.is_symbol_object() && !as<Symbol>(v)->has(Symbol::kInterned));
  };
  while (!work.empty()) {
    Value v = work.pop();
    if (!can_be_told_from_equals(v)) continue;
    heap.poll_at(++steps);
    if (!seen.insert(v.bits).second) {
      if (labels_.try_emplace(v.bits, 0).second) alive_.push(v);
    } else if (is_cons(v)) {
      work.push(cdr(v));
      work.push(car(v));
    } else if (has_type(v, Type::Structure)) {
      for (std::uint32_t i = as<Structure>(v)->header.length - 1; i-- > 0;)
        work.push(as<Structure>(v)->slots[i]);
    } else if (is_array(v) && !is_string_object(underlying(v).data)) {
      for (std::size_t i = array_total_size(v); i-- > 0;) work.push(array_ref(v, i));
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
