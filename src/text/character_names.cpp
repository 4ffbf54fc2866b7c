#include "text/character_names.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "data/unicode.hpp"

namespace winnow {

namespace {

struct NamedCharacter {
  const char* name;
  char32_t c;
};
// The first name of a character is the one that is printed.
constexpr NamedCharacter kNames[] = {
    {"Space", ' '},     {"Newline", '\n'},  {"Tab", '\t'},    {"Return", '\r'},
    {"Linefeed", '\n'}, {"Page", '\f'},     {"Backspace", 8}, {"Rubout", 127},
    {"Null", 0},        {"Nul", 0},         {"Escape", 27},   {"Esc", 27},
    {"Altmode", 27},    {"Delete", 127},    {"Bell", 7},      {"No-break_space", 0xA0},
    {"Nbsp", 0xA0},     {"SP", ' '},        {"CR", '\r'},     {"LF", '\n'},
    {"Form", '\f'},     {"Formfeed", '\f'}, {"Alt", 27},      {"Soh", 1},
    {"Stx", 2},         {"Etx", 3},         {"Eot", 4},       {"Enq", 5},
    {"Ack", 6},         {"Bel", 7},         {"Vt", 11},       {"So", 14},
    {"Si", 15},         {"Dle", 16},        {"Dc1", 17},      {"Dc2", 18},
    {"Dc3", 19},        {"Dc4", 20},        {"Nak", 21},      {"Syn", 22},
    {"Etb", 23},        {"Can", 24},        {"Em", 25},       {"Sub", 26},
    {"Fs", 28},         {"Gs", 29},         {"Rs", 30},       {"Us", 31},
    {"Bs", 8},          {"Ht", 9},          {"Nl", '\n'},     {"Ff", '\f'},
    {"Del", 127},
};

}  // namespace

std::int32_t character_named(std::u32string_view name) {
  for (const NamedCharacter& k : kNames) {
    std::string_view known = k.name;
    bool same = known.size() == name.size();
    for (std::size_t i = 0; same && i < name.size(); ++i)
      same = unicode::upcase(static_cast<unsigned char>(known[i])) == unicode::upcase(name[i]);
    if (same) return static_cast<std::int32_t>(k.c);
  }
  if (name.size() > 1 && (name[0] == 'U' || name[0] == 'u')) {
    std::string hex;
    for (char32_t c : name.substr(name[1] == '+' ? 2 : 1))
      hex += c < 0x80 && std::isxdigit(static_cast<unsigned char>(c)) ? static_cast<char>(c) : '?';
    char* end = nullptr;
    unsigned long c = std::strtoul(hex.c_str(), &end, 16);
    if (!hex.empty() && *end == 0 && c < unicode::kLimit) return static_cast<std::int32_t>(c);
  }
  return kNoCharacter;
}

std::string character_name(char32_t c) {
  for (const NamedCharacter& k : kNames)
    if (k.c == c) return k.name;
  if (unicode::is_graphic(c)) return "";
  char name[16];
  std::snprintf(name, sizeof name, "U+%04X", static_cast<unsigned>(c));
  return name;
}

}  // namespace winnow
