// A lower limit for reading.lisp: a plain C++ printer and reader for the same lists, with tagged
// words, cons cells, and text in memory. usage: reading_limit [PLIES]; each row: leaves, bytes,
// nanoseconds per leaf to print and to read, megabytes read per second.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace {

using Word =
    std::uintptr_t;  // bit 0 set: a small integer; 0: the empty list; otherwise a pointer to a cell
struct Cell {
  Word car;
  Word cdr;
};

Cell* as_cell(Word w) { return reinterpret_cast<Cell*>(w); }
Word integer(std::intptr_t n) { return (static_cast<Word>(n) << 1) | 1; }

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

Word make_tree(int plies) {
  if (plies == 0) {
    seed = seed * 16807 % 2147483647;
    return integer(seed % 2001 - 1000);
  }
  Word moves = 0;
  for (int i = 0; i < 10; ++i) moves = cons(make_tree(plies - 1), moves);
  return moves;
}

void print(Word w, std::string& out) {
  if ((w & 1) != 0) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + 24, static_cast<std::intptr_t>(w) >> 1).ptr);
    return;
  }
  out += '(';
  for (bool first = true; w != 0; w = as_cell(w)->cdr, first = false) {
    if (!first) out += ' ';
    print(as_cell(w)->car, out);
  }
  out += ')';
}

// Reads the object at P and advances P past it.
Word read(const char*& p) {
  while (*p == ' ' || *p == '\n') ++p;
  if (*p == '(') {
    ++p;
    Word first = 0;
    Word* tail = &first;
    for (;;) {
      while (*p == ' ' || *p == '\n') ++p;
      if (*p == ')') break;
      *tail = cons(read(p), 0);
      tail = &as_cell(*tail)->cdr;
    }
    ++p;
    return first;
  }
  bool minus = *p == '-';
  if (minus || *p == '+') ++p;
  if (*p < '0' || *p > '9') std::abort();
  std::intptr_t n = 0;
  for (; *p >= '0' && *p <= '9'; ++p) n = 10 * n + (*p - '0');
  return integer(minus ? -n : n);
}

bool equal(Word a, Word b) {
  if (a == 0 || b == 0 || ((a | b) & 1) != 0) return a == b;
  return equal(as_cell(a)->car, as_cell(b)->car) && equal(as_cell(a)->cdr, as_cell(b)->cdr);
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argc, char** argv) {
  int plies = argc > 1 ? std::atoi(argv[1]) : 6;
  Word tree = make_tree(plies);
  double leaves = 1;
  for (int i = 0; i < plies; ++i) leaves *= 10;
  double start = seconds();
  std::string text;
  print(tree, text);
  double printing = seconds() - start;
  start = seconds();
  const char* p = text.c_str();
  Word copy = read(p);
  double reading = seconds() - start;
  std::printf("%9.0f %10zu %5.1f %5.1f %6.0f %s\n", leaves, text.size(), 1e9 * printing / leaves,
              1e9 * reading / leaves, static_cast<double>(text.size()) / reading / 1e6,
              equal(tree, copy) ? "OK" : "FAIL");
}
