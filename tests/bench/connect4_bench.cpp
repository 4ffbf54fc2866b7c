// connect4.lisp in plain C++: the same rules on the same two-word position and the same move order,
// so the same number of nodes. Prints the answer, and nanoseconds per node on standard error.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <initializer_list>

namespace {

struct Position {
  std::uint64_t mine = 0;  // the squares of the player to move
  std::uint64_t all = 0;
};

constexpr std::uint64_t row_of_squares(int row) {
  std::uint64_t bits = 0;
  for (int column = 0; column < 7; ++column) bits |= std::uint64_t{1} << (7 * column + row);
  return bits;
}
constexpr std::uint64_t kTop = row_of_squares(5);

bool has_four(std::uint64_t stones) {
  for (int by : {1, 7, 6, 8}) {
    std::uint64_t pairs = stones & stones >> by;
    if ((pairs & pairs >> 2 * by) != 0) return true;
  }
  return false;
}

Position play(Position p, int column) {
  return {p.all ^ p.mine, p.all | (p.all + (std::uint64_t{1} << 7 * column))};
}

std::uint64_t nodes = 0;

int alpha_beta(Position p, bool max_moves, int depth, int alpha, int beta) {
  ++nodes;
  bool won = has_four(p.mine ^ p.all);
  if (depth == 0 || won || (p.all & kTop) == kTop) return !won ? 0 : max_moves ? -1 : 1;
  int best = max_moves ? -1000 : 1000;
  for (int column = 0; column < 7; ++column) {
    if ((p.all >> (7 * column + 5) & 1) != 0) continue;
    int value = alpha_beta(play(p, column), !max_moves, depth - 1, alpha, beta);
    if (max_moves) {
      best = value > best ? value : best;
      alpha = best > alpha ? best : alpha;
    } else {
      best = value < best ? value : best;
      beta = best < beta ? best : beta;
    }
    if (alpha >= beta) break;
  }
  return best;
}

}  // namespace

int main() {
  Position start;
  for (int column : {3, 3, 3, 3, 2, 4}) start = play(start, column);
  constexpr int kTimes = 3;
  std::clock_t begun = std::clock();
  int value = 0;
  for (int i = 0; i < kTimes; ++i) value = alpha_beta(start, true, 14, -1000, 1000);
  double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::fprintf(stderr, "%.1f ns a node\n", seconds * 1e9 / static_cast<double>(nodes));
  bool ok = value == 0 && nodes == kTimes * std::uint64_t{3261188};
  std::printf("connect4 %s\n", ok ? "OK" : "FAIL");
  return ok ? 0 : 1;
}
