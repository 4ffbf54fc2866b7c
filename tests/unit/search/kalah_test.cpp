// Kalah compared with published and recomputed numbers: move sequences, perfect games, solved
// values.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "search/engine.hpp"
#include "search/kalah.hpp"

using namespace winnow;
using games::Kalah;
using games::KalahSwitches;

namespace {

template <unsigned Pits>
int solve(unsigned stones, const KalahSwitches& switches) {
  Kalah<Pits> rules(switches);
  search::SearchEngine<Kalah<Pits>> engine(rules, {}, {.deepening = false});
  auto answer = engine.run(Kalah<Pits>::start(stones));
  CHECK(answer.complete);
  CHECK(answer.bound == search::Bound::Exact);
  return answer.score;
}

template <unsigned Pits>
void check_perft(unsigned stones, const KalahSwitches& switches,
                 const std::vector<std::uint64_t>& wanted) {
  Kalah<Pits> rules(switches);
  for (unsigned depth = 1; depth <= wanted.size(); ++depth)
    CHECK(search::perft(rules, Kalah<Pits>::start(stones), depth) == wanted[depth - 1]);
}

// Replays GAME, pits numbered from 0 on each side, with a dash where the turn passes; returns the
// final difference.
template <unsigned Pits>
int replay(unsigned stones, const std::string& game) {
  Kalah<Pits> rules(games::kIduKalah);
  auto p = Kalah<Pits>::start(stones);
  auto mover = search::Side::Max;
  for (char c : game) {
    if (c == '-') {
      mover = other(mover);
      continue;
    }
    REQUIRE(!p.over);
    REQUIRE(p.side == mover);
    auto move = static_cast<std::uint8_t>(c - '0');
    auto moves = rules.moves(p);
    bool legal = false;
    for (unsigned i = 0; i < moves.size(); ++i) legal = legal || moves[i] == move;
    REQUIRE(legal);
    rules.play(p, move);
  }
  CHECK(p.over);
  CHECK(p.houses[Pits] + p.houses[2 * Pits + 1] == int(2 * Pits * stones));
  for (unsigned i = 0; i < Pits; ++i) CHECK(p.houses[i] + p.houses[Pits + 1 + i] == 0);
  return rules.value(p);
}

constexpr KalahSwitches kNoEmptyCapture = games::kCommonKalah;
constexpr KalahSwitches kMoverEmpty{.either_empty = false};
constexpr KalahSwitches kNeither{.empty_capture = false, .either_empty = false};

}  // namespace

TEST_CASE("Kalah: numbers of move sequences") {
  check_perft<6>(3, games::kIduKalah, {6, 35, 182, 904, 4231, 19276, 85955, 379930});
  check_perft<6>(4, games::kIduKalah, {6, 35, 185, 942, 4685, 23169, 113959, 559885});
  check_perft<6>(6, games::kIduKalah, {6, 35, 190, 1056, 5882, 32243, 177804, 961846});
  check_perft<6>(3, kNoEmptyCapture, {6, 35, 182, 904, 4243, 19418, 87103, 387726});
  check_perft<6>(4, kNoEmptyCapture, {6, 35, 185, 942, 4690, 23233, 114430, 563055});
  check_perft<6>(6, kNoEmptyCapture, {6, 35, 190, 1056, 5882, 32243, 177827, 962153});
}

// Irving, Donkers and Uiterwijk 2000, table 9.
TEST_CASE("Kalah: the published perfect games are legal to the end and have the stated result") {
  CHECK(replay<4>(1, "32-32-1") == 2);
  CHECK(replay<4>(2, "3-3-230-231-1323") == 6);
  CHECK(replay<4>(3, "13-1-032-2-3-0-1320-3-0-2") == 8);
  CHECK(replay<4>(4, "02-2-3-0-2-21-303231-0-32-1-0") == 2);
  CHECK(replay<4>(5, "0-2-1-3-0-2-1-0-32-3-021-2-0-02-2-1-3-3-313032-13031-1-2-2-3") == 2);
  CHECK(replay<5>(1, "43-43-2-2") == 0);
  CHECK(replay<5>(2, "31-32-24-0-0-31-3") == 0);
  CHECK(replay<5>(3, "24-3-3-03-41-1-04342-3-3-2-2-4-414342-3") == 8);
  CHECK(replay<5>(4, "12-04-03-2-20-41-1-42-32-3-2-40-0-1") == 12);
  CHECK(replay<5>(5, "03-2-2-1-1-23-24-2-0-34414340-4240-2-14342") == 2);
  CHECK(replay<5>(
            6, "2-0-0-3-3-0-2-1-440-4-42-2-121-12-3-1-4-20-0-34-24-324-1-3-3-1-41-43-2-2-3") == 2);
  CHECK(replay<6>(1, "54-54-3-3-2") == 2);
  CHECK(replay<6>(2, "42-42-30-0-1-1-4-5") == 10);
  CHECK(replay<6>(3, "4-5-35-250-2-154-451535452-53-3-54-2") == 2);
  CHECK(replay<6>(4, "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3") == 10);
  CHECK(replay<6>(5, "12-02-05-2-4-51-53-3-45-20-3-2-2-345-5-4-351-0-54-1-52-354-4-254-3-3") == 12);
}

