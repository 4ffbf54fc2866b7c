// Stubs: native code shared by all functions, for entry from C++, exits to C++, and calls that miss
// their inline cache.
#pragma once

#include <array>

#include "jit/calling_convention.hpp"
#include "jit/code_memory.hpp"

namespace winnow::jit {

// An inline cache. That of a call site holds the last function called there, and the address of its
// entry: the one for bound arguments if the call passes exactly the required ones, otherwise the
// one that binds them. Other caches hold a function or a type for which the code was specialised.
//
// References from a cache are weak. Before the memory of a dead object can be reused, the collector
// replaces the reference by kAbsent (Jit::after_marking). kAbsent is neither a function nor a type,
// so comparing it with a live object fails; code that dereferences a cached object must first
// compare it with kAbsent. A redefined type has the flag StructureType::kReplaced.
struct InlineCache {
  Value function;  // or a type; kAbsent if empty
  const void* entry;
  // The name of the function, or kAbsent; for a type, the last subtype found; for a call that
  // passes its arguments in the order of the parameters, the code with these parameters.
  Value symbol;
};

struct Stubs {
  NativeCode::Thunk thunk;
  const void* return_stub;  // the return address in transition frames
  const void* call;         // calls any value; expects an inline cache in kCache
  const void* call_value;   // the same without an inline cache
  const void* tail_call;    // expects a complete frame and replaces it by the callee's
  const void* tail_call_value;
  const void* raise;         // raises the condition in kValue
  const void* return_value;  // returns kValue to the return address of the frame
  const void* exit_to_call;
  const void* exit_to_tail_call;
  const void* exit_to_unwind;
  const void* exit_to_resume;  // continues in the interpreter, after an unwinding
  // For slow paths, by the number of a float register: loads the word of its raw double into the
  // scratch register; loads the double whose word is in the scratch register.
  std::array<const void*, kFloatPoolSize> load_word_of_double;
  std::array<const void*, kFloatPoolSize> load_double;
  // Replace the raw word in the scratch register by the tagged integer, and the other way round;
  // the second of each is for signed words.
  std::array<const void*, 2> tag_word;
  std::array<const void*, 2> untag_word;
};

// Returns the stubs, which are at an address of 31 bits. Throws std::bad_alloc if memory for them
// is lacking.
const Stubs* make_stubs(const VmFields& fields, CodeMemory& memory);

}  // namespace winnow::jit
