// Follows how a form stands that comes through a pipe, so that what ends its reading, an interrupt
// or a mistake in it, ends that form alone: its rest is not taken for forms.
#pragma once

#include <string>
#include <string_view>

#include "text/nesting.hpp"
#include "text/streams/file_stream.hpp"

namespace winnow {

class PipedForm {
 public:
  PipedForm(FileStream& in, Dialect dialect);
  ~PipedForm() { in_.on_traffic = told_before_; }
  PipedForm(const PipedForm&) = delete;
  PipedForm& operator=(const PipedForm&) = delete;

  // A form begins where IN stands.
  void begin(Dialect dialect);
  // Reads up to where it ends, or nothing more comes for half a second: whoever types into the pipe
  // then begins anew.
  void skip_rest();

 private:
  void take(std::string_view bytes);
  void follow(std::size_t unused);

  FileStream& in_;
  std::function<void(std::string_view)> told_before_;
  std::string block_;      // what came last
  std::size_t taken_ = 0;  // bytes of it that nesting_ knows, or that precede the form
  Nesting nesting_;
};

}  // namespace winnow
