// The lines of a source text that an error message shows, with an expression marked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/dialect.hpp"
#include "data/source_map.hpp"

namespace winnow {

struct ExcerptStyle {
  Dialect dialect;         // of the text
  std::size_t width = 79;  // columns of the screen that may be used
  bool has_color = false;  // mark with colour; else with carets on a line below
};

// Returns the line on which the first expression of MARKS begins, as "  N | text", and marks the
// expressions that begin there. An expression of two or three lines is shown whole; of a longer one
// the first line. Without a column the line is shown unmarked. Returns "" if TEXT is shorter.
std::string excerpt(std::string_view text, const std::vector<SourcePosition>& marks,
                    const ExcerptStyle& style);

}  // namespace winnow
