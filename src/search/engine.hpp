// The search engine for real games: iterative deepening with an aspiration window and limits, and
// searches of the whole game by bisection as soon as its end is near. game_search.hpp searches each
// depth. Each refinement can be switched off.
//
// Deepening ends when both bounds of the root are proved and equal.
//
// Several processes may search the same root together (sharing.hpp).
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "host/random.hpp"
#include "search/game.hpp"
#include "search/game_search.hpp"
#include "search/limits.hpp"
#include "search/proved.hpp"
#include "search/sharing.hpp"

namespace winnow::search {

struct Answer {
  int score = 0;                    // for the maximizer
  Bound bound = Bound::None;        // the kind of bound; None: no ply was completed
  bool is_proved = false;           // the score holds to the end of the game
  std::vector<std::uint32_t> line;  // 1-based numbers of moves
  unsigned depth = 0;               // plies completed; 0: the whole game
  bool complete = false;            // the requested depth is completed, or the score proved
  std::uint64_t nodes = 0;
  double seconds = 0;
};

template <Rules R, class Observer = Unobserved>
class SearchEngine {
 public:
  using Position = typename R::Position;
  // Called after each completed depth, and in between once a second, with the
  // current depth and no bound.
  using Progress = std::function<void(const Answer&)>;

  // MEMORY holds the transposition table, of at most TABLE_BYTES; null: the table
  // is for this search only. OBSERVER may be null.
  SearchEngine(R& rules, const Limits& limits, const Refinements& refinements,
               TableMemory* memory = nullptr,
               std::size_t table_bytes = TranspositionTable::kDefaultBytes,
               Observer* observer = nullptr)
      : rules_(rules),
        limits_(limits),
        on_(refinements),
        search_(rules, limits, refinements, memory, table_bytes, observer),
        next_attempt_(refinements.deepened_nodes) {}

  // Searches together with other processes, by SHARING and a table in shared memory. PROCESS: the
  // number of this one; 0 for the one that returns the answer.
  void share(Sharing& sharing, unsigned process) { search_.partner().join(sharing, process); }

  Answer run(const Position& root, const Progress& progress = nullptr) {
    progress_ = progress;
    if (progress_) search_.set_pulse([this] { report_progress(); });
    Answer answer;
    deepen(root, answer);
    const bool is_adopted = search_.partner().leave(answer);
    if (is_adopted) {
      watch().resume();
      publish(answer);
    }
    if (search_.partner().is_worker()) return answer;
    if (const auto& better = search_.better(); better && watch().stopped() && !is_adopted) {
      // The interrupted depth had found a better move, whose search was complete.
      answer.score = better->score;
      answer.bound = better->bound;
      answer.is_proved = false;
      answer.line = better->line;
    }
    search_.end_observation();
    if (on_.first_best && answer.is_proved) choose_first_best(root, answer);
    if (answer.bound == Bound::Exact) complete_line(root, answer);
    add_statistics(answer);
    return answer;
  }

 private:
  using Search = GameSearch<R, Observer>;
  static constexpr unsigned kProbedPlies = 12;
  static constexpr std::uint64_t kProbedNodes = 20'000;
  // A search to the end of the game may cost at most this multiple of what deepening has cost.
  static constexpr unsigned kWorthwhile = 20;
  static constexpr int kAspiration = 2;

  Watch& watch() { return search_.watch(); }
  const Watch& watch() const { return search_.watch(); }

  void add_statistics(Answer& answer) const {
    answer.nodes = watch().nodes() + search_.partner().nodes_of_others();
    answer.seconds = watch().seconds();
  }

  void publish(Answer& answer) {
    add_statistics(answer);
    if (progress_) progress_(answer);
  }

  void report_progress() {
    if (watch().is_pulse()) publish(searched_);
  }

  // Changes the line of ANSWER, which is proved, to the first move in the game's own order that has
  // its value.
  void choose_first_best(const Position& root, Answer& answer) {
    watch().resume();
    const std::uint32_t move = search_.first_move_worth(root, answer.score);
    if (move > 0) answer.line = {move};
  }

