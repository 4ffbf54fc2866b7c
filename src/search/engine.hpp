// The search engine for real games: alpha-beta with iterative deepening, a
// transposition table, move ordering, null windows, an aspiration window and limits.
// Each refinement can be switched off.
//
// Each score records which of its bounds are proved: lower, upper or both. A proved bound holds
// to the end of the game, not only to the depth searched. Deepening ends when both bounds of the
// root are proved and equal.
//
// If the rules give a value for a repetition, a position that the current path has met before is
// worth that. A result that depends on an earlier position of the path is not stored in the table.
// What remains holds on each path: a bound that follows from repetitions of the position itself or of
// later ones is one of the game in which play without end has that value, and this game has the same
// value at the root, as a player who can force a better one can do so without a repetition.
//
// Several processes may search the same root together (sharing.hpp).
//
// An observer may record what the engine does (adapters/engine_log.hpp); without one this costs
// nothing.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "host/random.hpp"
#include "search/game.hpp"
#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/result.hpp"
#include "search/sharing.hpp"
#include "search/transposition_table.hpp"

namespace winnow::search {

// The most plies beyond the depth that positions which are not quiet are searched.
inline constexpr unsigned kQuietPlies = 16;

struct Refinements {
  bool deepening = true;  // else search the full depth immediately
  bool table = true;
  bool killers = true;
  bool history = true;
  bool own_order = true;  // the order that the game gives
  bool aspiration = true;
  bool null_window = true;
  bool bisection = true;   // find a value to the end of the game by null windows between its bounds
  bool quiescence = true;  // search positions that are not quiet beyond the depth, to a limit
  // The number of positions to search by deepening before the whole game is tried.
  std::uint64_t deepened_nodes = 500;
  // Processes divide the moves of a position if at least so many positions below it are visited on
  // average.
  std::uint64_t divided_nodes = 64;
  // Of several moves whose value is the proved best one, return the first in the game's own order. It
  // then depends neither on the table nor on the number of processes.
  bool first_best = false;
  // Shuffles the moves at the root, to choose another one of several equal moves; 0: no shuffle.
  std::uint64_t seed = 0;
};

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

// The empty observer.
struct Unobserved {
  static constexpr bool kListens = false;
};

template <Rules R, class Observer = Unobserved>
class SearchEngine {
 public:
  using Position = typename R::Position;
  // Called after each completed depth, and in between once a second, with the
  // current depth and no bound.
  using Progress = std::function<void(const Answer&)>;
  // Beyond all scores.
  static constexpr int kInfinity = 1'000'000'000;

  // MEMORY holds the transposition table, of at most TABLE_BYTES; null: the table
  // is for this search only. OBSERVER may be null.
  SearchEngine(R& rules, const Limits& limits, const Refinements& refinements,
               TableMemory* memory = nullptr,
               std::size_t table_bytes = TranspositionTable::kDefaultBytes,
               Observer* observer = nullptr)
      : rules_(rules),
        observer_(observer),
        limits_(limits),
        on_(refinements),
        watch_(limits, R::kIsNative ? 1024 : 4),
        table_(memory ? *memory : own_memory_, table_bytes),
        next_attempt_(refinements.deepened_nodes) {
    has_table_ = on_.table && rules.has_keys();
    if constexpr (requires { rules.repetition(); }) repetition_ = rules.repetition();
    has_order_ =
        on_.own_order || on_.killers || on_.history || on_.table || on_.deepening || on_.seed > 0;
  }

  // Searches together with other processes, by SHARING and a table in shared memory. PROCESS: the
  // number of this one; 0 for the one that returns the answer.
  void share(Sharing& sharing, unsigned process) {
    sharing_ = &sharing;
    process_ = process;
  }

  Answer run(const Position& root, const Progress& progress = nullptr) {
    progress_ = progress;
    Answer answer;
    deepen(root, answer);
    const bool is_adopted = sharing_ && finish_sharing(answer);
    if (process_ > 0) return answer;
    if (watch_.stopped() && better_ && !is_adopted) {
      // The interrupted depth had found a better move, whose search was complete.
      answer.score = better_->score;
      answer.bound = better_->bound;
      answer.is_proved = false;
      answer.line = better_->line;
    }
    observer_ = nullptr;
    if (on_.first_best && answer.is_proved) choose_first_best(root, answer);
    if (answer.bound == Bound::Exact) complete_line(root, answer);
    add_statistics(answer);
    return answer;
  }

