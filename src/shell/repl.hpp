// The prompt.
#pragma once

#include "shell/history.hpp"
#include "shell/interpreter.hpp"
#include "shell/session.hpp"
#include "shell/signals.hpp"

namespace winnow {

// Can lines be edited, and so have a history?
bool edits_lines();

// Reads, evaluates and prints until the end of input or (quit). HISTORY: where lines are kept, if
// they can be edited. GREETS: says first what this is.
void run_repl(Interpreter& lisp, const SessionOptions& options, Signals& signals, History* history,
              bool greets);

// Prints all values of the form that returned VALUE, each on a line of its own; returns them as a
// list. A circular value is printed with labels and, if that IS_SHORTENED, of a long one a part.
Value print_values(Interpreter& lisp, Value value, bool is_shortened = false);

}  // namespace winnow