  // Searches deeper and deeper, or immediately to the full depth, until the value is proved or a limit
  // is reached.
  void deepen(const Position& root, Answer& answer) {
    if (!on_.deepening && may_bisect(root)) {
      search_whole_game(root, answer);
      return;
    }
    const unsigned last = limits_.plies > 0 ? std::min(limits_.plies, kDeepestGame)
                          : on_.deepening   ? kDeepestGame
                                            : kWholeGame;
    bool must_end = !is_limited() && on_.deepening;
    // With a limit of plies only, search every second depth: the table makes the next search
    // faster, and scores of depths with the same parity are similar. With other limits search each
    // depth, since the last completed one counts; also if a side may move twice in succession,
    // since every second depth would not show that a win in one move is nearer than one in two.
    const bool by_two = limits_.plies > 0 && limits_.nodes == 0 && limits_.seconds <= 0;
    const unsigned step = by_two && !may_move_again(root) ? 2 : 1;
    choose_ordering(last == kWholeGame);
    for (unsigned depth = on_.deepening ? 1 + (last - 1) % step : last; depth <= last;
         depth += step) {
      // A game that never ends would be deepened for ever. Check for that only after some time,
      // since the value may be found before.
      if (must_end && !search_.repetition() &&
          (depth > kProbedPlies || watch().nodes() > kProbedNodes)) {
        check_that_it_ends(root);
        must_end = false;
      }
      if (is_end_near(root) && try_whole_game(root, answer)) return;
      begin_search(Search::reported_depth(depth), answer);
      const std::uint64_t nodes_before = watch().nodes();
      const Found found = answer.bound == Bound::None
                              ? search_.search(root, depth, -kInfinity, kInfinity)
                              : aspire(root, depth, answer.score);
      if (watch().stopped()) {
        search_.report([](auto& o) { o.stopped(); });
        return;
      }
      complete(answer, found, Search::reported_depth(depth), depth == last && limits_.plies > 0);
      if (answer.is_proved || (limits_.forced_is_enough && rules_.moves(root).size() == 1)) return;
      search_.order().age();
      costs_.push_back(watch().nodes() - nodes_before);
    }
  }

  bool is_limited() const { return limits_.plies > 0 || limits_.nodes > 0 || limits_.seconds > 0; }

  // Chooses how moves are ordered. A search to the end of the game depends on the table, which
  // knows more positions if moves are always tried in the same order. Measured over twelve games,
  // history makes such a search slower, and killers do if the game has an order of its own; in all
  // other searches both make it faster.
  void choose_ordering(bool whole_game) {
    const bool is_stable = search_.has_table() && !is_limited();
    const bool has_own = on_.own_order && rules_.has_order();
    search_.order().killers = on_.killers && !(is_stable && has_own);
    search_.order().history = on_.history && !(is_stable && (has_own || whole_game));
  }

  // Will a search to the end of the game cost less than to deepen on, so that it is worth a try? Its
  // cost is estimated from the growth of the last depths and the length of random games.
  bool is_end_near(const Position& root) {
    const std::size_t depth = costs_.size();
    if (is_limited() || search_.is_observed() || !on_.bisection) return false;
    if (depth < 3 || watch().nodes() < next_attempt_) return false;
    if (longest_game_ == 0) longest_game_ = longest_of_random_games(root);
    if (longest_game_ >= kDeepestGame) return false;
    const double left = longest_game_ > depth ? static_cast<double>(longest_game_ - depth) : 0;
    const auto last = static_cast<double>(costs_[depth - 1]);
    const double growth = std::sqrt(last / static_cast<double>(costs_[depth - 3]));
    return std::log2(last) + left * std::log2(std::max(growth, 1.1)) <
           std::log2(kWorthwhile * static_cast<double>(watch().nodes() - tried_nodes_));
  }

