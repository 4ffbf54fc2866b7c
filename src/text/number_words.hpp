// Numbers as English words and Roman numerals, for FORMAT's ~R.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace winnow {

// Only numbers below 10^66 have words. This limit includes the sign.
constexpr std::size_t kMostWordDigits = 66;

// DIGITS: decimal digits with an optional sign.
std::string cardinal_words(std::string_view digits);  // forty-two
std::string ordinal_words(std::string_view digits);   // forty-second
std::string roman_numeral(std::int64_t n, bool old);  // OLD: IIII for IV

}  // namespace winnow
