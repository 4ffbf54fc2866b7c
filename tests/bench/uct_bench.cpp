// Plain UCT (L. Kocsis and C. Szepesvari 2006) without a solver, a player for uct.lisp. Five games; the first move of
// each line wins +1, a draw counts 1/2. Reads lines GAME SIDE BOARD PLAYOUTS SEED and answers each with a move, a number.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

struct Position {
  std::string board;
  char side = 'x';
};

char other(char side) { return side == 'x' ? 'o' : 'x'; }

class Game {
 public:
  virtual ~Game() = default;
  virtual std::vector<int> moves(const Position& p) const = 0;
  virtual Position play(const Position& p, int move) const = 0;
  virtual std::optional<double> result(
      const Position& p) const = 0;  // for x: 1, 1/2 or 0; none before the end
};

double win_of(char side) { return side == 'x' ? 1 : 0; }

// A board of digits, the heaps; a move is 10 * heap + stones.
class Nim : public Game {
 public:
  std::vector<int> moves(const Position& p) const override {
    std::vector<int> all;
    for (int heap = 0; heap < static_cast<int>(p.board.size()); ++heap) {
      for (int stones = 1; stones <= p.board[heap] - '0'; ++stones)
        all.push_back(10 * heap + stones);
    }
    return all;
  }
  Position play(const Position& p, int move) const override {
    Position next{p.board, other(p.side)};
    next.board[move / 10] = static_cast<char>(next.board[move / 10] - move % 10);
    return next;
  }
  std::optional<double> result(const Position& p) const override {
    if (p.board.find_first_not_of('0') != std::string::npos) return std::nullopt;
    return win_of(other(p.side));
  }
};

// Seven columns of six squares, from the bottom; a move is a column from 1.
class ConnectFour : public Game {
 public:
  std::vector<int> moves(const Position& p) const override {
    std::vector<int> all;
    for (int column = 1; column <= 7; ++column) {
      if (p.board[6 * column - 1] == '.') all.push_back(column);
    }
    return all;
  }
  Position play(const Position& p, int move) const override {
    Position next{p.board, other(p.side)};
    next.board[p.board.find('.', 6 * (move - 1))] = p.side;
    return next;
  }
  std::optional<double> result(const Position& p) const override {
    for (int x = 0; x < 7; ++x) {
      for (int y = 0; y < 6; ++y) {
        if (four_from(p, x, y)) return win_of(p.board[6 * x + y]);
      }
    }
    if (p.board.find('.') == std::string::npos) return 0.5;
    return std::nullopt;
  }

 private:
  static bool four_from(const Position& p, int x, int y) {
    char mark = p.board[6 * x + y];
    if (mark == '.') return false;
    for (auto [dx, dy] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
      int n = 1;
      while (n < 4 && x + n * dx < 7 && y + n * dy < 6 && y + n * dy >= 0 &&
             p.board[6 * (x + n * dx) + y + n * dy] == mark)
        ++n;
      if (n == 4) return true;
    }
    return false;
  }
};

// Six by six squares with a border of #; a move is an index, or 0 to pass.
class Othello : public Game {
 public:
  std::vector<int> moves(const Position& p) const override {
    std::vector<int> all = squares(p);
    if (all.empty()) all.push_back(0);
    return all;
  }
  Position play(const Position& p, int move) const override {
    Position next{p.board, other(p.side)};
    if (move == 0) return next;
    next.board[move] = p.side;
    for (int step : kSteps) {
      for (int n = flips(p, move, step), at = move; n > 0; --n) next.board[at += step] = p.side;
    }
    return next;
  }
  std::optional<double> result(const Position& p) const override {
    if (!squares(p).empty() || !squares({p.board, other(p.side)}).empty()) return std::nullopt;
    int sum = 0;
    for (char c : p.board) sum += c == 'x' ? 1 : c == 'o' ? -1 : 0;
    return sum > 0 ? 1 : sum < 0 ? 0 : 0.5;
  }

 private:
  static constexpr int kSteps[] = {-9, -8, -7, -1, 1, 7, 8, 9};

  static int flips(const Position& p, int square, int step) {
    int n = 0;
    while (p.board[square + (n + 1) * step] == other(p.side)) ++n;
    return p.board[square + (n + 1) * step] == p.side ? n : 0;
  }
  static std::vector<int> squares(const Position& p) {
    std::vector<int> all;
    for (int square = 9; square < 55; ++square) {
      if (p.board[square] != '.') continue;
      for (int step : kSteps) {
        if (flips(p, square, step) > 0) {
          all.push_back(square);
          break;
        }
      }
    }
    return all;
  }
};

// Five by five squares; x moves to greater rows. A move is 25 * from + to; it captures diagonally.
class Breakthrough : public Game {
 public:
  std::vector<int> moves(const Position& p) const override {
    std::vector<int> all;
    int ahead = p.side == 'x' ? 5 : -5;
    for (int from = 0; from < 25; ++from) {
      if (p.board[from] != p.side) continue;
      for (int aside : {-1, 0, 1}) {
        int to = from + ahead + aside;
        int column = from % 5 + aside;
        if (to < 0 || to >= 25 || column < 0 || column > 4) continue;
        if (p.board[to] == '.' || (aside != 0 && p.board[to] == other(p.side)))
          all.push_back(25 * from + to);
      }
    }
    return all;
  }
  Position play(const Position& p, int move) const override {
    Position next{p.board, other(p.side)};
    next.board[move / 25] = '.';
    next.board[move % 25] = p.side;
    return next;
  }
  std::optional<double> result(const Position& p) const override {
    if (p.board.find('x', 20) != std::string::npos || p.board.find('o') == std::string::npos)
      return 1;
    if (p.board.find('o') < 5 || p.board.find('x') == std::string::npos) return 0;
    return std::nullopt;
  }
};

