#include "oracle/games.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "host/random.hpp"
#include "search/algorithms.hpp"
#include "search/depth_limited.hpp"
#include "search/engine.hpp"

namespace oracle {

namespace {

using winnow::mix64;
using winnow::Random;
namespace search = winnow::search;

struct Edge {
  int to;
  int gain;  // the part of the value that the move decides
  int order;
};

struct Place {
  search::Side side = search::Side::Max;
  bool quiet = true;
  int value = 0;  // at the end: the undecided part of the value; otherwise an estimate
  std::vector<Edge> moves;
  int worth = 0;  // of the undecided part, with best play
  int least = 0;  // smallest undecided part of any continuation
  int greatest = 0;
  int below = 0;  // distance of the lower bound from WORTH, if bounds prove values
  int above = 0;
  int lines = 1;  // number of lines to the end of the game
};

// Limit, since a search without a table follows each line.
constexpr int kMostLines = 100'000;

// The rules of a random game. Moves lead to places of higher number, so games end.
struct Graph {
  static constexpr unsigned kSlots = 8;
  static constexpr bool kIsNative = true;
  struct Position {
    int place = 0;
    int settled = 0;
  };
  using Move = unsigned;
  struct Moves {
    unsigned next = 0;
    unsigned count = 0;
    unsigned size() const { return count - next; }
    Move operator[](std::size_t i) const { return next + static_cast<unsigned>(i); }
    bool take(Move& m) {
      if (next == count) return false;
      m = next++;
      return true;
    }
  };

  std::vector<Place> places;
  bool keys = true;
  bool orders = true;
  int slack = 0;        // distance of bounds() from the true range; below 0: no bounds
  bool proves = false;  // bounds() encloses the value under best play
  bool quiescence = true;
  bool is_uneven = false;  // some positions take longer than others
  mutable std::uint64_t visits = 0;

  const Place& at(const Position& p) const { return places[static_cast<std::size_t>(p.place)]; }
  search::Side side(const Position& p) const { return at(p).side; }
  bool over(const Position& p) const {
    if (is_uneven)
      for (volatile std::uint64_t i = mix64(++visits) % 64; i > 0;) i = i - 1;
    return at(p).moves.empty();
  }
  int value(const Position& p) const { return p.settled + at(p).value; }
  bool quiet(const Position& p) const { return at(p).quiet; }
  Moves moves(const Position& p) const { return {0, static_cast<unsigned>(at(p).moves.size())}; }
  void play(Position& p, Move m) const {
    const Edge& e = at(p).moves[m];
    p = {e.to, p.settled + e.gain};
  }
  bool has_keys() const { return keys; }
  bool has_order() const { return orders; }
  std::uint64_t key(const Position& p) const {
    return mix64(static_cast<std::uint64_t>(p.place + 1) * 0x9E3779B97F4A7C15);
  }
  int offset(const Position& p) const { return p.settled; }
  search::Range bounds(const Position& p) const {
    if (slack < 0) return {-100'000'000, 100'000'000};
    if (proves)
      return {p.settled + at(p).worth - at(p).below, p.settled + at(p).worth + at(p).above};
    return {p.settled + at(p).least - slack, p.settled + at(p).greatest + slack};
  }
  int order(const Position& p, Move m) const { return orders ? at(p).moves[m].order : 0; }
  unsigned slot(Move m) const { return m % kSlots; }
  void poll() const {}
  void endless(const Position&) const {}

  // ---- the oracle

