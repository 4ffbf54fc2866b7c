// Where C++ calls Lisp. On the stack of frames lie two for C++: one at which the loop stops, and a
// bridge, to which native code returns; on the dynamic stack a boundary, where an unwinding goes on
// as a C++ exception. C++ that calls many functions keeps its bdoor open: that is half the cost.
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

  // Like those of the machine. Between two calls others may be made by other doors, if these are
  // closed again.
  template <std::same_as<Value>... Arguments>
  Value call_values(Value function, Arguments... arguments) {
    ((*vm_.sp++ = arguments), ...);  // that much of the stack is kept back
    return enter(function, sizeof...(arguments));
  }
  template <std::same_as<Value>... Arguments>
  Value call(Value function, Arguments... arguments) {
    Value primary = call_values(function, arguments...);
    vm_.value_count = 1;
    return primary;
  }
  // The same with the COUNT topmost values, which are popped.
  Value enter(Value function, std::size_t count) {
    Value result = attempt(function, count);
    if (result == kAbsent) [[unlikely]]
      throw NonlocalExit{};
    return result;
  }
  // The same, but kAbsent where a NonlocalExit is to be thrown: by a caller that closes its door
  // first, as each frame on the way of an exception takes long.
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
