// Draws a form of several lines on a terminal. Only what has changed since the last drawing is
// written, so that a key costs few bytes and nothing flickers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/line_editor.hpp"

namespace winnow {

class FormDrawing {
 public:
  struct Screen {
    std::size_t rows;
    std::size_t columns;
    bool has_color;
  };

  // The cursor is at the beginning of an empty row, or of one that may be overwritten.
  void begin();
  // Returns what to write so that the screen shows TEXT after PROMPT with the cursor at POINT, and
  // the line of arguments below. A form taller than the screen is shown around the cursor.
  std::string draw(std::string_view prompt, std::string_view text, std::size_t point,
                   const TypedForm& form, const Screen& screen);
  // Returns what to write to show all of TEXT without the line below, with the cursor at its end.
  std::string finish(std::string_view prompt, std::string_view text, const TypedForm& form,
                     const Screen& screen);

 private:
  using Style = std::string_view;  // the escape sequence that begins it; "" for plain text
  struct Cell {
    char32_t c;
    std::uint8_t width;
    Style style;
    bool operator==(const Cell&) const = default;
  };
  using Row = std::vector<Cell>;
  struct Position {
    std::size_t row = 0, column = 0;
  };

  // Lays out the rows; the cursor's position is stored in cursor.
  class Layout;
  void update(std::vector<Row> rows, Position cursor, const Screen& screen);
  void update_row(std::size_t i, const Row& row);
  void follow_resize(const Screen& screen);
  void move_to(Position to);
  void set_style(Style style);
  void put(const Cell& cell);

  std::vector<Row> shown_;
  Position at_;              // of the terminal's cursor, in the rows shown
  std::size_t columns_ = 0;  // of the screen when it was drawn
  bool has_color_ = false;
  Style style_;
  std::string out_;
};

}  // namespace winnow
