// The interface of the VM to native code, which src/jit implements.
//
// A native frame differs from others in its pc, which is that of the instruction ResumeNative, and
// in
// `native`, the address after its call, where it continues. Native code keeps nothing on the C++
// stack, a return is a jump, and either side can call, replace or unwind the other's frames. A
// transition frame below the first native frame above one of the interpreter returns to the loop.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "vm/frame.hpp"

namespace winnow {

class Vm;

class NativeCode {
 public:
  // Why native code returned to the loop. For a call, Vm has the function and the number of its
  // arguments, which are the topmost values.
  enum class Exit : std::uint32_t { Returned, Call, TailCall, Unwinding };

  virtual ~NativeCode() = default;

  // The loop calls CODE: compiles it if it has been called often enough. Returns where the call
  // continues.
  virtual const std::uint32_t* count_call(Code* code) = 0;
  // A loop of CODE has made many iterations: the address of the native code for its unit PC, or
  // null.
  virtual const void* warm_loop(Code* code, const std::uint32_t* pc) = 0;
  // The address of the native code for the unit PC of CODE, a target of jumps or unwindings; null
  // if
  // it has none.
  virtual const void* address_of(const Code* code, const std::uint32_t* pc) const = 0;
  // The position in the bytecode of the native frame FRAME: what an interpreted frame has in its
  // pc.
  virtual const std::uint32_t* pc_of(const Frame& frame) const = 0;
  // The frame whose native code the signal with this CONTEXT interrupted, or null. Async-signal-
  // safe.
  virtual const Frame* interrupted(const void* context) const = 0;
  // Continues at ADDRESS in FRAME, with BASE and VALUE as native code expects them there.
  virtual Exit run(const void* address, Frame* frame, Value* base, Value value) = 0;
  // Runs the call that the frame FRAME was made for.
  virtual Exit begin(Frame* frame) = 0;
  // Calls FUNCTION, a closure whose native code begins at ADDRESS; its COUNT arguments, the topmost
  // values, begin at BASE. TRANSITION, the topmost frame, is the transition frame.
  Exit enter(Vm& vm, const void* address, Frame* transition, Value* base, Value function,
             std::size_t count) const {
    return static_cast<Exit>(thunk(&vm, address, transition, base, function, count));
  }
  using Thunk = std::uint32_t (*)(Vm* vm, const void* address, Frame* frame, Value* base,
                                  Value value, std::size_t count);
  Thunk thunk = nullptr;  // sets the registers and jumps to ADDRESS
  // The return address in a transition frame, which leads back to the caller of run().
  const void* return_stub = nullptr;
  // A program redefines BUILTIN.
  virtual void builtin_replaced(Value builtin) = 0;
  // After marking: frees the native code of functions that are dead.
  virtual void after_marking() = 0;

  // ---- debugging output
  virtual std::string listing(Code* code) = 0;
  virtual std::size_t code_bytes() const = 0;
  virtual std::size_t functions() const = 0;
};

// The native compiler for functions of VM that have been called about THRESHOLD times; null if
// Winnow
// was built without it.
std::unique_ptr<NativeCode> make_native_code(Vm& vm, unsigned threshold);

}  // namespace winnow
