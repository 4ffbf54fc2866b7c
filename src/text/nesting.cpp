#include "text/nesting.hpp"

#include <algorithm>
#include <utility>

#include "data/unicode.hpp"

namespace winnow {

void Nesting::add(std::string_view more) {
  for (char c : more) add(c);
}

void Nesting::add_first_form(std::string_view more) {
  for (std::size_t i = 0; i < more.size() && first_form_end_ == std::string::npos; ++i)
    add(more[i]);
}

void Nesting::add(char c) {
  text_ += c;
  char before = std::exchange(before_, '\0');
  if (std::exchange(quoted_, false)) return;
  switch (state_) {
    case Text:
    case Symbol:
      quoted_ = c == dialect_.escape();
      if (c == (state_ == Text ? '"' : '|')) state_ = Code;
      break;
    case LineComment:
      if (c == '\n') state_ = Code;
      break;
    case BlockComment:
      if (before == '|' && c == '#')
        --comment_depth_;
      else if (before == '#' && c == '|')
        ++comment_depth_;
      else
        before_ = c;
      if (comment_depth_ == 0) state_ = Code;
      break;
    case Code:
      if (before == '#' && c == '|') {
        state_ = BlockComment;
        comment_depth_ = 1;
      } else if (c == dialect_.escape() || (before == '#' && c == '\\')) {
        quoted_ = true;
      } else if (c == '"') {
        state_ = Text;
      } else if (c == '|') {
        state_ = Symbol;
      } else if (c == ';') {
        state_ = LineComment;
      } else if (c == '(' || (c == '[' && dialect_.kind == Dialect::Franz)) {
        open_.push_back({text_.size() - 1, c});
        if (first_form_begin_ == std::string::npos) first_form_begin_ = text_.size() - 1;
      } else if ((c == ')' || (c == ']' && dialect_.kind == Dialect::Franz)) && !open_.empty()) {
        // ] closes all lists up to the [.
        while (c == ']' && open_.size() > 1 && open_.back().character != '[') open_.pop_back();
        open_.pop_back();
        if (open_.empty() && first_form_end_ == std::string::npos) first_form_end_ = text_.size();
      } else {
        before_ = c;
      }
  }
}

std::vector<std::size_t> Nesting::open_positions() const {
  std::vector<std::size_t> positions;
  for (const Parenthesis& p : open_) positions.push_back(p.position);
  return positions;
}

char Nesting::awaited() const {
  switch (state_) {
    case Text: return '"';
    case Symbol: return '|';
    case BlockComment: return '#';
    default: return ')';
  }
}

std::string Nesting::continuation_mark() const {
  return awaited() == ')' ? std::to_string(depth()) : std::string(1, awaited());
}

namespace {

std::size_t column_of(std::string_view text, std::size_t position) {
  std::size_t newline = text.substr(0, position).rfind('\n');
  std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
  std::size_t column = 0;
  for (std::string_view rest = text.substr(line, position - line); !rest.empty();) {
    auto d = unicode::decode_utf8(rest);
    column += static_cast<std::size_t>(std::max(0, unicode::width(d.c)));
    rest.remove_prefix(d.bytes);
  }
  return column;
}

}  // namespace

std::string_view Nesting::operator_name() const {
  if (open_.empty()) return {};
  std::string_view rest = std::string_view(text_).substr(open_.back().position + 1);
  return rest.substr(0, std::min(rest.find_first_of(" \t\n()\"';`,"), rest.size()));
}

std::size_t Nesting::indentation(const std::function<bool(std::string_view)>& has_body) const {
  if (open_.empty() || state_ != Code) return 0;
  std::string_view text = text_;
  std::size_t paren = open_.back().position;
  std::size_t line_end = std::min(text.find('\n', paren), text.size());
  std::string_view rest = text.substr(paren + 1, line_end - paren - 1);
  std::string_view op = operator_name();
  if (op.empty()) return column_of(text, paren) + 1;
  if (has_body(op)) return column_of(text, paren) + 2;
  std::size_t argument = rest.find_first_not_of(" \t", op.size());
  if (argument == std::string_view::npos) return column_of(text, paren) + 1;
  return column_of(text, paren + 1 + argument);
}

}  // namespace winnow
