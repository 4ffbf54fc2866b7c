#include "builtins/sequence_arguments.hpp"

namespace winnow {

Range checked_range(Heap& heap, const char* name, std::size_t length, Value start, Value end) {
  if (is_nil(end)) end = fixnum(length);
  // Unsigned, so that a negative index is greater than any length.
  auto from = static_cast<std::uint64_t>(start.is_fixnum() ? start.fixnum() : -1);
  auto to = static_cast<std::uint64_t>(end.is_fixnum() ? end.fixnum() : -1);
  if (from > to || to > length) {
    bool is_start = from > length;
    Value expected = list_of(
        heap, {heap.symbols->intern("INTEGER"), is_start ? fixnum(0) : start, fixnum(length)});
    signal_error(heap, ConditionKind::type_error,
                 "~A: expected a range within a sequence of length ~D, got ~S to ~S",
                 {operation_named(heap, name), fixnum(length), start, end},
                 {is_start ? start : end, expected});
  }
  return {from, to};
}

Range checked_range(Heap& heap, const char* name, std::size_t length, const Key<Value>& start,
                    const Key<Value>& end) {
  return checked_range(heap, name, length, value_or(start, Value::from_fixnum(0)),
                       value_or(end, nil()));
}

}  // namespace winnow
