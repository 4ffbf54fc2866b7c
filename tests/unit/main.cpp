// The C++ tests. They run on a stack of their own, as Winnow does.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "base/native_stack.hpp"

#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=0:detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  int status = 1;
  winnow::run_on_large_stack(winnow::kLargeStackBytes,
                             [&] { status = doctest::Context(argc, argv).run(); });
  return status;
}
