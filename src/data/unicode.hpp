// UTF-8 and character properties. Inside Winnow a character is a code point; UTF-8 is used only for
// input and output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace winnow::unicode {

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kLimit = 0x110000;  // one more than the largest code point

// Appends C to TEXT in UTF-8. Surrogates and values out of range become U+FFFD.
void append_wide_utf8(std::string& text, char32_t c);
inline void append_utf8(std::string& text, char32_t c) {
  if (c < 0x80) [[likely]]
    text += static_cast<char>(c);
  else
    append_wide_utf8(text, c);
}

// Is BYTE the first byte of a character in UTF-8?
inline bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}
// The number of characters in TEXT, in UTF-8.
std::size_t count_characters(std::string_view text);

// One decoded character, its number of bytes, and whether they were well formed (else c is U+FFFD).
struct Decoded {
  char32_t c;
  std::uint8_t bytes;
  bool valid;
};

// Decodes the character at the start of TEXT, which must not be empty.
Decoded decode_wide_utf8(std::string_view text);
inline Decoded decode_utf8(std::string_view text) {
  auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) [[likely]]
    return {first, 1, true};
  return decode_wide_utf8(text);
}

std::string encode_all(std::u32string_view text);
std::u32string decode_all(std::string_view text);

char32_t upcase_wide(char32_t c);
inline char32_t upcase(char32_t c) {
  if (c >= 0x80) [[unlikely]]
    return upcase_wide(c);
  return c >= 'a' && c <= 'z' ? c - 32 : c;
}
char32_t downcase_wide(char32_t c);
inline char32_t downcase(char32_t c) {
  if (c >= 0x80) [[unlikely]]
    return downcase_wide(c);
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
bool is_alphabetic_wide(char32_t c);
inline bool is_alphabetic(char32_t c) {
  if (c >= 0x80) [[unlikely]]
    return is_alphabetic_wide(c);
  return upcase(c) != downcase(c);
}
bool is_numeric_wide(char32_t c);
inline bool is_numeric(char32_t c) {
  if (c >= 0x80) [[unlikely]]
    return is_numeric_wide(c);
  return c >= '0' && c <= '9';
}
bool is_graphic(char32_t c);
bool is_space(char32_t c);
// The width of C on a terminal in columns: 0, 1 or 2.
int width(char32_t c);

}  // namespace winnow::unicode
