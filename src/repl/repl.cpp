#include "repl/repl.hpp"
namespace winnow { void run_repl(Interpreter&, const SessionOptions&) {} }
