#include "vm/sampler.hpp"

#include <new>

#include "vm/vm.hpp"

namespace winnow {

namespace {

constexpr long kNanoseconds = 1'000'000;  // of processor time; the system may use longer intervals

Sampler* running = nullptr;  // for the signal handler, a plain function
struct sigaction earlier {};

bool is_hidden(const Vm& vm, const Code* code) {
  return is_symbol(code->name) && !is_nil(code->name) && vm.heap().symbols->is_internal(code->name);
}

}  // namespace

Sampler::Sampler(Vm& vm) : RootSet(vm.heap()), vm_(vm), begun_(vm.fp) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGVTALRM;
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer_) != 0) throw std::bad_alloc();
  running = this;
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGVTALRM, &action, &earlier);
  start_timer();
}

Sampler::~Sampler() {
  timer_delete(timer_);
  sigaction(SIGVTALRM, &earlier, nullptr);
  running = nullptr;
}

// Requests one signal. The next one is requested after the sample was taken,
// which takes long in a deep recursion.
void Sampler::start_timer() {
  itimerspec once{{0, 0}, {0, kNanoseconds}};
  timer_settime(timer_, 0, &once, nullptr);
}

void Sampler::on_signal(int, siginfo_t*, void* context) {
  Vm& vm = running->vm_;
  const Frame* native = vm.native ? vm.native->interrupted(context) : nullptr;
  running->is_certain_ = native != nullptr;
  running->at_work_ = native != nullptr ? native : vm.fp->is_native() ? vm.fp : nullptr;
  vm.request_sample();
}

// A frame that native code stored before it called C++ may no longer be the topmost one:
// the loop may have pushed frames since.
const Frame* Sampler::topmost() const {
  const Frame* at_work = at_work_;
  return at_work != nullptr && (is_certain_ || at_work > vm_.fp) ? at_work : vm_.fp;
}

void Sampler::take() {
  ++samples_;
  bool is_self = true;
  Value last = nil();
  for (const Frame* f = topmost(); f > begun_; --f) {
    if (is_nil(f->function)) continue;
    Value code = as<Closure>(f->function)->code;
    if (code == last || is_hidden(vm_, as<Code>(code))) continue;
    last = code;
    Count& count = count_of(code);
    if (count.counted == samples_) continue;  // counted already, for an inner call
    count.counted = samples_;
    ++count.total;
    if (is_self) ++count.self;
    if (f->is_native()) ++count.native;
    is_self = false;
  }
  at_work_ = nullptr;
  start_timer();
}

Sampler::Count& Sampler::count_of(Value code) {
  auto [place, is_new] = places_.try_emplace(code.bits, counts_.size());
  if (is_new) counts_.push_back({code});
  return counts_[place->second];
}

// Keeps the counted functions alive. The interrupted function may be freed now, so
// its frame is forgotten.
void Sampler::mark(Heap& heap) {
  at_work_ = nullptr;
  for (Count& count : counts_) heap.mark_range(&count.code, 1);
}

}  // namespace winnow
