// The dialects of Lisp and their differences in reader, printer and compiler. The operators of the
// older dialects are defined in lib/dialects.
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

  // In the older dialects all variables are dynamic, lambda expressions are functions without
  // FUNCTION, a variable may be used as an operator, and packages do not exist.
  bool is_old() const { return kind != CommonLisp; }
  // MacLisp and Franz Lisp: (GO form) evaluates FORM, (LAMBDA n ...) is a LEXPR.
  bool is_of_seventies() const { return kind == MacLisp || kind == Franz; }
  // Is `/` the single escape character, and not `\`?
  bool slash_quotes() const { return kind == MacLisp; }
  char escape() const { return slash_quotes() ? '/' : '\\'; }
  std::string_view name() const;
};

constexpr std::array<Dialect, 4> kDialects = {
    {{Dialect::CommonLisp}, {Dialect::MacLisp}, {Dialect::Franz}, {Dialect::Lisp15}}};
constexpr std::array<std::string_view, 4> kDialectNames = {"common-lisp", "maclisp", "franz",
                                                           "lisp-1.5"};
inline std::string_view Dialect::name() const { return kDialectNames[kind]; }

// The dialect's name as a keyword.
Value keyword_of(Heap& heap, Dialect dialect);
// The dialect of the source that CODE was compiled from.
inline Dialect dialect_of(const Code* code) {
  return {static_cast<Dialect::Kind>((code->flags & Code::kDialect) / Code::kDialectUnit)};
}
// The symbol whose function is the operator NAME of DIALECT; NIL if it does not differ from Common
// Lisp. Franz Lisp and LISP 1.5 also have the operators of MacLisp.
Value own_operator(Heap& heap, Dialect dialect, Value name);
// The same for any dialect that has such an operator.
Value own_operator(Heap& heap, Value name);
// The symbol that holds the value of the variable NAME in source of DIALECT: NAME itself, unless
// the dialect predefines the variable, which other dialects must not see.
Value variable_of(Heap& heap, Dialect dialect, Value name);

}  // namespace winnow
