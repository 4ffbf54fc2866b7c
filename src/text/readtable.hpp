// Readtables: the syntax types and macro functions of characters (ANSI Common Lisp, 2.1.4 and 23).
#pragma once

#include <cstdint>

#include "data/dialect.hpp"
#include "heap/heap.hpp"

namespace winnow {

enum class ReadtableCase : std::uint8_t { Upcase, Downcase, Preserve, Invert };

enum class Syntax : std::uint8_t {
  Constituent,
  Whitespace,
  Terminating,     // a macro character that ends a token
  NonTerminating,  // a macro character that may occur inside a token
  SingleEscape,
  MultipleEscape,
  Invalid
};

// The standard macro characters, which the reader implements. Programs see them as functions; a
// readtable stores them as fixnums.
enum class ReaderMacro : std::uint8_t {
  None,
  List,
  CloseParenthesis,
  OpenAll,   // Franz's [
  CloseAll,  // Franz's ], which closes all lists up to a [, or the outermost
  Quote,
  Backquote,
  Comma,
  LineComment,
  String,
  Dispatch,
  // After #:
  Function,
  Vector,
  BlockComment,
  Character,
  CharacterCode,     // #\x in MacLisp and Franz Lisp, where characters are numbers
  SlashCharacter,    // their #/x
  ControlCharacter,  // #^x
  OfMacLisp,         // #M: the next object is for MacLisp
  OfOthers,          // #Q, #N: the next object is for the Lisp Machine, for NIL
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

// The character of MACRO in standard syntax.
char32_t standard_character(ReaderMacro macro);

// The readtable of DIALECT. Programs cannot change it.
Value make_standard_readtable(Heap& heap, Dialect dialect);
// Makes TO, or a new readtable if TO is NIL, a copy of FROM.
Value copy_readtable(Heap& heap, Value from, Value to);

// Bits in the aux of a readtable's header: the case, and whether it folds.
constexpr std::uint16_t kCaseMask = 3;
constexpr std::uint16_t kFoldsCase = 4;
inline ReadtableCase readtable_case(const Readtable* table) {
  return static_cast<ReadtableCase>(table->header.aux & kCaseMask);
}
// Are upper-case letters converted to lower case before the readtable case applies?
inline bool folds_case(const Readtable* table) { return (table->header.aux & kFoldsCase) != 0; }

Syntax syntax_of(Heap& heap, const Readtable* table, char32_t c);
// The macro function of C: a function, a ReaderMacro as a fixnum, or NIL.
Value macro_of(Heap& heap, const Readtable* table, char32_t c);
void set_syntax(Heap& heap, Value table, char32_t c, Syntax syntax, Value macro);

// The function of SUB after the dispatching macro character C; kAbsent if C is not one.
Value dispatch_macro_of(Heap& heap, const Readtable* table, char32_t c, char32_t sub);
// Returns false if C is not a dispatching macro character.
bool set_dispatch_macro(Heap& heap, Value table, char32_t c, char32_t sub, Value macro);
// Makes C a dispatching macro character without sub-characters.
void make_dispatching(Heap& heap, Value table, char32_t c, bool terminating);
// Copies the syntax of FROM in OTHER to the character TO in TABLE.
void copy_syntax(Heap& heap, Value table, char32_t to, Value other, char32_t from);

// Signals an error if TABLE is a standard readtable.
void require_changeable(Heap& heap, const char* operation, Value table);

}  // namespace winnow
