// Line editing with GNU readline, with libedit, or by the terminal itself.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "shell/completion.hpp"
#include "text/highlighting.hpp"

namespace winnow {

// How a form that is being typed is shown.
struct TypedForm {
  std::vector<SyntaxClass> classes;  // of each byte of its text
  std::vector<std::string> prompts;  // of each line after the first
  std::string arguments;             // a line below it: the call of the operator at the cursor
  std::size_t argument_begin = 0;    // the part of that line for the argument at the cursor
  std::size_t argument_end = 0;
};

class LineEditor {
 public:
  struct Callbacks {
    // Completes the word at the end of TEXT, the line up to the cursor.
    std::function<Completion(const std::string& text)> complete;
    // Returns true if an interrupt is pending, and clears it.
    std::function<bool()> take_interrupt;
    // Does Enter end TEXT? False inside a form.
    std::function<bool(const std::string& text)> is_complete;
    // The column in which a line after TEXT begins.
    std::function<std::size_t(const std::string& text)> indentation;
    // How TEXT with the cursor at POINT is shown.
    std::function<TypedForm(const std::string& text, std::size_t point)> view;
  };

  // How the line is drawn. Own: with colours and the arguments of the operator at the cursor, and
  // a form of several lines as one text; Plain: by the library that edits it.
  enum class Drawing { Plain, Own, OwnInColor };

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
std::unique_ptr<LineEditor> make_line_editor(LineEditor::Callbacks callbacks,
                                             LineEditor::Drawing drawing);
// Reads lines without editing.
std::unique_ptr<LineEditor> make_plain_editor(LineEditor::Callbacks callbacks);

}  // namespace winnow
