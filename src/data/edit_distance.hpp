// How far apart two spellings are.
#pragma once

#include <cstddef>
#include <string>

namespace winnow {

// The fewest letters to insert, delete, replace or exchange with their neighbour that make A into B
// (Damerau's distance, each place edited once); LIMIT + 1 for anything above LIMIT.
std::size_t edit_distance(const std::u32string& a, const std::u32string& b, std::size_t limit);

// How far a misspelling of NAME may be from what was meant: the shorter the name, the more names
// are near by chance. 0: nothing is near.
std::size_t tolerance(std::size_t length);

}  // namespace winnow
