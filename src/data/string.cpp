#include "data/string.hpp"

#include <algorithm>
#include <cstring>

#include "data/array.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"

namespace winnow {

namespace {

char32_t* wide_data(String* s) { return reinterpret_cast<char32_t*>(as<Bytes>(s->wide)->data); }

String* make_narrow(Heap& heap, std::size_t length) {
  return heap.allocate<String>(Type::String, sizeof(Header) + (length < 8 ? 8 - length : 0), length,
                               1);
}

void widen(Heap& heap, String* s) {
  std::size_t n = s->length();
  auto* bytes = heap.allocate<Bytes>(Type::Bytes, sizeof(Header), 4 * n, 1);
  auto* wide = reinterpret_cast<char32_t*>(bytes->data);
  for (std::size_t i = 0; i < n; ++i) wide[i] = s->narrow[i];
  s->wide = to_value(bytes);
  heap.note_written(s->wide);
  s->header.flags |= String::kWide;
}

}  // namespace

Value make_string(Heap& heap, std::u32string_view text) {
  bool wide = std::any_of(text.begin(), text.end(), [](char32_t c) { return c > 0xFF; });
  std::size_t n = text.size();
  Bytes* bytes = wide ? heap.allocate<Bytes>(Type::Bytes, sizeof(Header), 4 * n, 1) : nullptr;
  String* s = make_narrow(heap, n);
  if (wide) {
    std::memcpy(bytes->data, text.data(), 4 * n);
    s->wide = to_value(bytes);
    s->header.flags |= String::kWide;
  } else {
    std::transform(text.begin(), text.end(), s->narrow,
                   [](char32_t c) { return static_cast<std::uint8_t>(c); });
  }
  return to_value(s);
}

Value make_string(Heap& heap, std::string_view utf8) {
  bool ascii = std::all_of(utf8.begin(), utf8.end(), [](char c) { return (c & 0x80) == 0; });
  if (!ascii) return make_string(heap, unicode::decode_all(utf8));
  String* s = make_narrow(heap, utf8.size());
  std::copy(utf8.begin(), utf8.end(), s->narrow);  // memcpy requires a pointer even for no bytes
  return to_value(s);
}

Value make_string(Heap& heap, std::size_t length, char32_t fill) {
  String* s = make_narrow(heap, length);
  heap.fill(s->narrow, length, static_cast<std::uint8_t>(fill <= 0xFF ? fill : U' '));
  if (fill > 0xFF && length > 0) {
    widen(heap, s);
    heap.fill(wide_data(s), length, fill);
  }
  return to_value(s);
}

void check_is_variable(Heap& heap, String* s) {
  if ((s->header.flags & String::kConstant) != 0)
    signal_error(heap, ConditionKind::program_error,
                 "The name of a symbol cannot be changed: ~S (COPY-SEQ makes a string that can)",
                 {to_value(s)});
}

void set_string_char(Heap& heap, String* s, std::size_t i, char32_t c) {
  check_is_variable(heap, s);
  if (!s->is_wide() && c > 0xFF) widen(heap, s);
  if (s->is_wide())
    wide_data(s)[i] = c;
  else
    s->narrow[i] = static_cast<std::uint8_t>(c);
}

std::u32string text_of(StringView s) {
  if (!s.data->is_wide()) {
    const std::uint8_t* from = s.data->narrow + s.offset;
    return {from, from + s.length};
  }
  const char32_t* from = wide_data(s.data) + s.offset;
  return {from, from + s.length};
}

void copy_characters(Heap& heap, String* to, std::size_t at, StringView from) {
  check_is_variable(heap, to);
  if (!from.data->is_wide()) {
    const std::uint8_t* text = from.data->narrow + from.offset;
    if (to->is_wide())
      std::copy_n(text, from.length, wide_data(to) + at);
    else
      std::memmove(to->narrow + at, text, from.length);
    return;
  }
  const char32_t* text = wide_data(from.data) + from.offset;
  bool needs_width = std::any_of(text, text + from.length, [](char32_t c) { return c > 0xFF; });
  if (needs_width && !to->is_wide()) widen(heap, to);
  if (to->is_wide())
    std::memmove(wide_data(to) + at, text, from.length * sizeof(char32_t));
  else
    std::transform(text, text + from.length, to->narrow + at,
                   [](char32_t c) { return static_cast<std::uint8_t>(c); });
}

void fill_characters(String* s, std::size_t at, std::size_t count, char32_t c) {
  if (s->is_wide())
    std::fill_n(wide_data(s) + at, count, c);
  else
    std::fill_n(s->narrow + at, count, static_cast<std::uint8_t>(c));
}

Value join_strings(Heap& heap, std::span<const Value> strings) {
  std::size_t length = 0;
  bool wide = false;
  for (Value v : strings) {
    StringView s = string_view_of(heap, v);
    length += s.length;
    wide = wide || s.data->is_wide();
  }
  if (wide) {
    std::u32string text;
    for (Value v : strings) text += text_of(string_view_of(heap, v));
    return make_string(heap, text);
  }
  String* all = make_narrow(heap, length);
  std::uint8_t* to = all->narrow;
  for (Value v : strings) {
    StringView s = string_view_of(heap, v);
    to = std::copy_n(s.data->narrow + s.offset, s.length, to);
  }
  return to_value(all);
}

Value copy_string(Heap& heap, StringView s) {
  if (s.data->is_wide()) return make_string(heap, text_of(s));
  String* copy = make_narrow(heap, s.length);
  std::copy_n(s.data->narrow + s.offset, s.length, copy->narrow);
  return to_value(copy);
}

std::string utf8_of(StringView s) {
  if (!s.data->is_wide()) {
    const std::uint8_t* from = s.data->narrow + s.offset;
    if (std::all_of(from, from + s.length, [](std::uint8_t c) { return c < 0x80; }))
      return {reinterpret_cast<const char*>(from), s.length};
  }
  std::string text;
  text.reserve(s.length);
  for (std::size_t i = 0; i < s.length; ++i) unicode::append_utf8(text, s.at(i));
  return text;
}

std::u32string text_of(const String* s) { return text_of(string_view_of(s)); }
std::string utf8_of(const String* s) { return utf8_of(string_view_of(s)); }

bool text_equals(const String* s, std::u32string_view text) {
  if (s->length() != text.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (string_char(s, i) != text[i]) return false;
  return true;
}

bool is_string(Value v) {
  if (is_string_object(v)) return true;
  return has_type(v, Type::Array) && as<Array>(v)->rank() == 1 && is_string_object(underlying(v));
}

std::u32string text_of_designator(Heap& heap, Value v) {
  if (is_string(v)) return text_of(string_view_of(heap, v));
  if (is_symbol(v)) return text_of(as<String>(as_symbol(v)->name));
  return std::u32string(1, v.character());
}

StringView string_view_of(const String* s) { return {const_cast<String*>(s), 0, s->length()}; }

StringView string_view_of(Heap& heap, Value string) {
  if (is_string_object(string)) return string_view_of(as<String>(string));
  const std::size_t length = vector_length(string);
  Storage s = storage(heap, string, 0, length);
  return {as<String>(s.data), s.offset, length};
}

}  // namespace winnow
