// Nesting: the state at the end of a text that is being typed.
#include "text/nesting.hpp"

#include <doctest/doctest.h>

#include <string>

using winnow::Dialect;
using winnow::Nesting;

namespace {

Nesting nesting(const std::string& text, Dialect::Kind dialect = Dialect::CommonLisp) {
  Nesting n(Dialect{dialect});
  // Adds the text character by character.
  for (char c : text) n.add(std::string(1, c));
  return n;
}

bool has_body(std::string_view op) { return op == "let" || op == "defun"; }

}  // namespace

TEST_CASE("open parentheses are counted, except in strings, comments and characters") {
  CHECK(nesting("(a (b) (").depth() == 2);
  CHECK(nesting("(a \")\" #\\) |)| ; )\n #| ) #| ) |# ) |# x").depth() == 1);
  CHECK_FALSE(nesting("(a \")\" #\\( |(| ; (\n #| ( |#)").is_open());
  CHECK_FALSE(nesting(")))").is_open());
  CHECK_FALSE(nesting("; (").is_open());
  CHECK(nesting("(a /) b", Dialect::MacLisp).depth() == 1);
  CHECK(nesting("(a (b (c]", Dialect::Franz).depth() == 0);
  CHECK(nesting("(a [b (c]", Dialect::Franz).depth() == 1);
  CHECK(nesting("(a (b (c]").depth() == 3);
}

TEST_CASE("awaited() returns the closing character") {
  CHECK(nesting("(a").awaited() == ')');
  CHECK(nesting("(a \"b").awaited() == '"');
  CHECK(nesting("(a \"b\\\"").awaited() == '"');
  CHECK(nesting("(a |b").awaited() == '|');
  CHECK(nesting("(a #| b").awaited() == '#');
  CHECK(nesting("#|").is_open());
  CHECK(nesting("\"").is_open());
}

TEST_CASE("the end of the first form") {
  CHECK(nesting("; (\n(a (b)) (c)").first_form_end() == 11);
  CHECK(nesting("(a (b) (c)").first_form_end() == std::string::npos);
}

TEST_CASE("the indentation of the next line depends on the innermost list") {
  auto column = [](const std::string& text) { return nesting(text).indentation(has_body); };
  CHECK(column("(list 1\n") == 6);
  CHECK(column("(list\n") == 1);
  CHECK(column("(let ((a 1)\n") == 6);
  CHECK(column("(let ((a 1))\n") == 2);
  CHECK(column("(defun f (x)\n  (if x\n") == 6);
  CHECK(column("((a)\n") == 1);
  CHECK(column("(list \"ä\" (f\n") == 11);
  CHECK(column("(list \"a\n") == 0);
  CHECK(column("(list 1)\n") == 0);
}
