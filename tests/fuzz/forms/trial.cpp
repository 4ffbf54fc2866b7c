#include "trial.hpp"

#include <signal.h>
#include <time.h>

#include <cctype>

#include "base/memory.hpp"
#include "core/hash_table.hpp"
#include "form.hpp"

namespace winnow::fuzz {

namespace {

constexpr std::size_t kHeapMebibytes = 48;

Vm* machine = nullptr;
timer_t timer;

void set_timer(std::uint64_t nanoseconds) {
  itimerspec when{};
  when.it_value.tv_nsec = static_cast<long>(nanoseconds);
  timer_settime(timer, 0, &when, nullptr);
}

// A number from 1 to MOST, small ones as often as large ones.
std::uint64_t some_number(std::uint64_t random, std::uint64_t most) {
  std::uint64_t bits = 1 + random % 64;
  std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return 1 + (random >> 6 & mask) % most;
}

}  // namespace

void interrupt_on_signal(Interpreter& lisp) {
  machine = &lisp.vm;
  signal(SIGUSR1, [](int) { machine->request_interrupt(); });
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
}

Trial::Trial(const std::string& prelude) : lisp_(std::make_unique<Lisp>(kHeapMebibytes)) {
  lisp_->run(text_of_file(prelude));
  lisp_->on_error = [this](Value condition) { message_ = lisp_->report(condition); };
}

void Trial::evaluate(const std::string& text) {
  lisp_->vm.guarded([&] {
    Stream in = Stream::input_string(text, "a form");
    Reader reader(lisp_->heap, in, lisp_->reader_options(nullptr));
    for (Value form = reader.read(); form != kEndOfFile; form = reader.read()) lisp_->eval(form);
  });
}

std::string Trial::run(const std::string& text, Fault fault, std::uint64_t random) {
  Vm& vm = lisp_->vm;
  const Frame* fp = vm.fp;
  const Value* sp = vm.sp;
  const DynamicRecord* records = vm.dynamic_top;
  message_.clear();
  if (fault == Fault::Interrupt) set_timer(some_number(random, 2'000'000));
  if (fault == Fault::Allocation) native_memory.fail_at = some_number(random, 2'000);
  if (fault == Fault::Claim) lisp_->heap.claim_to_fail = some_number(random, 64);
  evaluate(text);
  if (fault == Fault::Interrupt) set_timer(0);
  native_memory.fail_at = 0;
  lisp_->heap.claim_to_fail = 0;
  vm.take_interrupt_request();
  lisp_->quitting = false;
  if (vm.fp != fp || vm.sp != sp || vm.dynamic_top != records) return "state: the stacks are not as before";
  return examine_message(text);
}

// Nothing of the inside should be in a message, unless the form named it.
std::string Trial::examine_message(const std::string& text) const {
  for (std::size_t i = message_.find('%'); i != std::string::npos; i = message_.find('%', i + 1)) {
    std::size_t end = i + 1;
    while (end < message_.size() && (std::isupper(message_[end]) || message_[end] == '-')) ++end;
    if (end - i > 3 && text.find(message_.substr(i, end - i)) == std::string::npos)
      return "message: " + message_;
  }
  bool large = text.find("MOST-") != std::string::npos || text.find("EXPT") != std::string::npos ||
               text.find("ASH") != std::string::npos;
  for (const char* number : {"9223372036854775807", "9223372036854775808", "18446744073709551615",
                             "18446744073709551614", "2305843009213693952", "17976931348623157"})
    if (!large && message_.find(number) != std::string::npos &&
        text.find(number) == std::string::npos)
      return "message: " + message_;
  if (message_.starts_with("NIL:")) return "message: " + message_;
  return "";
}

std::string Trial::check() {
  native_memory.fail_at = 0;
  Interpreter& lisp = *lisp_;
  lisp.heap.verify();
  auto value = [&](const char* name) { return as_symbol(lisp.symbols.intern(name))->value; };
  if (value("*FUZZ-BOUND*") != Value::from_fixnum(0)) return "state: a special binding was not undone";
  bool found = true;
  lisp.vm.guarded([&] {
    for (HashTableCursor c(value("*FUZZ-KEYS*")); c.next();)
      found = found && hash_table_get(lisp.heap, value("*FUZZ-KEYS*"), c.key()) == c.value();
  });
  if (!found) return "state: a hash table has lost a key";
  // A form may have defined + anew, or changed how a list is printed.
  if (!as_symbol(lisp.symbols.intern("+"))->has(Symbol::kLibrary)) return "";
  Value three = nil();
  bool done = lisp.vm.guarded([&] {
    Stream in = Stream::input_string("(+ 1 2)", "a sum");
    Reader reader(lisp.heap, in, ReaderOptions{kCommonLisp, nullptr, {}, {}});
    three = lisp.eval(reader.read());
  });
  if (done && three != Value::from_fixnum(3)) return "state: (+ 1 2) is not 3";
  if (!done) return "state: (+ 1 2) signals " + message_;
  return "";
}

}  // namespace winnow::fuzz
