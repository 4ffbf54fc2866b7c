// The C++ tests. They run on their own stack, as Winnow does.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "host/native_stack.hpp"

int main(int argc, char** argv) {
  int status = 1;
  winnow::run_on_large_stack(winnow::kLargeStackBytes,
                             [&] { status = doctest::Context(argc, argv).run(); });
  return status;
}
