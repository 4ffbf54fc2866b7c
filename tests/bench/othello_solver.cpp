// Othello endgames in plain C++: fail-soft alpha-beta on bit boards, the move first that leaves the
// opponent the fewest replies, no table. Reads lines "MINE OTHER", the discs of the player to move
// and those of the other one; for each prints the result in discs for the player to move, nodes, and
// nanoseconds of processor time.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "solve_lines.hpp"

namespace {

constexpr std::uint64_t kInner = 0x7E7E7E7E7E7E7E7E;  // all columns but the outer ones

constexpr std::uint64_t shifted(std::uint64_t x, int by) { return by > 0 ? x << by : x >> -by; }

// The discs of OTHER in a row next to FROM in one direction, six at most.
std::uint64_t row_of(std::uint64_t from, std::uint64_t other, int by) {
  std::uint64_t row = shifted(from, by) & other;
  for (int i = 0; i < 5; ++i) row |= shifted(row, by) & other;
  return row;
}

struct Direction {
  int by;
  std::uint64_t mask;
};
constexpr std::array<Direction, 8> kDirections{{{1, kInner},
                                                {-1, kInner},
                                                {7, kInner},
                                                {-7, kInner},
                                                {9, kInner},
                                                {-9, kInner},
                                                {8, ~std::uint64_t{0}},
                                                {-8, ~std::uint64_t{0}}}};

std::uint64_t moves_of(std::uint64_t mine, std::uint64_t other) {
  std::uint64_t moves = 0;
  for (const Direction d : kDirections) moves |= shifted(row_of(mine, other & d.mask, d.by), d.by);
  return moves & ~(mine | other);
}

std::uint64_t flips_of(std::uint64_t move, std::uint64_t mine, std::uint64_t other) {
  std::uint64_t flips = 0;
  for (const Direction d : kDirections) {
    const std::uint64_t row = row_of(move, other & d.mask, d.by);
    if ((shifted(row, d.by) & mine) != 0) flips |= row;
  }
  return flips;
}

std::uint64_t nodes = 0;

int solve(std::uint64_t mine, std::uint64_t other, int alpha, int beta) {
  ++nodes;
  std::uint64_t moves = moves_of(mine, other);
  if (moves == 0) {
    if (moves_of(other, mine) == 0) return std::popcount(mine) - std::popcount(other);
    return -solve(other, mine, -beta, -alpha);
  }
  struct Ranked {
    std::uint64_t mine;
    std::uint64_t other;
    int replies;
  };
  std::array<Ranked, 32> ranked;
  std::size_t count = 0;
  for (; moves != 0; moves &= moves - 1) {
    const std::uint64_t move = moves & (~moves + 1);
    const std::uint64_t flips = flips_of(move, mine, other);
    const Ranked next{mine | move | flips, other & ~flips, 0};
    ranked[count++] = {next.mine, next.other, std::popcount(moves_of(next.other, next.mine))};
  }
  std::stable_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count),
                   [](const Ranked& a, const Ranked& b) { return a.replies < b.replies; });
  int best = -100;
  for (std::size_t i = 0; i < count && best < beta; ++i)
    best = std::max(best, -solve(ranked[i].other, ranked[i].mine, -beta, -std::max(alpha, best)));
  return best;
}

}  // namespace

int main() {
  solve_lines(
      nodes, [] { nodes = 0; },
      [](std::uint64_t mine, std::uint64_t other) { return solve(mine, other, -64, 64); });
}
