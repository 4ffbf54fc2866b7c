#include "host/terminal.hpp"

#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <string_view>

namespace winnow {

// Output is UTF-8 unless the locale specifies another encoding.
bool terminal_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value && *value) {
      std::string_view v = value;
      return v.find("UTF-8") != v.npos || v.find("utf8") != v.npos || v == "C" || v == "POSIX";
    }
  }
  return true;
}

void use_utf8() {
  std::setlocale(LC_CTYPE, "");
  bool is_utf8 = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  if (is_utf8 || !terminal_is_utf8() || !std::setlocale(LC_CTYPE, "C.UTF-8")) return;
  const char* all = std::getenv("LC_ALL");
  setenv(all && *all ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1);
}

bool terminal_is_dumb() {
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) == "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  return isatty(1) && ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string wrapped(const std::string& text, std::size_t columns, std::size_t margin) {
  std::string lines;
  std::size_t column = margin;
  std::size_t from = 0;
  while (from < text.size()) {
    std::size_t end = std::min(text.find(' ', from), text.size());
    if (column > margin && column + 1 + end - from > columns) {
      lines += '\n' + std::string(margin, ' ');
      column = margin;
    }
    if (column > margin) lines += ' ', ++column;
    lines += text.substr(from, end - from);
    column += end - from;
    from = end + 1;
  }
  return lines;
}

bool terminal_input_waits(int milliseconds) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, milliseconds) > 0;
}

void drop_terminal_input() {
  char piece[4096];
  while (terminal_input_waits(50) && ::read(STDIN_FILENO, piece, sizeof piece) > 0) {
  }
}

}  // namespace winnow
