// RangeAllocator of native code that all functions share: the way in, the ways out, and calls of what is
// not known until then.
#pragma once

#include "jit/calling_convention.hpp"
#include "jit/code_memory.hpp"

namespace winnow::jit {

// The inline cache of a call site: the function that was called there last with as many arguments
// as its lambda list requires, and where its body begins. Other caches hold a function or a type
// that the code was compiled for.
//
// A cache keeps nothing alive. When what a word refers to dies, the collector makes that word
// kAbsent (Jit::after_marking), before another object can get the address. kAbsent is neither a
// function nor a type, so comparing it with a live object fails; code that reads the object itself
// must test for kAbsent first. A type that was replaced has a flag (StructureType::kReplaced).
struct InlineCache {
  Value function;  // or a type; kAbsent: none
  const void* entry;
  Value symbol;  // that names FUNCTION, or kAbsent; where FUNCTION is a type, one that includes it
};

struct Stubs {
  NativeCode::Thunk thunk;
  const void* return_stub;  // jumped to by what returns to a bridge
  const void* call;         // a call of any value; kCache: its InlineCache
  const void* call_value;   // the same without a InlineCache
  const void* tail_call;    // in place of the frame, which is still whole
  const void* tail_call_value;
  const void* raise;         // a call that raises kValue, a condition
  const void* return_value;  // returns kValue to who waits in the frame
  const void* exit_to_call;
  const void* exit_to_tail_call;
  const void* exit_to_unwind;
  const void* exit_to_resume;  // in the topmost frame, which is one of the loop
};

// Throws std::bad_alloc where no room is left.
Stubs make_stubs(const VmFields& fields, CodeMemory& memory);

}  // namespace winnow::jit
