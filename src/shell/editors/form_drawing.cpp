#include "shell/editors/form_drawing.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "data/unicode.hpp"

namespace winnow {

namespace {

constexpr std::size_t kTabStop = 8;
constexpr std::size_t kLeastRows = 4;  // of a screen that has room for the line of arguments

constexpr std::string_view kPlain;
constexpr std::string_view kArguments = "\033[2m";
constexpr std::string_view kArgumentAtCursor = "\033[2;4m";

std::string_view style_of(SyntaxClass c) {
  switch (c) {
    case SyntaxClass::Other: return kPlain;
    case SyntaxClass::String: return "\033[32m";
    case SyntaxClass::Comment: return "\033[2m";
    case SyntaxClass::Keyword: return "\033[36m";
    case SyntaxClass::Unmatched: return "\033[1;31m";
    case SyntaxClass::Pair: return "\033[1;4m";
  }
  return kPlain;
}

std::size_t width_of(const auto& row) {
  std::size_t sum = 0;
  for (const auto& cell : row) sum += cell.width;
  return sum;
}

std::string command(std::size_t count, char letter) {
  return count == 0 ? "" : "\033[" + std::to_string(count) + letter;
}

}  // namespace

class FormDrawing::Layout {
 public:
  explicit Layout(std::size_t columns) : columns_(columns) {}

  void add_text(std::string_view text, Style style) {
    while (!text.empty()) text.remove_prefix(add_character(text, style));
  }

  // Adds TEXT with the cursor at POINT.
  void add_form(std::string_view text, std::size_t point, const TypedForm& form) {
    std::size_t line = 0;
    for (std::size_t i = 0; i < text.size();) {
      if (i == point) mark_cursor();
      if (text[i] == '\n') {
        begin_row();
        if (line < form.prompts.size()) add_text(form.prompts[line++], kPlain);
        ++i;
      } else {
        auto style = i < form.classes.size() ? style_of(form.classes[i]) : kPlain;
        i += add_character(text.substr(i), style);
      }
    }
    if (point >= text.size()) mark_cursor();
  }

  // Adds a row with the parameters of the call that is being typed, shortened if necessary.
  void add_arguments(const TypedForm& form, bool has_color) {
    begin_row();
    std::string_view line = form.arguments;
    if (!has_color) add_text("  ", kPlain);
    for (std::size_t i = 0; i < line.size();) {
      if (column_ + 4 >= columns_ && line.size() - i > 3) {
        add_text("...", kArguments);
        return;
      }
      bool at_cursor = form.argument_begin <= i && i < form.argument_end;
      i += add_character(line.substr(i), at_cursor ? kArgumentAtCursor : kArguments);
    }
  }

  std::vector<Row> rows{1};
  Position cursor;

 private:
  void begin_row() {
    rows.emplace_back();
    column_ = 0;
  }

  void mark_cursor() {
    if (column_ >= columns_) begin_row();
    cursor = {rows.size() - 1, column_};
  }

  // Adds the first character of TEXT; returns its number of bytes.
  std::size_t add_character(std::string_view text, Style style) {
    auto decoded = unicode::decode_utf8(text);
    char32_t c = decoded.c;
    if (c == U'\t') {
      for (std::size_t n = kTabStop - column_ % kTabStop; n > 0; --n) add_cell(U' ', style);
    } else if (c < U' ' || c == 0x7F) {
      add_cell(U'^', style);
      add_cell(c ^ 0x40, style);
    } else {
      add_cell(c, style);
    }
    return decoded.bytes;
  }

  void add_cell(char32_t c, Style style) {
    auto columns = static_cast<std::uint8_t>(std::max(0, unicode::width(c)));
    if (column_ + columns > columns_) begin_row();
    rows.back().push_back({c, columns, style});
    column_ += columns;
  }

