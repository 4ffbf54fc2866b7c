// How symbols are spelled.
#pragma once

#include <cstdint>
#include <string_view>

namespace winnow {

enum class ReadtableCase : std::uint8_t { Upcase, Downcase, Preserve, Invert };

// Has TEXT the syntax of a potential number (ANSI Common Lisp, 2.3.1.1) in BASE?
bool is_potential_number(std::u32string_view text, int base);

}  // namespace winnow
