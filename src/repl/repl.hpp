// The prompt.
#pragma once

#include "interpreter/interpreter.hpp"
#include "repl/session.hpp"

namespace winnow {

// Reads, evaluates and prints until the end of input or (quit).
void run_repl(Interpreter& lisp, const SessionOptions& options);

}  // namespace winnow