 private:
  static constexpr unsigned kProbedPlies = 12;
  static constexpr std::uint64_t kProbedNodes = 20'000;
  static constexpr unsigned kWholeGame = 60'000;
  // A search to the end of the game may cost at most this multiple of what deepening has cost.
  static constexpr unsigned kWorthwhile = 20;
  static constexpr int kAspiration = 2;

  // The proved bounds of a score, as bits.
  static constexpr unsigned kNeither = 0;
  static constexpr unsigned kLower = 1;
  static constexpr unsigned kUpper = 2;
  static constexpr unsigned kBoth = 3;

  static constexpr unsigned kNoPly = ~0u;

  struct Found {
    int score;
    unsigned proved;
    unsigned since = kNoPly;  // the first ply whose position was repeated
  };
  static constexpr std::uint64_t kPostponed = 2;
  static constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::min();
  using Line = LineArena::Line;
  using Ranked = typename Ordering<R>::Ranked;

  // Calls EVENT with the observer, if there is one.
  template <class Event>
  void report(Event&& event) {
    if constexpr (Observer::kListens)
      if (observer_) event(*observer_);
  }

  static unsigned reported_depth(unsigned depth) { return depth == kWholeGame ? 0 : depth; }

  void add_statistics(Answer& answer) const {
    answer.nodes =
        watch_.nodes() + (sharing_ ? sharing_->nodes_of_others(process_) : others_nodes_);
    answer.seconds = watch_.seconds();
  }

  auto others() {
    return [this] {
      rules_.poll();
      if (sharing_) look_at_others();
      if (progress_ && watch_.is_pulse()) {
        add_statistics(searched_);
        progress_(searched_);
      }
    };
  }

  // Tells the other processes of this one's nodes, and stops if one of them has found the answer, or
  // the answer to the question of bisect().
  void look_at_others() {
    sharing_->set_nodes(process_, watch_.nodes());
    if (sharing_->has_answer()) watch_.stop();
    if (!asked_range_) return;
    const Range now = sharing_->range();
    if (now.least <= asked_range_->least && now.greatest >= asked_range_->greatest) return;
    is_overtaken_ = true;
    watch_.stop();
  }

  // Ends the search with others: publishes ANSWER if it is proved, else takes that of a worker, if
  // there is one. Returns whether it did.
  bool finish_sharing(Answer& answer) {
    sharing_->set_nodes(process_, watch_.nodes());
    const bool is_adopted = !answer.is_proved && sharing_->has_answer();
    if (is_adopted) adopt(answer);
    if (answer.is_proved) publish(answer);
    others_nodes_ = sharing_->nodes_of_others(process_);
    sharing_ = nullptr;
    return is_adopted;
  }

  void adopt(Answer& answer) {
    const Sharing::Answer& found = sharing_->answer();
    answer.score = found.score;
    answer.bound = Bound::Exact;
    answer.is_proved = answer.complete = true;
    answer.line.assign(found.line.begin(), found.line.begin() + found.line_length);
    answer.depth = found.depth;
    watch_.resume();
    add_statistics(answer);
    if (progress_) progress_(answer);
  }

  void publish(const Answer& answer) {
    sharing_->answer_once([&](Sharing::Answer& a) {
      a.score = answer.score;
      a.depth = answer.depth;
      a.line_length = static_cast<std::uint32_t>(std::min(answer.line.size(), a.line.size()));
      std::copy_n(answer.line.begin(), a.line_length, a.line.begin());
    });
  }

