// Installation of the built-in functions.
#pragma once

#include "shell/interpreter.hpp"

namespace winnow {

void install_builtins(Interpreter& lisp);

}  // namespace winnow
