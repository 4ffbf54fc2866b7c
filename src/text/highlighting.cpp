#include "text/highlighting.hpp"

#include <utility>

namespace winnow {

namespace {

constexpr std::string_view kDelimiters = " \t\n()\"';`,";
constexpr std::size_t kNone = std::string_view::npos;

class Highlighter {
 public:
  Highlighter(Nesting& nesting, std::string_view text) : nesting_(nesting), text_(text) {
    result_.classes.assign(text.size(), SyntaxClass::Other);
    matches_.assign(text.size(), kNone);
    open_.assign(nesting.depth(), kNone);
  }

  Highlighting run(std::size_t point) {
    for (std::size_t i = 0; i < text_.size(); ++i) classify(i);
    if (point > 0 && matches_[point - 1] != kNone && text_[point - 1] != '(')
      mark_pair(point - 1);
    else if (point < text_.size() && matches_[point] != kNone)
      mark_pair(point);
    return std::move(result_);
  }

 private:
  void classify(std::size_t i) {
    const char c = text_[i];
    const bool was_code = nesting_.in_code();
    const bool was_comment = nesting_.in_comment();
    const bool was_string = nesting_.in_string();
    const bool is_escaped = nesting_.escapes_next();
    const std::size_t depth = nesting_.depth();
    nesting_.add(text_.substr(i, 1));
    SyntaxClass& result = result_.classes[i];
    if (c == '\n') result_.marks.push_back(nesting_.continuation_mark());
    if (was_string || nesting_.in_string()) {
      result = SyntaxClass::String;
    } else if (!was_code || !nesting_.in_code()) {
      if (was_comment || nesting_.in_comment()) result = SyntaxClass::Comment;
      if (was_code && c == '|' && nesting_.in_comment())
        result_.classes[i - 1] = SyntaxClass::Comment;  // the # of #|
    } else if (nesting_.depth() > depth) {
      open_.push_back(i);
    } else if (nesting_.depth() < depth) {
      match(i);
    } else if (c == ')' && !is_escaped) {
      result = SyntaxClass::Unmatched;
    } else if (continues_keyword(i) && !is_escaped) {
      result = SyntaxClass::Keyword;
    }
  }

  // The close parenthesis at I closes all lists deeper than the present depth.
  void match(std::size_t i) {
    const std::size_t open = open_[nesting_.depth()];
    open_.resize(nesting_.depth());
    if (open == kNone) return;  // in the text before
    matches_[i] = open;
    matches_[open] = i;
  }

  bool continues_keyword(std::size_t i) const {
    if (kDelimiters.find(text_[i]) != kNone) return false;
    const bool begins = i == 0 || kDelimiters.find(text_[i - 1]) != kNone;
    return begins ? text_[i] == ':' : result_.classes[i - 1] == SyntaxClass::Keyword;
  }

  void mark_pair(std::size_t i) {
    result_.classes[i] = result_.classes[matches_[i]] = SyntaxClass::Pair;
  }

  Nesting& nesting_;
  std::string_view text_;
  Highlighting result_;
  std::vector<std::size_t> matches_;  // of each byte; kNone if it is not a parenthesis with a match
  std::vector<std::size_t> open_;     // outermost first; kNone for those of the text before
};

}  // namespace

Highlighting highlighting(Nesting before, std::string_view text, std::size_t point) {
  return Highlighter(before, text).run(point);
}

}  // namespace winnow
