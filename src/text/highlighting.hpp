// Classes of the characters of a form that is being typed, for display.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/nesting.hpp"

namespace winnow {

enum class SyntaxClass : std::uint8_t {
  Other,
  String,
  Comment,
  Keyword,
  Unmatched,  // a close parenthesis without an open one
  Pair,       // the parenthesis at the cursor, and the one that matches it
};

struct Highlighting {
  std::vector<SyntaxClass> classes;  // of each byte
  std::vector<std::string> marks;    // the continuation mark of each line after the first
};

// Classifies TEXT, which follows the text BEFORE. POINT is the position of the cursor in TEXT: the
// parenthesis before the cursor has precedence over the one at it.
Highlighting highlighting(Nesting before, std::string_view text, std::size_t point);

}  // namespace winnow
