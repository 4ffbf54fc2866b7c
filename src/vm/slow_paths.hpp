// The out-of-line half of the instructions: what is neither common nor short.
#pragma once

#include "bytecode/opcode.hpp"
#include "core/number.hpp"
#include "vm/vm.hpp"

namespace winnow {

// What the running instruction does, as the source says it.
const char* current_operation(Vm& vm);

Value slow_add(Vm& vm, Value a, Value b);
Value slow_subtract(Vm& vm, Value a, Value b);
Value slow_multiply(Vm& vm, Value a, Value b);
bool slow_compare(Vm& vm, Comparison comparison, Value a, Value b);

[[noreturn]] void slow_constant(Vm& vm, Value symbol);
[[noreturn]] void slow_not_a_list(Vm& vm, Value got);
[[noreturn]] void slow_not_a_cons(Vm& vm, Value got);
Value slow_aref(Vm& vm, Value array, Value index);
Value slow_svref(Vm& vm, Value vector, Value index);
Value slow_char(Vm& vm, Value string, Value index);
void slow_set_aref(Vm& vm, Value array, Value index, Value value);
void slow_set_svref(Vm& vm, Value vector, Value index, Value value);
Value make_closure(Heap& heap, Value code, const Value* captured, std::size_t count);

}  // namespace winnow