  // The value of a search to PLIES plies, extended by BEYOND plies at unquiet positions.
  int searched(const Position& p, unsigned plies, unsigned beyond) const {
    if (over(p)) return value(p);
    const auto [least, greatest] = bounds(p);
    const bool is_estimated = plies == 0 && (!quiescence || beyond == 0 || quiet(p));
    return std::clamp(is_estimated ? value(p) : best_of_moves(p, plies, beyond), least, greatest);
  }
  // The same at the root, where a bound of the mover's own side does not determine a move.
  int searched_from_root(const Position& p, unsigned plies, unsigned beyond) const {
    if (over(p)) return value(p);
    const auto [least, greatest] = bounds(p);
    const int best = best_of_moves(p, plies, beyond);
    return side(p) == search::Side::Max ? std::min(best, greatest) : std::max(best, least);
  }
  int best_of_moves(const Position& p, unsigned plies, unsigned beyond) const {
    const bool max = side(p) == search::Side::Max;
    bool first = true;
    int best = 0;
    for (const Edge& e : at(p).moves) {
      const int v = searched({e.to, p.settled + e.gain}, plies == 0 ? 0 : plies - 1,
                             plies == 0 ? beyond - 1 : beyond);
      if (first || (max ? v > best : v < best)) best = v;
      first = false;
    }
    return best;
  }
};

// A random game whose moves may lead back to earlier positions. A repetition is worth DRAW.
struct Cycles {
  static constexpr unsigned kSlots = 8;
  static constexpr bool kIsNative = true;
  using Position = int;
  using Move = unsigned;
  struct Moves {
    unsigned count;
    unsigned size() const { return count; }
    Move operator[](std::size_t i) const { return static_cast<unsigned>(i); }
  };
  struct Node {
    search::Side side = search::Side::Max;
    int value = 0;
    std::vector<int> moves;  // none at the end
    int worth = 0;
  };
  std::vector<Node> nodes;
  int draw = 0;

  const Node& at(int p) const { return nodes[static_cast<std::size_t>(p)]; }
  search::Side side(int p) const { return at(p).side; }
  bool over(int p) const { return at(p).moves.empty(); }
  int value(int p) const { return at(p).value; }
  bool quiet(int) const { return true; }
  Moves moves(int p) const { return {static_cast<unsigned>(at(p).moves.size())}; }
  void play(int& p, Move m) const { p = at(p).moves[m]; }
  bool has_keys() const { return true; }
  std::uint64_t key(int p) const {
    return mix64(static_cast<std::uint64_t>(p + 1) * 0x9E3779B97F4A7C15);
  }
  int offset(int) const { return 0; }
  search::Range bounds(int) const { return {-10, 10}; }
  bool has_order() const { return false; }
  int order(int, Move) const { return 0; }
  unsigned slot(Move m) const { return m % kSlots; }
  void poll() const {}
  void endless(int) const {}
  std::optional<int> repetition() const { return draw; }

  // ---- the oracle: retrograde analysis, in which play without end is worth DRAW

  // Gives each position without a value from which SIDE can force an end worth VALUE or better VALUE.
  void attract(std::vector<char>& known, search::Side side, int value) {
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        Node& n = nodes[i];
        if (known[i] != 0) continue;
        auto is_in = [&](int to) {
          return known[static_cast<std::size_t>(to)] != 0 &&
                 (side == search::Side::Max ? at(to).worth >= value : at(to).worth <= value);
        };
        const bool is_won = n.side == side ? std::any_of(n.moves.begin(), n.moves.end(), is_in)
                                           : std::all_of(n.moves.begin(), n.moves.end(), is_in);
        if (!is_won) continue;
        n.worth = value;
        known[i] = 1;
        grows = true;
      }
    }
  }
  void find_worths() {
    std::vector<char> known(nodes.size(), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nodes[i].worth = nodes[i].moves.empty() ? nodes[i].value : draw;
      known[i] = nodes[i].moves.empty();
    }
    for (int value = 10; value > draw; --value) attract(known, search::Side::Max, value);
    for (int value = -10; value < draw; ++value) attract(known, search::Side::Min, value);
  }
};

