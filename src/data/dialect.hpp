// The dialects of Lisp, and what they change in the reader, the printer and the compiler. The
// words of the older ones are in lib/dialects.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heap/object.hpp"
#include "heap/value.hpp"

namespace winnow {

class Heap;

struct Dialect {
  enum Kind : std::uint8_t { CommonLisp, MacLisp, Franz, Lisp15 };
  Kind kind = CommonLisp;

  // In the older ones every variable that LAMBDA, LET or PROG binds is dynamic, lambda expressions
  // are functions wherever they stand, an operator may be a variable, and symbols have no packages.
  bool is_old() const { return kind != CommonLisp; }
  // MacLisp and Franz Lisp: (GO form) evaluates FORM, (LAMBDA n ...) is a LEXPR.
  bool is_of_seventies() const { return kind == MacLisp || kind == Franz; }
  // `/` takes the next character as it is; else `\` does.
  bool slash_quotes() const { return kind == MacLisp; }
  char escape() const { return slash_quotes() ? '/' : '\\'; }
  std::string_view name() const;
};

constexpr std::array<Dialect, 4> kDialects = {
    {{Dialect::CommonLisp}, {Dialect::MacLisp}, {Dialect::Franz}, {Dialect::Lisp15}}};
constexpr std::array<std::string_view, 4> kDialectNames = {"common-lisp", "maclisp", "franz",
                                                           "lisp-1.5"};
inline std::string_view Dialect::name() const { return kDialectNames[kind]; }

// Its name as a keyword.
Value keyword_of(Heap& heap, Dialect dialect);
// The dialect of the text that CODE was compiled from.
inline Dialect dialect_of(const Code* code) {
  return {static_cast<Dialect::Kind>((code->flags & Code::kDialect) / Code::kDialectUnit)};
}
// The symbol under which DIALECT has its own meaning of the operator NAME; NIL if it has none.
// Franz Lisp and LISP 1.5 have the words of MacLisp beside their own.
Value own_operator(Heap& heap, Dialect dialect, Value name);
// The same of any dialect.
Value own_operator(Heap& heap, Value name);
// The symbol that keeps the value of the variable NAME in texts of DIALECT: NAME itself, unless the
// dialect gives it a value, which other dialects do not see.
Value variable_of(Heap& heap, Dialect dialect, Value name);

}  // namespace winnow
