// Random games with everything that makes searches go wrong: sides that move twice, passes,
// positions that are reached in several ways and after different numbers of moves, ties, estimates
// that mislead or are of another scale than results, unquiet positions, bounds of every quality,
// also such as prove the value, values settled along the way. The engine and the textbook
// algorithms are held against plain recursion.
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

// One random game, searched by the engine in several ways, and by all algorithms.
void check_game(std::uint64_t seed, GameTally& tally);

}  // namespace oracle
