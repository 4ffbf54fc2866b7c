// How a text stands at its end, without reading it: open parentheses, strings, comments. For texts
// that are still being typed, and to find where a form ends.
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

  // Goes on with MORE of the text.
  void add(std::string_view more);
  // The same, but stops behind the first form.
  void add_first_form(std::string_view more);

  const std::string& text() const { return text_; }
  // Keeps only how the text stands, where nobody needs the text or an indentation.
  void forget_text() { text_.clear(); }
  // Is a parenthesis, a string, a |symbol| or a #| comment open?
  bool is_open() const { return !open_.empty() || (state_ != Code && state_ != LineComment); }
  bool in_string() const { return state_ == Text; }
  std::size_t depth() const { return open_.size(); }
  // The word that begins the innermost open list; empty if none does.
  std::string_view operator_name() const;
  // The character that ends what is open: ) " | or # of a comment.
  char awaited() const;
  // Where the first list at the top level begins, and where it ends (behind it); npos while it does
  // not.
  std::size_t first_form_begin() const { return first_form_begin_; }
  std::size_t first_form_end() const { return first_form_end_; }
  // The column in which the next line should begin: the arguments of a call stand below each other,
  // the body of a form whose operator HAS_BODY two columns in.
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
  char before_ = '\0';     // the character before, if it can begin a pair (#| |# #\)
  bool quoted_ = false;    // the next character stands for itself
  int comment_depth_ = 0;  // of #| |#, which nest
};

}  // namespace winnow
