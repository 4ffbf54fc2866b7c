#include "shell/signals.hpp"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmath>
#include <utility>

#include "heap/condition.hpp"

namespace winnow {

namespace {

// Signal handlers are plain functions, so their data is global.
Vm* machine = nullptr;
volatile sig_atomic_t interrupts = 0;
volatile sig_atomic_t ending_signal = 0;
volatile sig_atomic_t expiries = 0;
volatile sig_atomic_t first_expiry = 0;  // SIGPROF or SIGALRM

void on_interrupt(int) {
  interrupts = 1;
  machine->request_interrupt();
}

void on_end(int signal) {
  ending_signal = signal;
  machine->request_interrupt();
}

void on_expiry(int signal) {
  if (expiries == 0) first_expiry = signal;
  // At the third expiry no safepoint has been reached for two seconds.
  expiries = expiries + 1;
  if (expiries > 2) _exit(Signals::kOutOfTime);
  machine->request_interrupt();
}

// Without SA_RESTART, so that a blocked read returns. Signals ignored by the parent stay ignored.
void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  if (action.sa_handler == SIG_IGN) return;
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

timeval time_of(double seconds) {
  double whole = std::floor(seconds);
  return {static_cast<time_t>(whole), static_cast<suseconds_t>((seconds - whole) * 1e6)};
}

// A limit is enforced even if the parent ignores the signal of its timer.
void limit(__itimer_which timer, int signal, double seconds) {
  if (seconds <= 0) return;
  ::signal(signal, SIG_DFL);
  handle(signal, on_expiry, 0);
  itimerval times{time_of(1), time_of(seconds)};
  setitimer(timer, &times, nullptr);
}

}  // namespace

Signals::Signals(Interpreter& lisp, double max_seconds, double max_elapsed)
    : lisp_(lisp), max_seconds_(max_seconds), max_elapsed_(max_elapsed) {
  machine = &lisp.vm;
  lisp.signals = this;
  handle(SIGINT, on_interrupt, 0);
  // A second signal has its default action, which ends the process.
  handle(SIGTERM, on_end, static_cast<int>(SA_RESETHAND));
  handle(SIGHUP, on_end, static_cast<int>(SA_RESETHAND));
  limit(ITIMER_PROF, SIGPROF, max_seconds);
  limit(ITIMER_REAL, SIGALRM, max_elapsed);
}

Signals::~Signals() {
  itimerval none{};
  setitimer(ITIMER_PROF, &none, nullptr);
  setitimer(ITIMER_REAL, &none, nullptr);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPROF, SIGALRM}) handle(signal, SIG_DFL, 0);
  lisp_.signals = nullptr;
}

void Signals::end_if_asked() {
  if (ending_signal != 0) lisp_.leave(128 + ending_signal);
  if (expiries > 1) lisp_.leave(kOutOfTime);
}

void Signals::ignore_interrupts(bool ignores) {
  drop_interrupt();
  ignores_interrupts_ = ignores;
}

void Signals::drop_interrupt() {
  interrupts = 0;
  end_if_asked();
}

int Signals::count_interrupt() {
  auto now = std::chrono::steady_clock::now();
  bool follows = now - std::exchange(last_interrupt_, now) < std::chrono::seconds(2);
  interrupts_in_a_row_ = follows ? interrupts_in_a_row_ + 1 : 1;
  return interrupts_in_a_row_;
}

void Signals::take(bool can_continue) {
  end_if_asked();
  if (expiries > 0 && !has_signalled_time_) {
    has_signalled_time_ = true;
    bool elapsed = first_expiry == SIGALRM;
    signal_error(lisp_.heap, ConditionKind::time_exhausted,
                 elapsed
                     ? "The elapsed time is exhausted: the limit is ~A second~:P (--max-time)"
                     : "The processor time is exhausted: the limit is ~A second~:P (--max-time)",
                 {Value::from_single(static_cast<float>(elapsed ? max_elapsed_ : max_seconds_))});
  }
  if (interrupts != 0) {
    interrupts = 0;
    if (ignores_interrupts_) return;
    if (count_interrupt() == 3) {
      // abandon() may end only a message; then the user must interrupt three more times.
      interrupts_in_a_row_ = 0;
      lisp_.vm.abandon(
          make_condition(lisp_.heap, ConditionKind::interrupt,
                         "Interrupted for the third time: handlers and cleanups are skipped", {}));
    }
    lisp_.signal_interrupt(can_continue);
  }
}

}  // namespace winnow