// Hex on five by five hexagons; x joins the first row with the last one, o the columns.
class Hex : public Game {
 public:
  std::vector<int> moves(const Position& p) const override {
    std::vector<int> all;
    for (int cell = 0; cell < 25; ++cell) {
      if (p.board[cell] == '.') all.push_back(cell);
    }
    return all;
  }
  Position play(const Position& p, int move) const override {
    Position next{p.board, other(p.side)};
    next.board[move] = p.side;
    return next;
  }
  std::optional<double> result(const Position& p) const override {
    if (joined(p.board, 'x')) return 1;
    if (joined(p.board, 'o')) return 0;
    return std::nullopt;
  }

 private:
  static bool joined(const std::string& board, char side) {
    std::string seen(25, ' ');
    std::vector<int> open;
    auto visit = [&](int row, int column) {
      if (row < 0 || row > 4 || column < 0 || column > 4 || board[5 * row + column] != side ||
          seen[5 * row + column] == '*')
        return;
      seen[5 * row + column] = '*';
      open.push_back(5 * row + column);
    };
    for (int i = 0; i < 5; ++i) side == 'x' ? visit(0, i) : visit(i, 0);
    while (!open.empty()) {
      int row = open.back() / 5;
      int column = open.back() % 5;
      open.pop_back();
      if ((side == 'x' ? row : column) == 4) return true;
      visit(row - 1, column), visit(row - 1, column + 1), visit(row, column - 1);
      visit(row, column + 1), visit(row + 1, column - 1), visit(row + 1, column);
    }
    return false;
  }
};

struct Node {
  Position position;
  int move = 0;
  std::vector<int> untried;
  std::vector<std::unique_ptr<Node>> children;
  double visits = 0;
  double total = 0;  // for x
};

class Uct {
 public:
  Uct(const Game& game, double exploration, std::uint32_t seed)
      : game_(game), exploration_(exploration), random_(seed) {}

  int best_move(const Position& start, int playouts) {
    std::unique_ptr<Node> root = new_node(start, 0);
    for (int i = 0; i < playouts; ++i) play_once(*root);
    const Node* best = root->children.front().get();
    for (const auto& child : root->children) {
      if (child->visits > best->visits) best = child.get();
    }
    return best->move;
  }

 private:
  std::unique_ptr<Node> new_node(const Position& position, int move) const {
    auto node = std::make_unique<Node>();
    node->position = position;
    node->move = move;
    if (!game_.result(position)) node->untried = game_.moves(position);
    return node;
  }

  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }

  Node* expand(Node& node) {
    std::size_t i = below(node.untried.size());
    int move = node.untried[i];
    node.untried.erase(node.untried.begin() + static_cast<std::ptrdiff_t>(i));
    node.children.push_back(new_node(game_.play(node.position, move), move));
    return node.children.back().get();
  }

  Node* select(const Node& node) const {
    Node* best = nullptr;
    double greatest = 0;
    for (const auto& child : node.children) {
      double mean = child->total / child->visits;
      double bound = (node.position.side == 'x' ? mean : 1 - mean) +
                     exploration_ * std::sqrt(std::log(node.visits) / child->visits);
      if (best == nullptr || bound > greatest) best = child.get(), greatest = bound;
    }
    return best;
  }

  void play_once(Node& root) {
    std::vector<Node*> path{&root};
    while (path.back()->untried.empty() && !path.back()->children.empty())
      path.push_back(select(*path.back()));
    if (!path.back()->untried.empty()) path.push_back(expand(*path.back()));
    Position p = path.back()->position;
    std::optional<double> result;
    while (!(result = game_.result(p))) {
      std::vector<int> moves = game_.moves(p);
      p = game_.play(p, moves[below(moves.size())]);
    }
    for (Node* node : path) ++node->visits, node->total += *result;
  }

  const Game& game_;
  double exploration_;
  std::mt19937 random_;
};

}  // namespace

int main(int argc, char** argv) {
  double exploration = argc > 1 ? std::atof(argv[1]) : 1;
  std::map<std::string, std::unique_ptr<Game>> games;
  games["nim"] = std::make_unique<Nim>();
  games["connect-four"] = std::make_unique<ConnectFour>();
  games["othello"] = std::make_unique<Othello>();
  games["breakthrough"] = std::make_unique<Breakthrough>();
  games["hex"] = std::make_unique<Hex>();
  std::string name;
  Position p;
  int playouts = 0;
  std::uint32_t seed = 0;
  while (std::cin >> name >> p.side >> p.board >> playouts >> seed) {
    std::cout << Uct(*games.at(name), exploration, seed).best_move(p, playouts) << std::endl;
  }
}
