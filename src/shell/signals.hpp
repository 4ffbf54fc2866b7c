// What the system tells a session: Ctrl-C, the request to end, the end of its processor time.
#pragma once

#include <chrono>

#include "shell/interpreter.hpp"

namespace winnow {

// While it lives, SIGINT signals the condition INTERRUPTED at the next safepoint; the third of them
// that come within two seconds of each other ends what runs though handlers or cleanups beat the
// first two. SIGTERM and SIGHUP end the program there, after its cleanups. After MAX_SECONDS of
// processor time (0: never) TIME-EXHAUSTED is signalled; a second later the program is ended
// whatever it does about that. The same happens after MAX_ELAPSED seconds of any time.
class Signals {
 public:
  Signals(Interpreter& lisp, double max_seconds, double max_elapsed);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  static constexpr int kOutOfTime = 124;  // the exit status, as timeout(1) has it

  // For where a request was taken from the machine without a safepoint: forgets an interrupt, but
  // leaves if the system asks for the end.
  void drop_interrupt();
  // Has TIME-EXHAUSTED been signalled?
  bool is_out_of_time() const { return told_of_time_; }
  // What ran has ended: an interrupt of what follows is its first.
  void begin_form() { interrupts_in_a_row_ = 0; }

 private:
  void end_if_asked();
  void take();

  Interpreter& lisp_;
  double max_seconds_;
  double max_elapsed_;
  bool told_of_time_ = false;
  int interrupts_in_a_row_ = 0;
  std::chrono::steady_clock::time_point last_interrupt_;
};

}  // namespace winnow
