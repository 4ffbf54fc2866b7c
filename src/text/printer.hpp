// Data to text. Lists nested however deep cost memory, not C++ stack.
#pragma once

#include <functional>
#include <string>

#include "core/dialect.hpp"
#include "core/heap.hpp"
#include "text/streams/stream.hpp"

namespace winnow {

struct PrintOptions {
  bool escape = true;
  // Prints a structure or condition that has its own way; false if it has none.
  std::function<bool(Value object, Stream& out, bool escape)> print_structure;
  Dialect dialect;
};

// Prints V on OUT under *PRINT-CIRCLE*, *PRINT-LENGTH*, *PRINT-LEVEL*, *PRINT-BASE* and
// *PRINT-CASE*.
void print(Heap& heap, Stream& out, Value v, const PrintOptions& options);

// What V prints as.
std::string print_to_string(Heap& heap, Value v, const PrintOptions& options);

std::string float_to_string(double x);

}  // namespace winnow
