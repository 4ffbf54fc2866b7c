// The standard streams of the process: input, output and error, which are never closed, and the
// limit on output.
#pragma once

#include <cstddef>
#include <string_view>

#include "heap/roots.hpp"
#include "text/streams/file_stream.hpp"

namespace winnow {

class Interpreter;

class StandardStreams {
 public:
  // MAX_OUTPUT: bytes to standard output and standard error together.
  StandardStreams(Interpreter& lisp, std::size_t max_output);
  // Opens the streams and binds the variables to them, *STANDARD-INPUT* and the others.
  void open();
  // Binds *STANDARD-INPUT* and *STANDARD-OUTPUT* to the streams, whatever the program has bound.
  void bind_variables();

  Stream& input() const { return stream(0); }
  Stream& output() const { return stream(1); }
  Stream& error() const { return stream(2); }
  bool contains(Value object) const {
    return object == objects_[0] || object == objects_[1] || object == objects_[2];
  }

  // Flushes standard output and starts a new line of MESSAGES. If that is standard error and shares
  // a terminal or file with standard output, the new line also follows unfinished output there.
  void begin_message(Stream& messages);

  // As Upcalls::handles_failure. The program ends if the limit on output is exceeded, or if the
  // reader of standard output is gone.
  bool handles_failure(int descriptor, int error);
  static constexpr int kTooMuchOutput = 125;  // the exit status

  // Copies BYTES, read from or written to one of the streams, to the file of DRIBBLE, if any,
  // without the escape sequences of a terminal.
  void record(std::string_view bytes);
  bool is_recording() const;

 private:
  Stream& stream(std::size_t i) const { return *as<StreamObject>(objects_[i])->stream; }
  [[noreturn]] void end_for_output();

  Interpreter& lisp_;
  ValueVector objects_;
  std::size_t max_output_;
  std::size_t output_left_;  // bytes
  enum class Recording : std::uint8_t { Text, Escape, Sequence } recording_ = Recording::Text;
};

}  // namespace winnow
