// Limits of printing, for values in messages and at the prompt.
#pragma once

#include "data/symbol.hpp"
#include "heap/heap.hpp"
#include "text/text_system.hpp"
#include "text/variables.hpp"

namespace winnow {

// A scope in which *PRINT-LENGTH* and *PRINT-LEVEL* have the values LENGTH and LEVEL (0: no limit),
// unless the program has set them, and *PRINT-CIRCLE* is CIRCLE.
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

// A scope in which *PRINT-PRETTY* and *PRINT-READABLY* are NIL.
class PrintOnOneLine {
 public:
  explicit PrintOnOneLine(Heap& heap)
      : pretty_(heap, Sym::star_print_pretty, nil()),
        readably_(heap, Sym::star_print_readably, nil()) {}

 private:
  Rebound pretty_;
  Rebound readably_;
};

// Prints V as PRIN1 does, but at most LIMIT atoms of 40 characters on average and 100 levels of
// nesting; with labels (#1=) if V is circular. Returns whether it omitted a part. *PRINT-LENGTH*,
// *PRINT-LEVEL* and *PRINT-CIRCLE* take precedence if one of them is true.
bool print_shortened(TextSystem& text, Stream& out, Value v, std::size_t limit);

// Prints all of V as PRIN1 does, but with labels if it is circular.
void print_with_labels_if_circular(TextSystem& text, Stream& out, Value v);

}  // namespace winnow
