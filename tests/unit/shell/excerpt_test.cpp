// Lines of a source text with an expression marked.
#include "shell/excerpt.hpp"

#include <doctest/doctest.h>

using winnow::Dialect;
using winnow::excerpt;

namespace {

// The excerpt of TEXT, one line, with the expression at COLUMN marked, on a screen of WIDTH columns.
std::string shown(const std::string& text, int column, std::size_t width) {
  return excerpt(text, {{1, column}}, {Dialect{Dialect::CommonLisp}, width, false});
}

}  // namespace

TEST_CASE("a line that fits is shown whole") {
  // The line number and the bar take six columns.
  CHECK(shown("(aaa bbb ccc)", 6, 19) ==
        "  1 | (aaa bbb ccc)\n"
        "    |      ^^^\n");
}

TEST_CASE("a longer line is cut around the marked expression") {
  CHECK(shown("(aaa bbb ccc)", 2, 18) ==
        "  1 | (aaa bbb ...\n"
        "    |  ^^^\n");
  CHECK(shown("(aaa bbb ccc)", 10, 18) ==
        "  1 | ... bbb ccc)\n"
        "    |         ^^^\n");
}

TEST_CASE("a window that is too small for the marks of cuts is not used") {
  CHECK(shown("(aaa bbb)", 2, 12) ==
        "  1 | (aaa bbb)\n"
        "    |  ^^^\n");
}
