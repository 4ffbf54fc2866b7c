// What the machine asks of native code, which lies above it (src/native).
//
// A native frame is a frame like any other, but its pc is that of the instruction ResumeNative, and
// where it goes on stands in `native`: the address behind its call. So native code keeps nothing on
// the C++ stack, a return is a jump, and either side can call, replace or unwind the other's
// frames. Under the first native frame above one of the loop lies a bridge, whose `native` leads
// back to the loop.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "vm/frame.hpp"

namespace winnow {

class Vm;

class NativeCode {
 public:
  // Why native code came back. Where it is a call, the function and the number of its arguments,
  // the topmost values, stand in the machine.
  enum class Exit : std::uint32_t { Returned, Call, TailCall, Unwinding };

  virtual ~NativeCode() = default;

  // CODE is called by the loop: makes it native when it has been called often enough. Returns where
  // the call goes on.
  virtual const std::uint32_t* count_call(Code* code) = 0;
  // A loop of CODE has turned often: the address of the native code for its word PC; null if there
  // is none.
  virtual const void* warm_loop(Code* code, const std::uint32_t* pc) = 0;
  // The address of the native code for the word PC of CODE, which is native, where jumps or
  // unwindings arrive; null if there is none.
  virtual const void* address_of(const Code* code, const std::uint32_t* pc) const = 0;
  // Where the code of FRAME, a native one, stands: what a frame of the loop has in its pc.
  virtual const std::uint32_t* pc_of(const Frame& frame) const = 0;
  // The frame whose code the signal with this CONTEXT came upon; null if that was no native code.
  // Safe in a signal handler.
  virtual const Frame* interrupted(const void* context) const = 0;
  // Runs on at ADDRESS in FRAME, with BASE and VALUE as native code expects them there.
  virtual Exit run(const void* address, Frame* frame, Value* base, Value value) = 0;
  // Runs the call that the frame FRAME was made for.
  virtual Exit begin(Frame* frame) = 0;
  // Calls FUNCTION, a closure with the native code that begins at ADDRESS; its COUNT arguments, the
  // topmost values, lie from BASE on. BRIDGE is the topmost frame.
  Exit enter(Vm& vm, const void* address, Frame* bridge, Value* base, Value function,
             std::size_t count) const {
    return static_cast<Exit>(thunk(&vm, address, bridge, base, function, count));
  }
  using Thunk = std::uint32_t (*)(Vm* vm, const void* address, Frame* frame, Value* base,
                                  Value value, std::size_t count);
  Thunk thunk = nullptr;  // sets the registers and jumps to ADDRESS
  // What stands in a bridge: the address that leads back to who called run().
  const void* return_stub = nullptr;
  // A program defines another function in the place of BUILTIN.
  virtual void builtin_replaced(Value builtin) = 0;
  // A collection has marked what is alive: frees the code of functions that are not.
  virtual void after_marking() = 0;

  // ---- for people
  virtual std::string listing(Code* code) = 0;
  virtual std::size_t code_bytes() const = 0;
  virtual std::size_t functions() const = 0;
};

// Native code for the functions of VM that have been called THRESHOLD times, or so; null where this
// Winnow was built without it (src/native, or nothing).
std::unique_ptr<NativeCode> make_native_code(Vm& vm, unsigned threshold);

}  // namespace winnow
