// A scanner that tracks open parentheses, strings and comments without reading the text. It is used
// while the user types, and to find the end of a form.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/dialect.hpp"

namespace winnow {

class Nesting {
 public:
  explicit Nesting(Dialect dialect) : dialect_(dialect) {}

  // Continues with MORE of the text.
  void add(std::string_view more);
  // The same, but stops after the first form.
  void add_first_form(std::string_view more);

  const std::string& text() const { return text_; }
  // Forgets the text but not its state. Then operator_name() and indentation() are not valid.
  void forget_text() { text_.clear(); }
  // Is a parenthesis, a string, a |symbol| or a #| comment open?
  bool is_open() const { return !open_.empty() || (state_ != Code && state_ != LineComment); }
  bool in_string() const { return state_ == Text; }
  bool in_comment() const { return state_ == LineComment || state_ == BlockComment; }
  bool in_code() const { return state_ == Code; }
  // Is the next character an ordinary one because of an escape before it?
  bool escapes_next() const { return quoted_; }
  std::size_t depth() const { return open_.size(); }
  // The positions of the open parentheses, outermost first.
  std::vector<std::size_t> open_positions() const;
  // The operator of the innermost open list, or "".
  std::string_view operator_name() const;
  // The character that closes the innermost open syntax: ) " | or # of a comment.
  char awaited() const;
  // The mark in a continuation prompt: the number of open parentheses, or the awaited character.
  std::string continuation_mark() const;
  // The positions of the beginning of the first top-level list, and after its end; else npos.
  std::size_t first_form_begin() const { return first_form_begin_; }
  std::size_t first_form_end() const { return first_form_end_; }
  // The column in which the next line should begin: the arguments of a call are aligned, and the
  // body of a form whose operator HAS_BODY is indented by two columns.
  std::size_t indentation(const std::function<bool(std::string_view)>& has_body) const;

 private:
  void add(char c);

  enum State { Code, Text, Symbol, LineComment, BlockComment };

  std::string text_;
  struct Parenthesis {
    std::size_t position;
    char character;  // ( or [
  };
  std::vector<Parenthesis> open_;  // outermost first
  std::size_t first_form_begin_ = std::string::npos;
  std::size_t first_form_end_ = std::string::npos;
  State state_ = Code;
  Dialect dialect_;
  char before_ = '\0';     // the previous character, if it can begin a pair (#| |# #\)
  bool quoted_ = false;    // the next character is escaped
  int comment_depth_ = 0;  // of #| |#, which nest
};

}  // namespace winnow
