#include "host/workers.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <new>

#if __has_include(<sys/prctl.h>)
#include <sys/prctl.h>
#endif

namespace winnow {

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr int kCollapse = 25;  // MADV_COLLAPSE, since Linux 6.1; glibc 2.36 does not define it

}  // namespace

SharedMemory::SharedMemory(std::size_t bytes) : mapping_size_(bytes + kLargePage), size_(bytes) {
  void* got =
      mmap(nullptr, mapping_size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<char*>(got);
  const auto address = reinterpret_cast<std::uintptr_t>(got);
  begin_ = mapping_ + (kLargePage - address % kLargePage) % kLargePage;
  got = mmap(begin_, bytes, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (got == MAP_FAILED) {
    munmap(mapping_, mapping_size_);
    throw std::bad_alloc();
  }
}

// Most systems do not use large pages for shared memory by themselves, and a search by two processes in
// small pages takes a quarter more time for each node.
void SharedMemory::commit(std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
  bytes = std::min(bytes, size_);
  const std::size_t large = bytes - bytes % kLargePage;
  // Only pages of which a part is committed can become a large one.
  for (std::size_t at = 0; at < large; at += kLargePage)
    madvise(begin_ + at, 1, MADV_POPULATE_WRITE);
  if (large > 0) madvise(begin_, large, kCollapse);
  madvise(begin_, bytes, MADV_POPULATE_WRITE);  // since Linux 5.14
#else
  static_cast<void>(bytes);
#endif
}

SharedMemory::~SharedMemory() { munmap(mapping_, mapping_size_); }

namespace {

bool forbidden = false;

// Detaches this process, a new worker, from the terminal, and ties it to PARENT.
void become_worker(pid_t parent) {
  signal(SIGINT, SIG_IGN);
  for (int ending : {SIGTERM, SIGHUP}) signal(ending, SIG_DFL);
#if defined(PR_SET_PDEATHSIG)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) _exit(1);  // it has ended already
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (nothing < 0 || dup2(nothing, standard) < 0) _exit(1);
}

}  // namespace

void Workers::forbid() { forbidden = true; }
bool Workers::are_forbidden() { return forbidden; }

bool Workers::start(const std::function<void()>& body) {
  if (forbidden) return false;
  workers_.reserve(workers_.size() + 1);
  const pid_t parent = getpid();
  const pid_t worker = fork();
  if (worker < 0) return false;
  if (worker > 0) {
    workers_.push_back(worker);
    return true;
  }
  become_worker(parent);
  try {
    body();
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

void Workers::stop() {
  for (pid_t worker : workers_) kill(worker, SIGKILL);
  for (pid_t worker : workers_)
    while (waitpid(worker, nullptr, 0) < 0 && errno == EINTR) {
    }
  workers_.clear();
}

}  // namespace winnow
