#include "batch.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>

namespace winnow::fuzz {

namespace {

// A form is interrupted after some time, which is longer in some batches. A form that does not
// react to an interrupt within half a second of processor time is a hang; one that continues after
// many interrupts is abandoned.
#if defined(WINNOW_SANITIZE) || defined(WINNOW_HOSTILE)
constexpr double kSlower = 20;
#else
constexpr double kSlower = 1;
#endif
constexpr long kTickNanoseconds = 500'000;
constexpr double kSeconds = 0.001 * kSlower;
constexpr double kSecondsInSome = 0.02 * kSlower;
constexpr std::uint64_t kSome = 16;  // one batch of this many
constexpr double kSecondsToAnswer = 0.5 * (kSlower > 1 ? 10 : 1);
constexpr int kMostInterrupts = 20;
constexpr double kSecondsOfBatch = 3 * kSlower;  // a form may have slowed down all later ones

constexpr int kHangs = 77;
constexpr int kGoesOn = 78;
constexpr std::size_t kMostFinds = 16;

}  // namespace

struct Batches::Shared {
  std::atomic<std::size_t> at;  // the current form
  std::atomic<std::size_t> find_count;
  struct {
    std::size_t form;
    char problem[512];
  } finds[kMostFinds];
};

namespace {

const std::atomic<std::size_t>* current = nullptr;
Vm* machine = nullptr;
double patience = 0;
std::atomic<bool> checking = false;

// A form that sleeps is interrupted after this much real time.
constexpr double kRealSeconds = 1;

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void on_tick(int) {
  static std::size_t watched = ~std::size_t{0};
  static double since = 0;  // the start of the form, or the last interrupt
  static double real_since = 0;
  static int interrupts = 0;
  if (checking) return;
  double now = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  double real = seconds_of(CLOCK_MONOTONIC);
  if (now > kSecondsOfBatch) _exit(kGoesOn);
  std::size_t form = current->load(std::memory_order_relaxed);
  if (form != watched) {
    watched = form;
    since = now;
    real_since = real;
    interrupts = 0;
  }
  if (machine->frame_limit.load(std::memory_order_relaxed) == nullptr) {  // an interrupt is pending
    if (now - since > kSecondsToAnswer) _exit(kHangs);
  } else if (now - since > patience || real - real_since > kRealSeconds) {
    if (++interrupts > kMostInterrupts) _exit(kGoesOn);
    since = now;
    real_since = real;
    machine->request_interrupt();
  }
}

void watch(Vm& vm, const std::atomic<std::size_t>& at) {
  machine = &vm;
  current = &at;
  signal(SIGPROF, on_tick);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGPROF;
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  itimerspec every{};
  every.it_interval.tv_nsec = every.it_value.tv_nsec = kTickNanoseconds;
  timer_settime(timer, 0, &every, nullptr);
}

}  // namespace

Batches::Batches(Trial& trial) : trial_(trial) {
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  WINNOW_CHECK(memory != MAP_FAILED);
  shared_ = static_cast<Shared*>(memory);
  said_ = memfd_create("said", MFD_CLOEXEC);
  fcntl(said_, F_SETFL, O_APPEND);
  char name[] = "/tmp/winnow-forms-XXXXXX";
  WINNOW_CHECK(said_ >= 0 && mkdtemp(name));
  folder_ = name;
}

Batches::~Batches() {
  std::error_code none;
  std::filesystem::remove_all(folder_, none);
}

BatchResult Batches::run(std::size_t count, const std::function<std::string(std::size_t)>& text,
                         Fault fault, std::uint64_t random) {
  shared_->at = 0;
  shared_->find_count = 0;
  WINNOW_CHECK(ftruncate(said_, 0) == 0);
  pid_t pid = fork();
  WINNOW_CHECK(pid >= 0);
  if (pid == 0) child(count, text, fault, random);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
  }
  BatchResult result;
  for (std::size_t i = 0; i < std::min(shared_->find_count.load(), kMostFinds); ++i)
    result.finds.push_back({shared_->finds[i].problem, shared_->finds[i].form});
  std::size_t at = shared_->at;
  result.run = std::min(at + 1, count);
  std::string problem;
  if (WIFSIGNALED(status)) problem = "signal " + std::to_string(WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status) == kHangs) problem = "hang";
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != kHangs &&
      WEXITSTATUS(status) != kGoesOn)
    problem = "exit " + std::to_string(WEXITSTATUS(status));
  if (!problem.empty()) {
    std::string said = what_it_said();
    if (!said.empty()) problem = said;
    result.finds.push_back({problem, at});
  }
  return result;
}

// The line that reports a violated property or a sanitizer's error.
std::string Batches::what_it_said() {
  off_t size = lseek(said_, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(size), '\0');
  ssize_t got = pread(said_, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  for (const char* mark :
       {"internal error:", "ERROR: AddressSanitizer", "runtime error:", "terminate called"}) {
    std::size_t at = text.find(mark);
    if (at == std::string::npos) continue;
    std::size_t begin = text.rfind('\n', at) + 1;
    return text.substr(begin, text.find('\n', at) - begin);
  }
  return "";
}

void Batches::child(std::size_t count, const std::function<std::string(std::size_t)>& text,
                    Fault fault, std::uint64_t random) {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  std::error_code error;
  for (auto& entry : std::filesystem::directory_iterator(folder_, error))
    std::filesystem::remove_all(entry, error);
  int nothing = open("/dev/null", O_RDWR);
  // For forms run by root this folder must be the whole file system: (delete-file (truename
  // "null")) would otherwise delete the system's.
  if (chdir(folder_.c_str()) != 0) _exit(1);
  const bool alone = geteuid() == 0 && chroot(".") == 0;
  for (auto [name, number] : {std::pair{"null", 3}, {"zero", 5}, {"full", 7}})
    if ((alone ? mknod(name, S_IFCHR | 0666, makedev(1, number))
               : symlink((std::string("/dev/") + name).c_str(), name)) != 0)
      _exit(1);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(said_, 2);
  auto note = [&](const std::string& problem, std::size_t form) {
    if (problem.empty()) return;
    std::size_t k = shared_->find_count++;
    if (k >= kMostFinds) return;
    shared_->finds[k].form = form;
    std::strncpy(shared_->finds[k].problem, problem.c_str(), sizeof(shared_->finds[k].problem) - 1);
  };
  if (fault == Fault::Interrupt) interrupt_on_signal(trial_.lisp());
  patience = mix64(random) % kSome == 0 ? kSecondsInSome : kSeconds;
  watch(trial_.lisp().vm, shared_->at);
  for (std::size_t i = 0; i < count; ++i) {
    shared_->at = i;
    std::string form = text(i);
    note(trial_.run(form, fault, mix64(random + i)), i);
    if (i + 1 < count && (fault == Fault::None || i % 16 != 15)) continue;
    checking = true;
    trial_.lisp().vm.take_interrupt_request();
    note(trial_.check(), i);
    checking = false;
  }
  _exit(0);
}

std::string kind_of(const std::string& problem) {
  if (problem.starts_with("message:")) return "message";
  // Addresses and numbers differ between runs.
  std::string kind;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (problem[i] == '0' && i + 1 < problem.size() && problem[i + 1] == 'x') {
      i += 1;
      while (i + 1 < problem.size() && std::isxdigit(problem[i + 1])) ++i;
    } else if (problem.starts_with("==") && std::isdigit(problem[i])) {
    } else {
      kind += problem[i];
    }
  }
  return kind;
}

}  // namespace winnow::fuzz
