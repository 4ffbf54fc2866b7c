// The file of the prompt's history.
#include "shell/history.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using winnow::History;

namespace {

// A new file with TEXT, removed at the end.
struct File {
  std::string name = std::filesystem::temp_directory_path() / "winnow-history-XXXXXX";
  explicit File(const std::string& text) {
    ::close(::mkstemp(name.data()));
    std::ofstream(name) << text;
  }
  ~File() { ::unlink(name.c_str()); }
  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(name).rdbuf();
    return all.str();
  }
};

}  // namespace

TEST_CASE("newlines and backslashes of entries are written as \\n and \\\\") {
  File file("");
  {
    History history(file.name);
    history.add("(car\n '(1))");
    history.add("#\\a \\n");
  }
  CHECK(file.text() == "(car\\n '(1))\n#\\\\a \\\\n\n");
  CHECK(History(file.name).entries() == std::vector<std::string>{"(car\n '(1))", "#\\a \\n"});
}

TEST_CASE("a backslash at the end of a line that another program wrote is kept") {
  File file("abc\\\n\\x\n");
  CHECK(History(file.name).entries() == std::vector<std::string>{"abc\\", "x"});
}
