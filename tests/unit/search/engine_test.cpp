#include <doctest/doctest.h>

#include "oracle/games.hpp"

TEST_CASE("the engine and all algorithms find what plain recursion finds, on random games") {
  oracle::GameTally tally;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    oracle::check_game(seed, tally);
    CAPTURE(seed);
    for (const std::string& failure : tally.failures) MESSAGE(failure);
    REQUIRE(tally.failures.empty());
  }
}
