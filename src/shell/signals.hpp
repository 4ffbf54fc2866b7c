// Signals of the operating system: interrupts, termination and time limits.
#pragma once

#include <chrono>

#include "shell/interpreter.hpp"

namespace winnow {

// Installs the signal handlers while it exists. SIGINT signals the condition INTERRUPTED at the
// next safepoint; if three of them come within two seconds, the third one ends the form, whatever
// handlers and cleanup forms do. SIGTERM and SIGHUP end the program at the next
// safepoint, after its cleanup forms. After MAX_SECONDS of processor time (0: no limit)
// TIME-EXHAUSTED is signalled; one second later the program ends in any case. MAX_ELAPSED limits
// elapsed time alike.
class Signals {
 public:
  Signals(Interpreter& lisp, double max_seconds, double max_elapsed);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  static constexpr int kOutOfTime = 124;  // the exit status, as timeout(1) has it

  // While IGNORES is true, interrupts are dropped.
  void ignore_interrupts(bool ignores);
  // Discards a pending interrupt that was taken without a safepoint; ends the program if
  // termination was requested.
  void drop_interrupt();
  // Has TIME-EXHAUSTED been signalled?
  bool is_out_of_time() const { return has_signalled_time_; }
  // Starts counting interrupts again, for a new form.
  void begin_form() { interrupts_in_a_row_ = 0; }
  // Counts an interrupt; returns how many there were, each soon after the one before.
  int count_interrupt();
  // At a safepoint: signals what the pending requests ask for. Returns if the user chooses to
  // continue, which is possible if CAN_CONTINUE.
  void take(bool can_continue);

 private:
  void end_if_asked();

  Interpreter& lisp_;
  double max_seconds_;
  double max_elapsed_;
  bool has_signalled_time_ = false;
  bool ignores_interrupts_ = false;
  int interrupts_in_a_row_ = 0;
  std::chrono::steady_clock::time_point last_interrupt_;
};

}  // namespace winnow
