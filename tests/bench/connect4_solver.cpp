// A special solver for Connect Four on 7 x 6 squares: negamax on bit boards, null windows that
// bisect the score, moves that do not lose immediately only, from the middle and by the number of
// threats they make, and a transposition table with one bound a position in one byte.
// Source: P. Pons, Solving Connect 4: how to build a perfect AI, 2015.
//
// Reads lines "MINE ALL", the squares of the player to move and all occupied squares; for each
// prints the score (the number of stones that the winner has left, and one), nodes, and nanoseconds of
// processor time.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "solve_lines.hpp"

namespace {

constexpr int kWidth = 7;
constexpr int kHeight = 6;
constexpr int kSquares = kWidth * kHeight;

constexpr std::uint64_t squares_of_row(int row) {
  std::uint64_t bits = 0;
  for (int column = 0; column < kWidth; ++column)
    bits |= std::uint64_t{1} << ((kHeight + 1) * column + row);
  return bits;
}
constexpr std::uint64_t kBottom = squares_of_row(0);
constexpr std::uint64_t kBoard = kBottom * ((1 << kHeight) - 1);

constexpr std::uint64_t squares_of_column(int column) {
  return ((std::uint64_t{1} << kHeight) - 1) << (kHeight + 1) * column;
}

struct Position {
  std::uint64_t mine;
  std::uint64_t all;
};

// The empty squares that complete four of STONES.
std::uint64_t winning_squares(std::uint64_t stones, std::uint64_t all) {
  std::uint64_t r = stones << 1 & stones << 2 & stones << 3;
  for (int by : {kHeight, kHeight + 1, kHeight + 2}) {
    std::uint64_t pair = stones << by & stones << 2 * by;
    r |= pair & stones << 3 * by;
    r |= pair & stones >> by;
    pair = stones >> by & stones >> 2 * by;
    r |= pair & stones << by;
    r |= pair & stones >> 3 * by;
  }
  return r & (kBoard ^ all);
}

std::uint64_t playable(const Position& p) { return (p.all + kBottom) & kBoard; }

// The moves after which the other player cannot win immediately.
std::uint64_t safe_moves(const Position& p) {
  std::uint64_t moves = playable(p);
  const std::uint64_t threats = winning_squares(p.all ^ p.mine, p.all);
  if (const std::uint64_t forced = moves & threats; forced != 0) {
    if ((forced & (forced - 1)) != 0) return 0;
    moves = forced;
  }
  return moves & ~(threats >> 1);
}

// One upper or lower bound for each position, of which the table keeps the low half of the key.
// The number of entries is odd, so the index and that half determine the key.
class Table {
 public:
  Table() : keys_(kSize), bounds_(kSize) {}
  void clear() {
    std::fill(keys_.begin(), keys_.end(), 0);
    std::fill(bounds_.begin(), bounds_.end(), 0);
  }
  void put(std::uint64_t key, int bound) {
    keys_[key % kSize] = static_cast<std::uint32_t>(key);
    bounds_[key % kSize] = static_cast<std::uint8_t>(bound);
  }
  int get(std::uint64_t key) const {
    return keys_[key % kSize] == static_cast<std::uint32_t>(key) ? bounds_[key % kSize] : 0;
  }

 private:
  static constexpr std::uint64_t kSize = (1 << 23) + 9;  // a prime number
  std::vector<std::uint32_t> keys_;
  std::vector<std::uint8_t> bounds_;
};

class Solver {
 public:
  std::uint64_t nodes = 0;

  void forget() {
    table_.clear();
    nodes = 0;
  }

  int solve(const Position& p) {
    const int stones = std::popcount(p.all);
    if ((winning_squares(p.mine, p.all) & playable(p)) != 0) return (kSquares + 1 - stones) / 2;
    int low = -(kSquares - stones) / 2;
    int high = (kSquares + 1 - stones) / 2;
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (middle <= 0 && low / 2 < middle)
        middle = low / 2;
      else if (middle >= 0 && high / 2 > middle)
        middle = high / 2;
      const int score = negamax(p, stones, middle, middle + 1);
      if (score <= middle)
        high = score;
      else
        low = score;
    }
    return low;
  }

 private:
  static constexpr int kLeast = -kSquares / 2 + 3;
  static constexpr int kGreatest = (kSquares + 1) / 2 - 3;
  static constexpr std::array<int, kWidth> kColumns{3, 2, 4, 1, 5, 0, 6};

  struct Move {
    std::uint64_t square;
    int threats;
  };

  int negamax(const Position& p, int stones, int alpha, int beta) {
    ++nodes;
    const std::uint64_t moves = safe_moves(p);
    if (moves == 0) return -(kSquares - stones) / 2;
    if (stones >= kSquares - 2) return 0;
    const int least = -(kSquares - 2 - stones) / 2;
    if (alpha < least) {
      alpha = least;
      if (alpha >= beta) return alpha;
    }
    int greatest = (kSquares - 1 - stones) / 2;
    const std::uint64_t key = p.mine + p.all;
    if (const int bound = table_.get(key); bound > kGreatest - kLeast + 1) {
      const int lower = bound + 2 * kLeast - kGreatest - 2;
      if (alpha < lower) {
        alpha = lower;
        if (alpha >= beta) return alpha;
      }
    } else if (bound != 0) {
      greatest = std::min(greatest, bound + kLeast - 1);
    }
    if (beta > greatest) {
      beta = greatest;
      if (alpha >= beta) return beta;
    }
    std::array<Move, kWidth> ranked;
    int count = 0;
    for (int i = kWidth; i-- > 0;)
      if (const std::uint64_t move = moves & squares_of_column(kColumns[i]); move != 0) {
        const int threats = std::popcount(winning_squares(p.mine | move, p.all));
        int at = count++;
        for (; at > 0 && ranked[at - 1].threats > threats; --at) ranked[at] = ranked[at - 1];
        ranked[at] = {move, threats};
      }
    while (count > 0) {
      const std::uint64_t move = ranked[--count].square;
      const int score = -negamax({p.all ^ p.mine, p.all | move}, stones + 1, -beta, -alpha);
      if (score >= beta) {
        table_.put(key, score + kGreatest - 2 * kLeast + 2);
        return score;
      }
      alpha = std::max(alpha, score);
    }
    table_.put(key, alpha - kLeast + 1);
    return alpha;
  }

  Table table_;
};

}  // namespace

int main() {
  Solver solver;
  solve_lines(
      solver.nodes, [&] { solver.forget(); },
      [&](std::uint64_t mine, std::uint64_t all) {
        return solver.solve({mine, all});
      });
}
