// Random searches against the oracles of tests/oracle.
//
// usage: fuzz_searches pictures COUNT [SEED]
//   COUNT pictures of random games, each by one of the thirteen algorithms: every number and
//   sentence of the text, the list of cuts, WHY, the steps of the page, SVG, dot and TikZ.
//
// Prints each failure with the search that shows it, then 'N passed, N failed'; the exit status is
// 1 if any failed. SEED: default 1.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/native_stack.hpp"
#include "oracle/pictures.hpp"

namespace {

int report(std::uint64_t passed, std::uint64_t failed) {
  std::printf("%llu passed, %llu failed\n", static_cast<unsigned long long>(passed),
              static_cast<unsigned long long>(failed));
  return failed == 0 ? 0 : 1;
}

int pictures(std::uint64_t count, std::uint64_t seed) {
  Lisp lisp;
  oracle::Tally tally;
  std::uint64_t failed = 0;
  for (; tally.pictures < count; ++seed) {
    oracle::check_pictures(lisp, seed, tally);
    for (const std::string& failure : tally.failures) std::printf("%s\n", failure.c_str());
    failed += !tally.failures.empty();
    tally.failures.clear();
  }
  std::printf("%llu pictures, %llu checks\n", static_cast<unsigned long long>(tally.pictures),
              static_cast<unsigned long long>(tally.checks));
  return report(tally.pictures - failed, failed);  // failures: trees
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || argc > 4 || std::strcmp(argv[1], "pictures") != 0) {
    std::fprintf(stderr, "usage: fuzz_searches pictures COUNT [SEED]\n");
    return 2;
  }
  const std::uint64_t count = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  int status = 1;
  winnow::run_on_large_stack(winnow::kLargeStackBytes, [&] { status = pictures(count, seed); });
  return status;
}
