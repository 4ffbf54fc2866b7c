#include "vm/slow_paths.hpp"

#include <algorithm>

#include "core/array.hpp"
#include "core/condition.hpp"
#include "core/string.hpp"
#include "core/symbol.hpp"

namespace winnow {

bool slow_compare(Vm& vm, Comparison comparison, Value a, Value b) {
  static constexpr const char* kNames[] = {"<", "<=", ">", ">=", "="};
  auto order = compare(vm.heap(), a, b, kNames[static_cast<int>(comparison)]);
  switch (comparison) {
    case Comparison::Lt: return order < 0;
    case Comparison::Le: return order <= 0;
    case Comparison::Gt: return order > 0;
    case Comparison::Ge: return order >= 0;
    case Comparison::Equal: return order == 0;
  }
  return false;
}

void slow_unbound(Vm& vm, Value symbol) {
  signal_error(vm.heap(), ConditionKind::unbound_variable, "The variable ~S has no value", {symbol},
               {symbol});
}

void slow_constant(Vm& vm, Value symbol) {
  signal_error(vm.heap(), ConditionKind::program_error, "~S is a constant and cannot be assigned",
               {symbol});
}

void slow_not_a_list(Vm& vm, const char* operation, Value got) {
  signal_wrong_type(vm.heap(), operation, got, "a list");
}

namespace {

std::size_t checked_index(Vm& vm, const char* operation, Value array, Value index) {
  if (!is_array(array)) signal_wrong_type(vm.heap(), operation, array, "an array");
  if (array_rank(array) != 1)
    signal_error(vm.heap(), ConditionKind::program_error,
                 "~A: expected ~D subscripts for an array of that rank, got 1",
                 {vm.heap().symbols->intern(operation), fixnum(array_rank(array))});
  std::size_t size = array_total_size(array);
  if (!index.is_fixnum()) signal_wrong_type(vm.heap(), operation, index, "an index");
  if (index.fixnum() < 0 || static_cast<std::size_t>(index.fixnum()) >= size)
    signal_error(vm.heap(), ConditionKind::type_error,
                 "~A: index ~D is out of range for an array of ~D element~:P",
                 {vm.heap().symbols->intern(operation), index, fixnum(size)}, {index, nil()});
  return static_cast<std::size_t>(index.fixnum());
}

}  // namespace

Value slow_aref(Vm& vm, Value array, Value index) {
  return array_ref(array, checked_index(vm, "AREF", array, index));
}

Value slow_svref(Vm& vm, Value vector, Value index) {
  if (!is_vector_object(vector)) signal_wrong_type(vm.heap(), "svref", vector, "a simple vector");
  return array_ref(vector, checked_index(vm, "SVREF", vector, index));
}

Value slow_char(Vm& vm, Value string, Value index) {
  if (!is_string(string)) signal_wrong_type(vm.heap(), "char", string, "a string");
  if (!index.is_fixnum() || index.fixnum() < 0)
    signal_wrong_type(vm.heap(), "char", index, "a non-negative integer");
  return array_ref(string, checked_string_index(vm.heap(), "char", string,
                                                static_cast<std::size_t>(index.fixnum())));
}

void slow_set_aref(Vm& vm, Value array, Value index, Value value) {
  set_array_ref(vm.heap(), array, checked_index(vm, "AREF", array, index), value);
}

Value make_closure(Heap& heap, Value code, const Value* captured, std::size_t count) {
  auto* closure = heap.allocate<Closure>(Type::Closure, sizeof(Header), 1 + count, sizeof(Value));
  closure->code = code;
  std::copy_n(captured, count, closure->captured);
  return to_value(closure);
}

}  // namespace winnow
