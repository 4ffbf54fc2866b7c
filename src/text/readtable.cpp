// A readtable has arrays of syntax types and macro functions for the ASCII characters, and hash
// tables for other characters and for the sub-characters of dispatching macro characters.
#include "text/readtable.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "data/array.hpp"
#include "data/hash_table.hpp"
#include "data/string.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

namespace {

constexpr std::uint32_t kRow = 128;        // the number of characters in the arrays
constexpr std::uint32_t kTableSize = 256;  // the syntax types; bytes above 127 are Invalid

Value number(ReaderMacro m) { return fixnum(static_cast<int>(m)); }
Value number(Syntax s) { return fixnum(static_cast<int>(s)); }

std::uint8_t* syntax_row(const Readtable* table) {
  // By address arithmetic: the compiler assumes the declared length of `data`.
  return reinterpret_cast<std::uint8_t*>(as<Bytes>(table->syntax)) + offsetof(Bytes, data);
}

Value empty_table(Heap& heap) {
  Value syntax = to_value(heap.allocate<Bytes>(Type::Bytes, sizeof(Header), kTableSize, 1));
  Value macros = make_vector(heap, kRow, nil());
  Value others = make_hash_table(heap, HashTable::kEql);
  Value dispatching = make_hash_table(heap, HashTable::kEql);
  auto* table = heap.allocate<Readtable>(Type::Readtable, sizeof(Readtable));
  table->syntax = syntax;
  table->macros = macros;
  table->others = others;
  table->dispatching = dispatching;
  std::memset(syntax_row(table) + kRow, static_cast<int>(Syntax::Invalid), kTableSize - kRow);
  return to_value(table);
}

Value copy_table(Heap& heap, Value from) {
  Value copy = make_hash_table(heap, HashTable::kEql);
  HashTableCursor entry(from);
  while (entry.next()) hash_table_put(heap, copy, entry.key(), entry.value());
  return copy;
}

// The constituent syntax of C, for a C that is not white space, a macro character or an escape. It
// is constant (2.1.4.2).
Syntax constituent(char32_t c) {
  constexpr std::u32string_view kInvalid = U"\b\t\n\f\r \x7F";
  return kInvalid.find(c) != kInvalid.npos ? Syntax::Invalid : Syntax::Constituent;
}

struct StandardMacro {
  char32_t c;
  ReaderMacro macro;
};
constexpr StandardMacro kMacros[] = {
    {'(', ReaderMacro::List},   {')', ReaderMacro::CloseParenthesis},
    {'\'', ReaderMacro::Quote}, {'`', ReaderMacro::Backquote},
    {',', ReaderMacro::Comma},  {';', ReaderMacro::LineComment},
    {'"', ReaderMacro::String},
};
constexpr StandardMacro kSharpMacros[] = {
    {'\'', ReaderMacro::Function},
    {'(', ReaderMacro::Vector},
    {'|', ReaderMacro::BlockComment},
    {'\\', ReaderMacro::Character},
    {'.', ReaderMacro::Eval},
    {'+', ReaderMacro::IfFeature},
    {'-', ReaderMacro::UnlessFeature},
    {'X', ReaderMacro::Hexadecimal},
    {'O', ReaderMacro::Octal},
    {'B', ReaderMacro::Binary},
    {'R', ReaderMacro::Radix},
    {'A', ReaderMacro::Array},
    {'C', ReaderMacro::Complex},
    {'*', ReaderMacro::BitVector},
    {'P', ReaderMacro::Pathname},
    {'S', ReaderMacro::Structure},
    {':', ReaderMacro::Uninterned},
    {'=', ReaderMacro::DefineLabel},
    {'#', ReaderMacro::UseLabel},
    {'<', ReaderMacro::Unreadable},
    {')', ReaderMacro::Unreadable},
    {',', ReaderMacro::Eval},  // #, of 1984: evaluate at load time, which is read time here
};
constexpr StandardMacro kMacLispSharpMacros[] = {
    {'\\', ReaderMacro::CharacterCode},   {'/', ReaderMacro::SlashCharacter},
    {'^', ReaderMacro::ControlCharacter}, {'M', ReaderMacro::OfMacLisp},
    {'Q', ReaderMacro::OfOthers},         {'N', ReaderMacro::OfOthers},
};

}  // namespace

char32_t standard_character(ReaderMacro macro) {
  for (const StandardMacro& m : kMacros)
    if (m.macro == macro) return m.c;
  for (const StandardMacro& m : kSharpMacros)
    if (m.macro == macro) return m.c;
  return '#';
}

