// Checks of Winnow's own promises. Neither is for mistakes of the user: those are Lisp conditions.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace winnow {

// Says what promise was broken, and stops: going on would only hide the place.
[[noreturn]] inline void broken_promise(const char* what, const char* file, int line) {
  std::fprintf(stderr, "winnow: internal error: %s (%s:%d)\n", what, file, line);
  std::abort();
}

}  // namespace winnow

// Stays in release builds: for checks off the hot path whose failure would corrupt the heap.
#define WINNOW_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : winnow::broken_promise(#condition, __FILE__, __LINE__))

// Vanishes in release builds.
#ifdef NDEBUG
#define WINNOW_ASSERT(condition) static_cast<void>(0)
#else
#define WINNOW_ASSERT(condition) WINNOW_CHECK(condition)
#endif