  unsigned longest_of_random_games(const Position& root) {
    Random random{1};
    unsigned longest = 1;
    for (int game = 0; game < 4; ++game) {
      Position p = root;
      unsigned plies = 0;
      for (; plies < kDeepestGame && !rules_.over(p); ++plies) {
        if ((plies & 63) == 0) rules_.poll();
        auto moves = rules_.moves(p);
        rules_.play(p, moves[random.next() % moves.size()]);
      }
      longest = std::max(longest, plies);
    }
    return longest;
  }

  // Searches to the end of the game, unless that costs many more positions than expected. Returns
  // whether the value was found.
  bool try_whole_game(const Position& root, Answer& answer) {
    const std::uint64_t nodes_before = watch().nodes();
    watch().allow(kWorthwhile * (nodes_before - tried_nodes_));
    search_.may_give_up(true);
    search_whole_game(root, answer);
    search_.may_give_up(false);
    const bool found = !watch().stopped();
    watch().resume();
    if (found) return true;
    tried_nodes_ += watch().nodes() - nodes_before;
    next_attempt_ = watch().nodes() + tried_nodes_ / 4;
    choose_ordering(false);
    return false;
  }

  void search_whole_game(const Position& root, Answer& answer) {
    choose_ordering(true);
    begin_search(0, answer);
    const Found found =
        may_bisect(root) ? bisect(root) : search_.search(root, kWholeGame, -kInfinity, kInfinity);
    if (!watch().stopped()) complete(answer, found, 0, false);
  }

  // Can the value of ROOT be found by bisection? That requires a table, which answers for positions
  // that are searched again, and bounds from the game.
  bool may_bisect(const Position& root) {
    if (!on_.bisection || !search_.has_table() || is_limited() || search_.is_observed())
      return false;
    const auto [least, greatest] = rules_.bounds(root);
    return greatest - least < kInfinity;
  }

  // Finds the value of ROOT to the end of the game: asks by null windows whether it is greater than a
  // value between its bounds, and then searches with a window around it for the line.
  // Source: P. Pons, Solving Connect 4: how to build a perfect AI, 2015.
  Found bisect(const Position& root) {
    Range possible = rules_.bounds(root);
    while (!watch().stopped() && is_open(possible)) {
      const int middle = middle_of(possible.least, possible.greatest);
      const Found found = search_.search(root, kWholeGame, middle, middle + 1);
      if (search_.partner().end_question()) {
        search_.try_first(0);
        continue;
      }
      if (watch().stopped()) break;
      if (found.score > middle)
        possible.least = std::max(possible.least, found.score);
      else
        possible.greatest = std::min(possible.greatest, found.score);
      if (const auto line = search_.line(); !line.empty()) search_.try_first(line[0]);
    }
    const int value = possible.least;
    const Found found = search_.search(root, kWholeGame, value - 1, value + 1);
    if (found.score == value) return found;
    return search_.search(root, kWholeGame, -kInfinity, kInfinity);  // the game's bounds are wrong
  }

  // Is there a question left? Exchanges POSSIBLE, the values that the root can have, with the other
  // processes.
  bool is_open(Range& possible) {
    search_.partner().ask(possible);
    if (possible.least < possible.greatest) return true;
    search_.partner().end_question();
    return false;
  }

  // The value between LOW and HIGH, less than HIGH, to ask about: nearer to zero than the middle.
  static int middle_of(int low, int high) {
    const int middle = low + (high - low) / 2;
    if (middle <= 0 && low / 2 < middle) return low / 2;
    if (middle >= 0 && high / 2 > middle) return high / 2;
    return middle;
  }

  // Prepares and reports a search to DEPTH. The best move of ANSWER, the last result, is expected
  // to be the best again.
  void begin_search(unsigned depth, const Answer& answer) {
    searched_.depth = depth;
    search_.expect(answer.line.empty() ? 0 : answer.line[0]);
    search_.report([&](auto& o) { o.iteration(depth); });
  }