  // Changes the line of ANSWER, which is proved, to the first move in the game's own order that has
  // its value.
  void choose_first_best(const Position& root, Answer& answer) {
    watch_.resume();
    order_.killers = order_.history = false;
    const bool is_max = rules_.side(root) == Side::Max;
    auto moves = rules_.moves(root);
    lines_.restore(0);
    const std::size_t first = ranked_.size();
    rank(root, moves, rules_.side(root), 0, 0);
    if (repetition_) path_ = {rules_.key(root)};
    for (std::size_t i = first; i < ranked_.size() && !watch_.stopped(); ++i) {
      if (has_order_) Ordering<R>::take_best(ranked_, first, i);
      Position next = root;
      play(next, moves[ranked_[i].number], kWholeGame);
      Line reply = 0;
      const int alpha = is_max ? answer.score - 1 : answer.score;
      const Found found = any(next, kWholeGame, 1, alpha, alpha + 1, reply);
      if (watch_.stopped() || (is_max ? found.score <= alpha : found.score > alpha)) continue;
      answer.line = {ranked_[i].number + 1};
      break;
    }
    ranked_.resize(first);
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
      if (must_end && !repetition_ && (depth > kProbedPlies || watch_.nodes() > kProbedNodes)) {
        check_that_it_ends(root);
        must_end = false;
      }
      if (is_end_near(root) && try_whole_game(root, answer)) return;
      begin_search(reported_depth(depth), answer);
      const std::uint64_t nodes_before = watch_.nodes();
      const Found found = answer.bound == Bound::None
                              ? search_root(root, depth, -kInfinity, kInfinity)
                              : aspire(root, depth, answer.score);
      if (watch_.stopped()) {
        report([](auto& o) { o.stopped(); });
        return;
      }
      complete(answer, found, reported_depth(depth), depth == last && limits_.plies > 0);
      if (answer.is_proved || (limits_.forced_is_enough && rules_.moves(root).size() == 1)) return;
      order_.age();
      costs_.push_back(watch_.nodes() - nodes_before);
    }
  }

  // Is there an observer? Then the engine does not search the whole game before the last depth, and
  // does not bisect.
  bool is_observed() const { return Observer::kListens && observer_; }
  bool is_limited() const { return limits_.plies > 0 || limits_.nodes > 0 || limits_.seconds > 0; }

  // Chooses how moves are ordered. A search to the end of the game depends on the table, which
  // knows more positions if moves are always tried in the same order. Measured over twelve games,
  // history makes such a search slower, and killers do if the game has an order of its own; in all
  // other searches both make it faster.
  void choose_ordering(bool whole_game) {
    const bool is_stable = has_table_ && !is_limited();
    const bool has_own = on_.own_order && rules_.has_order();
    order_.killers = on_.killers && !(is_stable && has_own);
    order_.history = on_.history && !(is_stable && (has_own || whole_game));
  }

  // Will a search to the end of the game cost less than to deepen on, so that it is worth a try? Its
  // cost is estimated from the growth of the last depths and the length of random games.
  bool is_end_near(const Position& root) {
    const std::size_t depth = costs_.size();
    if (is_limited() || is_observed() || !on_.bisection) return false;
    if (depth < 3 || watch_.nodes() < next_attempt_) return false;
    if (longest_game_ == 0) longest_game_ = longest_of_random_games(root);
    if (longest_game_ >= kDeepestGame) return false;
    const double left = longest_game_ > depth ? static_cast<double>(longest_game_ - depth) : 0;
    const auto last = static_cast<double>(costs_[depth - 1]);
    const double growth = std::sqrt(last / static_cast<double>(costs_[depth - 3]));
    return std::log2(last) + left * std::log2(std::max(growth, 1.1)) <
           std::log2(kWorthwhile * static_cast<double>(watch_.nodes() - tried_nodes_));
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
    const std::uint64_t nodes_before = watch_.nodes();
    watch_.allow(kWorthwhile * (nodes_before - tried_nodes_));
    is_attempt_ = true;
    search_whole_game(root, answer);
    is_attempt_ = false;
    const bool found = !watch_.stopped();
    watch_.resume();
    if (found) return true;
    tried_nodes_ += watch_.nodes() - nodes_before;
    next_attempt_ = watch_.nodes() + tried_nodes_ / 4;
    choose_ordering(false);
    return false;
  }

  void search_whole_game(const Position& root, Answer& answer) {
    choose_ordering(true);
    begin_search(0, answer);
    const Found found =
        may_bisect(root) ? bisect(root) : search_root(root, kWholeGame, -kInfinity, kInfinity);
    if (!watch_.stopped()) complete(answer, found, 0, false);
  }

  // Can the value of ROOT be found by bisection? That requires a table, which answers for positions
  // that are searched again, and bounds from the game.
  bool may_bisect(const Position& root) {
    if (!on_.bisection || !has_table_ || is_limited() || is_observed()) return false;
    const auto [least, greatest] = rules_.bounds(root);
    return greatest - least < kInfinity;
  }

