// What the terminal can show.
#pragma once

#include <cstddef>
#include <string>

namespace winnow {

bool terminal_is_utf8();
// Makes the C library, and with it line editors, take text for UTF-8 where the locale (C, or none)
// names no encoding. The environment is changed too, as they read it.
void use_utf8();
// Does the terminal, by TERM, know no escape sequences?
bool terminal_is_dumb();
// Columns of the terminal that standard output goes to; 0 if it goes elsewhere.
std::size_t terminal_width();

// Words of TEXT in lines of at most COLUMNS behind a margin of blanks; the first line goes on where
// the text stands.
std::string wrapped(const std::string& text, std::size_t columns, std::size_t margin);

// Does standard input have something to read within that time? An interrupt ends the waiting.
bool terminal_input_waits(int milliseconds);
// Drops what standard input sends until it is quiet for a moment.
void drop_terminal_input();

}  // namespace winnow
