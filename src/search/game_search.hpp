// The search of one position of a real game to a depth: alpha-beta with a transposition table, move
// ordering, null windows and quiescence. The engine (engine.hpp) repeats it with other depths and
// windows.
//
// If the rules give a value for a repetition, a position that the current path has met before is
// worth that. A result that depends on an earlier position of the path is not stored in the table.
// Other results hold on each path: a bound that follows from repetitions of the position itself or of
// later ones is one of the game in which play without end has that value, and this game has the same
// value at the root, as a player who can force a better one can do so without a repetition.
//
// An observer may record what the search does (adapters/engine_log.hpp); without one this costs
// nothing.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "host/random.hpp"
#include "search/game.hpp"
#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/partner.hpp"
#include "search/proved.hpp"
#include "search/result.hpp"
#include "search/transposition_table.hpp"

namespace winnow::search {

// The most plies beyond the depth that positions which are not quiet are searched.
inline constexpr unsigned kQuietPlies = 16;

// The depth of a search to the end of the game.
inline constexpr unsigned kWholeGame = 60'000;

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
  // Processes divide the moves of a position if on average at least this number of positions below it
  // is visited.
  std::uint64_t divided_nodes = 64;
  // Return the first move, in the game's own order, that has the best value, if that is proved. The
  // move then depends neither on the table nor on the number of processes.
  bool first_best = false;
  // Shuffles the moves at the root, to choose another one of several equal moves; 0: no shuffle.
  std::uint64_t seed = 0;
};

// The empty observer.
struct Unobserved {
  static constexpr bool kListens = false;
};

template <Rules R, class Observer = Unobserved>
class GameSearch {
 public:
  using Position = typename R::Position;

  // A move at the root that is better than the one expected to be best.
  struct Better {
    int score;
    Bound bound;
    std::vector<std::uint32_t> line;
  };

  // MEMORY holds the transposition table, of at most TABLE_BYTES; null: the table is for this search
  // only. OBSERVER may be null.
  GameSearch(R& rules, const Limits& limits, const Refinements& refinements, TableMemory* memory,
             std::size_t table_bytes, Observer* observer)
      : rules_(rules),
        observer_(observer),
        on_(refinements),
        watch_(limits, R::kIsNative ? 1024 : 4),
        table_(memory ? *memory : own_memory_, table_bytes),
        partner_(watch_, refinements.divided_nodes) {
    has_table_ = on_.table && rules.has_keys();
    if constexpr (requires { rules.repetition(); }) repetition_ = rules.repetition();
    has_order_ =
        on_.own_order || on_.killers || on_.history || on_.table || on_.deepening || on_.seed > 0;
  }
  GameSearch(const GameSearch&) = delete;
  GameSearch& operator=(const GameSearch&) = delete;

  // Searches ROOT to DEPTH in the window from ALPHA to BETA. If a limit stops the search, the result
  // is worthless.
  Found search(const Position& root, unsigned depth, int alpha, int beta) {
    lines_.restore(0);
    line_ = 0;
    return any(root, depth, 0, alpha, beta, line_);
  }
  // The line that the last search found.
  std::vector<std::uint32_t> line() const { return lines_.moves_of(line_); }

  // Returns the first move from ROOT, in the game's own order, that is worth SCORE at the end of the
  // game, from 1; 0 if the search is stopped. Changes how moves are ordered.
  std::uint32_t first_move_worth(const Position& root, int score) {
    order_.killers = order_.history = false;
    const bool is_max = rules_.side(root) == Side::Max;
    const int alpha = is_max ? score - 1 : score;
    auto moves = moves_at(root, 0);
    lines_.restore(0);
    const std::size_t first = ranked_.size();
    rank(root, moves, rules_.side(root), 0, 0);
    if (repetition_) path_ = {rules_.key(root)};
    std::uint32_t best = 0;
    for (std::size_t i = first; i < ranked_.size() && best == 0; ++i) {
      if (has_order_) Ordering<R>::take_best(ranked_, first, i);
      Position next = root;
      play(next, moves[ranked_[i].number], kWholeGame);
      Line reply = 0;
      const Found found = any(next, kWholeGame, 1, alpha, alpha + 1, reply);
      if (watch_.stopped()) break;
      if (is_max ? found.score > alpha : found.score <= alpha) best = ranked_[i].number + 1;
    }
    ranked_.resize(first);
    return best;
  }

