// Resolution of the callee of a call, for the interpreter loop, calls from C++ and the slow paths of
// native code. The stubs of native code repeat the common cases as machine code.
//
//  value                                  function that is called
//  builtin                                itself, if it takes that many arguments
//  closure                                itself
//  generic function                       the cached method for the arguments, otherwise itself
//  symbol                                 the function that the running program means by it
//  lambda expression in an older dialect  its function
//  undefined function named in the code   in an older dialect, the function in that variable
//  any other value                        the function that a handler of the error supplies
#pragma once

#include "vm/dispatch.hpp"
#include "vm/vm.hpp"

namespace winnow {

// Returns the function for a call of CALLEE with the COUNT topmost values: a builtin, for
// run_builtin(), or a closure, for Vm::bind_arguments(). NAME() is the symbol by which the code names
// its callee, or kAbsent. Signals undefined-function, type-error, and program-error for a builtin.
template <class Name>
[[gnu::always_inline]] inline Value resolve_callee(Vm& vm, Value callee, std::size_t count,
                                                   Name name) {
  if (!is_function(callee)) callee = vm.function_for_call(callee, name());
  if (has_type(callee, Type::Builtin)) {
    const BuiltinInfo* info = as<Builtin>(callee)->info;
    if (count < info->least || count > info->most) [[unlikely]]
      vm.check_argument_count(callee, count);
  } else if (is_generic_function(callee)) {
    callee = dispatched(vm.heap(), callee, {vm.sp - count, count});
  }
  return callee;
}
inline Value resolve_callee(Vm& vm, Value callee, std::size_t count) {
  return resolve_callee(vm, callee, count, [] { return kAbsent; });
}

// Calls BUILTIN with the COUNT topmost values, which are popped.
inline Value run_builtin(Vm& vm, Value builtin, std::size_t count) {
  Value* arguments = vm.sp - count;
  vm.value_count = 1;
  Value result = as<Builtin>(builtin)->info->code(vm, arguments, count);
  vm.sp = arguments;
  return result;
}

}  // namespace winnow
