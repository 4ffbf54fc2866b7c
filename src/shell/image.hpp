// Building of the library image, which every Winnow loads at start-up (data/heap_image.hpp).
#pragma once

#include <string>
#include <vector>

#include "shell/interpreter.hpp"

namespace winnow {

// Compiles and evaluates the library files PATHS in LISP, which was started without an image, and
// returns the resulting image. A file whose first line contains "sealed" is compiled sealed: its
// calls go to the functions of the library whatever a program defines later.
// Throws std::runtime_error if the library has an error.
std::string build_image(Interpreter& lisp, const std::vector<std::string>& paths);

}  // namespace winnow
