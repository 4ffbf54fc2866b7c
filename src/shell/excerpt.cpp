#include "shell/excerpt.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "data/unicode.hpp"
#include "text/nesting.hpp"

namespace winnow {

namespace {

constexpr std::ptrdiff_t kMostLines = 3;  // of an expression that is shown whole
constexpr std::size_t kTabStop = 8;
constexpr std::string_view kCut = "...";

// A character of a line as it is shown.
struct Cell {
  std::string text;
  std::size_t columns;
  bool is_blank;
  bool is_marked;
};

// The bytes of an expression.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The position after the line of TEXT that contains BEGIN, without its newline.
std::size_t line_end(std::string_view text, std::size_t begin) {
  return std::min(text.find('\n', begin), text.size());
}

// The beginning of line NUMBER of TEXT; npos if TEXT has fewer lines.
std::size_t line_begin(std::string_view text, int number) {
  std::size_t begin = 0;
  for (int i = 1; i < number; ++i) {
    std::size_t newline = text.find('\n', begin);
    if (newline == std::string_view::npos) return newline;
    begin = newline + 1;
  }
  return begin;
}

// The expression of TEXT that begins at AT, on a line that begins at BEGIN; empty without a column.
Range range_at(std::string_view text, std::size_t begin, SourcePosition at, Dialect dialect) {
  for (int column = 1; column < at.column && begin < text.size(); ++column)
    begin += unicode::decode_utf8(text.substr(begin)).bytes;
  if (at.column == 0 || begin >= text.size()) return {begin, begin};
  std::size_t start = text.find_first_not_of("'`,@", begin);
  const bool is_named = begin + 1 < text.size() && text[begin] == '#' &&
                        std::isalpha(static_cast<unsigned char>(text[begin + 1])) != 0;  // #t
  if (start < text.size() &&
      (is_named || std::string_view("(\"|#").find(text[start]) == std::string_view::npos))
    return {begin,
            std::max(begin + 1, std::min(text.find_first_of(" \t\r\n()\";", start), text.size()))};
  if (text[begin] == '"') {
    std::size_t quote = begin + 1;
    while (quote < text.size() && text[quote] != '"') quote += text[quote] == '\\' ? 2 : 1;
    return {begin, std::min(quote + 1, text.size())};
  }
  Nesting nesting(dialect);
  nesting.add_first_form(text.substr(begin));
  std::size_t size = nesting.first_form_end();
  return {begin, size == std::string::npos ? text.size() : begin + size};
}

// The part of the expression RANGE of TEXT that is marked: all of it, or its first line.
Range marked_part(std::string_view text, Range range) {
  std::string_view all = text.substr(range.begin, range.end - range.begin);
  if (std::ranges::count(all, '\n') < kMostLines) return range;
  return {range.begin, line_end(text, range.begin)};
}

// The characters of the line of TEXT that begins at BEGIN, without trailing blanks. Indentation is
// not marked.
std::vector<Cell> cells_of(std::string_view text, std::size_t begin,
                           const std::vector<Range>& marked) {
  auto is_marked = [&](std::size_t i) {
    return std::ranges::any_of(marked, [&](Range r) { return i >= r.begin && i < r.end; });
  };
  std::vector<Cell> cells;
  std::size_t column = 0;
  bool in_indentation = true;
  const std::size_t end = line_end(text, begin);
  for (std::size_t i = begin; i < end;) {
    unicode::Decoded d = unicode::decode_utf8(text.substr(i, end - i));
    std::string shown(text.substr(i, d.bytes));
    std::size_t columns = static_cast<std::size_t>(std::max(0, unicode::width(d.c)));
    if (d.c == '\t') {
      columns = kTabStop - column % kTabStop;
      shown.assign(columns, ' ');
    } else if (d.c < ' ') {
      columns = 2;
      shown = {'^', static_cast<char>(d.c + '@')};
    }
    const bool is_blank = d.c == ' ' || d.c == '\t' || d.c == '\r';
    in_indentation = in_indentation && is_blank;
    cells.push_back({shown, columns, is_blank, is_marked(i) && !in_indentation});
    column += columns;
    i += d.bytes;
  }
  while (!cells.empty() && cells.back().is_blank) cells.pop_back();
  return cells;
}

std::size_t indentation_of(const std::vector<Cell>& cells) {
  std::size_t columns = 0;
  for (const Cell& c : cells) {
    if (!c.is_blank) return columns;
    columns += c.columns;
  }
  return std::string::npos;  // a blank line
}

void cut_columns(std::vector<Cell>& cells, std::size_t columns) {
  while (columns > 0 && !cells.empty()) {
    std::size_t first = std::min(columns, cells.front().columns);
    columns -= first;
    if (cells.front().columns > first) {  // part of a tab
      cells.front().columns -= first;
      cells.front().text.resize(cells.front().columns);
      return;
    }
    cells.erase(cells.begin());
  }
}

// Cuts CELLS to a window of WIDTH cells with the marked ones in its middle.
void fit(std::vector<Cell>& cells, std::size_t width) {
  if (cells.size() <= width || width <= 2 * kCut.size()) return;
  auto is_marked = [](const Cell& c) { return c.is_marked; };
  auto first = static_cast<std::size_t>(std::ranges::find_if(cells, is_marked) - cells.begin());
  auto marked = static_cast<std::size_t>(std::ranges::count_if(cells, is_marked));
  if (marked == 0) first = 0;
  const std::size_t room = width - 2 * kCut.size();
  const std::size_t before = marked < room ? (room - marked) / 2 : kCut.size();
  const std::size_t start = std::min(first - std::min(first, before), cells.size() - width);
  const bool ends_early = start + width < cells.size();
  cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(start + width), cells.end());
  cells.erase(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(start));
  auto cut = [&](std::size_t at) {
    for (std::size_t i = 0; i < kCut.size(); ++i) cells[at + i] = {".", 1, false, false};
  };
  if (start > 0) cut(0);
  if (ends_early) cut(width - kCut.size());
}

std::string in_color(const std::vector<Cell>& cells) {
  std::string text;
  bool is_marked = false;
  for (const Cell& c : cells) {
    if (c.is_marked != is_marked) text += c.is_marked ? "\033[4;31m" : "\033[0m";
    is_marked = c.is_marked;
    text += c.text;
  }
  return is_marked ? text + "\033[0m" : text;
}

std::string plain(const std::vector<Cell>& cells) {
  std::string text;
  for (const Cell& c : cells) text += c.text;
  return text;
}

std::string carets(const std::vector<Cell>& cells) {
  std::string line;
  std::size_t used = 0;
  for (const Cell& c : cells) {
    line.append(c.columns, c.is_marked ? '^' : ' ');
    if (c.is_marked) used = line.size();
  }
  return line.substr(0, used);
}

}  // namespace