TEST_CASE("Kalah: exact values under four sets of switches") {
  struct Row {
    const KalahSwitches& switches;
    std::vector<int> one, two, three, four;  // pits; stones from 1 on
  };
  const Row rows[] = {
      {games::kIduKalah, {0, -2, 6, -2, 2, 0}, {2, -2, -2, -12, 6, 8}, {0, 4, 2, 2, 6}, {2, 6, 8}},
      {kNoEmptyCapture, {0, -2, 6, -2, 2, 0}, {2, -2, -2, -10, 6, 8}, {0, 4, 2, 2, 6}, {2, 6, 6}},
      {kMoverEmpty, {0, -2, 6, -2, 0, 0}, {2, 0, -2, -10, 6, 6}, {0, 4, 4, 0, 6}, {2, 6, 8}},
      {kNeither, {0, -2, 6, -2, 0, 0}, {2, -2, -2, -12, 6, 8}, {0, 4, 2, 2, 6}, {2, 6, 6}},
  };
  for (const Row& r : rows) {
    for (unsigned n = 0; n < r.one.size(); ++n) CHECK(solve<1>(n + 1, r.switches) == r.one[n]);
    for (unsigned n = 0; n < r.two.size(); ++n) CHECK(solve<2>(n + 1, r.switches) == r.two[n]);
    for (unsigned n = 0; n < r.three.size(); ++n) CHECK(solve<3>(n + 1, r.switches) == r.three[n]);
    for (unsigned n = 0; n < r.four.size(); ++n) CHECK(solve<4>(n + 1, r.switches) == r.four[n]);
  }
}

TEST_CASE("refinements change the number of nodes, never the value") {
  Kalah<6> rules(games::kIduKalah);
  auto start = Kalah<6>::start(4);
  search::Refinements none{.deepening = false,
                           .table = false,
                           .killers = false,
                           .history = false,
                           .own_order = false,
                           .aspiration = false,
                           .quiescence = false};
  for (unsigned plies : {1u, 3u, 5u, 7u}) {
    int wanted = search::SearchEngine<Kalah<6>>(rules, {.plies = plies}, none).run(start).score;
    for (unsigned bits = 0; bits < 64; ++bits) {
      search::Refinements some{.deepening = (bits & 1) != 0,
                               .table = (bits & 2) != 0,
                               .killers = (bits & 4) != 0,
                               .history = (bits & 8) != 0,
                               .own_order = (bits & 16) != 0,
                               .aspiration = (bits & 32) != 0};
      auto answer = search::SearchEngine<Kalah<6>>(rules, {.plies = plies}, some).run(start);
      CHECK(answer.score == wanted);
      CHECK(answer.complete);
      CHECK(answer.depth == plies);
    }
  }
}

TEST_CASE("a stopped search returns the result of its last complete depth, reproducibly") {
  Kalah<6> rules(games::kIduKalah);
  auto start = Kalah<6>::start(6);
  auto once = [&] {
    return search::SearchEngine<Kalah<6>>(rules, {.plies = 40, .nodes = 50'000}, {}).run(start);
  };
  auto a = once();
  auto b = once();
  CHECK(!a.complete);
  CHECK(a.depth > 3);
  CHECK(a.bound == search::Bound::Exact);
  CHECK(a.score == search::SearchEngine<Kalah<6>>(rules, {.plies = a.depth}, {}).run(start).score);
  CHECK(a.line == b.line);
  CHECK(a.nodes == b.nodes);
}
