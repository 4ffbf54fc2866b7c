#include "host/native_stack.hpp"

#include <malloc.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>

#include "host/assert.hpp"
#include "host/pages.hpp"

#if defined(WINNOW_SANITIZE)
// The collector scans the C++ stack, so the sanitizer must not use fake stacks.
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=0:detect_leaks=0";
}
#endif

namespace winnow {

NativeStack::NativeStack() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  std::size_t size = 0;
  WINNOW_CHECK(pthread_getattr_np(pthread_self(), &attributes) == 0);
  WINNOW_CHECK(pthread_attr_getstack(&attributes, &lowest, &size) == 0);
  pthread_attr_destroy(&attributes);
  base_ = static_cast<const char*>(lowest) + size;
  lowest_ = static_cast<const char*>(lowest);
  limit_ = lowest_ + kReserve;
}

void run_on_large_stack(std::size_t bytes, const std::function<void()>& body) {
#if defined(WINNOW_SANITIZE)
  static_cast<void>(bytes);
  body();
#else
  mallopt(M_ARENA_MAX, 1);  // a second arena would reserve 128 MiB of address space
  PageRange stack(std::min(bytes, address_space_bytes() / 8), std::size_t{4} << 20);
  pthread_attr_t attributes;
  WINNOW_CHECK(pthread_attr_init(&attributes) == 0);
  WINNOW_CHECK(pthread_attr_setstack(&attributes, stack.begin(), stack.size()) == 0);
  struct Run {
    const std::function<void()>& body;
    std::exception_ptr failure;
  } run{body, nullptr};
  auto start = [](void* argument) -> void* {
    auto* r = static_cast<Run*>(argument);
    try {
      r->body();
    } catch (const std::bad_alloc&) {
      r->failure = std::current_exception();
    }
    return nullptr;
  };
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, start, &run);
  pthread_attr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category());
  // The new thread has inherited a signal mask that blocks nothing. From now on the calling thread
  // blocks all signals, so that the new one receives them.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  pthread_join(thread, nullptr);
  if (run.failure) std::rethrow_exception(run.failure);
#endif
}

}  // namespace winnow
