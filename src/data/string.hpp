// Strings: one byte per character, or four if a wide character was stored.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

Value make_string(Heap& heap, std::string_view utf8);
Value make_string(Heap& heap, std::u32string_view text);
Value make_string(Heap& heap, std::size_t length, char32_t fill);

inline char32_t string_char(const String* s, std::size_t i) {
  return s->is_wide() ? reinterpret_cast<const char32_t*>(as<Bytes>(s->wide)->data)[i]
                      : s->narrow[i];
}
// Stores C at I, which must be less than the length; widens the string if C needs it.
void set_string_char(Heap& heap, String* s, std::size_t i, char32_t c);
// Signals an error if S is the name of a symbol.
void check_is_variable(Heap& heap, String* s);

std::u32string text_of(const String* s);
std::string utf8_of(const String* s);
bool text_equals(const String* s, std::u32string_view text);

// The characters of a Lisp string: a String, or an Array whose elements are in one.
struct StringView {
  String* data;
  std::size_t offset;
  std::size_t length;
  char32_t at(std::size_t i) const { return string_char(data, offset + i); }
};
bool is_string(Value v);
StringView string_view_of(const String* string);
// The same for any string; signals an error if a displaced one has lost its
// characters (storage() in array.hpp).
StringView string_view_of(Heap& heap, Value string);
std::u32string text_of(StringView s);
// Copies the characters of FROM to TO from AT on; they may overlap. Widens TO if they need it.
void copy_characters(Heap& heap, String* to, std::size_t at, StringView from);
// Stores COUNT times C, for which S is wide enough, from AT on.
void fill_characters(String* s, std::size_t at, std::size_t count, char32_t c);
// A new string: the concatenation of STRINGS, or a copy of S.
Value join_strings(Heap& heap, std::span<const Value> strings);
Value copy_string(Heap& heap, StringView s);
// The text of a string designator: a string, a symbol (its name) or a character.
std::u32string text_of_designator(Heap& heap, Value v);
std::string utf8_of(StringView s);

}  // namespace winnow
