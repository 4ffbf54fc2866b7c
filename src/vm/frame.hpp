// Frames, the records of active function calls, and the records of the dynamic stack.
#pragma once

#include <cstddef>
#include <cstdint>

#include "heap/object.hpp"

namespace winnow {

// The base, function and count of tail calls of a frame are set when it is pushed; its pc is stored
// before anything that may call, signal or collect.
struct Frame {
  const std::uint32_t* pc;
  Value* base;     // first argument
  Value function;  // the closure; NIL in stop and transition frames
  union {
    const Value* constants;
    const void* native;  // of a native frame: the address where it continues
  };
  // The number of tail calls of which it is the result (is_counted). Native code counts them only
  // if Vm::counts_tail_calls.
  std::uint64_t tail_calls;
  bool is_native() const;
  bool is_transition() const;  // a transition frame between native code and the interpreter loop
  const Frame* caller() const { return this[-1].is_transition() ? this - 2 : this - 1; }
};
static_assert(sizeof(Frame) == 40);

// The code that FRAME, of a closure, executes.
inline Code* code_of(const Frame* frame) { return as<Code>(as<Closure>(frame->function)->code); }

// Do tail calls of FUNCTION, whose code is CODE, count? Those of the library, and of generic
// functions to their methods, are not shown.
inline bool is_counted(Value function, const Code* code) {
  return (code->flags & Code::kSealed) == 0 && !is_generic_function(function);
}

inline bool Frame::is_native() const { return pc == &static_cells().resume_native; }
inline bool Frame::is_transition() const { return pc == &static_cells().leave_transition; }

// A record of the dynamic stack: describes what to undo or run when control leaves a form.
struct DynamicRecord {
  enum Kind : std::uint16_t {
    Binding,   // a: symbol, b: its value before
    Bindings,  // a: list of symbols, b: list of their values before (PROGV)
    Kept,      // a: vector of cells, b: vector of values before (contexts.cpp)
    Context,   // a: vector of symbols and cells in turn, b: vector of values before
    Exit,      // a: Exit object
    Catch,     // a: tag. This kind and the following ones have nothing to undo
    Cleanup,   // the code at pc runs when an unwinding passes
    Boundary,  // C++ called Lisp here; an unwinding continues as a C++ exception
  };
  Kind kind;
  bool is_native;       // pushed by native code
  std::uint32_t frame;  // position of the frame that pushed it (Vm::position_of)
  union {               // where an unwinding to the record continues
    const std::uint32_t* pc;
    const void* native;
  };
  Value* sp;
  Value a;
  Value b;
};
static_assert(sizeof(DynamicRecord) == 40);

}  // namespace winnow
