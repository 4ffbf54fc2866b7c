// Numbers as English words and Roman numerals, for FORMAT's ~R.
#pragma once

#include <cstdint>
#include <string>

namespace winnow {

std::string cardinal_words(std::int64_t n);           // forty-two
std::string ordinal_words(std::int64_t n);            // forty-second
std::string roman_numeral(std::int64_t n, bool old);  // 1..3999; OLD: IIII for IV

}  // namespace winnow
