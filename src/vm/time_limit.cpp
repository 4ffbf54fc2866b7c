#include "vm/time_limit.hpp"

#include <cmath>
#include <new>

#include "heap/condition.hpp"
#include "vm/vm.hpp"

namespace winnow {

namespace {

Vm* limited = nullptr;  // a handler is a plain function

int signal_number() { return SIGRTMIN; }

void on_expiry(int) {
  if (limited != nullptr) limited->request_time_check();
}

}  // namespace

TimeLimit::TimeLimit(Vm& vm, double seconds) : vm_(vm), seconds_(seconds) {
  struct sigaction action {};
  action.sa_handler = on_expiry;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number(), &action, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = signal_number();
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer_) != 0) throw std::bad_alloc();
  limited = &vm;
  const double whole = std::floor(seconds);
  const timespec time{static_cast<time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
  const itimerspec repeated{time, time};
  timer_settime(timer_, 0, &repeated, nullptr);
}

// The handler remains installed, since a last signal may be pending.
TimeLimit::~TimeLimit() {
  timer_delete(timer_);
  limited = nullptr;
}

void TimeLimit::signal_exhausted() const {
  signal_error(vm_.heap(), ConditionKind::time_exhausted,
               "The processor time is exhausted: the limit is ~A second~:P",
               {Value::from_single(static_cast<float>(seconds_))});
}

}  // namespace winnow
