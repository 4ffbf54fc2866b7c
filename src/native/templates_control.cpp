// Templates: the dynamic stack. An unwinding is the machine's business; it enters native code again
// at the label of the word where control arrives.
#include "native/compiler.hpp"

namespace winnow::native {

void Compiler::Bind() {
  Value symbol = constant(a24());
  call_out(&bind_special, [=, this] {
    load_word(x86::rsi, symbol.bits);
    a_.mov(x86::rdx, Slots::memory(top()));
  });
  slots_.pop();
}

void Compiler::BindList() {
  call_out(&bind_list, [this] {
    a_.mov(x86::rsi, Slots::memory(top(1)));
    a_.mov(x86::rdx, Slots::memory(top()));
  });
  slots_.pop(2);
}

void Compiler::Unwind() {
  std::uint32_t count = a24();
  call_out(&undo_records, [=, this] { a_.mov(x86::esi, count); });
}

// The machine's stack pointer at that time is where the thrown value will be.
void Compiler::PushCatch() {
  slots_.flush();
  slots_.pop();
  std::uint32_t goal = own_goal();
  call_out(&push_catch, [=, this] {
    a_.mov(x86::rsi, Slots::memory(slots_.depth()));
    load_address(x86::rdx, pc_of(goal));
  });
}

void Compiler::PushExit() {
  std::uint32_t local = a24();
  std::uint32_t goal = word_goal();
  call_out(&push_exit, [=, this] {
    a_.lea(x86::rsi, Slots::memory(local));
    load_address(x86::rdx, pc_of(goal));
  });
}

void Compiler::StayExit() {
  call_out(&stay_exit, [] {});
}

void Compiler::PushCleanup() {
  std::uint32_t goal = own_goal();
  call_out(&push_cleanup, [=, this] { load_address(x86::rsi, pc_of(goal)); });
}

void Compiler::leave_to_unwind() {
  load_word(kScratch, reinterpret_cast<std::uint64_t>(stubs_.leave_to_unwind));
  a_.jmp(kScratch);
}

void Compiler::EndCleanup() {
  call_out(&end_cleanup, [] {});
  slots_.pop();
  Label goes_on = a_.newLabel();
  a_.test(x86::eax, x86::eax);
  a_.jz(goes_on);
  leave_to_unwind();
  a_.bind(goes_on);
}

void Compiler::Throw() {
  call_out(&begin_throw, [this] {
    a_.mov(x86::rsi, Slots::memory(top(1)));
    a_.mov(x86::rdx, Slots::memory(top()));
  });
  leave_to_unwind();
}

void Compiler::Leave() {
  call_out(&begin_leave, [this] {
    a_.mov(x86::rsi, Slots::memory(top(1)));
    a_.mov(x86::rdx, Slots::memory(top()));
  });
  leave_to_unwind();
}

}  // namespace winnow::native
