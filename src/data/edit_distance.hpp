// Spelling distance, for suggestions after a misspelt name.
#pragma once

#include <cstddef>
#include <string>

namespace winnow {

// The optimal string alignment distance: the least number of insertions, deletions, replacements
// and exchanges of neighbours that change A to B. A distance above LIMIT is returned as LIMIT + 1.
std::size_t edit_distance(const std::u32string& a, const std::u32string& b, std::size_t limit);

// The largest distance at which a name is suggested for a misspelt one of LENGTH characters. The
// shorter the name, the more names are near by chance. 0: suggest nothing.
std::size_t tolerance(std::size_t length);

}  // namespace winnow