Cycles some_cycles(Random& random) {
  auto below = [&](std::uint64_t n) { return static_cast<int>(random.next() % n); };
  Cycles g;
  g.draw = below(3) - 1;
  g.nodes.resize(static_cast<std::size_t>(2 + below(7)));
  for (Cycles::Node& n : g.nodes) {
    n.side = below(2) == 0 ? search::Side::Max : search::Side::Min;
    n.value = below(7) - 3;
    if (below(4) == 0) continue;
    for (int i = 1 + below(3); i > 0; --i) n.moves.push_back(below(g.nodes.size()));
  }
  g.find_worths();
  return g;
}

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  Graph make() {
    Graph g;
    const int count = 2 + below(below(4) == 0 ? 60 : 14);
    const int range = 1 + below(below(2) == 0 ? 3 : 12);
    const bool settles = below(3) == 0;
    const bool is_tree = below(4) == 0;
    const int reach = 1 + below(count);
    g.places.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      Place& p = g.places[static_cast<std::size_t>(i)];
      p.side = below(2) == 0 ? search::Side::Max : search::Side::Min;
      p.quiet = below(4) != 0;
      p.value = value(range);
      if (is_tree) continue;
      const int most = count - 1 - i;
      if (most == 0 || below(8) == 0) continue;
      for (int n = 1 + below(4); n > 0; --n)
        add(p, i + 1 + below(std::min(most, reach)), settles ? value(2) : 0);
    }
    if (is_tree)
      for (int i = 1; i < count; ++i)
        add(g.places[static_cast<std::size_t>(below(i))], i, settles ? value(2) : 0);
    const int scale = below(3) == 0 ? 10 : 1;  // estimates may have another scale than results
    for (std::size_t i = g.places.size(); i-- > 0;) {
      Place& p = g.places[i];
      if (!p.moves.empty()) p.value *= scale;
      finish(g, p);
      p.below = loose();
      p.above = loose();
    }
    g.keys = below(8) != 0;
    g.orders = below(4) != 0;
    g.slack = below(3) == 0 ? -1 : below(3);
    // With a slack of 0 bounds also hold for estimates; otherwise estimates are clamped.
    if (g.slack >= 0 && below(2) == 0) g.slack = 0;
    g.proves = g.slack >= 0 && below(2) == 0;
    return g;
  }

  int below(int n) { return static_cast<int>(random_.next() % static_cast<std::uint64_t>(n)); }

 private:
  int value(int range) { return below(2 * range + 1) - range; }
  int loose() { return below(3) == 0 ? 0 : below(3) == 0 ? 1000 : below(4); }
  void add(Place& p, int to, int gain) { p.moves.push_back({to, gain, below(3)}); }

  static void finish(const Graph& g, Place& p) {
    if (p.moves.empty()) {
      p.worth = p.least = p.greatest = p.value;
      return;
    }
    auto lines = [&](const Edge& e) { return g.places[static_cast<std::size_t>(e.to)].lines; };
    p.lines = lines(p.moves[0]);
    for (std::size_t i = 1; i < p.moves.size(); ++i)
      if (p.lines + lines(p.moves[i]) > kMostLines)
        p.moves.erase(p.moves.begin() + static_cast<std::ptrdiff_t>(i), p.moves.end());
      else
        p.lines += lines(p.moves[i]);
    bool first = true;
    for (const Edge& e : p.moves) {
      const Place& to = g.places[static_cast<std::size_t>(e.to)];
      const int v = e.gain + to.worth;
      if (first || (p.side == search::Side::Max ? v > p.worth : v < p.worth)) p.worth = v;
      p.least = first ? e.gain + to.least : std::min(p.least, e.gain + to.least);
      p.greatest = first ? e.gain + to.greatest : std::max(p.greatest, e.gain + to.greatest);
      first = false;
    }
  }

  Random& random_;
};

std::string text_of(const Graph& g) {
  std::string text;
  for (std::size_t i = 0; i < g.places.size(); ++i) {
    const Place& p = g.places[i];
    text += " " + std::to_string(i) + (p.side == search::Side::Max ? "max" : "min") +
            (p.quiet ? "" : "!") + std::to_string(p.value) + "(";
    for (const Edge& e : p.moves)
      text += " " + std::to_string(e.to) + (e.gain != 0 ? "+" + std::to_string(e.gain) : "");
    text += ")";
  }
  return text + " slack " + std::to_string(g.slack) + (g.proves ? ", proving" : "");
}

class Checker {
 public:
  Checker(Random& random, GameTally& tally) : random_(random), maker_(random), tally_(tally) {}

  void check() {
    Graph g = maker_.make();
    is_tree_ = true;
    std::map<int, int> ways;
    for (const Place& p : g.places)
      for (const Edge& e : p.moves) is_tree_ = is_tree_ && ++ways[e.to] == 1;
    to_the_end(g);
    some_plies(g);
    few_nodes(g);
    with_memory(g);
    together(g);
    repetitions();
    shortest_win(g);
    textbooks(g);
    ++tally_.games;
  }

