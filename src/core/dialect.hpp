// What the MacLisp dialect changes in the reader, the printer and the compiler.
#pragma once

namespace winnow {

struct Dialect {
  bool slash_quotes = false;       // `/` takes the next character as it is; else `\` does
  bool dynamic_variables = false;  // every variable that LAMBDA, LET or PROG binds is special
  bool is_maclisp = false;
};

constexpr Dialect kCommonLisp{};
constexpr Dialect kMacLisp{true, true, true};

}  // namespace winnow
