// The target processor, which is always the processor that Winnow runs on.
#pragma once

#include <ucontext.h>

#ifdef __x86_64__
#include "jit/x86.hpp"
#else
#include "jit/a64.hpp"
#endif

namespace winnow::jit {

#ifdef __x86_64__
using namespace x86_64;
#else
using namespace a64;
#endif

// The program counter and the frame register at the time of a signal.
inline const void* program_counter_in(const ucontext_t& context) {
#ifdef __x86_64__
  return reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return reinterpret_cast<const void*>(context.uc_mcontext.pc);
#endif
}
inline const void* frame_register_in(const ucontext_t& context) {
#ifdef __x86_64__
  return reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_R13]);
#else
  return reinterpret_cast<const void*>(context.uc_mcontext.regs[kFrame.id()]);
#endif
}

}  // namespace winnow::jit