 private:
  void fail(const Graph& g, const std::string& what, const search::Answer& a) {
    tally_.failures.push_back(what + ": score " + std::to_string(a.score) + ", proved " +
                              std::to_string(a.is_proved) + ", depth " + std::to_string(a.depth) +
                              ", nodes " + std::to_string(a.nodes) + ", line of " +
                              std::to_string(a.line.size()) + ", in" + text_of(g));
  }

  search::Refinements some_refinements() {
    const std::uint64_t bits = random_.next();
    search::Refinements on;
    on.deepening = (bits & 1) != 0;
    on.table = (bits & 2) != 0;
    on.killers = (bits & 4) != 0;
    on.history = (bits & 8) != 0;
    on.own_order = (bits & 16) != 0;
    on.aspiration = (bits & 32) != 0;
    on.null_window = (bits & 64) != 0;
    on.quiescence = (bits & 128) != 0;
    on.bisection = (bits & 512) != 0;
    on.deepened_nodes = bits >> 50 & 63;
    on.seed = (bits & 256) != 0 ? 1 + (bits >> 60) : 0;
    return on;
  }

  std::size_t table_bytes() { return maker_.below(2) == 0 ? 1 : 1 << 16; }

  // Every place along LINE must be worth VALUE, up to the end of the game.
  bool is_best_line(const Graph& g, Graph::Position p, const std::vector<std::uint32_t>& line,
                    int value, bool to_the_end) {
    for (std::uint32_t move : line) {
      if (move < 1 || move > g.at(p).moves.size()) return false;
      g.play(p, move - 1);
      if (p.settled + g.at(p).worth != value) return false;
    }
    return !to_the_end || g.over(p);
  }

