#include "data/unicode.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace winnow::unicode {

void append_wide_utf8(std::string& text, char32_t c) {
  if (!utf8proc_codepoint_valid(static_cast<utf8proc_int32_t>(c))) c = kReplacement;
  utf8proc_uint8_t bytes[4];
  auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
  text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

Decoded decode_wide_utf8(std::string_view text) {
  utf8proc_int32_t c = 0;
  auto used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                               static_cast<utf8proc_ssize_t>(text.size()), &c);
  if (used <= 0) return {kReplacement, 1, false};
  return {static_cast<char32_t>(c), static_cast<std::uint8_t>(used), true};
}

std::string encode_all(std::u32string_view text) {
  std::string utf8;
  for (char32_t c : text) append_utf8(utf8, c);
  return utf8;
}

std::u32string decode_all(std::string_view text) {
  std::u32string result;
  while (!text.empty()) {
    Decoded d = decode_utf8(text);
    result += d.c;
    text.remove_prefix(d.bytes);
  }
  return result;
}

// These two are a pair for utf8proc, but not in Unicode's simple case mapping.
constexpr char32_t kSharpS = U'\u00DF';
constexpr char32_t kCapitalSharpS = U'\u1E9E';

// Characters with case form pairs (ANSI Common Lisp, 13.1.4.3). Mappings without an inverse are not
// used, such as that from the long s to S.
char32_t upcase_wide(char32_t c) {
  if (c == kSharpS) return c;
  auto code = static_cast<utf8proc_int32_t>(c);
  utf8proc_int32_t upper = utf8proc_toupper(code);
  return utf8proc_tolower(upper) == code ? static_cast<char32_t>(upper) : c;
}

char32_t downcase_wide(char32_t c) {
  if (c == kCapitalSharpS) return c;
  auto code = static_cast<utf8proc_int32_t>(c);
  utf8proc_int32_t lower = utf8proc_tolower(code);
  return utf8proc_toupper(lower) == code ? static_cast<char32_t>(lower) : c;
}

namespace {
utf8proc_category_t category(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}
}  // namespace

bool is_alphabetic_wide(char32_t c) {
  auto k = category(c);
  return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO;
}

bool is_numeric_wide(char32_t c) { return category(c) == UTF8PROC_CATEGORY_ND; }

bool is_graphic(char32_t c) {
  auto k = category(c);
  return c == ' ' || (k != UTF8PROC_CATEGORY_CN && k < UTF8PROC_CATEGORY_ZL);
}

bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13);
  auto k = category(c);
  return k >= UTF8PROC_CATEGORY_ZS && k <= UTF8PROC_CATEGORY_ZP;
}

int width(char32_t c) {
  if (c >= 0x20 && c < 0x7F) return 1;
  return utf8proc_charwidth(static_cast<utf8proc_int32_t>(c));
}

}  // namespace winnow::unicode
