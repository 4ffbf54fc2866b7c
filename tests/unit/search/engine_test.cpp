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

// Games in which the table knows of a better bound than the move found: the line is to stop there.
TEST_CASE("a line goes only as far as its moves are worth what is claimed") {
  oracle::GameTally tally;
  for (std::uint64_t seed : {28'946, 42'614}) {
    oracle::check_game(seed, tally);
    CAPTURE(seed);
    for (const std::string& failure : tally.failures) MESSAGE(failure);
    CHECK(tally.failures.empty());
  }
}
