// Streams as arguments that may be left out, and files as arguments.
#pragma once

#include "builtins/builtin.hpp"

namespace winnow {

using MaybeValue = std::optional<Value>;
using MaybeStream = MaybeValue;
inline Value or_nil(const MaybeValue& v) { return v ? *v : nil(); }

// A stream that adds what is written to STRING, which must have a fill pointer.
Value string_filler(Interpreter& lisp, const char* name, Value string);

// The name, as the system has it, of the file that DESIGNATOR means for the operator NAME: a
// pathname, a string, a symbol in lower case (as old code has it) or the stream of a file.
std::string path_of(Interpreter& lisp, const char* name, Value designator);

// Signals the file-error that OPERATION met with PATH.
[[noreturn]] void signal_file_error(Heap& heap, const char* operation, const std::string& path,
                                    int error);

}  // namespace winnow
