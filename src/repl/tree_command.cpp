#include "repl/tree_command.hpp"
namespace winnow { void run_tree_command(Interpreter&, const SessionOptions&, const std::string&) {} }
