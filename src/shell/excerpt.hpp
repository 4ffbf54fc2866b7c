// The lines of a source text that an error message shows, with an expression marked.
#pragma once

#include <string>
#include <string_view>

#include "data/dialect.hpp"
#include "data/source_map.hpp"

namespace winnow {

struct ExcerptStyle {
  Dialect dialect;         // of the text
  std::size_t width = 79;  // columns of the screen that may be used
  bool has_color = false;  // mark with colour; else with carets on a line below
};

// Returns the line on which the expression at AT begins, as "  N | text", and marks the expression.
// An expression of two or three lines is shown whole; of a longer one the first line. Without a
// column the line is shown unmarked. Returns "" if TEXT has no such line.
std::string excerpt(std::string_view text, SourcePosition at, const ExcerptStyle& style);

// Returns the text of the expression of TEXT at AT; "" if there is none.
std::string_view expression_at(std::string_view text, SourcePosition at, Dialect dialect);

}  // namespace winnow
