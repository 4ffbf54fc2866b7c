// Pieces of native code that all functions share: the way in, the ways out, and calls of what is
// not known until then.
#pragma once

#include "native/code_memory.hpp"
#include "native/target.hpp"

namespace winnow::native {

// What a place that calls a function remembers: the function it found last that takes just
// as many arguments, and where a call of that begins once they are laid out. Others hold a function
// or a type that code was compiled for.
struct Link {
  Value function;  // kAbsent, which nobody calls, at first and when it has died
  const void* entry;
  Value symbol;  // that names it, or kAbsent; where FUNCTION is a type, one that includes it
};

struct Stubs {
  NativeCode::Thunk thunk;
  const void* way_back;    // jumped to by what returns to a bridge
  const void* call;        // a call of any value; kLink: its Link
  const void* call_value;  // the same without a Link
  const void* tail_call;   // in place of the frame, which is still whole
  const void* tail_call_value;
  const void* raise;       // a call that raises kValue, a condition
  const void* give_value;  // returns kValue to who waits in the frame
  const void* leave_to_call;
  const void* leave_to_tail_call;
  const void* leave_to_unwind;
  const void* leave_to_go_on;  // in the topmost frame, which is one of the loop
};

// Throws std::bad_alloc where no room is left.
Stubs make_stubs(const Target& target, CodeMemory& memory);

}  // namespace winnow::native
