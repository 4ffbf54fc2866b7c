#include "text/number_words.hpp"

#include <cstddef>
#include <cstring>

namespace winnow {

namespace {

constexpr const char* kSmall[] = {"zero",    "one",     "two",       "three",    "four",
                                  "five",    "six",     "seven",     "eight",    "nine",
                                  "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                  "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr const char* kTens[] = {"",      "",      "twenty",  "thirty", "forty",
                                 "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr const char* kThousands[] = {"",
                                      "thousand",
                                      "million",
                                      "billion",
                                      "trillion",
                                      "quadrillion",
                                      "quintillion",
                                      "sextillion",
                                      "septillion",
                                      "octillion",
                                      "nonillion",
                                      "decillion",
                                      "undecillion",
                                      "duodecillion",
                                      "tredecillion",
                                      "quattuordecillion",
                                      "quindecillion",
                                      "sexdecillion",
                                      "septendecillion",
                                      "octodecillion",
                                      "novemdecillion",
                                      "vigintillion"};

std::string below_thousand(std::uint64_t n) {
  std::string text;
  if (n >= 100) {
    text = std::string(kSmall[n / 100]) + " hundred";
    n %= 100;
    if (n > 0) text += ' ';
  }
  if (n >= 20) {
    text += kTens[n / 10];
    n %= 10;
    if (n > 0)
      text += '-';
    else
      return text;
  } else if (n == 0 && !text.empty()) {
    return text;
  }
  return text + kSmall[n];
}

}  // namespace

std::string cardinal_words(std::string_view digits) {
  if (digits.starts_with('-')) return "minus " + cardinal_words(digits.substr(1));
  if (digits == "0") return kSmall[0];
  std::string text;
  while (!digits.empty()) {
    std::size_t group = (digits.size() - 1) / 3;
    std::size_t count = digits.size() - 3 * group;
    std::uint64_t n = 0;
    for (char c : digits.substr(0, count)) n = n * 10 + static_cast<std::uint64_t>(c - '0');
    digits.remove_prefix(count);
    if (n == 0) continue;
    if (!text.empty()) text += ' ';
    text += below_thousand(n);
    if (group > 0) text += std::string(" ") + kThousands[group];
  }
  return text;
}

std::string ordinal_words(std::string_view digits) {
  std::string text = cardinal_words(digits);
  static constexpr const char* kIrregular[][2] = {
      {"one", "first"},    {"two", "second"}, {"three", "third"},   {"five", "fifth"},
      {"eight", "eighth"}, {"nine", "ninth"}, {"twelve", "twelfth"}};
  for (auto& [cardinal, ordinal] : kIrregular) {
    std::size_t length = std::strlen(cardinal);
    std::size_t at = text.size() - length;
    if (text.size() >= length && text.compare(at, length, cardinal) == 0 &&
        (at == 0 || text[at - 1] == ' ' || text[at - 1] == '-'))
      return text.substr(0, at) + ordinal;
  }
  if (text.back() == 'y') return text.substr(0, text.size() - 1) + "ieth";
  return text + "th";
}

std::string roman_numeral(std::int64_t n, bool old) {
  struct Part {
    int value;
    const char* text;
    bool subtractive;
  };
  static constexpr Part kParts[] = {{1000, "M", false}, {900, "CM", true}, {500, "D", false},
                                    {400, "CD", true},  {100, "C", false}, {90, "XC", true},
                                    {50, "L", false},   {40, "XL", true},  {10, "X", false},
                                    {9, "IX", true},    {5, "V", false},   {4, "IV", true},
                                    {1, "I", false}};
  std::string text;
  for (const Part& p : kParts)
    for (; n >= p.value && !(old && p.subtractive); n -= p.value) text += p.text;
  return text;
}

}  // namespace winnow
