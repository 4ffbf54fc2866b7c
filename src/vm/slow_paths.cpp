#include "vm/slow_paths.hpp"

#include <algorithm>

#include "compiler/inlined.hpp"
#include "data/array.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"

namespace winnow {

const char* current_operation(Vm& vm) {
  const Code* code = code_of(vm.fp);
  return operation_at(code, static_cast<std::uint32_t>(vm.pc_of(vm.fp) - code->entry - 1));
}

namespace {

// The operator for an error message: the one in the source if A or B is not a number. Otherwise
// USUAL, which saves the search for it.
const char* operation_for(Vm& vm, Value a, Value b, const char* usual) {
  return is_number(a) && is_number(b) ? usual : current_operation(vm);
}

}  // namespace

Value slow_add(Vm& vm, Value a, Value b) {
  return add(vm.heap(), a, b, operation_for(vm, a, b, "+"));
}
Value slow_subtract(Vm& vm, Value a, Value b) {
  return subtract(vm.heap(), a, b, operation_for(vm, a, b, "-"));
}
Value slow_multiply(Vm& vm, Value a, Value b) {
  return multiply(vm.heap(), a, b, operation_for(vm, a, b, "*"));
}

bool slow_compare(Vm& vm, Comparison comparison, Value a, Value b) {
  const char* name = is_real(a) && is_real(b) ? "=" : current_operation(vm);
  if (comparison == Comparison::Equal) return numbers_equal(vm.heap(), a, b, name);
  auto order = compare(vm.heap(), a, b, name);
  switch (comparison) {
    case Comparison::Lt: return order < 0;
    case Comparison::Le: return order <= 0;
    case Comparison::Gt: return order > 0;
    case Comparison::Ge: return order >= 0;
    case Comparison::Equal: break;
  }
  return false;
}

void slow_constant(Vm& vm, Value symbol) {
  signal_error(vm.heap(), ConditionKind::program_error, "~S is a constant and cannot be assigned",
               {symbol});
}

Value not_a_list(Vm& vm, Value got) {
  return wrong_type_condition(vm.heap(), current_operation(vm), got, "a list");
}

Value not_a_cons(Vm& vm, Value got) {
  return wrong_type_condition(vm.heap(), current_operation(vm), got, "a cons");
}

Value raiser(Vm& vm) { return as_symbol(vm.heap().symbols->symbol(Sym::raiser))->function; }

namespace {

bool has_element(Value array, Value index) {
  if (!index.is_fixnum()) return false;
  const auto i = static_cast<std::size_t>(index.fixnum());  // large if negative
  if (has_type(array, Type::Array))
    return as<Array>(array)->rank() == 1 &&
           i < static_cast<std::size_t>(as<Array>(array)->total_size.fixnum());
  return is_array(array) && i < vector_length(array);
}

}  // namespace

Value slow_aref(Vm& vm, Value array, Value index) {
  if (has_element(array, index))
    return array_ref(vm.heap(), array, static_cast<std::size_t>(index.fixnum()));
  const char* name = current_operation(vm);
  if (!is_array(array)) signal_wrong_type(vm.heap(), name, array, "an array");
  return array_ref(vm.heap(), array, checked_subscripts(vm.heap(), name, array, &index, 1));
}

Value slow_svref(Vm& vm, Value vector, Value index) {
  if (!is_vector_object(vector))
    signal_wrong_type(vm.heap(), current_operation(vm), vector, "a simple vector");
  return slow_aref(vm, vector, index);
}

Value slow_char(Vm& vm, Value string, Value index) {
  if (!is_string(string)) signal_wrong_type(vm.heap(), current_operation(vm), string, "a string");
  return slow_aref(vm, string, index);
}

void slow_set_aref(Vm& vm, Value array, Value index, Value value) {
  if (has_element(array, index))
    return set_array_ref(vm.heap(), array, static_cast<std::size_t>(index.fixnum()), value);
  const char* name = current_operation(vm);
  if (!is_array(array)) signal_wrong_type(vm.heap(), name, array, "an array");
  set_array_ref(vm.heap(), array, checked_subscripts(vm.heap(), name, array, &index, 1), value);
}

void slow_set_svref(Vm& vm, Value vector, Value index, Value value) {
  if (!is_vector_object(vector))
    signal_wrong_type(vm.heap(), current_operation(vm), vector, "a simple vector");
  slow_set_aref(vm, vector, index, value);
}

Value make_closure(Heap& heap, Value code, const Value* captured, std::size_t count) {
  auto* closure = heap.allocate<Closure>(Type::Closure, sizeof(Header), 1 + count, sizeof(Value));
  closure->code = code;
  for (std::size_t i = 0; i < count; ++i) closure->captured[i] = captured[i];
  return to_value(closure);
}

}  // namespace winnow
