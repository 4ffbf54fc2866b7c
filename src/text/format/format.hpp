// FORMAT. Source: ANSI Common Lisp, section 22.3.
#pragma once

#include <string_view>

#include "text/printer.hpp"

namespace winnow {

// Writes CONTROL, a string or a function, on OUT with the list ARGUMENTS.
// Returns the list of unused arguments.
Value format(TextSystem& text, Stream& out, Value control, Value arguments);
Value format(TextSystem& text, Stream& out, std::u32string_view control, Value arguments);

}  // namespace winnow
