// Shortened printing of values, for messages and the prompt.
#pragma once

#include <cstddef>

#include "text/text_system.hpp"

namespace winnow {

// Prints V as PRIN1 does, but at most LIMIT atoms of 40 characters on average and 100 levels of
// nesting; with labels (#1=) if V is circular. Returns whether it omitted a part. *PRINT-LENGTH*,
// *PRINT-LEVEL* and *PRINT-CIRCLE* take precedence if one of them is true.
bool print_shortened(TextSystem& text, Stream& out, Value v, std::size_t limit);

// Prints all of V as PRIN1 does, but with labels if it is circular.
void print_with_labels_if_circular(TextSystem& text, Stream& out, Value v);

}  // namespace winnow
