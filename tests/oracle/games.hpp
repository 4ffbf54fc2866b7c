// Random games with all properties that complicate searches: sides that move twice, passes,
// positions reached in several ways and after different numbers of moves, ties, estimates that
// mislead or have another scale than results, unquiet positions, bounds of every quality, including
// bounds that prove the value, and values decided along the way. The engine and the textbook
// algorithms are compared with plain recursion.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace oracle {

struct GameTally {
  std::uint64_t games = 0;
  std::uint64_t answers = 0;
  std::vector<std::string> failures;
};

// Searches one random game by the engine in several ways, and by all algorithms.
void check_game(std::uint64_t seed, GameTally& tally);

}  // namespace oracle