  // ---- How it searches
  Watch& watch() { return watch_; }
  const Watch& watch() const { return watch_; }
  Partner& partner() { return partner_; }
  const Partner& partner() const { return partner_; }
  Ordering<R>& order() { return order_; }
  bool has_table() const { return has_table_; }
  std::optional<int> repetition() const { return repetition_; }

  // Is called at regular intervals; may exit by an exception.
  void set_pulse(std::function<void()> pulse) { pulse_ = std::move(pulse); }

  // Begins a new depth: MOVE, from 1 or 0, is expected to be the best one at the root. It is tried
  // first.
  void expect(std::uint32_t move) {
    better_.reset();
    expected_ = first_move_ = move;
  }
  // The move to try first at the root, from 1; 0: the table's.
  void try_first(std::uint32_t move) { first_move_ = move; }
  // The best move since expect() whose search was complete, if it is better than the expected one.
  const std::optional<Better>& better() const { return better_; }

  // A game without end: is it an error, or does it only end the search?
  void may_give_up(bool may) { may_give_up_ = may; }

  // Calls EVENT with the observer, if there is one.
  template <class Event>
  void report(Event&& event) {
    if constexpr (Observer::kListens)
      if (observer_) event(*observer_);
  }
  bool is_observed() const { return Observer::kListens && observer_; }
  void end_observation() { observer_ = nullptr; }

  static unsigned reported_depth(unsigned depth) { return depth == kWholeGame ? 0 : depth; }

 private:
  static constexpr std::uint64_t kPostponed = 2;
  static constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::min();
  using Line = LineArena::Line;
  using Ranked = typename Ordering<R>::Ranked;

