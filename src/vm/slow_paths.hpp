// Slow paths of the instructions: the cases that are neither common nor short.
#pragma once

#include "compiler/opcode.hpp"
#include "number/number.hpp"
#include "vm/vm.hpp"

namespace winnow {

// The operator in the source that the current instruction implements.
const char* current_operation(Vm& vm);

Value slow_add(Vm& vm, Value a, Value b);
Value slow_subtract(Vm& vm, Value a, Value b);
Value slow_multiply(Vm& vm, Value a, Value b);
bool slow_compare(Vm& vm, Comparison comparison, Value a, Value b);

[[noreturn]] void slow_constant(Vm& vm, Value symbol);
// The condition that an instruction signals for GOT, to be passed to raiser().
Value not_a_list(Vm& vm, Value got);
Value not_a_cons(Vm& vm, Value got);
// The Lisp function that signals a condition. If a handler exits from it, the unwinding crosses no
// C++ frame, which would take ten times as long.
Value raiser(Vm& vm);
Value slow_aref(Vm& vm, Value array, Value index);
Value slow_svref(Vm& vm, Value vector, Value index);
Value slow_char(Vm& vm, Value string, Value index);
void slow_set_aref(Vm& vm, Value array, Value index, Value value);
void slow_set_svref(Vm& vm, Value vector, Value index, Value value);
Value make_closure(Heap& heap, Value code, const Value* captured, std::size_t count);

}  // namespace winnow
