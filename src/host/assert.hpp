// Assertions of internal invariants. (Errors in user programs are Lisp conditions.)
#pragma once

#include <cstdio>
#include <cstdlib>

namespace winnow {

// Reports a failed assertion and aborts.
[[noreturn]] inline void broken_promise(const char* what, const char* file, int line) {
  std::fprintf(stderr, "winnow: internal error: %s (%s:%d)\n", what, file, line);
  std::abort();
}

}  // namespace winnow

// Also checked in release builds: for code off the hot paths in which a violated invariant would
// corrupt the heap.
#define WINNOW_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : winnow::broken_promise(#condition, __FILE__, __LINE__))

// Checked in debug builds only.
#ifdef NDEBUG
#define WINNOW_ASSERT(condition) static_cast<void>(0)
#else
#define WINNOW_ASSERT(condition) WINNOW_CHECK(condition)
#endif