  // Finds the value of ROOT to the end of the game: asks by null windows whether it is greater than a
  // value between its bounds, and then searches with a window around it for the line.
  // Source: P. Pons, Solving Connect 4: how to build a perfect AI, 2015.
  Found bisect(const Position& root) {
    auto [low, high] = rules_.bounds(root);
    while (!watch_.stopped() && is_open(low, high)) {
      const int middle = middle_of(low, high);
      const Found found = search_root(root, kWholeGame, middle, middle + 1);
      asked_range_.reset();
      if (std::exchange(is_overtaken_, false)) {
        if (!sharing_->has_answer()) watch_.go_on();
        first_move_ = 0;
        continue;
      }
      if (watch_.stopped()) break;
      if (found.score > middle)
        low = std::max(low, found.score);
      else
        high = std::min(high, found.score);
      if (line_ != 0) first_move_ = lines_.moves_of(line_)[0];
    }
    asked_range_.reset();
    const Found found = search_root(root, kWholeGame, low - 1, low + 1);
    if (found.score == low) return found;
    return search_root(root, kWholeGame, -kInfinity, kInfinity);  // the game's bounds are wrong
  }

  // Can the value of the root still be LOW or HIGH? Exchanges both with the other processes.
  bool is_open(int& low, int& high) {
    if (!sharing_) return low < high;
    Range range{low, high};
    sharing_->narrow(range);
    asked_range_ = range;
    low = range.least;
    high = range.greatest;
    return low < high;
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
    better_.reset();
    expected_ = first_move_ = answer.line.empty() ? 0 : answer.line[0];
    report([&](auto& o) { o.iteration(depth); });
  }

  // Stores the result of a completed search, FOUND, in ANSWER, and reports it.
  void complete(Answer& answer, const Found& found, unsigned depth, bool is_last) {
    answer.score = found.score;
    answer.bound = Bound::Exact;
    answer.is_proved = found.proved == kBoth;
    answer.line = lines_.moves_of(line_);
    answer.depth = depth;
    answer.complete = answer.is_proved || is_last;
    add_statistics(answer);
    report([&](auto& o) { o.iterated(answer); });
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
    if (!on_.aspiration) return search_root(root, depth, -kInfinity, kInfinity);
    const Found found = search_root(root, depth, guess - kAspiration, guess + kAspiration);
    if (watch_.stopped() ||
        (found.score > guess - kAspiration && found.score < guess + kAspiration))
      return found;
    if (better_) first_move_ = better_->line[0];
    report([&](auto& o) { o.window_failed(found.score); });
    return search_root(root, depth, -kInfinity, kInfinity);
  }

  Found search_root(const Position& root, unsigned depth, int alpha, int beta) {
    lines_.restore(0);
    line_ = 0;
    return any(root, depth, 0, alpha, beta, line_);
  }

  // Inlined, so that leaves need no call.
  [[gnu::always_inline]] Found any(const Position& p, unsigned depth, unsigned ply, int alpha,
                                   int beta, Line& line) {
    // 1. Do the limits allow a visit?
    if (!watch_.count(others())) return {0, kNeither};
    // 2. Return the value of a finished game, or at the depth limit an estimate, clamped to
    // the values that are possible.
    if (rules_.over(p)) {
      const Found found{rules_.value(p), kBoth};
      report([&](auto& o) { o.evaluated(found.score, true); });
      return found;
    }
    if (repetition_) {
      const unsigned since = first_met(p, ply);
      if (since != kNoPly) {
        const Found found{*repetition_, kBoth, since};
        report([&](auto& o) { o.evaluated(found.score, true); });
        return found;
      }
    }
    if (depth == 0 && (!on_.quiescence || beyond_ >= kQuietPlies || rules_.quiet(p))) {
      const Found found = bounds_of(p).clamp({rules_.value(p), kNeither});
      report([&](auto& o) { o.evaluated(found.score, false); });
      return found;
    }
    return rules_.side(p) == Side::Max ? expand<Side::Max>(p, depth, ply, alpha, beta, line)
                                       : expand<Side::Min>(p, depth, ply, alpha, beta, line);
  }

  // Records that MOVE at the root is better than the earlier moves of this depth. Ignores the best
  // move of the last depth, which is tried first.
  template <Side S>
  void note_better(const Found& found, std::uint32_t move, Line line) {
    if (move == expected_) return;
    if (better_ && (S == Side::Max ? found.score <= better_->score : found.score >= better_->score))
      return;
    better_ = {found.score, S == Side::Max ? Bound::Lower : Bound::Upper, lines_.moves_of(line)};
  }

