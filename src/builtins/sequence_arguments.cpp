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

Value key_function(const Key<Function>& key) {
  if (!key) return nil();
  const Value function = *key;
  const bool is_identity =
      has_type(function, Type::Builtin) && as<Builtin>(function)->info->name == "identity";
  return is_identity ? nil() : function;
}

Matcher::Matcher(Vm& vm, const char* name, const Key<Function>& test, const Key<Function>& test_not,
                 const Key<Function>& key)
    : vm_(vm) {
  Heap& heap = vm.heap();
  if (test && test_not)
    signal_error(heap, ConditionKind::program_error, "~A: :TEST and :TEST-NOT exclude each other",
                 {operation_named(heap, name)});
  negated_ = static_cast<bool>(test_not);
  if (test || test_not) {
    test_ = test ? (*test).value : (*test_not).value;
    kind_ = Kind::Call;
    if (has_type(test_, Type::Builtin)) {
      std::string_view n = as<Builtin>(test_)->info->name;
      if (n == "eq") kind_ = Kind::Eq;
      if (n == "eql") kind_ = Kind::Eql;
      if (n == "equal") kind_ = Kind::Equal;
    }
  }
  key_ = key_function(key);
  if (kind_ == Kind::Call || has_key()) gate_.emplace(vm);
}

bool Matcher::are_same(Value item, Value element) {
  return kind_ == Kind::Call ? !is_nil(gate_->call(test_, item, element))
                             : equal(vm_.heap(), item, element);
}

}  // namespace winnow
