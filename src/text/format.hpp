// FORMAT. Source of the directives: ANSI Common Lisp, section 22.3.
#pragma once

#include <string_view>

#include "text/printer.hpp"

namespace winnow {

// Writes CONTROL on OUT, with ARGUMENTS (a list). Known directives: ~A ~S ~W ~D ~B ~O ~X ~R ~C ~F
// ~E ~G ~$ ~%
// ~& ~| ~~ ~T ~* ~? ~P ~( ~) ~[ ~] ~{ ~} ~^ and ~newline; any other is an error that names it.
void format(TextSystem& text, Stream& out, std::u32string_view control, Value arguments);

}  // namespace winnow
