#include "builtins/sequence_elements.hpp"

#include <algorithm>

namespace winnow {

std::size_t sequence_length(Heap& heap, Value s) {
  if (!s.is_list()) return vector_length(s);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, proper_length(heap, s)));
}

std::size_t checked_length(Heap& heap, const char* name, Value s) {
  if (is_vector(s)) return vector_length(s);
  std::ptrdiff_t length = s.is_list() ? proper_length(heap, s) : -1;
  if (length < 0) signal_wrong_type(heap, name, s, "a sequence (a list or a vector)");
  return static_cast<std::size_t>(length);
}

void gather(Value sequence, ValueVector& out) {
  if (out.empty()) out.reserve(sequence_length(out.heap(), sequence));
  for_each_element(out.heap(), sequence, [&](Value v) { out.push(v); });
}

Elements::Elements(Heap& heap, Value sequence, Range part)
    : vector_(sequence.is_list() ? kAbsent : sequence), start_(part.start), copied_(heap) {
  if (!sequence.is_list()) return;
  copied_.reserve(part.end - part.start);
  Value l = nth_rest(sequence, part.start);
  for (std::size_t i = part.start; i < part.end; ++i, l = cdr(l)) {
    copied_.push(car(l));
    heap.poll_at(i);
  }
}

Value like(Heap& heap, const char* name, Value model, const Value* elements, std::size_t count) {
  if (model.is_list()) return list_of(heap, elements, count);
  if (is_string(model)) {
    Value s = make_string(heap, count, ' ');
    for (std::size_t i = 0; i < count; ++i) {
      heap.poll_at(i);
      if (!elements[i].is_character()) signal_wrong_type(heap, name, elements[i], "a character");
      set_string_char(heap, as<String>(s), i, elements[i].character());
    }
    return s;
  }
  Value v = make_vector_like(heap, model, count, fixnum(0));
  if (is_vector_object(v)) {
    std::copy_n(elements, count, as<Vector>(v)->data);
    return v;
  }
  for (std::size_t i = 0; i < count; ++i) {
    heap.poll_at(i + 1);
    set_array_ref(heap, v, i, elements[i]);
  }
  return v;
}

}  // namespace winnow
