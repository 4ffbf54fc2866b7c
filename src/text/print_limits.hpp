// How much of a value is printed where nobody asked for all of it.
#pragma once

#include "data/symbol.hpp"
#include "heap/heap.hpp"
#include "text/variables.hpp"

namespace winnow {

// While it lives, *PRINT-LENGTH* and *PRINT-LEVEL* have these values (0: none) unless the program
// has set them, and *PRINT-CIRCLE* is CIRCLE.
class PrintLimits {
 public:
  PrintLimits(Heap& heap, std::int64_t length, std::int64_t level, bool circle = false)
      : length_(heap, Sym::star_print_length, limit(heap, Sym::star_print_length, length)),
        level_(heap, Sym::star_print_level, limit(heap, Sym::star_print_level, level)),
        circle_(heap, Sym::star_print_circle, truth(circle)) {}

 private:
  static Value limit(Heap& heap, Sym variable, std::int64_t most) {
    Value own = symbol_value(heap, variable);
    return is_nil(own) && most > 0 ? Value::from_fixnum(most) : own;
  }

  Rebound length_;
  Rebound level_;
  Rebound circle_;
};

// While it lives nothing is laid out on lines, or required to be readable.
class PrintOnOneLine {
 public:
  explicit PrintOnOneLine(Heap& heap)
      : pretty_(heap, Sym::star_print_pretty, nil()),
        readably_(heap, Sym::star_print_readably, nil()) {}

 private:
  Rebound pretty_;
  Rebound readably_;
};

}  // namespace winnow
