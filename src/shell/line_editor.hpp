// Editing of what is typed: by GNU readline, by libedit, or as the terminal itself does it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "shell/completion.hpp"

namespace winnow {

class LineEditor {
 public:
  struct Callbacks {
    // What Tab may make of the word at the end of TEXT, a line up to the cursor.
    std::function<Completion(const std::string& text)> complete;
    // Has an interrupt come? Asking forgets it.
    std::function<bool()> take_interrupt;
  };

  virtual ~LineEditor() = default;

  enum class Outcome { Text, Interrupted, End };
  // Lets the user type a line behind PROMPT; START stands in it already, if it can be edited. Text
  // that was pasted or that comes from the history may have several lines.
  virtual Outcome read(const std::string& prompt, const std::string& start, std::string& text) = 0;

  // Makes ENTRY the last one that the history offers.
  virtual void remember(const std::string& entry) = 0;

  // Forgets what the terminal has sent but nobody has read.
  virtual void drop_input() {}
};

// The editor that Winnow was built with, or none.
std::unique_ptr<LineEditor> make_line_editor(LineEditor::Callbacks callbacks);
// Lines as the terminal gives them.
std::unique_ptr<LineEditor> make_plain_editor(LineEditor::Callbacks callbacks);

}  // namespace winnow
