// How much of a value is printed where nobody asked for all of it.
#pragma once

#include "core/heap.hpp"
#include "core/symbol.hpp"
#include "text/variables.hpp"

namespace winnow {

// While it lives, *PRINT-LENGTH* and *PRINT-LEVEL* have these values (0: none) unless the program
// has set them, and *PRINT-CIRCLE* is CIRCLE.
class PrintLimits {
 public:
  PrintLimits(Heap& heap, std::int64_t length, std::int64_t level, bool circle = false)
      : heap_(heap),
        length_(symbol_value(heap, Sym::star_print_length)),
        level_(symbol_value(heap, Sym::star_print_level)),
        circle_(symbol_value(heap, Sym::star_print_circle)) {
    if (is_nil(length_) && length > 0)
      set_symbol_value(heap, Sym::star_print_length, Value::from_fixnum(length));
    if (is_nil(level_) && level > 0)
      set_symbol_value(heap, Sym::star_print_level, Value::from_fixnum(level));
    set_symbol_value(heap, Sym::star_print_circle, truth(circle));
  }
  ~PrintLimits() {
    set_symbol_value(heap_, Sym::star_print_length, length_);
    set_symbol_value(heap_, Sym::star_print_level, level_);
    set_symbol_value(heap_, Sym::star_print_circle, circle_);
  }
  PrintLimits(const PrintLimits&) = delete;
  PrintLimits& operator=(const PrintLimits&) = delete;

 private:
  Heap& heap_;
  Value length_;
  Value level_;
  Value circle_;
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
