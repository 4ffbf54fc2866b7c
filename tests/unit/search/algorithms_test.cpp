// Every algorithm compared with published and recomputed counts on reproducible random trees, and
// the laws that they obey.
#include <doctest/doctest.h>

#include "search/algorithms.hpp"
#include "search/distinct_leaves.hpp"
#include "unit/search/uniform_tree.hpp"

using namespace winnow::search;

namespace {

struct Counted {
  std::int64_t value;
  std::uint64_t leaves;
  std::uint64_t distinct;
};

Counted run(UniformTree tree, Algorithm algorithm, std::int64_t guess = 0) {
  DistinctLeaves<std::int64_t> listener;
  Request<std::int64_t> request{algorithm, Side::Max, UniformTree::lowest(), UniformTree::highest(),
                                guess};
  auto result = search(tree, {0, 0}, request, &listener);
  return {result.value, result.counters.leaves, listener.count()};
}

// Leaves evaluated, and distinct leaves for algorithms that evaluate some again.
struct Row {
  unsigned width, height, seed;
  std::int64_t value;
  std::uint64_t alphabeta, f1, negascout, negascout_distinct, scout, scout_distinct, mtdf_0,
      mtdf_value, sss, mt_dual;
};
constexpr Row kRows[] = {
    {2, 4, 1, 283, 10, 12, 10, 10, 13, 10, 10, 9, 9, 10},
    {2, 8, 1, 465, 96, 135, 142, 88, 190, 103, 93, 47, 46, 93},
    {3, 4, 1, 108, 56, 57, 60, 48, 67, 48, 47, 37, 43, 47},
    {3, 6, 1, 367, 294, 389, 366, 276, 447, 283, 252, 104, 128, 252},
    {4, 4, 1, 158, 100, 114, 144, 99, 197, 106, 91, 74, 80, 91},
    {4, 6, 1, 269, 986, 1476, 1307, 936, 1591, 994, 897, 497, 524, 897},
    {5, 5, 1, 745, 672, 885, 470, 454, 501, 454, 473, 439, 621, 473},
    {8, 4, 1, 161, 1145, 1366, 1112, 892, 1316, 922, 890, 736, 930, 890},
    {2, 4, 2, 459, 13, 14, 14, 13, 20, 13, 13, 9, 9, 13},
    {3, 6, 2, 311, 343, 469, 403, 276, 583, 322, 225, 202, 278, 225},
    {4, 6, 2, 344, 648, 1073, 637, 543, 797, 571, 487, 418, 530, 487},
    {5, 5, 3, 814, 638, 833, 741, 535, 840, 564, 468, 331, 447, 468},
    {2, 12, 1, 366, 1089, 2288, 907, 790, 1028, 809, 833, 710, 858, 833},
    {3, 8, 1, 304, 1199, 2070, 1639, 1057, 2180, 1239, 936, 534, 734, 936},
    {4, 8, 1, 296, 8271, 18394, 8952, 6574, 12119, 7276, 6528, 2730, 3433, 6528},
    {10, 4, 1, 158, 1773, 2255, 2060, 1589, 2458, 1648, 1575, 935, 1072, 1575},
};

}  // namespace

TEST_CASE("leaves evaluated on reproducible random trees") {
  for (const Row& r : kRows) {
    CAPTURE(r.width);
    CAPTURE(r.height);
    UniformTree tree(r.width, r.height, r.seed);
    auto check = [&](Algorithm algorithm, std::uint64_t leaves, std::int64_t guess = 0) {
      Counted got = run(tree, algorithm, guess);
      CHECK(got.value == r.value);
      CHECK(got.leaves == leaves);
      return got.distinct;
    };
    check(Algorithm::AlphaBeta, r.alphabeta);
    check(Algorithm::FailHard, r.alphabeta);
    check(Algorithm::F1, r.f1);
    CHECK(check(Algorithm::NegaScout, r.negascout) == r.negascout_distinct);
    CHECK(check(Algorithm::Scout, r.scout) == r.scout_distinct);
    CHECK(check(Algorithm::Mtdf, r.mtdf_0) == r.mtdf_0);
    check(Algorithm::Mtdf, r.mtdf_value, r.value);
    check(Algorithm::Sss, r.sss);
    check(Algorithm::MtSss, r.sss);
    check(Algorithm::MtDual, r.mt_dual);
    check(Algorithm::Dual, r.mt_dual);
  }
}
