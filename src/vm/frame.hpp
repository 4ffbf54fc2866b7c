// The record of a running function, and the records of the dynamic stack.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/value.hpp"

namespace winnow {

// The frame of the running function has its base and function from the start; its pc is written
// before anything that may call, signal or collect.
struct Frame {
  const std::uint32_t* pc;
  Value* base;     // first argument
  Value function;  // the closure; NIL for a call that came from C++
  const Value* constants;
};
static_assert(sizeof(Frame) == 32);

// What must be undone or run when control leaves a form.
struct DynamicRecord {
  enum Kind : std::uint32_t {
    Binding,   // a: symbol, b: its value before
    Bindings,  // a: list of symbols, b: list of their values before (PROGV)
    Catch,     // a: tag
    Exit,      // a: Exit object
    Cleanup,   // the code at pc runs when an unwinding passes
    Boundary,  // C++ called Lisp here: an unwinding goes on as a C++ exception
  };
  Kind kind;
  std::uint32_t frame;      // index of the frame that made it
  const std::uint32_t* pc;  // where control arrives
  Value* sp;
  Value a;
  Value b;
};

}  // namespace winnow