  template <Side S>
  Found expand(const Position& p, unsigned depth, unsigned ply, int alpha, int beta, Line& line) {
    const std::uint64_t nodes_before = watch_.nodes();
    if (ply > kDeepestGame) {
      if (!is_attempt_) rules_.endless(p);
      watch_.stop();
      return {0, kNeither};
    }
    // 3. Use known bounds, from the game and from the table. At the root use only the table's move,
    // since the result must be a move. The table contains no positions beyond the depth, since how
    // far they are searched depends on the path.
    Bounds known = bounds_of(p);
    const Bounds by_rules = known;
    const int settled = rules_.offset(p);
    const bool in_table = has_table_ && depth > 0;
    const std::uint64_t key = in_table || repetition_ ? rules_.key(p) : 0;
    if (repetition_) {
      path_.resize(ply);
      path_.push_back(key);
    }
    unsigned since = kNoPly;
    std::uint32_t first_move = ply == 0 ? first_move_ : 0;
    if (in_table) {
      if (auto e = table_.probe(key)) {
        if (ply > 0) known.narrow(*e, depth, settled);
        if (first_move == 0 && e->move != TranspositionTable::kNoMove) first_move = e->move + 1u;
      }
    }
    if (ply > 0) {  // the root must return a move
      const int lower = known.lower.score;
      const int upper = known.upper.score;
      if (lower >= beta || upper <= alpha || lower == upper) {
        const Found found = lower == upper  ? Found{lower, known.lower.proved | known.upper.proved}
                            : lower >= beta ? known.lower
                                            : known.upper;
        report([&](auto& o) {
          o.answered(found.score,
                     lower == upper  ? Bound::Exact
                     : lower >= beta ? Bound::Lower
                                     : Bound::Upper,
                     !by_rules.has_bound(found.score));
        });
        return found;
      }
      report([&](auto& o) { o.enter(S, alpha, beta); });
      if (lower > alpha || upper < beta) {
        alpha = std::max(alpha, lower);
        beta = std::min(beta, upper);
        report([&](auto& o) {
          o.narrowed(alpha, beta, lower > by_rules.lower.score || upper < by_rules.upper.score);
        });
      }
    } else {
      report([&](auto& o) { o.enter(S, alpha, beta); });
      // Drops the bound that the side to move is sure of (the lower one for the maximizer), since it
      // names no move.
      (S == Side::Max ? known.lower : known.upper) = {S == Side::Max ? -kInfinity : kInfinity,
                                                      kNeither};
    }
    if (sharing_ && ply < visits_.size()) ++visits_[ply];
    // 4. Rank the moves: the most promising one is searched first.
    auto moves = rules_.moves(p);
    const std::size_t first = ranked_.size();
    rank(p, moves, S, first_move, ply);
    report([&](auto& o) { o.order(moves_from(first), first_move, ply == 0 && first_move_ > 0); });
    // 5. Search each move. The values of earlier moves narrow the window. Moves after the first are
    // searched with a null window, and again if they are better.
    const int alpha_before = alpha;
    const int beta_before = beta;
    int& own = S == Side::Max ? alpha : beta;
    constexpr unsigned kOwn = S == Side::Max ? kLower : kUpper;    // the bound that one move proves
    constexpr unsigned kOther = S == Side::Max ? kUpper : kLower;  // the bound that all moves prove
    Found best{S == Side::Max ? -kInfinity : kInfinity, kOther};
    std::uint32_t best_move = 0;
    unsigned reply_proved = kNeither;
    const unsigned below = depth == kWholeGame ? depth : depth > 0 ? depth - 1 : 0;
    beyond_ += depth == 0;
    for (std::size_t i = first; i < ranked_.size(); ++i) {
      if (has_order_) Ordering<R>::take_best(ranked_, first, i);
      const std::uint32_t number = ranked_[i].number;
      Position next = p;
      play(next, moves[number], below);
      const std::uint64_t claimed = in_table && is_divided(ply, below) ? claim(next, i, first) : 0;
      if (claimed == kPostponed) continue;
      const auto mark = lines_.mark();
      Line reply = 0;
      const bool null_window = i > first && on_.null_window && beta - alpha > 1;
      report([&](auto& o) { o.descend(number + 1, null_window); });
      Found found = any(next, below, ply + 1, null_window && S == Side::Min ? beta - 1 : alpha,
                        null_window && S == Side::Max ? alpha + 1 : beta, reply);
      if (null_window && !watch_.stopped() && found.score > alpha && found.score < beta) {
        lines_.restore(mark);
        reply = 0;
        report([&](auto& o) { o.descend_again(number + 1, found.score); });
        found = any(next, below, ply + 1, alpha, beta, reply);
      }
      if (claimed != 0) sharing_->release(claimed);
      if (watch_.stopped()) break;
      since = std::min(since, found.since);
      best.proved &= found.proved | ~kOther;
      // The first of equal moves is kept, unless a later one is proved.
      const bool is_better = S == Side::Max ? found.score > best.score : found.score < best.score;
      const bool is_surer = found.score == best.score && (found.proved & ~best.proved & kOwn) != 0;
      if (is_better || is_surer) {
        best = {found.score, (best.proved & kOther) | (found.proved & kOwn)};
        best_move = number + 1;
        reply_proved = found.proved;
        line = lines_.extend(best_move, reply);
        if (ply == 0 && (S == Side::Max ? best.score > alpha_before : best.score < beta_before))
          note_better<S>(best, best_move, line);
      } else {
        lines_.restore(mark);
      }
      if (S == Side::Max ? best.score > own : best.score < own) own = best.score;
      report([&](auto& o) {
        o.returned(number + 1, found.score, alpha, beta, best.score, is_better, is_surer);
      });
      // 6. Cutoff: remember the move that caused it.
      if (alpha >= beta) {
        if (i + 1 < ranked_.size()) {
          best.proved &= kOwn;
          report([&](auto& o) { o.cutoff(number + 1, alpha, beta, moves_from(i + 1)); });
        }
        order_.remember_cut(rules_, moves[number], S, ply, depth);
        break;
      }
    }
    beyond_ -= depth == 0;
    ranked_.resize(first);
    if (watch_.stopped()) return {0, kNeither};
    // 7. Combine the score with the known bounds. A score that is one of these is returned without
    // a line. The line of a proved score ends where its moves are no longer proved.
    const bool is_moves_own = (best.proved & kOwn) != 0;
    const int found_here = best.score;
    best = known.clamp(best);
    if (ply > 0 && (best.score != found_here || (!is_moves_own && (best.proved & kOwn) != 0)))
      line = 0;
    else if (best.proved == kBoth && reply_proved != kBoth)
      line = lines_.extend(best_move, 0);
    if (since < ply) best.since = since;
    if (in_table && since >= ply)
      table_.store(key, entry(best, alpha_before, beta_before, settled, depth, best_move),
                   watch_.nodes() - nodes_before + 1, [this] {
                     watch_.pause(others());
                     return !watch_.stopped();
                   });
    report([&](auto& o) {
      const bool is_lower = best.score > alpha_before || best.score == known.lower.score;
      const bool is_upper = best.score < beta_before || best.score == known.upper.score;
      const bool is_exact = is_lower && is_upper;
      o.leave(best.score,
              is_exact   ? Bound::Exact
              : is_lower ? Bound::Lower
                         : Bound::Upper,
              is_exact && best.proved == kBoth, reported_depth(depth),
              in_table ? stored(key, settled) : std::nullopt);
    });
    return best;
  }

