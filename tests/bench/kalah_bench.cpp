// Native Kalah: alpha-beta to depths 4, 8 and 10, as in the plain C++ program with which it is
// compared; then the time in which the engine solves small games. Prints answers, and processor
// seconds on standard error. usage: kalah_bench [solve]
#include <cstdio>
#include <cstring>
#include <ctime>

#include "search/alphabeta.hpp"
#include "search/depth_limited.hpp"
#include "search/engine.hpp"
#include "search/kalah.hpp"

using namespace winnow;

namespace {

double since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

bool search_depths() {
  using Rules = games::Kalah<6>;
  Rules rules(games::kCommonKalah);
  struct {
    unsigned plies;
    int value;
    std::uint32_t move;
    std::uint64_t nodes;
  } wanted[] = {{4, 1, 6, 390}, {8, 4, 3, 30823}, {10, 5, 3, 283665}};
  bool ok = true;
  std::uint64_t nodes = 0;
  auto start = std::clock();
  for (auto& w : wanted) {
    search::DepthLimited<Rules> game(rules, w.plies);
    search::Silent silent;
    auto r = search::AlphaBeta<search::DepthLimited<Rules>, search::Silent, search::kFailHard>(
                 game, silent)
                 .run(Rules::start(4), search::Side::Max, -100, 100);
    ok = ok && r.value == w.value && r.principal_variation.at(0) == w.move &&
         r.counters.nodes() == w.nodes;
    nodes += r.counters.nodes();
  }
  double seconds = since(start);
  std::printf("kalah %s\n", ok ? "OK" : "FAIL");
  std::fprintf(stderr, "search %.6f s (%.2f ns a node)\n", seconds,
               seconds / static_cast<double>(nodes) * 1e9);
  return ok;
}

template <unsigned Pits>
bool solve(unsigned stones, int value) {
  games::Kalah<Pits> rules(games::kIduKalah);
  auto start = std::clock();
  auto answer = search::SearchEngine<games::Kalah<Pits>>(rules, {}, {.deepening = false})
                    .run(games::Kalah<Pits>::start(stones));
  bool ok = answer.complete && answer.score == value;
  std::printf("kalah(%u,%u) %+d %s\n", Pits, stones, answer.score, ok ? "OK" : "FAIL");
  std::fprintf(stderr, "kalah(%u,%u): %.3f s, %llu nodes\n", Pits, stones, since(start),
               static_cast<unsigned long long>(answer.nodes));
  return ok;
}

}  // namespace

int main(int argc, char** argv) {
  bool ok = search_depths();
  if (argc > 1 && std::strcmp(argv[1], "solve") == 0) {
    ok = solve<4>(4, 2) && ok;
    ok = solve<5>(3, 8) && ok;
    ok = solve<5>(4, 12) && ok;
    ok = solve<6>(3, 2) && ok;
    ok = solve<6>(4, 10) && ok;
  }
  return ok ? 0 : 1;
}
