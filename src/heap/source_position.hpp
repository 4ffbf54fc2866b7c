// The place of a character in a source text.
#pragma once

#include <compare>

namespace winnow {

// Line and column are counted from 1; the column counts characters. Line 0: unknown; column 0: only
// the line is known.
struct SourcePosition {
  int line = 0;
  int column = 0;
  explicit operator bool() const { return line > 0; }
  friend auto operator<=>(SourcePosition, SourcePosition) = default;
};

}  // namespace winnow