  // Do the processes divide the moves at PLY, after which DEPTH plies are left?
  bool is_divided(unsigned ply, unsigned depth) const {
    return sharing_ && depth > 0 && ply < visits_.size() &&
           watch_.nodes() > visits_[ply] * on_.divided_nodes;
  }

  // Claims P, the position after the ranked move I; FIRST is the first one. Returns the key by which
  // to release it, or 0. If another process has claimed it, appends the move to the ranked ones, once,
  // and returns kPostponed.
  std::uint64_t claim(const Position& p, std::size_t i, std::size_t first) {
    if (rules_.over(p)) return 0;
    const std::uint64_t key = rules_.key(p) | 1;  // neither 0 nor kPostponed
    const Ranked move = ranked_[i];
    if (i > first && move.rank != kLast && sharing_->is_claimed(key)) {
      ranked_.push_back({kLast, move.number});
      return kPostponed;
    }
    return sharing_->claim(key) ? key : 0;
  }

  // The ply of the current path at which P, at PLY, was met before; kNoPly if it was not.
  unsigned first_met(const Position& p, unsigned ply) {
    const std::uint64_t key = rules_.key(p);
    for (unsigned i = 0; i < ply; ++i)
      if (path_[i] == key) return i;
    return kNoPly;
  }

  // The numbers, from 1, of the ranked moves from I on, in the order in which they will be tried.
  std::vector<std::uint32_t> moves_from(std::size_t i) const {
    std::vector<Ranked> rest(ranked_.begin() + static_cast<std::ptrdiff_t>(i), ranked_.end());
    if (has_order_) std::sort(rest.begin(), rest.end());
    std::vector<std::uint32_t> numbers;
    for (const Ranked& move : rest) numbers.push_back(move.number + 1);
    return numbers;
  }

