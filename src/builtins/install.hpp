// Puts the builtins and the standard variables into an interpreter.
#pragma once

#include "shell/interpreter.hpp"

namespace winnow {

void install_builtins(Interpreter& lisp);

}  // namespace winnow