  // Stores the result of a completed search, FOUND, in ANSWER, and reports it.
  void complete(Answer& answer, const Found& found, unsigned depth, bool is_last) {
    answer.score = found.score;
    answer.bound = Bound::Exact;
    answer.is_proved = found.proved == kBoth;
    answer.line = search_.line();
    answer.depth = depth;
    answer.complete = answer.is_proved || is_last;
    add_statistics(answer);
    search_.report([&](auto& o) { o.iterated(answer); });
    if (progress_) progress_(answer);
  }

  // Can the side to move at ROOT move twice in succession?
  bool may_move_again(const Position& root) {
    if (rules_.over(root)) return false;
    const Side side = rules_.side(root);
    auto moves = rules_.moves(root);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Position next = root;
      rules_.play(next, moves[i]);
      if (!rules_.over(next) && rules_.side(next) == side) return true;
    }
    return false;
  }

  // Checks that the game ends if the first legal move is always made.
  void check_that_it_ends(Position p) {
    for (unsigned ply = 0; !rules_.over(p); ++ply) {
      if (ply > kDeepestGame) rules_.endless(p);
      if ((ply & 63) == 0) rules_.poll();
      auto moves = rules_.moves(p);
      rules_.play(p, moves[0]);
    }
  }

  // Searches with a narrow window around the score of the last depth. If the score is
  // outside, searches again with a full window, and tries the move first that was
  // better than the expected one.
  Found aspire(const Position& root, unsigned depth, int guess) {
    if (!on_.aspiration) return search_.search(root, depth, -kInfinity, kInfinity);
    const Found found = search_.search(root, depth, guess - kAspiration, guess + kAspiration);
    if (watch().stopped() ||
        (found.score > guess - kAspiration && found.score < guess + kAspiration))
      return found;
    if (search_.better()) search_.try_first(search_.better()->line[0]);
    search_.report([&](auto& o) { o.window_failed(found.score); });
    return search_.search(root, depth, -kInfinity, kInfinity);
  }

  // Extends the line of ANSWER, which is too short if the table knew the value: searches on from
  // its last position, within a limit of nodes. In a game with repetitions a line may be endless, so
  // it stays as it is.
  void complete_line(const Position& root, Answer& answer) {
    if (search_.repetition()) return;
    const std::uint64_t most_nodes = watch().nodes() + watch().nodes() / 2 + 10'000;
    Position p = root;
    for (std::uint32_t move : answer.line) rules_.play(p, rules_.moves(p)[move - 1]);
    while (!rules_.over(p)) {
      unsigned depth = kWholeGame;
      if (!answer.is_proved) {
        if (answer.line.size() >= answer.depth) return;
        depth = answer.depth - static_cast<unsigned>(answer.line.size());
      }
      search_.try_first(0);
      watch().limit_nodes(most_nodes);
      const Found found = search_.search(p, depth, answer.score - 1, answer.score + 1);
      if (watch().stopped() || found.score != answer.score) return;
      const std::vector<std::uint32_t> rest = search_.line();
      if (rest.empty()) return;
      for (std::uint32_t move : rest) {
        rules_.play(p, rules_.moves(p)[move - 1]);
        answer.line.push_back(move);
      }
    }
  }

  R& rules_;
  Limits limits_;
  Refinements on_;
  Search search_;
  std::vector<std::uint64_t> costs_;  // nodes of each completed depth
  std::uint64_t next_attempt_;        // nodes before the next search to the end of the game
  std::uint64_t tried_nodes_ = 0;     // of such searches that were given up
  unsigned longest_game_ = 0;         // plies of random games; 0: not known
  Progress progress_;
  Answer searched_;  // for progress reports
};

// Number of move sequences of exactly PLIES moves from P (perft); 0 for a finished game.
template <Rules R>
std::uint64_t perft(R& rules, const typename R::Position& p, unsigned plies) {
  if (plies == 0) return 1;
  if (rules.over(p)) return 0;
  rules.poll();
  auto moves = rules.moves(p);
  if (plies == 1) return moves.size();
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < moves.size(); ++i) {
    auto next = p;
    rules.play(next, moves[i]);
    sum += perft(rules, next, plies - 1);
  }
  return sum;
}

}  // namespace winnow::search