  // The bounds that the table has for KEY, with SETTLED, the part of the value that is not in the
  // key, added.
  std::optional<Range> stored(std::uint64_t key, int settled) {
    const auto e = table_.probe(key);
    if (!e) return std::nullopt;
    return Range{e->lower == TranspositionTable::kNoLower ? -kInfinity : e->lower + settled,
                 e->upper == TranspositionTable::kNoUpper ? kInfinity : e->upper + settled};
  }

  // Known lower and upper bounds of a value.
  struct Bounds {
    Found lower;
    Found upper;

    void narrow(const TranspositionTable::Known& e, unsigned depth, int settled) {
      const bool as_deep = depth <= TranspositionTable::kDeepest && e.depth >= depth;
      if (e.lower != TranspositionTable::kNoLower && (e.is_lower_proved || as_deep) &&
          e.lower + settled > lower.score)
        lower = {e.lower + settled, e.is_lower_proved ? kLower : kNeither};
      if (e.upper != TranspositionTable::kNoUpper && (e.is_upper_proved || as_deep) &&
          e.upper + settled < upper.score)
        upper = {e.upper + settled, e.is_upper_proved ? kUpper : kNeither};
      // An estimate may contradict a proved bound, which takes precedence.
      if (lower.score <= upper.score) return;
      if (lower.proved == kNeither)
        lower.score = upper.score;
      else
        upper.score = lower.score;
    }
    bool has_bound(int score) const { return lower.score == score || upper.score == score; }
    // F clamped to these bounds.
    Found clamp(Found f) const {
      if (f.score < lower.score) f = {lower.score, f.proved & kUpper};
      if (f.score > upper.score) f = {upper.score, f.proved & kLower};
      if (f.score == lower.score) f.proved |= lower.proved;
      if (f.score == upper.score) f.proved |= upper.proved;
      return f;
    }
  };

  // The bounds that the game gives.
  Bounds bounds_of(const Position& p) {
    const auto [least, greatest] = rules_.bounds(p);
    return {{least, kLower}, {greatest, kUpper}};
  }

  static TranspositionTable::Known entry(const Found& best, int alpha, int beta, int settled,
                                         unsigned depth, std::uint32_t best_move) {
    TranspositionTable::Known e;
    e.depth = std::min(depth, TranspositionTable::kDeepest);
    if (best.score > alpha) {
      e.lower = best.score - settled;
      e.is_lower_proved = (best.proved & kLower) != 0;
    }
    if (best.score < beta) {
      e.upper = best.score - settled;
      e.is_upper_proved = (best.proved & kUpper) != 0;
    }
    if (best_move > 0 && best_move <= TranspositionTable::kNoMove)
      e.move = static_cast<std::uint8_t>(best_move - 1);
    return e;
  }

  // Changes P to the position after MOVE, where DEPTH plies are left.
  void play(Position& p, typename R::Move move, unsigned depth) {
    if constexpr (requires { rules_.arrive(p, move, true, true); }) {
      if (depth > 0 || !on_.quiescence || !rules_.has_quiet()) {
        rules_.arrive(p, move, depth == 0, has_table_);
        return;
      }
    }
    rules_.play(p, move);
  }

  // Finds the game's order of all MOVES together, if the rules can.
  template <class Moves>
  bool find_orders(const Position& p, const Moves& moves) {
    if constexpr (requires { rules_.orders(p, moves, orders_); })
      return on_.own_order && rules_.orders(p, moves, orders_);
    return false;
  }
  // IS_ORDERED: find_orders() has found them.
  template <class Moves>
  int order_of(const Position& p, const Moves& moves, std::uint32_t i, bool is_ordered) {
    return is_ordered ? orders_[i] : on_.own_order ? rules_.order(p, moves[i]) : 0;
  }

