// The interface of the VM to native code, which src/jit implements.
//
// A native frame has the pc of the instruction ResumeNative, and in `native` the address after
// its call, where it continues. Native code stores nothing on the C++ stack and returns by a
// jump, so the interpreter and native code can call, replace or unwind each other's frames. A
// transition frame lies between a frame of the interpreter and a native frame that it called;
// native code returns through it to the loop.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "vm/frame.hpp"

namespace winnow {

class Vm;

class NativeCode {
 public:
  // The reason why native code returned to the loop. For a call, Vm has the function and the number
  // of arguments, which are the topmost values.
  enum class Exit : std::uint32_t { Returned, Call, TailCall, Unwinding };

  virtual ~NativeCode() = default;

  // Counts a call of CODE, and compiles CODE if it has been called often enough. Returns the
  // instruction at which the call continues.
  virtual const std::uint32_t* count_call(Code* code) = 0;
  // Called when a loop of CODE has made many iterations. Returns the address of the
  // native code for the unit PC, or null.
  virtual const void* warm_loop(Code* code, const std::uint32_t* pc) = 0;
  // The address of the native code for the unit PC of CODE, a target of jumps or unwindings; null
  // if CODE has not been compiled for it.
  virtual const void* address_of(const Code* code, const std::uint32_t* pc) const = 0;
  // The position in the bytecode at which the native FRAME is: the
  // equivalent of an interpreted frame's pc.
  virtual const std::uint32_t* pc_of(const Frame& frame) const = 0;
  // The frame whose native code was interrupted by the signal with
  // CONTEXT, or null. Async-signal-safe.
  virtual const Frame* interrupted(const void* context) const = 0;
  // Continues FRAME at ADDRESS, with BASE and VALUE in their registers.
  virtual Exit run(const void* address, Frame* frame, Value* base, Value value) = 0;
  // Runs the call for which FRAME has been pushed.
  virtual Exit begin(Frame* frame) = 0;
  // Calls FUNCTION, a closure whose native code begins at ADDRESS. The arguments are the COUNT
  // topmost values, from BASE on. TRANSITION is the topmost frame.
  Exit enter(Vm& vm, const void* address, Frame* transition, Value* base, Value function,
             std::size_t count) const {
    return static_cast<Exit>(thunk(&vm, address, transition, base, function, count));
  }
  using Thunk = std::uint32_t (*)(Vm* vm, const void* address, Frame* frame, Value* base,
                                  Value value, std::size_t count);
  Thunk thunk = nullptr;  // sets the registers and jumps to ADDRESS
  // The return address in a transition frame, which leads back to the caller of run().
  const void* return_stub = nullptr;
  // Called when a program redefines BUILTIN.
  virtual void builtin_replaced(Value builtin) = 0;
  // Called after marking; frees the native code of dead functions.
  virtual void after_marking() = 0;

  // ---- debugging output
  virtual std::string listing(Code* code) = 0;
  virtual std::size_t code_bytes() const = 0;
  virtual std::size_t functions() const = 0;
};

// A native compiler that compiles functions after about THRESHOLD calls; null if
// Winnow was built without native code.
std::unique_ptr<NativeCode> make_native_code(Vm& vm, unsigned threshold);

}  // namespace winnow
