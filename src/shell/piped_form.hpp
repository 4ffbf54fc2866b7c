// Tracks the nesting of a form that is read from a pipe. After an interrupt or a reader error the
// rest of that form is skipped, so that it is not read as new forms.
#pragma once

#include <string>
#include <string_view>

#include "text/nesting.hpp"
#include "text/streams/file_stream.hpp"

namespace winnow {

class PipedForm {
 public:
  PipedForm(FileStream& in, Dialect dialect) : in_(in), nesting_(dialect) {}
  // Starts tracking a form at the current position of IN.
  void begin(Dialect dialect);
  // Skips input up to the end of the form, or until no input arrives for half a second, since a
  // user who types into the pipe then starts a new form.
  void skip_rest();

  // Receives BYTES, which follow the unread input.
  void take(std::string_view bytes);

 private:
  void follow(std::size_t unused);

  FileStream& in_;
  std::string block_;      // the last input block
  std::size_t taken_ = 0;  // its bytes that precede the form or are counted in nesting_
  Nesting nesting_;
};

}  // namespace winnow
