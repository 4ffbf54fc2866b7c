#include "target.hpp"

#include <signal.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "host/memory.hpp"

namespace winnow::fuzz {

namespace {

// Small, since inputs that fill the heap would soon dominate the corpus.
constexpr std::size_t kHeapMebibytes = 8;
constexpr int kInputsOfOneLisp = 2000;
constexpr long kMilliseconds = 20;  // of processor time, until the interrupt
constexpr int kMostInterrupts = 20;

std::unique_ptr<Lisp> lisp;
volatile sig_atomic_t interrupts = 0;
bool exhausted = false;  // by this input

// An input that handles interrupts may continue, but not indefinitely.
void interrupt(int) {
  interrupts = interrupts + 1;
  if (interrupts > kMostInterrupts) _exit(0);
  lisp->vm.request_interrupt();
}

timer_t make_timer() {
  signal(SIGUSR2, interrupt);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR2;
  timer_t timer;
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0) std::abort();
  return timer;
}

void run_timer(long milliseconds) {
  static timer_t timer = make_timer();
  itimerspec when{};
  when.it_value.tv_nsec = when.it_interval.tv_nsec = milliseconds * 1'000'000;
  timer_settime(timer, 0, &when, nullptr);
}

// libFuzzer's own growing memory is not counted as the Lisp's.
void change_owner_of_memory() {
  static std::size_t in_use = 0;
  static std::size_t limit = native_memory.limit;
  in_use = native_memory.in_use.exchange(in_use);
  limit = native_memory.limit.exchange(limit);
}

}  // namespace

void with_lisp(const std::function<void(Lisp&)>& body) {
  static int inputs = 0;
  change_owner_of_memory();
  if (inputs++ % kInputsOfOneLisp == 0) {
    if (lisp) lisp->heap.verify();
    lisp.reset();
    lisp = std::make_unique<Lisp>(kHeapMebibytes);
    lisp->diagnostics.on_error = [](Value condition) {
      exhausted = exhausted || condition == lisp->heap.exhausted_condition;
    };
  }
  interrupts = 0;
  exhausted = false;
  run_timer(kMilliseconds);
  lisp->vm.guarded([&] { body(*lisp); });
  run_timer(0);
  lisp->vm.take_interrupt_request();
  lisp->quitting = false;
  change_owner_of_memory();
}

void broken(const char* promise, std::string_view input) {
  if (interrupts > 0 || exhausted) return;
  std::fprintf(stderr, "internal error: %s: %.*s\n", promise, static_cast<int>(input.size()),
               input.data());
  std::abort();
}

}  // namespace winnow::fuzz
