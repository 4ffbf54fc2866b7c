// What the terminal can show.
#pragma once

#include <cstddef>

namespace winnow {

bool terminal_is_utf8();
// Columns of the terminal that standard output goes to; 0 if it goes elsewhere.
std::size_t terminal_width();

// Does standard input have something to read within that time? An interrupt ends the waiting.
bool terminal_input_waits(int milliseconds);

}  // namespace winnow