  void to_the_end(const Graph& g) {
    const int worth = g.places[0].worth;
    for (int i = 0; i < 3; ++i) {
      Graph rules = g;
      const search::Refinements on = some_refinements();
      auto a = search::SearchEngine<Graph>(rules, {}, on, nullptr, table_bytes()).run({});
      ++tally_.answers;
      if (a.score != worth || !a.is_proved || !a.complete || a.bound != search::Bound::Exact)
        fail(g, "to the end, worth " + std::to_string(worth), a);
      else if (!is_best_line(g, {}, a.line, worth,
                             a.nodes < 10'000))  // counting all lines may take too long
        fail(g, "the line", a);
    }
  }

  void some_plies(const Graph& g) {
    Graph rules = g;
    search::Refinements on = some_refinements();
    rules.quiescence = on.quiescence;
    const unsigned plies = 1 + static_cast<unsigned>(maker_.below(6));
    // With a table a value may come from a deeper search; otherwise it is that of plain recursion.
    const bool is_plain = !on.table || !g.keys || (is_tree_ && !on.quiescence);
    auto a =
        search::SearchEngine<Graph>(rules, {.plies = plies}, on, nullptr, table_bytes()).run({});
    ++tally_.answers;
    const int wanted = rules.searched_from_root({}, plies, 16);
    if (!a.complete || (is_plain && a.score != wanted))
      fail(g, std::to_string(plies) + " plies, worth " + std::to_string(wanted), a);
    if (a.is_proved && a.score != g.places[0].worth)
      fail(g, "proved, worth " + std::to_string(g.places[0].worth), a);
    if (!g.places[0].moves.empty() && a.line.empty()) fail(g, "no line", a);
  }

  void few_nodes(const Graph& g) {
    Graph rules = g;
    const search::Refinements on = some_refinements();
    const std::uint64_t nodes = 1 + static_cast<std::uint64_t>(maker_.below(40));
    const std::size_t bytes = table_bytes();
    auto run = [&] {
      return search::SearchEngine<Graph>(rules, {.nodes = nodes}, on, nullptr, bytes).run({});
    };
    auto a = run();
    auto b = run();
    ++tally_.answers;
    if (a.nodes > nodes) fail(g, "more than " + std::to_string(nodes) + " nodes", a);
    if (a.score != b.score || a.line != b.line || a.nodes != b.nodes)
      fail(g, "not the same as " + std::to_string(a.score) + " " + std::to_string(a.nodes), b);
    const int worth = g.places[0].worth;
    if (a.is_proved && a.score != worth)
      fail(g, "proved in few nodes, worth " + std::to_string(worth), a);
  }

  // Searches from several places with one table: proved values stay correct.
  void with_memory(const Graph& g) {
    Graph rules = g;
    rules.keys = true;
    search::OwnTableMemory memory;
    const std::size_t bytes = table_bytes();
    for (int i = 0; i < 4; ++i) {
      search::Refinements on = some_refinements();
      on.table = true;
      search::Limits limits;
      if (maker_.below(2) == 0) limits.plies = 1 + static_cast<unsigned>(maker_.below(4));
      const Graph::Position p{maker_.below(static_cast<int>(g.places.size())), maker_.below(5)};
      auto a = search::SearchEngine<Graph>(rules, limits, on, &memory, bytes).run(p);
      ++tally_.answers;
      const int worth = p.settled + g.at(p).worth;
      if (a.is_proved ? a.score != worth : limits.plies == 0)
        fail(g, "with memory, place " + std::to_string(p.place) + " worth " + std::to_string(worth),
             a);
      if (a.is_proved && !is_best_line(g, p, a.line, worth, false)) fail(g, "its line", a);
    }
  }

  // Searches by several threads as by processes: with one table, in which they overwrite each other's
  // entries. One of them may end early.
  void together(const Graph& g) {
    const std::size_t most = maker_.below(2) == 0 ? 1 : 1 << 20;
    search::SharedTableMemory memory(most);
    auto sharing = std::make_unique<search::Sharing>();
    search::Refinements on = some_refinements();
    on.table = true;
    on.divided_nodes = 0;
    on.first_best = maker_.below(2) == 0;
    const unsigned count = 2 + static_cast<unsigned>(maker_.below(2));
    const std::uint64_t lost =
        maker_.below(2) == 0 ? 1 + static_cast<std::uint64_t>(maker_.below(40)) : 0;
    std::vector<search::Answer> answers(count);
    std::vector<Graph> rules(count, g);
    std::vector<std::unique_ptr<search::SearchEngine<Graph>>> engines;
    for (unsigned i = 0; i < count; ++i) {
      rules[i].keys = rules[i].is_uneven = true;
      rules[i].visits = i * 1000;
      search::Limits limits;
      if (i == 1) limits.nodes = lost;
      engines.push_back(
          std::make_unique<search::SearchEngine<Graph>>(rules[i], limits, on, &memory, most));
      engines[i]->share(*sharing, i);
    }
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; ++i)
      threads.emplace_back([&, i] { answers[i] = engines[i]->run({}); });
    for (std::thread& t : threads) t.join();
    ++tally_.answers;
    const search::Answer& a = answers[0];
    const int worth = g.places[0].worth;
    if (a.score != worth || !a.is_proved || !a.complete)
      fail(g, "together, worth " + std::to_string(worth), a);
    else if (!is_best_line(g, {}, a.line, worth, false))
      fail(g, "together, the line", a);
    for (unsigned i = 1; i < count; ++i)
      if (answers[i].is_proved && answers[i].score != worth)
        fail(g, "a worker, worth " + std::to_string(worth), answers[i]);
    if (!on.first_best) return;
    Graph alone = g;
    alone.keys = true;
    const auto b = search::SearchEngine<Graph>(alone, {}, on, nullptr, most).run({});
    if (a.line.empty() != b.line.empty() || (!a.line.empty() && a.line[0] != b.line[0]))
      fail(g, "together, not the move of one thread", a);
  }

  // A game with cycles, from several positions with one table or each with its own.
  void repetitions() {
    Cycles g = some_cycles(random_);
    search::OwnTableMemory memory;
    for (int i = 0; i < 4; ++i) {
      search::Refinements on = some_refinements();
      on.first_best = maker_.below(2) == 0;
      search::Limits limits;
      if (maker_.below(3) == 0) limits.plies = 1 + static_cast<unsigned>(maker_.below(4));
      const int p = maker_.below(static_cast<int>(g.nodes.size()));
      auto a =
          search::SearchEngine<Cycles>(g, limits, on, i < 2 ? nullptr : &memory, 1 << 16).run(p);
      ++tally_.answers;
      const int worth = g.at(p).worth;
      const std::string what = "cycles, draw " + std::to_string(g.draw) + ", place " +
                               std::to_string(p) + " worth " + std::to_string(worth) + ", score " +
                               std::to_string(a.score);
      if (a.is_proved ? a.score != worth : limits.plies == 0) tally_.failures.push_back(what);
      if (!a.is_proved || a.line.empty()) continue;
      int next = p;
      g.play(next, a.line[0] - 1);
      if (g.at(next).worth != worth) tally_.failures.push_back(what + ", the move");
    }
  }

  // If only ends have a value other than 0, the shortest win is found, or one that is a ply longer,
  // if the search deepens by two.
  void shortest_win(const Graph& g) {
    Graph rules = g;
    rules.slack = -1;
    for (Place& p : rules.places) {
      for (Edge& e : p.moves) e.gain = 0;
      p.value = !p.moves.empty() || p.value == 0 ? 0 : p.value > 0 ? 1 : -1;
    }
    const Place& root = rules.places[0];
    if (root.moves.empty()) return;
    const int win = root.side == search::Side::Max ? 1 : -1;
    const unsigned plies = 1 + static_cast<unsigned>(maker_.below(8));
    unsigned length = 1;
    while (length <= plies && rules.searched({}, length, 0) != win) ++length;
    if (length > plies) return;
    const bool again = std::any_of(root.moves.begin(), root.moves.end(), [&](const Edge& e) {
      const Place& to = rules.places[static_cast<std::size_t>(e.to)];
      return !to.moves.empty() && to.side == root.side;
    });
    if (!again && (plies - length) % 2 == 1) ++length;
    search::Refinements on = some_refinements();
    on.deepening = true;
    on.table = false;  // the table may know a longer win first
    on.quiescence = rules.quiescence = false;
    auto a =
        search::SearchEngine<Graph>(rules, {.plies = plies}, on, nullptr, table_bytes()).run({});
    ++tally_.answers;
    Graph::Position next;
    if (!a.line.empty()) rules.play(next, a.line[0] - 1);
    if (a.line.empty() || rules.searched(next, length - 1, 0) != win)
      fail(rules,
           "no win within " + std::to_string(length) + " of " + std::to_string(plies) + " plies",
           a);
  }

  void textbooks(const Graph& g) {
    Graph rules = g;
    rules.quiescence = false;
    rules.slack = -1;
    const unsigned plies = static_cast<unsigned>(maker_.below(7));
    const int wanted = rules.searched({}, plies, 0);  // without bounds
    search::DepthLimited<Graph> tree(rules, plies);
    int alpha = wanted - 4 + maker_.below(7);
    int beta = alpha + 1 + maker_.below(5);
    if (maker_.below(2) == 0) {
      alpha = decltype(tree)::lowest();
      beta = decltype(tree)::highest();
    }
    for (const search::AlgorithmName& n : search::kAlgorithmNames) {
      const int guess = wanted - 3 + maker_.below(7);
      auto r = search::search(tree, Graph::Position{},
                              {n.algorithm, g.places[0].side, alpha, beta, guess});
      ++tally_.answers;
      const bool ok = r.bound == search::Bound::Exact   ? r.value == wanted
                      : r.bound == search::Bound::Lower ? r.value >= beta && wanted >= r.value
                                                        : r.value <= alpha && wanted <= r.value;
      if (!ok)
        tally_.failures.push_back(std::string(n.name) + ", worth " + std::to_string(wanted) +
                                  ", found " + std::to_string(r.value) + " in " +
                                  std::to_string(alpha) + ".." + std::to_string(beta) + ", plies " +
                                  std::to_string(plies) + ", in" + text_of(g));
    }
  }

  Random& random_;
  Maker maker_;
  GameTally& tally_;
  bool is_tree_ = false;
};

}  // namespace

void check_game(std::uint64_t seed, GameTally& tally) {
  Random random{seed};
  Checker(random, tally).check();
}

}  // namespace oracle
