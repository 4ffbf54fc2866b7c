// `winnow tree`: opens the trees and calls TREE-COMMAND of lib/search.
#pragma once

#include <string>

#include "shell/interpreter.hpp"
#include "shell/session.hpp"

namespace winnow {

// SOURCE: a tree, the name of a file of trees, or "-" for standard input.  COUNT: of trees before.
// Returns the count after SOURCE.
int run_tree_command(Interpreter& lisp, const SessionOptions& options, const std::string& source,
                     int count);

// Is SOURCE the name of a file, and neither a tree nor "-"?
bool names_file(const std::string& source);

}  // namespace winnow
