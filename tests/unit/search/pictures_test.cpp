#include <doctest/doctest.h>

#include <cstdlib>

#include "oracle/pictures.hpp"

// The environment variable WINNOW_PICTURE_GAMES sets the number of games. The pictures of 1200
// have a million numbers and sentences.
TEST_CASE("every number and sentence about a search holds, for all algorithms on random games") {
  Lisp lisp;
  oracle::Tally tally;
#if defined(WINNOW_HOSTILE)  // pictures are drawn by Lisp, which this build slows down most
  constexpr std::uint64_t kGames = 10;
#elif defined(WINNOW_SANITIZE)
  constexpr std::uint64_t kGames = 60;
#else
  constexpr std::uint64_t kGames = 400;
#endif
  const char* wanted = std::getenv("WINNOW_PICTURE_GAMES");
  const std::uint64_t games = wanted ? std::strtoull(wanted, nullptr, 10) : kGames;
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    oracle::check_pictures(lisp, seed, tally);
    CAPTURE(seed);
    for (const std::string& failure : tally.failures) MESSAGE(failure);
    REQUIRE(tally.failures.empty());
  }
  CHECK(tally.checks > 25 * games);
  if (wanted) MESSAGE(tally.checks << " numbers, lines and sentences");
}

// Wide trees, where the name of a move on a slanting branch could overlap the value of a neighbour.
TEST_CASE("the texts of a drawing do not overlap") {
  Lisp lisp;
  oracle::Tally tally;
  for (std::uint64_t seed : {2'000'212, 2'006'480}) {
    oracle::check_pictures(lisp, seed, tally);
    CAPTURE(seed);
    for (const std::string& failure : tally.failures) MESSAGE(failure);
    CHECK(tally.failures.empty());
  }
}
