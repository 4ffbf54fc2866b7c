// Makes the image of the library, with which every Winnow starts (data/heap_image.hpp).
#pragma once

#include <string>
#include <vector>

#include "shell/interpreter.hpp"

namespace winnow {

// Compiles and evaluates the library files PATHS in LISP, which has no image, and returns all of it
// as one. A file whose first line contains "sealed" is compiled sealed: its calls go to the
// functions of the library whatever a program defines later.
// Throws std::runtime_error if the library is wrong.
std::string build_image(Interpreter& lisp, const std::vector<std::string>& paths);

}  // namespace winnow
