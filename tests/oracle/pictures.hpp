// Random games, searched by Winnow and by the oracle: all output about the searches is parsed and
// checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "unit/fixture.hpp"

namespace oracle {

struct Tally {
  std::uint64_t pictures = 0;
  std::uint64_t checks = 0;           // numbers, lines and sentences
  std::vector<std::string> failures;  // the incorrect item and the search
};

// Draws and explains one random tree with all thirteen algorithms.
void check_pictures(Lisp& lisp, std::uint64_t seed, Tally& tally);

}  // namespace oracle
