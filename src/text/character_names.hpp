// The names of characters: #\Space and its like.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace winnow {

constexpr std::int32_t kNoCharacter = -1;

// The character that NAME names, case aside, or kNoCharacter.
std::int32_t character_named(std::u32string_view name);
// The name of C, or "" if it has none. All that are not graphic have one.
std::string character_name(char32_t c);

}  // namespace winnow
