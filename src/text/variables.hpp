// The variables that control the printer and the reader. Their values are checked at each use. A
// wrong value signals a type-error that names the variable; before that, the variable is reset to
// its initial value, so that the handlers can print.
#pragma once

#include <limits>

#include "data/symbol.hpp"
#include "heap/heap.hpp"
#include "heap/type.hpp"

namespace winnow {

struct TextSystem;

enum class LetterCase : std::uint8_t { Upcase, Downcase, Capitalize };

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

// The kinds of variables: take() checks a value and converts it.
namespace variable {
struct Flag {
  using Type = bool;
  static inline const Expected kAllowed = {"an object"};
  static bool take(Heap&, Value v, bool& out) { return out = !is_nil(v), true; }
};
struct Radix {
  using Type = int;
  static inline const Expected kAllowed = {"an integer from 2 to 36", "(INTEGER 2 36)"};
  static bool take(Heap& heap, Value v, int& out);
};
struct Limit {
  using Type = std::int64_t;
  static inline const Expected kAllowed = {"a non-negative integer or NIL",
                                           "(OR NULL UNSIGNED-BYTE)"};
  static bool take(Heap& heap, Value v, std::int64_t& out);
};
struct Case {
  using Type = LetterCase;
  static inline const Expected kAllowed = {":UPCASE, :DOWNCASE or :CAPITALIZE",
                                           "(MEMBER :UPCASE :DOWNCASE :CAPITALIZE)"};
  static bool take(Heap& heap, Value v, LetterCase& out);
};
struct FloatFormat {  // true: double float
  using Type = bool;
  static inline const Expected kAllowed = {
      "SINGLE-FLOAT, DOUBLE-FLOAT, SHORT-FLOAT or LONG-FLOAT",
      "(MEMBER SINGLE-FLOAT DOUBLE-FLOAT SHORT-FLOAT LONG-FLOAT)"};
  static bool take(Heap& heap, Value v, bool& out);
};
struct Dispatch {
  using Type = Value;
  static inline const Expected kAllowed = {"a pprint dispatch table",
                                           "(SATISFIES DISPATCH-TABLE-P)"};
  static bool take(Heap&, Value v, Value& out) {
    return out = v, has_type(v, winnow::Type::DispatchTable);
  }
};
struct Table {
  using Type = Value;
  static inline const Expected kAllowed = {"a readtable"};
  static bool take(Heap&, Value v, Value& out) {
    return out = v, has_type(v, winnow::Type::Readtable);
  }
};
}  // namespace variable

struct PrintVariables {
#define PRINT_VARIABLE(field, name, keyword, kind, first, standard, documentation) \
  variable::kind::Type field;
#include "text/print_variables.def"
#undef PRINT_VARIABLE
  // In MacLisp BASE replaces *PRINT-BASE*.
  PrintVariables(TextSystem& text);
};

struct ReadVariables {
#define READ_VARIABLE(field, name, kind, first, standard, documentation) variable::kind::Type field;
#include "text/read_variables.def"
#undef READ_VARIABLE
  // In MacLisp IBASE replaces *READ-BASE*.
  ReadVariables(TextSystem& text);
};

// Is *READ-DEFAULT-FLOAT-FORMAT* a double-float format?
bool doubles_are_default(Heap& heap);

// Proclaims all these variables special and initialises them.
void define_text_variables(TextSystem& text);

// The variable that KEYWORD of WRITE binds, or kAbsent.
Value print_variable_for(Heap& heap, Value keyword);

// The bindings of WITH-STANDARD-IO-SYNTAX, as two lists.
Value standard_variables(TextSystem& text);
Value standard_values(TextSystem& text);

// A scope in which VARIABLE has the value V.
class Rebound {
 public:
  Rebound(Heap& heap, Sym variable, Value v)
      : heap_(heap), variable_(variable), before_(symbol_value(heap, variable)) {
    set_symbol_value(heap, variable, v);
  }
  ~Rebound() { set_symbol_value(heap_, variable_, before_); }
  Rebound(const Rebound&) = delete;
  Rebound& operator=(const Rebound&) = delete;

 private:
  Heap& heap_;
  Sym variable_;
  Value before_;
};

}  // namespace winnow
