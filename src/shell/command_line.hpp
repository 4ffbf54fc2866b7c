// The arguments of the command.
#pragma once

#include "shell/session.hpp"

namespace winnow {

// Parses the arguments into OPTIONS. Returns -1 to go on, else the exit status: --help, --version
// and wrong usage end here.
int parse_command_line(int argc, char** argv, SessionOptions& options);

}  // namespace winnow