  // Appends MOVES with their ranks to ranked_. FIRST_MOVE (from 1; 0: none) has the highest rank.
  template <class Moves>
  void rank(const Position& p, const Moves& moves, Side side, std::uint32_t first_move,
            unsigned ply) {
    const auto count = static_cast<std::uint32_t>(moves.size());
    const bool is_ordered = has_order_ && !(ply == 0 && on_.seed > 0) && find_orders(p, moves);
    for (std::uint32_t i = 0; i < count; ++i) {
      if ((i & 63) == 63) watch_.pause(others());
      std::int64_t rank =
          !has_order_ ? 0
          : ply == 0 && on_.seed > 0
              ? static_cast<std::int64_t>(mix64(on_.seed + i * 0x9E3779B97F4A7C15) >> 2)
              : order_.rank(rules_, order_of(p, moves, i, is_ordered), moves[i], side, ply);
      if (i + 1 == first_move) rank = std::numeric_limits<std::int64_t>::max();
      ranked_.push_back({rank, i});
    }
  }

  // Extends the line of ANSWER, which is too short if the table knew the value: searches on from
  // its last position, within a limit of nodes. A line that ends by a repetition has no end to search
  // for.
  void complete_line(const Position& root, Answer& answer) {
    if (repetition_) return;
    const std::uint64_t most_nodes = watch_.nodes() + watch_.nodes() / 2 + 10'000;
    Position p = root;
    for (std::uint32_t move : answer.line) rules_.play(p, rules_.moves(p)[move - 1]);
    while (!rules_.over(p)) {
      unsigned depth = kWholeGame;
      if (!answer.is_proved) {
        if (answer.line.size() >= answer.depth) return;
        depth = answer.depth - static_cast<unsigned>(answer.line.size());
      }
      first_move_ = 0;
      watch_.limit_nodes(most_nodes);
      const Found found = search_root(p, depth, answer.score - 1, answer.score + 1);
      if (watch_.stopped() || found.score != answer.score || line_ == 0) return;
      for (std::uint32_t move : lines_.moves_of(line_)) {
        rules_.play(p, rules_.moves(p)[move - 1]);
        answer.line.push_back(move);
      }
    }
  }

  // A move at the root that is better than the expected one.
  struct Better {
    int score;
    Bound bound;
    std::vector<std::uint32_t> line;
  };

  R& rules_;
  Observer* observer_;
  Limits limits_;
  Refinements on_;
  Watch watch_;
  OwnTableMemory own_memory_;
  TranspositionTable table_;
  bool has_table_;
  bool has_order_;  // else moves are tried in the game's order
  Ordering<R> order_;
  std::vector<int> orders_;     // of the moves that are ranked
  std::vector<Ranked> ranked_;  // the moves of all positions on the current path
  LineArena lines_;
  Line line_ = 0;
  std::uint32_t first_move_ = 0;  // the move to try first at the root, from 1; 0: the table's
  std::uint32_t expected_ = 0;    // the best move of the last depth, from 1
  std::optional<Better> better_;
  std::optional<int> repetition_;    // the value of a repeated position
  std::vector<std::uint64_t> path_;  // the keys of the current path, by ply
  Sharing* sharing_ = nullptr;
  unsigned process_ = 0;
  std::uint64_t others_nodes_ = 0;           // when the search with others ended
  std::optional<Range> asked_range_;         // the shared range when bisect() asked its question
  bool is_overtaken_ = false;                // another process has narrowed it since
  std::array<std::uint64_t, 256> visits_{};  // by ply, if the search is shared
  std::vector<std::uint64_t> costs_;         // nodes of each completed depth
  std::uint64_t next_attempt_;               // nodes before the next search to the end of the game
  std::uint64_t tried_nodes_ = 0;            // of such searches that were given up
  unsigned longest_game_ = 0;                // plies of random games; 0: not known
  bool is_attempt_ = false;                  // the search to the end of the game may be given up
  Progress progress_;
  Answer searched_;      // for progress reports
  unsigned beyond_ = 0;  // plies beyond the depth on the current path
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
