// The native algorithms on the tree of winston-big.lisp: one full minimax, then the 140 alpha-beta
// searches of that program, each with value and path. Prints answers, and the processor seconds of
// each phase in the format of the plain C++ program (limit.cpp).
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>

#include "builtins/install.hpp"
#include "heap/list.hpp"
#include "host/native_stack.hpp"
#include "search/adapters/list_tree.hpp"
#include "search/algorithms.hpp"

using namespace winnow;

namespace {

std::int64_t seed = 1;

Value make_tree(Heap& heap, int branching, int depth) {
  if (depth == 0) {
    seed = seed * 16807 % 2147483647;
    return Value::from_fixnum(seed % 2001 - 1000);
  }
  Value moves = nil();
  for (int i = 0; i < branching; ++i)
    moves = heap.cons(make_tree(heap, branching, depth - 1), moves);
  return moves;
}

double since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

bool report(const char* name, std::int64_t value, std::uint64_t leaves, std::int64_t wanted,
            std::uint64_t wanted_leaves) {
  bool ok = value == wanted && leaves == wanted_leaves;
  std::printf("%s (%ld %lu) %s\n", name, static_cast<long>(value),
              static_cast<unsigned long>(leaves), ok ? "OK" : "FAIL");
  return ok;
}

bool run() {
  InterpreterOptions options;
  options.max_heap_bytes = std::size_t{1} << 30;
  Interpreter lisp(options);
  auto start = std::clock();
  Value tree = make_tree(lisp.heap, 6, 8);
  double build = since(start);
  ListTree game(lisp.heap);

  start = std::clock();
  search::Silent silent;
  auto full = search::Minimax<ListTree>(game, silent).run(tree, search::Side::Max);
  double full_seconds = since(start);
  bool ok = report("full", full.value.fixnum(), full.counters.leaves, -551, 1679616);

  std::uint64_t leaves = 0;
  std::int64_t sum = 0;
  start = std::clock();
  for (int i = 0; i < 10; ++i) {
    Value node = tree;
    for (Value rest = tree;; rest = cdr(rest)) {
      for (search::Side side : {search::Side::Max, search::Side::Min}) {
        auto r =
            search::AlphaBeta<ListTree>(game, silent).run(node, side, kLowestScore, kHighestScore);
        sum += side == search::Side::Max ? r.value.fixnum() : -r.value.fixnum();
        leaves += r.counters.leaves;
      }
      if (is_nil(rest)) break;
      node = car(rest);
    }
  }
  double rounds = since(start);
  ok = report("rounds", sum, leaves, 57270, 3991820) && ok;
  std::fprintf(stderr, "build %.6f s  full %.6f s (%.2f ns a leaf)\n", build, full_seconds,
               full_seconds / 1679616 * 1e9);
  std::fprintf(stderr, "rounds %.6f s (%.2f ns a leaf)\n", rounds,
               rounds / static_cast<double>(leaves) * 1e9);
  // The searches of limit.cpp, for the value only.
  auto phase = [&](const char* name, int times, auto search) {
    // The fastest round is the least disturbed one.
    search::Result<Value> r{};
    double least = 1e9;
    for (int i = 0; i < times; ++i) {
      auto begin = std::clock();
      r = search();
      least = std::min(least, since(begin));
    }
    auto count = static_cast<double>(r.counters.leaves);
    std::fprintf(stderr, "%-10s (%ld %.0f) %7.2f ns a leaf\n", name,
                 static_cast<long>(r.value.fixnum()), count, least / count * 1e9);
    ok = ok && r.value.fixnum() == -551;
  };
  using search::Side;
  using search::Silent;
  phase("f", 10, [&] { return search::Minimax<ListTree>(game, silent).run(tree, Side::Max); });
  phase("f1", 40, [&] {
    return search::AlphaBeta<ListTree, Silent, search::kShallow>(game, silent)
        .run(tree, Side::Max, kLowestScore, kHighestScore);
  });
  phase("f2", 40, [&] {
    return search::AlphaBeta<ListTree, Silent, search::kFailSoft>(game, silent)
        .run(tree, Side::Max, kLowestScore, kHighestScore);
  });
  phase("negascout", 40, [&] {
    return search::NegaScout<ListTree>(game, silent)
        .run(tree, Side::Max, kLowestScore, kHighestScore);
  });
  return ok;
}

}  // namespace

int main() {
  bool ok = false;
  run_on_large_stack(kLargeStackBytes, [&] { ok = run(); });
  return ok ? 0 : 1;
}
