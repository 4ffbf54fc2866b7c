// Readtables: what each character means to the reader (ANSI Common Lisp, 2.1.4 and 23).
#pragma once

#include <cstdint>

#include "data/dialect.hpp"
#include "heap/heap.hpp"
#include "text/symbol_syntax.hpp"

namespace winnow {

enum class Syntax : std::uint8_t {
  Constituent,
  Whitespace,
  Terminating,     // a macro character that ends a token
  NonTerminating,  // one that may stand inside
  SingleEscape,
  MultipleEscape,
  Invalid
};

// The macro characters of the standard, which the reader knows itself. Programs see them as
// functions; in a readtable each stands as its number.
enum class ReaderMacro : std::uint8_t {
  None,
  List,
  CloseParenthesis,
  OpenAll,   // Franz's [
  CloseAll,  // and ], which closes all lists up to that, or to the outermost
  Quote,
  Backquote,
  Comma,
  LineComment,
  String,
  Dispatch,
  // Behind #:
  Function,
  Vector,
  BlockComment,
  Character,
  CharacterCode,     // #\x in MacLisp and Franz Lisp, where characters are numbers
  SlashCharacter,    // their #/x
  ControlCharacter,  // #^x
  OfMacLisp,         // #M: what follows is for MacLisp
  OfOthers,          // #Q, #N: for the Lisp Machine, for NIL
  Eval,
  IfFeature,
  UnlessFeature,
  Hexadecimal,
  Octal,
  Binary,
  Radix,
  Array,
  Complex,
  BitVector,
  Pathname,
  Structure,
  Uninterned,
  DefineLabel,
  UseLabel,
  Unreadable,
  Count
};

// The character that MACRO stands behind in standard syntax.
char32_t standard_character(ReaderMacro macro);

// The table of DIALECT. It is never changed.
Value make_standard_readtable(Heap& heap, Dialect dialect);
// Makes TO, or a new readtable if TO is NIL, a copy of FROM.
Value copy_readtable(Heap& heap, Value from, Value to);

// The aux of a readtable's header: its case, and whether it folds.
constexpr std::uint16_t kCaseMask = 3;
constexpr std::uint16_t kFoldsCase = 4;
inline ReadtableCase readtable_case(const Readtable* table) {
  return static_cast<ReadtableCase>(table->header.aux & kCaseMask);
}
// Are capital letters read as small ones before the case applies?
inline bool folds_case(const Readtable* table) { return (table->header.aux & kFoldsCase) != 0; }

Syntax syntax_of(Heap& heap, const Readtable* table, char32_t c);
// The function of a macro character: a function, the number of a ReaderMacro (a fixnum), or NIL.
Value macro_of(Heap& heap, const Readtable* table, char32_t c);
void set_syntax(Heap& heap, Value table, char32_t c, Syntax syntax, Value macro);

// The same of the characters behind the dispatching macro character C; kAbsent if that is none.
Value dispatch_macro_of(Heap& heap, const Readtable* table, char32_t c, char32_t sub);
// False if C is no dispatching macro character.
bool set_dispatch_macro(Heap& heap, Value table, char32_t c, char32_t sub, Value macro);
// Makes C a dispatching macro character without anything behind it.
void make_dispatching(Heap& heap, Value table, char32_t c, bool terminating);
// Gives TO in TABLE the syntax that FROM has in OTHER.
void copy_syntax(Heap& heap, Value table, char32_t to, Value other, char32_t from);

// Signals an error if TABLE is a standard one.
void require_changeable(Heap& heap, const char* operation, Value table);

}  // namespace winnow
