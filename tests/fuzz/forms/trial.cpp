#include "trial.hpp"

#include <signal.h>
#include <time.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "compiler/environment.hpp"
#include "data/hash_table.hpp"
#include "data/package.hpp"
#include "form.hpp"
#include "heap/list.hpp"
#include "host/memory.hpp"
#include "vm/time_limit.hpp"

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

// A random number from 1 to MOST; each order of magnitude is equally likely.
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

Trial::Trial(const std::string& prelude)
    : lisp_(std::make_unique<Lisp>(kHeapMebibytes)), held_(lisp_->heap) {
  if (!lisp_->vm.guarded([&] { lisp_->run(text_of_file(prelude)); })) {
    std::fprintf(stderr, "%s: an error in the forms that come first\n", prelude.c_str());
    std::exit(2);
  }
  auto known = [this](std::u32string_view name) {
    return find_symbol(lisp_->symbols.current_package(), name).symbol;
  };
  held_.push(known(U"*FUZZ-BOUND*"));
  held_.push(as_symbol(known(U"*FUZZ-KEYS*"))->value);
  held_.push(known(U"+"));
  lisp_->diagnostics.on_error = [this](Value condition) {
    message_ = lisp_->diagnostics.report(condition);
  };
}

void Trial::evaluate(const std::string& text) {
  lisp_->vm.guarded([&] {
    StringInput in(text, "a form");
    Reader reader(lisp_->text, in);
    for (Value form = reader.read(); form != kEndOfFile; form = reader.read())
      lisp_->toplevel.eval(form);
  });
}

std::string Trial::run(const std::string& text, Fault fault, std::uint64_t random) {
  Vm& vm = lisp_->vm;
  const Frame* fp = vm.fp;
  const Value* sp = vm.sp;
  const DynamicRecord* records = vm.dynamic_top;
  message_.clear();
  said_ += text;
  if (fault == Fault::Interrupt) set_timer(some_number(random, 2'000'000));
  if (fault == Fault::Allocation) native_memory.fail_at = some_number(random, 2'000);
  if (fault == Fault::Claim) lisp_->heap.claim_to_fail = some_number(random, 64);
  evaluate(text);
  if (fault == Fault::Interrupt) set_timer(0);
  native_memory.fail_at = 0;
  lisp_->heap.claim_to_fail = 0;
  vm.time_limit.reset();  // a part of a test may have started one
  vm.take_interrupt_request();
  lisp_->quitting = false;
  if (vm.fp != fp || vm.sp != sp || vm.dynamic_top != records)
    return "state: the stacks are not as before";
  return messages ? examine_message(text) : "";
}

// A message must not contain internal names unless a form used them.
std::string Trial::examine_message(const std::string& text) const {
  bool inside = text.find('%') != std::string::npos;
  auto named = [this](std::string_view name) { return said_.find(name) != std::string::npos; };
  for (std::string_view before : {"", "The function ", "The variable "}) {
    if (inside || !message_.starts_with(std::string(before) + "%")) continue;
    std::string name =
        message_.substr(before.size(), message_.find_first_of(" :", before.size()) - before.size());
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (!named(name)) return "message: " + message_;
  }
  bool large = named("MOST-") || named("EXPT") || named("ASH") || named("LIMIT");
  for (const char* number : {"9223372036854775807", "9223372036854775808", "18446744073709551615",
                             "18446744073709551614", "2305843009213693952", "17976931348623157"})
    if (!large && message_.find(number) != std::string::npos && !named(number))
      return "message: " + message_;
  if (message_.starts_with("NIL:") && !inside) return "message: " + message_;
  return "";
}

std::string Trial::check() {
  native_memory.fail_at = 0;
  Interpreter& lisp = *lisp_;
  lisp.heap.verify();
  if (as_symbol(held_[0])->value != Value::from_fixnum(0))
    return "state: a special binding was not undone";
  Value table = held_[1];
  bool found = true;
  lisp.vm.guarded([&] {
    for (HashTableCursor c(table); c.next();)
      found = found && hash_table_get(lisp.heap, table, c.key()) == c.value();
  });
  if (!found) return "state: a hash table has lost a key";
  // A form may have redefined +, or defined a compiler macro for it.
  Value plus = held_[2];
  if (!as_symbol(plus)->has(Symbol::kLibrary) || !is_nil(compiler_macro(lisp.heap, plus)))
    return "";
  Value sum = nil();
  message_ = "nothing";
  bool done = lisp.vm.guarded([&] {
    sum = lisp.toplevel.eval(
        list_of(lisp.heap, {plus, Value::from_fixnum(1), Value::from_fixnum(2)}));
  });
  if (!done) return "state: (+ 1 2) signals " + message_;
  return sum == Value::from_fixnum(3) ? "" : "state: (+ 1 2) is not 3";
}

}  // namespace winnow::fuzz
