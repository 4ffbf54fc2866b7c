// `winnow tree`: nested lists in, value, best line, cut branches and a picture out.
#pragma once

#include <string>

#include "shell/interpreter.hpp"
#include "shell/session.hpp"

namespace winnow {

// SOURCE: a tree, the name of a file of trees, or "-" for standard input.  COUNT: of trees before,
// which those here add to.
void run_tree_command(Interpreter& lisp, const SessionOptions& options, const std::string& source,
                      int& count);

// Is SOURCE the name of a file, and neither a tree nor "-"?
bool names_file(const std::string& source);

}  // namespace winnow
