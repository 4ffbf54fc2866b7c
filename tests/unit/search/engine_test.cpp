#include <doctest/doctest.h>

#include "oracle/games.hpp"

TEST_CASE("the engine and all algorithms agree with plain recursion on random games") {
  oracle::GameTally tally;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    oracle::check_game(seed, tally);
    CAPTURE(seed);
    for (const std::string& failure : tally.failures) MESSAGE(failure);
    REQUIRE(tally.failures.empty());
  }
}

// Games in which the table has a better bound than the move found: the line must stop there.
TEST_CASE("a line ends before a move whose value is not proved") {
  oracle::GameTally tally;
  for (std::uint64_t seed : {28'946, 42'614}) {
    oracle::check_game(seed, tally);
    CAPTURE(seed);
    for (const std::string& failure : tally.failures) MESSAGE(failure);
    CHECK(tally.failures.empty());
  }
}
