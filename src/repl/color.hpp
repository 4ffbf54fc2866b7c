// Whether to use colour and Unicode on the terminal.
#pragma once

#include "repl/session.hpp"

namespace winnow {

// For output on DESCRIPTOR, by --color, NO_COLOR and whether it is a terminal.
bool wants_color(const SessionOptions& options, int descriptor);
bool terminal_is_utf8();

}  // namespace winnow