  auto others() {
    return [this] {
      rules_.poll();
      partner_.look();
      if (!watch_.stopped()) look_at_divided();
      if (pulse_) pulse_();
    };
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
      const Found found = Bounds(rules_.bounds(p)).clamp({rules_.value(p), kNeither});
      report([&](auto& o) { o.evaluated(found.score, false); });
      return found;
    }
    return rules_.side(p) == Side::Max ? expand<Side::Max>(p, depth, ply, alpha, beta, line)
                                       : expand<Side::Min>(p, depth, ply, alpha, beta, line);
  }

  // A position that expand() searches.
  struct Node {
    const Position& position;
    unsigned depth;
    unsigned ply;
    bool in_table;      // is its result stored?
    std::uint64_t key;  // if it is needed
    int settled;        // the part of the value that is not in the key
    Bounds by_rules;
    Bounds known;  // by the rules and the table
  };

  // A position on the current path whose moves the processes divide, and the window.
  struct Divided {
    Node* node;
    int alpha;
    int beta;
  };

  // The best move of a position so far.
  struct Best {
    Found found;
    std::uint32_t move = 0;            // from 1
    unsigned reply_proved = kNeither;  // what is proved about the position after it
  };

  // The bound of the value that one move of S proves, and the one that only all moves prove.
  template <Side S>
  static constexpr Proved kOwn = S == Side::Max ? kLower : kUpper;
  template <Side S>
  static constexpr Proved kOther = S == Side::Max ? kUpper : kLower;

  template <Side S>
  Found expand(const Position& p, unsigned depth, unsigned ply, int alpha, int beta, Line& line) {
    const std::uint64_t nodes_before = watch_.nodes();
    if (ply > kDeepestGame) return give_up(p);
    // 3. Use known bounds, from the game and from the table. The root must return a move.
    Node n = node(p, depth, ply);
    const std::uint32_t first_move = look_up(n);
    if (ply > 0 && n.known.answer(alpha, beta)) return answer(n, beta);
    report([&](auto& o) { o.enter(S, alpha, beta); });
    if (ply > 0)
      narrow(n, alpha, beta);
    else
      forget_own_bound<S>(n);
    partner_.visit(ply);
    // 4. Rank the moves: the most promising one is searched first.
    auto moves = moves_at(p, ply);
    const std::size_t first = ranked_.size();
    rank(p, moves, S, first_move, ply);
    report([&](auto& o) { o.order(moves_from(first), first_move, ply == 0 && first_move_ > 0); });
    // 5. Search each move, until one causes a cutoff.
    const bool is_divided = n.in_table && ply > 0 && partner_.divides(ply);
    if (is_divided) divided_.push_back({&n, alpha, beta});
    beyond_ += depth == 0;
    const Best best = search_moves<S>(n, moves, first, alpha, beta, line);
    beyond_ -= depth == 0;
    if (is_divided) divided_.pop_back();
    ranked_.resize(first);
    if (watch_.stopped()) {
      if (overtaken_ != &n) return {0, kNeither};
      overtaken_ = nullptr;
      watch_.go_on();
      line = 0;
      return answer(n, beta);
    }
    // 6. Combine the score with the known bounds, and store it unless it depends on the path.
    const Found found = combine<S>(n, best, line);
    if (n.in_table && found.since == kNoPly)
      table_.store(n.key, entry_of(found, alpha, beta, n.settled, depth, best.move),
                   watch_.nodes() - nodes_before + 1, [this] {
                     watch_.pause(others());
                     return !watch_.stopped();
                   });
    report_leave(n, found, alpha, beta);
    return found;
  }

  // Stops the search up to the first position of the current path for which another process has found
  // an answer.
  void look_at_divided() {
    for (auto& [n, alpha, beta] : divided_) {
      const auto e = table_.probe(n->key);
      if (!e) continue;
      n->known.narrow(*e, n->depth, n->settled);
      if (!n->known.answer(alpha, beta)) continue;
      overtaken_ = n;
      return watch_.stop();
    }
  }

  // The end of a path that is too long.
  Found give_up(const Position& p) {
    if (!may_give_up_) rules_.endless(p);
    watch_.stop();
    return {0, kNeither};
  }

  // The table contains no positions beyond the depth, since how far they are searched depends on the
  // path.
  [[gnu::always_inline]] Node node(const Position& p, unsigned depth, unsigned ply) {
    const bool in_table = has_table_ && depth > 0;
    const Bounds by_rules(rules_.bounds(p));
    const int settled = rules_.offset(p);
    const std::uint64_t key = in_table || repetition_ ? rules_.key(p) : 0;
    if (repetition_) {
      path_.resize(ply);
      path_.push_back(key);
    }
    return {p, depth, ply, in_table, key, settled, by_rules, by_rules};
  }

  // Adds the bounds that the table has to those of N. Returns the move to try first, from 1, or 0. At
  // the root uses only the table's move.
  [[gnu::always_inline]] std::uint32_t look_up(Node& n) {
    std::uint32_t first_move = n.ply == 0 ? first_move_ : 0;
    if (!n.in_table) return first_move;
    if (auto e = table_.probe(n.key)) {
      if (n.ply > 0) n.known.narrow(*e, n.depth, n.settled);
      if (first_move == 0 && e->move != TranspositionTable::kNoMove) first_move = e->move + 1u;
    }
    return first_move;
  }

  // The answer of the known bounds.
  [[gnu::always_inline]] Found answer(const Node& n, int beta) {
    const Found found = n.known.found(beta);
    report([&](auto& o) {
      o.answered(found.score, n.known.bound(beta), !n.by_rules.has_bound(found.score));
    });
    return found;
  }

  [[gnu::always_inline]] void narrow(const Node& n, int& alpha, int& beta) {
    const int lower = n.known.lower.score;
    const int upper = n.known.upper.score;
    if (lower <= alpha && upper >= beta) return;
    alpha = std::max(alpha, lower);
    beta = std::min(beta, upper);
    report([&](auto& o) {
      o.narrowed(alpha, beta, lower > n.by_rules.lower.score || upper < n.by_rules.upper.score);
    });
  }

  // Drops the bound of the root that S is sure of (the lower one for the maximizer), since it names no
  // move.
  template <Side S>
  [[gnu::always_inline]] void forget_own_bound(Node& n) {
    if (S == Side::Max)
      n.known.lower = {-kInfinity, kNeither};
    else
      n.known.upper = {kInfinity, kNeither};
  }

  // Searches the MOVES of N, which are ranked from FIRST on. The values of earlier moves narrow the
  // window. LINE becomes the line of the best move.
  template <Side S, class Moves>
  [[gnu::always_inline]] Best search_moves(const Node& n, const Moves& moves, std::size_t first,
                                           int alpha, int beta, Line& line) {
    const int alpha_before = alpha;
    const int beta_before = beta;
    int& own = S == Side::Max ? alpha : beta;
    Best best{{S == Side::Max ? -kInfinity : kInfinity, kOther<S>}};
    const unsigned below = n.depth == kWholeGame ? n.depth : n.depth > 0 ? n.depth - 1 : 0;
    for (std::size_t i = first; i < ranked_.size(); ++i) {
      if (has_order_) Ordering<R>::take_best(ranked_, first, i);
      const std::uint32_t number = ranked_[i].number;
      Position next = n.position;
      play(next, moves[number], below);
      const std::uint64_t claimed =
          n.in_table && below > 0 && partner_.divides(n.ply) ? claim(next, i, first) : 0;
      if (claimed == kPostponed) continue;
      const auto mark = lines_.mark();
      Line reply = 0;
      const Found found =
          search_move<S>(next, number, below, n.ply + 1, i == first, alpha, beta, reply);
      if (claimed != 0) partner_.release(claimed);
      if (watch_.stopped()) break;
      best.found.since = std::min(best.found.since, found.since);
      best.found.proved &= found.proved | ~kOther<S>;
      // The first of equal moves is kept, unless a later one is proved.
      const int score = best.found.score;
      const bool is_better = S == Side::Max ? found.score > score : found.score < score;
      const bool is_surer =
          found.score == score && (found.proved & ~best.found.proved & kOwn<S>) != 0;
      if (is_better || is_surer) {
        best.found.score = found.score;
        best.found.proved = (best.found.proved & kOther<S>) | (found.proved & kOwn<S>);
        best.move = number + 1;
        best.reply_proved = found.proved;
        line = lines_.extend(best.move, reply);
        if (n.ply == 0 && (S == Side::Max ? found.score > alpha_before : found.score < beta_before))
          note_better<S>(best, line);
      } else {
        lines_.restore(mark);
      }
      if (S == Side::Max ? best.found.score > own : best.found.score < own) own = best.found.score;
      report([&](auto& o) {
        o.returned(number + 1, found.score, alpha, beta, best.found.score, is_better, is_surer);
      });
      if (alpha < beta) continue;
      if (i + 1 < ranked_.size()) {
        best.found.proved &= kOwn<S>;
        report([&](auto& o) { o.cutoff(number + 1, alpha, beta, moves_from(i + 1)); });
      }
      order_.remember_cut(rules_, moves[number], S, n.ply, n.depth);
      break;
    }
    return best;
  }

  // Searches P, the position after move NUMBER; moves after the first with a null window, and again if
  // they are better.
  template <Side S>
  [[gnu::always_inline]] Found search_move(const Position& p, std::uint32_t number, unsigned depth,
                                           unsigned ply, bool is_first, int alpha, int beta,
                                           Line& reply) {
    const auto mark = lines_.mark();
    const bool null_window = !is_first && on_.null_window && beta - alpha > 1;
    report([&](auto& o) { o.descend(number + 1, null_window); });
    Found found = any(p, depth, ply, null_window && S == Side::Min ? beta - 1 : alpha,
                      null_window && S == Side::Max ? alpha + 1 : beta, reply);
    if (null_window && !watch_.stopped() && found.score > alpha && found.score < beta) {
      lines_.restore(mark);
      reply = 0;
      report([&](auto& o) { o.descend_again(number + 1, found.score); });
      found = any(p, depth, ply, alpha, beta, reply);
    }
    return found;
  }

  // The result of N, from its moves and the known bounds. A score that is one of the known bounds is
  // returned without a line. The line of a proved score ends where its moves are no longer proved.
  template <Side S>
  [[gnu::always_inline]] Found combine(const Node& n, const Best& best, Line& line) {
    Found found = n.known.clamp(best.found);
    const bool is_moves_own = (best.found.proved & kOwn<S>) != 0;
    if (n.ply > 0 &&
        (found.score != best.found.score || (!is_moves_own && (found.proved & kOwn<S>) != 0)))
      line = 0;
    else if (found.proved == kBoth && best.reply_proved != kBoth)
      line = lines_.extend(best.move, 0);
    found.since = best.found.since < n.ply ? best.found.since : kNoPly;
    return found;
  }

  void report_leave(const Node& n, const Found& found, int alpha, int beta) {
    report([&](auto& o) {
      const bool is_lower = found.score > alpha || found.score == n.known.lower.score;
      const bool is_upper = found.score < beta || found.score == n.known.upper.score;
      const bool is_exact = is_lower && is_upper;
      o.leave(found.score,
              is_exact   ? Bound::Exact
              : is_lower ? Bound::Lower
                         : Bound::Upper,
              is_exact && found.proved == kBoth, reported_depth(n.depth),
              n.in_table ? stored(n.key, n.settled) : std::nullopt);
    });
  }

  // Records that BEST at the root is better than the earlier moves of this depth. Ignores the
  // expected move, which is tried first.
  template <Side S>
  void note_better(const Best& best, Line line) {
    if (best.move == expected_) return;
    const int score = best.found.score;
    if (better_ && (S == Side::Max ? score <= better_->score : score >= better_->score)) return;
    better_ = {score, S == Side::Max ? Bound::Lower : Bound::Upper, lines_.moves_of(line)};
  }

  // Claims P, the position after the ranked move I; FIRST is the first one. Returns the key by which
  // to release it, or 0. If another process has claimed it, appends the move to the ranked ones, once,
  // and returns kPostponed.
  std::uint64_t claim(const Position& p, std::size_t i, std::size_t first) {
    if (rules_.over(p)) return 0;
    const std::uint64_t key = rules_.key(p) | 1;  // neither 0 nor kPostponed
    const Ranked move = ranked_[i];
    if (i > first && move.rank != kLast && partner_.is_claimed(key)) {
      ranked_.push_back({kLast, move.number});
      return kPostponed;
    }
    return partner_.claim(key) ? key : 0;
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

  // Is the game's own order used at PLY? Shuffled moves at the root need none.
  bool uses_own_order(unsigned ply) const { return on_.own_order && !(ply == 0 && on_.seed > 0); }
  // The moves of P. Rules that can find moves and their order together do so if it is used.
  auto moves_at(const Position& p, unsigned ply) {
    if constexpr (requires { rules_.ordered_moves(p); })
      if (uses_own_order(ply)) return rules_.ordered_moves(p);
    return rules_.moves(p);
  }
  // The order of move I of MOVES, which moves_at() has returned.
  template <class Moves>
  int order_of(const Position& p, const Moves& moves, std::uint32_t i) {
    return i < orders_.size() ? orders_[i] : on_.own_order ? rules_.order(p, moves[i]) : 0;
  }

  // Appends MOVES with their ranks to ranked_. FIRST_MOVE (from 1; 0: none) has the highest rank.
  template <class Moves>
  void rank(const Position& p, const Moves& moves, Side side, std::uint32_t first_move,
            unsigned ply) {
    const auto count = static_cast<std::uint32_t>(moves.size());
    orders_.clear();
    if constexpr (requires { rules_.orders(p, moves, orders_); })
      if (uses_own_order(ply)) rules_.orders(p, moves, orders_);
    for (std::uint32_t i = 0; i < count; ++i) {
      if ((i & 63) == 63) watch_.pause(others());
      std::int64_t rank =
          !has_order_ ? 0
          : ply == 0 && on_.seed > 0
              ? static_cast<std::int64_t>(mix64(on_.seed + i * 0x9E3779B97F4A7C15) >> 2)
              : order_.rank(rules_, order_of(p, moves, i), moves[i], side, ply);
      if (i + 1 == first_move) rank = std::numeric_limits<std::int64_t>::max();
      ranked_.push_back({rank, i});
    }
  }

  R& rules_;
  Observer* observer_;
  Refinements on_;
  Watch watch_;
  OwnTableMemory own_memory_;
  TranspositionTable table_;
  Partner partner_;
  bool has_table_;
  bool has_order_;  // else moves are tried in the game's order
  Ordering<R> order_;
  std::vector<int> orders_;     // the game's order of the moves that are ranked, if it is known
  std::vector<Ranked> ranked_;  // the moves of all positions on the current path
  LineArena lines_;
  Line line_ = 0;
  std::uint32_t first_move_ = 0;
  std::uint32_t expected_ = 0;
  std::optional<Better> better_;
  std::optional<int> repetition_;    // the value of a repeated position
  std::vector<std::uint64_t> path_;  // the keys of the current path, by ply
  std::vector<Divided> divided_;     // the outermost first
  const Node* overtaken_ = nullptr;  // one of these, answered by another process
  bool may_give_up_ = false;
  std::function<void()> pulse_;
  unsigned beyond_ = 0;  // plies beyond the depth on the current path
};

}  // namespace winnow::search
