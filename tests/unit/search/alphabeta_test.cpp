#include <doctest/doctest.h>

#include "host/random.hpp"
#include "search/adapters/list_tree.hpp"
#include "search/alphabeta.hpp"
#include "search/minimax.hpp"
#include "unit/fixture.hpp"

using namespace winnow;

namespace {

Value random_tree(Heap& heap, Random& random, int depth, std::int64_t range) {
  if (depth == 0 || random.next() % 8 == 0)
    return Value::from_fixnum(
        static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(range)) - range / 2);
  Value list = nil();
  for (std::uint64_t n = 1 + random.next() % 4; n > 0; --n)
    list = heap.cons(random_tree(heap, random, depth - 1, range), list);
  return list;
}

Value uniform(Heap& heap, int width, int depth, std::int64_t& next, std::int64_t step) {
  if (depth == 0) return Value::from_fixnum(next += step);
  Value list = nil();
  for (int i = 0; i < width; ++i)
    list = heap.cons(uniform(heap, width, depth - 1, next, step), list);
  return list;
}

}  // namespace

TEST_CASE("alpha-beta has the value and line of minimax, with no more leaves") {
  Lisp lisp;
  Random random{21};
  for (int i = 0; i < 2000; ++i) {
    Value tree = random_tree(lisp.heap, random, 5, i % 2 ? 6 : 1000);
    ListTree game(lisp.heap);
    for (search::Side side : {search::Side::Max, search::Side::Min}) {
      search::Silent silent;
      auto plain = search::Minimax<ListTree>(game, silent).run(tree, side);
      auto cut =
          search::AlphaBeta<ListTree>(game, silent).run(tree, side, kLowestScore, kHighestScore);
      REQUIRE(plain.value == cut.value);
      REQUIRE(plain.principal_variation == cut.principal_variation);
      REQUIRE(cut.counters.leaves <= plain.counters.leaves);
    }
  }
}

TEST_CASE("a search returns the value inside its window, and a bound outside") {
  Lisp lisp;
  Random random{22};
  for (int i = 0; i < 2000; ++i) {
    Value tree = random_tree(lisp.heap, random, 4, 40);
    ListTree game(lisp.heap);
    search::Silent silent;
    auto exact =
        search::Minimax<ListTree>(game, silent).run(tree, search::Side::Max).value.fixnum();
    auto low = static_cast<std::int64_t>(random.next() % 40) - 20;
    std::int64_t high = low + 1 + static_cast<std::int64_t>(random.next() % 10);
    auto got = search::AlphaBeta<ListTree>(game, silent)
                   .run(tree, search::Side::Max, Value::from_fixnum(low), Value::from_fixnum(high))
                   .value.fixnum();
    if (exact <= low)
      REQUIRE((got <= low && got >= exact));
    else if (exact >= high)
      REQUIRE((got >= high && got <= exact));
    else
      REQUIRE(got == exact);
  }
}

// Knuth and Moore 1975: perfectly ordered uniform trees need b^ceil(h/2) + b^floor(h/2) - 1 leaves.
// If the leaf values decrease from left to right for the maximizer, the first move is always best
// for one side; trees of equal leaves are perfectly ordered for both.
TEST_CASE("perfectly ordered trees need the least number of leaves") {
  Lisp lisp;
  struct {
    int width, depth;
    std::uint64_t leaves;
  } cases[] = {{2, 3, 5}, {2, 4, 7}, {3, 3, 11}, {3, 4, 17}, {4, 4, 31}, {5, 5, 149}, {6, 4, 71}};
  for (auto& c : cases) {
    std::int64_t next = 7;
    Value tree = uniform(lisp.heap, c.width, c.depth, next, 0);
    ListTree game(lisp.heap);
    search::Silent silent;
    auto result = search::AlphaBeta<ListTree>(game, silent)
                      .run(tree, search::Side::Max, kLowestScore, kHighestScore);
    CHECK(result.counters.leaves == c.leaves);
  }
}

TEST_CASE("a tree nested thousands deep is searched") {
  Lisp lisp;
  Value tree = Value::from_fixnum(5);
  for (int i = 0; i < 3000; ++i) tree = lisp.heap.cons(tree, nil());
  ListTree game(lisp.heap);
  search::Silent silent;
  auto result = search::AlphaBeta<ListTree>(game, silent)
                    .run(tree, search::Side::Max, kLowestScore, kHighestScore);
  CHECK(result.value == Value::from_fixnum(5));
  CHECK(result.principal_variation.size() == 3000);
}
