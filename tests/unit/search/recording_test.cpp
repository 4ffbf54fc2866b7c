#include <doctest/doctest.h>

#include "search/algorithms.hpp"
#include "search/recording.hpp"
#include "unit/search/uniform_tree.hpp"

using namespace winnow::search;

namespace {

std::uint64_t shown(const RecordedNode<std::int64_t>& n, std::uint64_t& elided) {
  elided += n.elided;
  std::uint64_t count = 1;
  for (auto* child : n.children)
    if (child) count += shown(*child, elided);
  return count;
}

}  // namespace

TEST_CASE("a full recording keeps the positions nearest to the root, and counts the others") {
  // Three moves, six plies: 1 + 3 + 9 + 27 + 81 + 243 + 729 positions, all visited.
  for (std::size_t most : {2000u, 1000u, 300u, 50u, 5u, 2u}) {
    UniformTree tree(3, 6, 1);
    Recording<UniformTree> recording(tree, most);
    auto result =
        search(tree, {0, 0},
               {Algorithm::Minimax, Side::Max, UniformTree::lowest(), UniformTree::highest(), 0},
               &recording);
    std::uint64_t elided = 0;
    std::uint64_t kept = shown(recording.root(), elided);
    CAPTURE(most);
    CHECK(kept <= most);
    CHECK(kept == (most >= 1093  ? 1093
                   : most >= 364 ? 364
                   : most >= 121 ? 121
                   : most >= 40  ? 40
                   : most >= 4   ? 4
                                 : 1));
    CHECK(recording.root().value == result.value);
    CHECK(kept + elided == 1093);
    // The last move at the root is visited after two thirds of the remaining positions.
    if (const auto* last = recording.root().child(3)) CHECK(last->number == 1 + 2 * 364);
  }
}
