// Pieces of native code that all functions share: the way in, the ways out, and calls of what is
// not known until then.
#pragma once

#include "jit/code_memory.hpp"
#include "jit/target.hpp"

namespace winnow::jit {

// The inline cache of a call site: the function that was called there last with as many arguments
// as its lambda list requires, and where its body begins. Other links hold a function or a type
// that the code was compiled for.
//
// A link keeps nothing alive. When what a word refers to dies, the collector makes that word
// kAbsent (Jit::after_marking), before another object can get the address. kAbsent is neither a
// function nor a type, so comparing it with a live object fails; code that reads the object itself
// must test for kAbsent first. A type that was replaced has a flag (StructureType::kReplaced).
struct Link {
  Value function;  // or a type; kAbsent: none
  const void* entry;
  Value symbol;  // that names FUNCTION, or kAbsent; where FUNCTION is a type, one that includes it
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

}  // namespace winnow::jit
