// Properties and input of the terminal.
#pragma once

#include <cstddef>
#include <string>

namespace winnow {

bool terminal_is_utf8();
// Makes UTF-8 the encoding of the C library and of line editors if the locale does not specify one.
// Also changes the environment, which they read.
void use_utf8();
// Does the terminal lack escape sequences, according to TERM?
bool terminal_is_dumb();
// Columns of the terminal; 0 if standard output is not a terminal.
std::size_t terminal_width();

// TEXT broken at spaces into lines of at most COLUMNS, all but the first indented by MARGIN.
std::string wrapped(const std::string& text, std::size_t columns, std::size_t margin);

// Waits up to MILLISECONDS for standard input and returns whether there is any. An
// interrupt ends the wait.
bool terminal_input_waits(int milliseconds);
// Discards standard input until no more arrives for a moment.
void drop_terminal_input();

}  // namespace winnow
