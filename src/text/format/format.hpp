// FORMAT. Source of the directives: ANSI Common Lisp, section 22.3.
#pragma once

#include <string_view>

#include "text/printer.hpp"

namespace winnow {

// Writes CONTROL, a string or a function, on OUT, with ARGUMENTS (a list); returns those that were
// not used.
Value format(TextSystem& text, Stream& out, Value control, Value arguments);
Value format(TextSystem& text, Stream& out, std::u32string_view control, Value arguments);

}  // namespace winnow
