// No line editing: the prompt reads lines as the terminal gives them.
#include "repl/line_editor.hpp"

namespace winnow {

bool LineEditor::is_available() { return false; }
LineEditor::LineEditor(Callbacks, std::string) {}
LineEditor::~LineEditor() = default;
LineEditor::Outcome LineEditor::read(const std::string&, std::string&) { return Outcome::End; }
LineEditor::Outcome LineEditor::ask(const std::string&, const std::vector<std::string>&,
                                    std::string&) {
  return Outcome::End;
}

}  // namespace winnow