  std::size_t columns_;
  std::size_t column_ = 0;  // after the last cell
};

void FormDrawing::begin() {
  shown_.clear();
  at_ = {};
}

std::string FormDrawing::draw(std::string_view prompt, std::string_view text, std::size_t point,
                              const TypedForm& form, const Screen& screen) {
  Layout layout(screen.columns);
  layout.add_text(prompt, kPlain);
  layout.add_form(text, point, form);
  bool has_line = !form.arguments.empty() && screen.rows >= kLeastRows;
  const std::size_t room = std::max<std::size_t>(1, screen.rows - (has_line ? 1 : 0));
  std::vector<Row>& rows = layout.rows;
  if (rows.size() > room) {
    std::size_t first = layout.cursor.row - std::min(layout.cursor.row, room / 2);
    first = std::min(first, rows.size() - room);
    rows = std::vector<Row>(rows.begin() + static_cast<std::ptrdiff_t>(first),
                            rows.begin() + static_cast<std::ptrdiff_t>(first + room));
    layout.cursor.row -= first;
  }
  if (has_line) layout.add_arguments(form, screen.has_color);
  update(std::move(rows), layout.cursor, screen);
  return std::exchange(out_, "");
}

std::string FormDrawing::finish(std::string_view prompt, std::string_view text,
                                const TypedForm& form, const Screen& screen) {
  Layout layout(screen.columns);
  layout.add_text(prompt, kPlain);
  layout.add_form(text, text.size(), form);
  update(std::move(layout.rows), layout.cursor, screen);
  begin();
  return std::exchange(out_, "");
}

// ---- writing what has changed

void FormDrawing::update(std::vector<Row> rows, Position cursor, const Screen& screen) {
  has_color_ = screen.has_color;
  follow_resize(screen);
  for (std::size_t i = 0; i < rows.size(); ++i) update_row(i, rows[i]);
  if (shown_.size() > rows.size()) {
    move_to({rows.size(), 0});
    out_ += "\033[J";
  }
  shown_ = std::move(rows);
  move_to(cursor);
}

void FormDrawing::update_row(std::size_t i, const Row& row) {
  const bool is_new = i >= shown_.size();
  if (is_new) shown_.emplace_back();
  const Row& before = shown_[i];
  std::size_t same = static_cast<std::size_t>(
      std::mismatch(row.begin(), row.end(), before.begin(), before.end()).first - row.begin());
  if (same == row.size() && same == before.size() && !is_new) return;
  move_to({i, width_of(std::span(row).first(same))});
  for (std::size_t k = same; k < row.size(); ++k) put(row[k]);
  set_style(kPlain);
  if (at_.column < width_of(before)) out_ += "\033[K";
}

// After a resize the terminal has wrapped the rows again: clears them from the first one on.
void FormDrawing::follow_resize(const Screen& screen) {
  const std::size_t before = std::exchange(columns_, screen.columns);
  if (before == columns_ || shown_.empty()) return;
  std::size_t up = at_.column / columns_;
  for (std::size_t i = 0; i < at_.row; ++i)
    up += std::max<std::size_t>(1, (width_of(shown_[i]) + columns_ - 1) / columns_);
  out_ += command(up, 'A') + "\r\033[J";
  begin();
}

// Moves the cursor; a row below those that are shown is made by scrolling.
void FormDrawing::move_to(Position to) {
  if (to.row < at_.row) out_ += command(at_.row - to.row, 'A');
  while (at_.row < to.row) {
    out_ += "\r\n";
    at_ = {at_.row + 1, 0};
  }
  at_.row = to.row;
  if (to.column == at_.column && at_.column < columns_) return;
  if (to.column > at_.column) {
    out_ += command(to.column - at_.column, 'C');
  } else {
    out_ += "\r" + command(to.column, 'C');
  }
  at_.column = to.column;
}

void FormDrawing::set_style(Style style) {
  if (!has_color_ || style == style_) return;
  if (style_ != kPlain) out_ += "\033[0m";
  style_ = style;
  out_ += style;
}

void FormDrawing::put(const Cell& cell) {
  set_style(cell.style);
  unicode::append_utf8(out_, cell.c);
  at_.column += cell.width;
}

}  // namespace winnow
