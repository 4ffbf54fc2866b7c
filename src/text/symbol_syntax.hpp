// The syntax of symbols.
#pragma once

#include <cstdint>
#include <string_view>

namespace winnow {

enum class ReadtableCase : std::uint8_t { Upcase, Downcase, Preserve, Invert };

// Is TEXT a potential number in BASE (ANSI Common Lisp, 2.3.1.1)?
bool is_potential_number(std::u32string_view text, int base);

}  // namespace winnow
