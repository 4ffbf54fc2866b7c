// Reading lines without editing, if no line editor was built in or TERM=dumb.
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "host/terminal.hpp"
#include "shell/line_editor.hpp"

namespace winnow {

namespace {

class Plain : public LineEditor {
 public:
  explicit Plain(Callbacks callbacks) : callbacks_(std::move(callbacks)) {}

  Outcome read(const std::string& prompt, const std::string&, std::string& text) override {
    std::fputs(prompt.c_str(), stdout);
    while (std::fflush(stdout) != 0)
      if (errno != EINTR) return Outcome::End;  // input cannot be read
    for (;;) {
      // Wait here and not in read(), since an interrupt just before read() would go unnoticed.
      bool waits = terminal_input_waits(100);
      if (callbacks_.take_interrupt()) {
        std::fputs("\n", stdout);
        return Outcome::Interrupted;
      }
      if (!waits) continue;
      char piece[4096];
      ssize_t got = ::read(STDIN_FILENO, piece, sizeof piece);
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got <= 0) return text.empty() ? Outcome::End : Outcome::Text;
      text.append(piece, static_cast<std::size_t>(got));
      if (text.back() != '\n') continue;  // a line longer than the buffer, or one that Ctrl-D sent
      text.pop_back();
      return Outcome::Text;
    }
  }

  void remember(const std::string&) override {}

  void drop_input() override { drop_terminal_input(); }

 private:
  Callbacks callbacks_;
};

}  // namespace

std::unique_ptr<LineEditor> make_plain_editor(LineEditor::Callbacks callbacks) {
  return std::make_unique<Plain>(std::move(callbacks));
}

}  // namespace winnow
