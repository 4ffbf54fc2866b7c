// Winnow was built without a line editor.
#include "shell/line_editor.hpp"

namespace winnow {

std::unique_ptr<LineEditor> make_line_editor(LineEditor::Callbacks callbacks, LineEditor::Drawing) {
  return make_plain_editor(std::move(callbacks));
}

}  // namespace winnow
