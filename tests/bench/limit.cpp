// A lower limit for search_bench: F, F1, F2 and NegaScout in plain C++ on the tree of
// winston-big.lisp, built from tagged words and cons cells; F, F1 and F2 both for the value only
// and with the best line.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

using Word =
    std::uintptr_t;  // bit 0 set: a small integer; 0: the empty list; otherwise a pointer to a cell
struct Cell {
  Word car;
  Word cdr;
};
constexpr std::intptr_t kInfinity = 100000;

bool is_leaf(Word w) { return (w & 1) != 0 || w == 0; }
Word car(Word w) { return reinterpret_cast<Cell*>(w)->car; }
Word cdr(Word w) { return reinterpret_cast<Cell*>(w)->cdr; }
std::intptr_t number(Word w) { return static_cast<std::intptr_t>(w) >> 1; }

Word cons(Word a, Word d) {
  static Cell* next = nullptr;
  static Cell* end = nullptr;
  if (next == end) {
    constexpr std::size_t kBlock = 1 << 16;
    next = static_cast<Cell*>(std::malloc(kBlock * sizeof(Cell)));
    end = next + kBlock;
  }
  *next = {a, d};
  return reinterpret_cast<Word>(next++);
}

std::int64_t seed = 1;

Word make_tree(int branching, int depth) {
  if (depth == 0) {
    seed = seed * 16807 % 2147483647;
    return (static_cast<Word>(seed % 2001 - 1000) << 1) | 1;
  }
  Word moves = 0;
  for (int i = 0; i < branching; ++i) moves = cons(make_tree(branching, depth - 1), moves);
  return moves;
}

std::int64_t leaves = 0;

std::intptr_t leaf(Word node, std::intptr_t sign) {
  ++leaves;
  return sign * number(node);
}

std::intptr_t f(Word node, std::intptr_t sign) {
  if (is_leaf(node)) return leaf(node, sign);
  std::intptr_t best = -kInfinity;
  for (Word m = node; m != 0; m = cdr(m)) best = std::max(best, -f(car(m), -sign));
  return best;
}

std::intptr_t f1(Word node, std::intptr_t sign, std::intptr_t bound) {
  if (is_leaf(node)) return leaf(node, sign);
  std::intptr_t best = -kInfinity;
  for (Word m = node; m != 0; m = cdr(m)) {
    best = std::max(best, -f1(car(m), -sign, -best));
    if (best >= bound) return best;
  }
  return best;
}

std::intptr_t f2(Word node, std::intptr_t sign, std::intptr_t alpha, std::intptr_t beta) {
  if (is_leaf(node)) return leaf(node, sign);
  for (Word m = node; m != 0; m = cdr(m)) {
    alpha = std::max(alpha, -f2(car(m), -sign, -beta, -alpha));
    if (alpha >= beta) return alpha;
  }
  return alpha;
}

// Fail-soft; HEIGHT is the number of plies below NODE.
std::intptr_t negascout(Word node, std::intptr_t sign, std::intptr_t alpha, std::intptr_t beta,
                        int height) {
  if (is_leaf(node)) return leaf(node, sign);
  std::intptr_t best = -kInfinity;
  std::intptr_t bound = beta;
  for (Word m = node; m != 0; m = cdr(m)) {
    std::intptr_t value = -negascout(car(m), -sign, -bound, -alpha, height - 1);
    if (value > alpha && value < beta && m != node && height > 2)
      value = -negascout(car(m), -sign, -beta, -value, height - 1);
    best = std::max(best, value);
    alpha = std::max(alpha, best);
    if (alpha >= beta) return best;
    bound = alpha + 1;
  }
  return best;
}

// ---- with the best line: each ply has its own row for the moves from there to the end

constexpr int kDepth = 8;
struct Row {
  int length;
  std::array<std::uint8_t, kDepth> moves;
};
std::array<Row, kDepth + 1> rows;

void take(int ply, int move) {
  Row& row = rows[static_cast<std::size_t>(ply)];
  const Row& next = rows[static_cast<std::size_t>(ply) + 1];
  row.moves[0] = static_cast<std::uint8_t>(move);
  std::copy_n(next.moves.begin(), next.length, row.moves.begin() + 1);
  row.length = next.length + 1;
}

std::intptr_t f_line(Word node, std::intptr_t sign, int ply) {
  rows[static_cast<std::size_t>(ply)].length = 0;
  if (is_leaf(node)) return leaf(node, sign);
  std::intptr_t best = -kInfinity;
  int move = 0;
  for (Word m = node; m != 0; m = cdr(m)) {
    ++move;
    std::intptr_t value = -f_line(car(m), -sign, ply + 1);
    if (value <= best) continue;
    best = value;
    take(ply, move);
  }
  return best;
}

std::intptr_t f1_line(Word node, std::intptr_t sign, std::intptr_t bound, int ply) {
  rows[static_cast<std::size_t>(ply)].length = 0;
  if (is_leaf(node)) return leaf(node, sign);
  std::intptr_t best = -kInfinity;
  int move = 0;
  for (Word m = node; m != 0; m = cdr(m)) {
    ++move;
    std::intptr_t value = -f1_line(car(m), -sign, -best, ply + 1);
    if (value <= best) continue;
    best = value;
    take(ply, move);
    if (best >= bound) return best;
  }
  return best;
}

std::intptr_t f2_line(Word node, std::intptr_t sign, std::intptr_t alpha, std::intptr_t beta,
                      int ply) {
  rows[static_cast<std::size_t>(ply)].length = 0;
  if (is_leaf(node)) return leaf(node, sign);
  int move = 0;
  for (Word m = node; m != 0; m = cdr(m)) {
    ++move;
    std::intptr_t value = -f2_line(car(m), -sign, -beta, -alpha, ply + 1);
    if (value <= alpha) continue;
    alpha = value;
    take(ply, move);
    if (alpha >= beta) return alpha;
  }
  return alpha;
}

template <class Search>
void phase(const char* name, int rounds, Search search) {
  // The fastest round is the least disturbed one.
  std::intptr_t value = 0;
  std::clock_t least = 0;
  for (int i = 0; i < rounds; ++i) {
    leaves = 0;
    auto start = std::clock();
    value = search();
    auto ticks = std::clock() - start;
    if (i == 0 || ticks < least) least = ticks;
  }
  std::printf("%-10s (%ld %ld) %7.2f ns a leaf\n", name, static_cast<long>(value),
              static_cast<long>(leaves),
              static_cast<double>(least) / CLOCKS_PER_SEC / static_cast<double>(leaves) * 1e9);
}

}  // namespace

int main() {
  Word tree = make_tree(6, kDepth);
  phase("f", 10, [&] { return f(tree, 1); });
  phase("f1", 40, [&] { return f1(tree, 1, kInfinity); });
  phase("f2", 40, [&] { return f2(tree, 1, -kInfinity, kInfinity); });
  phase("negascout", 40, [&] { return negascout(tree, 1, -kInfinity, kInfinity, kDepth); });
  phase("f, line", 10, [&] { return f_line(tree, 1, 0); });
  phase("f1, line", 40, [&] { return f1_line(tree, 1, kInfinity, 0); });
  phase("f2, line", 40, [&] { return f2_line(tree, 1, -kInfinity, kInfinity, 0); });
  std::printf("the line:");
  for (int i = 0; i < rows[0].length; ++i)
    std::printf(" %d", rows[0].moves[static_cast<std::size_t>(i)]);
  std::printf("\n");
}
