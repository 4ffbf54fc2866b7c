// Highlighting: classes of the characters of a form that is being typed.
#include "text/highlighting.hpp"

#include <doctest/doctest.h>

#include <string>

using winnow::Dialect;
using winnow::Highlighting;
using winnow::Nesting;
using winnow::SyntaxClass;

namespace {

// A letter for each byte of TEXT, which follows BEFORE, with the cursor at POINT.
std::string classes(const std::string& text, std::size_t point, const std::string& before = "") {
  Nesting nesting(Dialect{Dialect::CommonLisp});
  nesting.add(before);
  std::string letters;
  for (SyntaxClass c : highlighting(nesting, text, point).classes)
    letters += " sck!p"[static_cast<std::size_t>(c)];
  return letters;
}

}  // namespace

TEST_CASE("strings, comments and keywords have classes of their own") {
  CHECK(classes("(f \"a)\" :key x) ; :no", 3) == "   ssss kkkk    ccccc");
  CHECK(classes("#|a|# 'b:c #\\; #\\) |:a;|", 6) == "ccccc                   ");
  CHECK(classes("a\\\" :k", 6) == "    kk");
  CHECK(classes("c\" :k", 0, "(\"ab") == "ss kk");
}

TEST_CASE("the parenthesis before the cursor, or at it, is marked with the one that matches it") {
  CHECK(classes("(a (b))", 7) == "p     p");
  CHECK(classes("(a (b))", 6) == "   p p ");
  CHECK(classes("(a (b))", 3) == "   p p ");
  CHECK(classes("(a (b))", 2) == "       ");
  CHECK(classes("(a", 0) == "  ");
  CHECK(classes("()()", 2) == "pp  ");
  CHECK(classes("(\n)", 3) == "p p");
  CHECK(classes("x)", 2, "(a ") == "  ");  // its match is in the text before
}

TEST_CASE("a close parenthesis without an open one is marked") {
  CHECK(classes("(a))", 0) == "p p!");
  CHECK(classes(")", 1) == "!");
  CHECK(classes("#\\)", 3) == "   ");
}

TEST_CASE("each line after the first has the mark of its state") {
  Nesting nesting(Dialect{Dialect::CommonLisp});
  Highlighting found = highlighting(nesting, "(let (\n)\n\"a\n\")\n", 0);
  CHECK(found.marks == std::vector<std::string>{"2", "1", "\"", "0"});
}
