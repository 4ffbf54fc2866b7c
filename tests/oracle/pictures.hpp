// Random games, searched by Winnow and by the oracle: everything that Winnow tells of its searches
// is read and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "unit/fixture.hpp"

namespace oracle {

struct Tally {
  std::uint64_t pictures = 0;
  std::uint64_t checks = 0;           // numbers, lines and sentences
  std::vector<std::string> failures;  // what was false, and in which search
};

// One random tree, drawn and told by all thirteen algorithms.
void check_pictures(Lisp& lisp, std::uint64_t seed, Tally& tally);

}  // namespace oracle
