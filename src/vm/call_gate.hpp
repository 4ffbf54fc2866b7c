// Calls from C++ into Lisp. A call pushes two frames: a stop frame, which ends the interpreter
// loop, and a transition frame, to which native code returns. It also pushes a boundary on the
// dynamic stack, from which an unwinding continues as a C++ exception. C++ that calls many
// functions keeps one gate open, which halves the time of a call.
#pragma once

#include <concepts>

#include "vm/vm.hpp"

namespace winnow {

class CallGate {
 public:
  // Signals storage-condition if C++ and Lisp have called each other too deeply.
  explicit CallGate(Vm& vm);
  ~CallGate();
  CallGate(const CallGate&) = delete;
  CallGate& operator=(const CallGate&) = delete;

  // As Vm::call_values() and Vm::call(). While this gate is open, other gates may be
  // opened and closed between two calls.
  template <std::same_as<Value>... Arguments>
  Value call_values(Value function, Arguments... arguments) {
    ((*vm_.sp++ = arguments), ...);  // the reserve of the stack has room for these
    return enter(function, sizeof...(arguments));
  }
  template <std::same_as<Value>... Arguments>
  Value call(Value function, Arguments... arguments) {
    Value primary = call_values(function, arguments...);
    vm_.value_count = 1;
    return primary;
  }
  // The same; the arguments are the COUNT topmost values, which it pops.
  Value enter(Value function, std::size_t count) {
    Value result = attempt(function, count);
    if (result == kAbsent) [[unlikely]]
      throw NonlocalExit{};
    return result;
  }
  // As enter(), but instead of throwing NonlocalExit it returns kAbsent. The caller closes its gate
  // and throws then, since an exception takes long to cross each C++ frame.
  Value attempt(Value function, std::size_t count);

 private:
  Value run(Value function, Value* base, std::size_t count);
  void begin(Value function, Value* base, std::size_t count);
  Value leave_gate(Value result, Value* base);

  Vm& vm_;
  std::size_t nested_calls_;
  Frame* stop_;
  DynamicRecord* boundary_;
};

}  // namespace winnow
