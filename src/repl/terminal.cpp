#include "repl/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace winnow {

bool wants_color(const SessionOptions& options, int descriptor) {
  if (options.color != SessionOptions::Auto) return options.color == SessionOptions::Always;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return !(no_color && *no_color) && isatty(descriptor) && terminal && std::string_view(terminal) != "dumb";
}

// Text goes out as UTF-8 unless the locale plainly is another one.
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

std::size_t terminal_width() {
  winsize size{};
  return isatty(1) && ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace winnow
