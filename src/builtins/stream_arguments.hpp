// Optional stream arguments, and file arguments.
#pragma once

#include "builtins/builtin.hpp"

namespace winnow {

using MaybeValue = std::optional<Value>;
using MaybeStream = MaybeValue;
inline Value or_nil(const MaybeValue& v) { return v ? *v : nil(); }

// Is STREAM an instance of a class that a program has defined?
inline bool is_instance_stream(const MaybeStream& stream) {
  return stream && has_type(*stream, Type::Structure);
}

// Calls FUNCTION of lib/extensions/gray-streams.lisp for an operation on an instance.
inline Value call_for_instance(Interpreter& lisp, const char* function,
                               std::initializer_list<Value> arguments) {
  return lisp.call_function(lisp.symbols.intern(function), arguments);
}

// Writes the characters of S from index FROM up to TO.
void write_characters(Heap& heap, Stream& out, const StringView& s, std::size_t from,
                      std::size_t to);

// The name of the file that DESIGNATOR denotes, in the syntax of the operating system. DESIGNATOR:
// a pathname, a string, a symbol (its name in lower case, for old programs) or a file stream. NAME:
// the operator for error messages.
std::string path_of(Interpreter& lisp, const char* name, Value designator);

// Signals a file-error of OPERATION for PATH; ERROR is the value of errno.
[[noreturn]] void signal_file_error(Heap& heap, const char* operation, const std::string& path,
                                    int error);

}  // namespace winnow