std::string excerpt(std::string_view text, const std::vector<SourcePosition>& marks,
                    const ExcerptStyle& style) {
  const int first = marks.front().line;
  std::size_t begin = line_begin(text, first);
  if (begin == std::string_view::npos || begin >= text.size()) return "";
  std::vector<Range> marked;
  std::size_t end = 0;
  for (SourcePosition at : marks) {
    marked.push_back(marked_part(text, range_at(text, begin, at, style.dialect)));
    end = std::max(end, marked.back().end);
  }
  std::vector<std::vector<Cell>> lines;
  std::size_t indentation = std::string::npos;
  for (;;) {
    lines.push_back(cells_of(text, begin, marked));
    indentation = std::min(indentation, indentation_of(lines.back()));
    begin = line_end(text, begin) + 1;
    if (begin >= end) break;
  }
  if (indentation == std::string::npos) return "";
  const int last = first + static_cast<int>(lines.size()) - 1;
  const std::size_t digits = std::to_string(last).size();
  std::string result;
  int number = first;
  for (std::vector<Cell>& cells : lines) {
    cut_columns(cells, indentation);
    fit(cells, style.width - std::min(style.width, digits + 5));
    std::string n = std::to_string(number++);
    std::string gutter = "  " + std::string(digits - n.size(), ' ') + n + " |";
    std::string space = cells.empty() ? "" : " ";
    if (style.has_color) {
      result += "\033[2m" + gutter + "\033[0m" + space + in_color(cells) + "\n";
      continue;
    }
    result += gutter + space + plain(cells) + "\n";
    std::string line = carets(cells);
    if (!line.empty()) result += "  " + std::string(digits, ' ') + " | " + line + "\n";
  }
  return result;
}

}  // namespace winnow
