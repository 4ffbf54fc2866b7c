// What the line editor asks of Lisp: is a text complete, and which names begin so?
#pragma once

#include <string>
#include <vector>

#include "interpreter/interpreter.hpp"

namespace winnow {

// Do parentheses, a string, a quoted symbol or a block comment stay open at the end of TEXT?
bool is_incomplete(const std::string& text, const Dialect& dialect);

// The names known that begin with PREFIX (whatever its case), in the prefix's case, sorted.
std::vector<std::string> completions(Interpreter& lisp, const std::string& prefix);

}  // namespace winnow