Value make_standard_readtable(Heap& heap, Dialect dialect) {
  Value v = empty_table(heap);
  for (char32_t c : std::u32string_view(U"\t\n\f\r \v"))
    set_syntax(heap, v, c, Syntax::Whitespace, nil());
  for (char32_t c : {U'\b', U'\x7F'}) set_syntax(heap, v, c, constituent(c), nil());
  for (const StandardMacro& m : kMacros)
    set_syntax(heap, v, m.c, Syntax::Terminating, number(m.macro));
  set_syntax(heap, v, static_cast<unsigned char>(dialect.escape()), Syntax::SingleEscape, nil());
  set_syntax(heap, v, '|', Syntax::MultipleEscape, nil());
  make_dispatching(heap, v, '#', false);
  for (const StandardMacro& m : kSharpMacros)
    set_dispatch_macro(heap, v, '#', m.c, number(m.macro));
  if (dialect.kind == Dialect::MacLisp || dialect.kind == Dialect::Franz)
    for (const StandardMacro& m : kMacLispSharpMacros)
      set_dispatch_macro(heap, v, '#', m.c, number(m.macro));
  // Files of the operating system ITS are padded with it.
  if (dialect.kind == Dialect::MacLisp) set_syntax(heap, v, U'\x03', Syntax::Whitespace, nil());
  if (dialect.kind == Dialect::Franz) {
    // The names of Common Lisp are read in lower case; other names keep their case.
    as<Readtable>(v)->header.aux = static_cast<std::uint16_t>(ReadtableCase::Invert);
    set_syntax(heap, v, '[', Syntax::Terminating, number(ReaderMacro::OpenAll));
    set_syntax(heap, v, ']', Syntax::Terminating, number(ReaderMacro::CloseAll));
  }
  if (dialect.kind == Dialect::Lisp15) set_syntax(heap, v, ',', Syntax::Whitespace, nil());
  as<Readtable>(v)->header.flags |= Readtable::kReadOnly;
  return v;
}

Value copy_readtable(Heap& heap, Value from, Value to) {
  if (is_nil(to)) to = empty_table(heap);
  Value others = copy_table(heap, as<Readtable>(from)->others);
  Value dispatching = make_hash_table(heap, HashTable::kEql);
  HashTableCursor entry(as<Readtable>(from)->dispatching);
  while (entry.next())
    hash_table_put(heap, dispatching, entry.key(), copy_table(heap, entry.value()));
  auto* source = as<Readtable>(from);
  auto* table = as<Readtable>(to);
  table->header.aux = source->header.aux;
  std::memcpy(syntax_row(table), syntax_row(source), kRow);
  for (std::uint32_t i = 0; i < kRow; ++i)
    heap.store(as<Vector>(table->macros)->data[i], as<Vector>(source->macros)->data[i]);
  heap.store(table->others, others);
  heap.store(table->dispatching, dispatching);
  return to;
}

void require_changeable(Heap& heap, const char* operation, Value table) {
  if ((as<Readtable>(table)->header.flags & Readtable::kReadOnly) != 0)
    signal_error(heap, ConditionKind::simple_error,
                 "~A: the standard readtable cannot be changed; (copy-readtable nil) makes one "
                 "that can",
                 {operation_named(heap, operation)});
}

Syntax syntax_of(Heap& heap, const Readtable* table, char32_t c) {
  if (c < kRow) return static_cast<Syntax>(syntax_row(table)[c]);
  Value entry = hash_table_get(heap, table->others, Value::from_character(c));
  if (entry != kAbsent) return static_cast<Syntax>(car(entry).fixnum());
  return unicode::is_space(c) ? Syntax::Whitespace : Syntax::Constituent;
}

Value macro_of(Heap& heap, const Readtable* table, char32_t c) {
  if (c < kRow) return as<Vector>(table->macros)->data[c];
  Value entry = hash_table_get(heap, table->others, Value::from_character(c));
  return entry == kAbsent ? nil() : cdr(entry);
}

void set_syntax(Heap& heap, Value v, char32_t c, Syntax syntax, Value macro) {
  auto* table = as<Readtable>(v);
  if (c >= kRow) {
    hash_table_put(heap, table->others, Value::from_character(c), heap.cons(number(syntax), macro));
    return;
  }
  syntax_row(table)[c] = static_cast<std::uint8_t>(syntax);
  heap.store(as<Vector>(table->macros)->data[c], macro);
}

// ---- dispatching macro characters

namespace {

Value sub_table(Heap& heap, const Readtable* table, char32_t c) {
  if (macro_of(heap, table, c) != number(ReaderMacro::Dispatch)) return kAbsent;
  return hash_table_get(heap, table->dispatching, Value::from_character(c));
}

}  // namespace

void make_dispatching(Heap& heap, Value v, char32_t c, bool terminating) {
  Value empty = make_hash_table(heap, HashTable::kEql);
  hash_table_put(heap, as<Readtable>(v)->dispatching, Value::from_character(c), empty);
  set_syntax(heap, v, c, terminating ? Syntax::Terminating : Syntax::NonTerminating,
             number(ReaderMacro::Dispatch));
}

Value dispatch_macro_of(Heap& heap, const Readtable* table, char32_t c, char32_t sub) {
  Value behind = sub_table(heap, table, c);
  if (behind == kAbsent) return kAbsent;
  Value macro = hash_table_get(heap, behind, Value::from_character(unicode::upcase(sub)));
  return macro == kAbsent ? nil() : macro;
}

bool set_dispatch_macro(Heap& heap, Value v, char32_t c, char32_t sub, Value macro) {
  Value behind = sub_table(heap, as<Readtable>(v), c);
  if (behind == kAbsent) return false;
  hash_table_put(heap, behind, Value::from_character(unicode::upcase(sub)), macro);
  return true;
}

void copy_syntax(Heap& heap, Value v, char32_t to, Value other, char32_t from) {
  auto* source = as<Readtable>(other);
  Value macro = macro_of(heap, source, from);
  if (macro == number(ReaderMacro::Dispatch)) {
    Value behind = copy_table(heap, sub_table(heap, source, from));
    hash_table_put(heap, as<Readtable>(v)->dispatching, Value::from_character(to), behind);
  }
  Syntax syntax = syntax_of(heap, source, from);
  bool is_constituent = syntax == Syntax::Constituent || syntax == Syntax::Invalid;
  set_syntax(heap, v, to, is_constituent ? constituent(to) : syntax, macro);
}

}  // namespace winnow
