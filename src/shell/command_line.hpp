// Parsing of the command line.
#pragma once

#include "shell/session.hpp"

namespace winnow {

// Parses the arguments into OPTIONS. Returns -1 if the session should run, else the exit
// status: after --help, --version or wrong usage.
int parse_command_line(int argc, char** argv, SessionOptions& options);

}  // namespace winnow
