// The names of characters, such as #\Space.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace winnow {

constexpr std::int32_t kNoCharacter = -1;

// The character with the name NAME in any case, or kNoCharacter.
std::int32_t character_named(std::u32string_view name);
// The name of C, or "". All characters that are not graphic have a name.
std::string character_name(char32_t c);

}  // namespace winnow
