// A limit of processor time for a part of a program. When it is exhausted, the next safepoint
// signals TIME-EXHAUSTED. As long as the limit exists, this happens again each time the same
// processor time has passed, so that a handler in that part cannot ignore it.
#pragma once

#include <signal.h>
#include <time.h>

namespace winnow {

class Vm;

class TimeLimit {
 public:
  // A process has one limit at most.
  TimeLimit(Vm& vm, double seconds);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  // Called at a safepoint after the time is exhausted.
  [[noreturn]] void signal_exhausted() const;

 private:
  Vm& vm_;
  double seconds_;
  timer_t timer_{};
};

}  // namespace winnow
