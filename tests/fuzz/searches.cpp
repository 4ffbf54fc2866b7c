// Random searches against the oracles of tests/oracle.
//
// usage: fuzz_searches pictures COUNT [SEED]
//        fuzz_searches games COUNT [SEED]
//
//   pictures  COUNT pictures of random games, each by one of the thirteen algorithms: every number
//             and sentence of the text, the list of cutoffs, WHY, SVG, dot and TikZ
//   games     COUNT random games (sides that move twice, passes, transpositions, unquiet positions,
//             bounds), searched by the engine in several ways and by all algorithms
//
// Prints each failure with the case that shows it, then 'N passed, N failed'; the exit status is 1
// if any failed. SEED: default 1.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "host/native_stack.hpp"
#include "oracle/games.hpp"
#include "oracle/pictures.hpp"

namespace {

using std::uint64_t;

struct Report {
  uint64_t passed = 0;
  uint64_t failed = 0;

  void add(uint64_t done, std::vector<std::string>& failures) {
    for (const std::string& failure : failures) std::printf("%s\n", failure.c_str());
    (failures.empty() ? passed : failed) += done;
    failures.clear();
  }
};

void pictures(uint64_t count, uint64_t seed, Report& report) {
  Lisp lisp;
  oracle::Tally tally;
  while (tally.pictures < count) {
    const uint64_t before = tally.pictures;
    oracle::check_pictures(lisp, seed++, tally);
    report.add(tally.pictures - before, tally.failures);
  }
  std::printf("%llu checks of numbers and sentences\n",
              static_cast<unsigned long long>(tally.checks));
}

void games(uint64_t count, uint64_t seed, Report& report) {
  oracle::GameTally tally;
  while (tally.games < count) {
    oracle::check_game(seed++, tally);
    report.add(1, tally.failures);
  }
  std::printf("%llu answers\n", static_cast<unsigned long long>(tally.answers));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (argc < 3 || argc > 4 || (what != "pictures" && what != "games")) {
    std::fprintf(stderr, "usage: fuzz_searches pictures|games COUNT [SEED]\n");
    return 2;
  }
  const uint64_t count = std::strtoull(argv[2], nullptr, 10);
  const uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  Report report;
  winnow::run_on_large_stack(winnow::kLargeStackBytes,
                             [&] { (what == "pictures" ? pictures : games)(count, seed, report); });
  std::printf("%llu passed, %llu failed\n", static_cast<unsigned long long>(report.passed),
              static_cast<unsigned long long>(report.failed));
  return report.failed == 0 ? 0 : 1;
}
