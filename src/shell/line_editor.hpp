// Line editing with GNU readline, with libedit, or by the terminal itself.
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
    // Completes the word at the end of TEXT, the line up to the cursor.
    std::function<Completion(const std::string& text)> complete;
    // Returns true if an interrupt is pending, and clears it.
    std::function<bool()> take_interrupt;
  };

  virtual ~LineEditor() = default;

  enum class Outcome { Text, Interrupted, End };
  // Reads a line after PROMPT. If the line can be edited, it starts with the text START. Pasted
  // text and history entries may have several lines.
  virtual Outcome read(const std::string& prompt, const std::string& start, std::string& text) = 0;

  // Appends ENTRY to the history.
  virtual void remember(const std::string& entry) = 0;

  // Discards unread terminal input.
  virtual void drop_input() {}
};

// The line editor that Winnow was built with, or the plain one.
std::unique_ptr<LineEditor> make_line_editor(LineEditor::Callbacks callbacks);
// Reads lines without editing.
std::unique_ptr<LineEditor> make_plain_editor(LineEditor::Callbacks callbacks);

}  // namespace winnow
