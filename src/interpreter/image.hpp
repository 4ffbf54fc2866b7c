// The compiled library as bytes: written when Winnow is built, read when it starts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/interpreter.hpp"

namespace winnow {

// Compiles and evaluates the library files PATHS in LISP; returns their code as an image. A file
// whose first line contains "sealed" is compiled sealed: its calls go to the functions of the
// library whatever a program defines later.
std::string build_image(Interpreter& lisp, const std::vector<std::string>& paths);

// Runs the code of IMAGE in LISP, then points every sealed call at its function.
void load_image(Interpreter& lisp, std::span<const unsigned char> image);

}  // namespace winnow
