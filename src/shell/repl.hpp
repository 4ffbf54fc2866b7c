// The read-eval-print loop of the prompt.
#pragma once

#include "shell/history.hpp"
#include "shell/interpreter.hpp"
#include "shell/session.hpp"
#include "shell/signals.hpp"

namespace winnow {

// Can lines be edited, and so have a history?
bool edits_lines();

// Reads, evaluates and prints until the end of input or (quit). HISTORY: stores the lines if
// they can be edited. GREETS: prints a greeting first.
void run_repl(Interpreter& lisp, const SessionOptions& options, Signals& signals, History* history,
              bool greets);

// Prints all values of the form that returned VALUE, one per line, and returns them as a list. A
// circular value is printed with labels; if IS_SHORTENED, a long value is cut.
Value print_values(Interpreter& lisp, Value value, bool is_shortened = false);

}  // namespace winnow
