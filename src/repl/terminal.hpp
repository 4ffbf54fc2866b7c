// What the terminal can show.
#pragma once

#include "repl/session.hpp"

namespace winnow {

// For output on DESCRIPTOR, by --color, NO_COLOR and whether it is a terminal.
bool wants_color(const SessionOptions& options, int descriptor);
bool terminal_is_utf8();
// Columns of the terminal that standard output goes to; 0 if it goes elsewhere.
std::size_t terminal_width();

}  // namespace winnow
