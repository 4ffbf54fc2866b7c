// The search for real games: alpha-beta, deepened ply by ply, with a transposition table, ordering
// of moves, an aspiration window and limits. Each refinement can be switched off.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "search/game.hpp"
#include "search/transposition_table.hpp"

namespace winnow::search {

struct Limits {
  unsigned plies = 0;       // 0: to the end of the game
  std::uint64_t nodes = 0;  // 0: no limit
  double seconds = 0;       // 0: no limit
};

struct Refinements {
  bool deepening = true;  // else the full depth at once
  bool table = true;
  bool killers = true;
  bool history = true;
  bool own_order = true;  // the game's
  bool aspiration = true;
  bool quiescence = true;  // unquiet positions are searched beyond the depth, for a while
  std::uint64_t seed = 0;  // of the order of moves at the root, so that of equal ones another is
                           // kept; 0: as elsewhere
};

struct Answer {
  int score = 0;              // for the maximizer
  Bound bound = Bound::None;  // None: not even one ply was completed
  std::vector<std::uint32_t>
      line;               // 1-based numbers of moves; it may end early, where the table knew
  unsigned depth = 0;     // plies completed; 0: to the end
  bool complete = false;  // as deep as was asked
  std::uint64_t nodes = 0;
  std::uint64_t table_hits = 0;
  double seconds = 0;
};

template <Rules R>
class Engine {
 public:
  using Position = typename R::Position;
  // Called after each depth that was completed, and once a second between, with bound None and the
  // depth that is searched.
  using Progress = std::function<void(const Answer&)>;

  Engine(R& rules, const Limits& limits, const Refinements& refinements)
      : rules_(rules), limits_(limits), on_(refinements) {}

  Answer run(const Position& root, const Progress& progress = nullptr) {
    start_ = Clock::now();
    next_pulse_ = start_ + kPulse;
    progress_ = progress;
    Answer answer;
    unsigned last = limits_.plies == 0 ? kWholeGame : std::min(limits_.plies, kMostPlies);
    bool at_once = !on_.deepening || last == kWholeGame;
    for (unsigned depth = at_once ? last : 1; depth <= last; ++depth) {
      searched_.depth = depth == kWholeGame ? 0 : depth;
      int score = answer.bound == Bound::None ? search_root(root, depth, -kInfinity, kInfinity)
                                              : aspire(root, depth, answer.score);
      if (stopped_) break;
      answer.score = score;
      answer.bound = Bound::Exact;
      answer.line = line_;
      answer.depth = depth == kWholeGame ? 0 : depth;
      answer.complete = depth == last;
      tell(answer);
      if (progress_) progress_(answer);
      if (!estimated_) {  // no line was broken off: deeper search finds the same
        answer.complete = true;
        break;
      }
    }
    tell(answer);
    return answer;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kInfinity = 1'000'000'000;
  static constexpr unsigned kMostPlies = 400;
  static constexpr unsigned kWholeGame = 60'000;
  static constexpr unsigned kQuietPlies = 16;
  static constexpr int kAspiration = 2;
  static constexpr std::chrono::seconds kPulse{1};

  void tell(Answer& answer) const {
    answer.nodes = nodes_;
    answer.table_hits = table_hits_;
    answer.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  }

  // A narrow window about the last depth's score; a wide one if the score is not in it.
  int aspire(const Position& root, unsigned depth, int guess) {
    if (!on_.aspiration) return search_root(root, depth, -kInfinity, kInfinity);
    int score = search_root(root, depth, guess - kAspiration, guess + kAspiration);
    if (stopped_ || (score > guess - kAspiration && score < guess + kAspiration)) return score;
    return search_root(root, depth, -kInfinity, kInfinity);
  }

  int search_root(const Position& root, unsigned depth, int alpha, int beta) {
    estimated_ = false;
    line_.clear();
    return any(root, depth, 0, alpha, beta, line_);
  }

  int any(const Position& p, unsigned depth, unsigned ply, int alpha, int beta,
          std::vector<std::uint32_t>& line) {
    return rules_.side(p) == Side::Max ? search<Side::Max>(p, depth, ply, alpha, beta, line)
                                       : search<Side::Min>(p, depth, ply, alpha, beta, line);
  }

  bool must_stop() {
    if ((nodes_ & 1023) == 0) {
      rules_.poll();
      const auto now = Clock::now();
      if (limits_.seconds > 0 &&
          std::chrono::duration<double>(now - start_).count() > limits_.seconds)
        stopped_ = true;
      if (progress_ && now >= next_pulse_) {
        next_pulse_ = now + kPulse;
        tell(searched_);
        progress_(searched_);
      }
    }
    if (limits_.nodes > 0 && nodes_ > limits_.nodes) stopped_ = true;
    return stopped_;
  }

  template <Side S>
  int search(const Position& p, unsigned depth, unsigned ply, int alpha, int beta,
             std::vector<std::uint32_t>& line) {
    ++nodes_;
    // 1. The end of the game, or of the plies allowed.
    if (rules_.over(p)) return rules_.value(p);
    if (depth == 0 && (!on_.quiescence || beyond_ >= kQuietPlies || rules_.quiet(p))) {
      estimated_ = true;
      return rules_.value(p);
    }
    if (must_stop()) return 0;
    if (ply > kDeepestGame) rules_.endless(p);
    // 2. What can still happen may not reach into the window.
    const int settled = rules_.offset(p);
    const auto [least, greatest] = rules_.bounds(p);
    if (greatest <= alpha) return greatest;
    if (least >= beta) return least;
    // 3. What the table knows. Nothing is taken from it at the root, where a move is wanted, and
    // nothing kept in it of positions beyond the depth: how far those are searched depends on the
    // way there.
    const bool in_table = on_.table && depth > 0;
    const std::uint64_t key = in_table ? rules_.key(p) : 0;
    std::uint8_t known_move = TranspositionTable::kNoMove;
    if (in_table) {
      if (auto e = table_.probe(key)) {
        known_move = e->move;
        int score = e->score + settled;
        if (e->depth >= depth && ply > 0 &&
            (e->bound == Bound::Exact || (e->bound == Bound::Lower && score >= beta) ||
             (e->bound == Bound::Upper && score <= alpha))) {
          ++table_hits_;
          estimated_ = estimated_ || e->depth < kWholeGame;
          return score;
        }
      }
    }
    // 4. The moves, the most promising first.
    auto moves = rules_.moves(p);
    std::vector<Ranked>& ranked = rank(p, moves, known_move, ply);
    const std::size_t first = ranked.size() - moves.size();
    // 5. Each in turn, with the window narrowed by those before it.
    const int alpha_before = alpha;
    const int beta_before = beta;
    int& own = S == Side::Max ? alpha : beta;
    int best = S == Side::Max ? -kInfinity : kInfinity;
    std::uint8_t best_move = TranspositionTable::kNoMove;
    const unsigned below = depth == kWholeGame ? depth : depth > 0 ? depth - 1 : 0;
    std::vector<std::uint32_t> reply;
    for (std::size_t i = first; i < ranked.size() && !stopped_; ++i) {
      const std::uint32_t number = ranked[i].number;
      reply.clear();
      beyond_ += depth == 0;
      Position next = p;
      rules_.play(next, moves[number]);
      int score = any(next, below, ply + 1, alpha, beta, reply);
      beyond_ -= depth == 0;
      if (stopped_) break;
      if (S == Side::Max ? score > best : score < best) {
        best = score;
        best_move = number < TranspositionTable::kNoMove ? static_cast<std::uint8_t>(number)
                                                         : TranspositionTable::kNoMove;
        line.assign(1, number + 1);
        line.insert(line.end(), reply.begin(), reply.end());
      }
      if (S == Side::Max ? best > own : best < own) own = best;
      // 6. Cut, and remember what did it.
      if (alpha >= beta) {
        remember_cut(moves[number], ply, depth);
        break;
      }
    }
    ranked.resize(first);
    if (stopped_) return 0;
    if (in_table) {
      Bound bound = best <= alpha_before  ? Bound::Upper
                    : best >= beta_before ? Bound::Lower
                                          : Bound::Exact;
      table_.store({key, best - settled, static_cast<std::uint16_t>(depth), bound, best_move});
    }
    return best;
  }

  struct Ranked {
    std::int64_t rank;
    std::uint32_t number;  // in the game's order, from 0
  };

  // The numbers of MOVES behind those of the positions above, best first.
  template <class Moves>
  std::vector<Ranked>& rank(const Position& p, const Moves& moves, std::uint8_t known,
                            unsigned ply) {
    const std::size_t first = ranked_.size();
    for (std::uint32_t i = 0; i < moves.size(); ++i) {
      std::int64_t rank = on_.own_order ? std::int64_t{rules_.order(p, moves[i])} << 32 : 0;
      if constexpr (R::kSlots > 0) {
        if (on_.killers || on_.history) {
          const unsigned slot = rules_.slot(moves[i]);
          if (on_.killers && ply < kMostPlies && killers_[ply] == slot)
            rank += std::int64_t{1} << 31;
          if (on_.history) rank += history_[slot];
        }
      }
      if (ply == 0 && on_.seed > 0)
        rank = static_cast<std::int64_t>(mix64(on_.seed + i * 0x9E3779B97F4A7C15) >> 2);
      if (i == known) rank = std::numeric_limits<std::int64_t>::max();
      ranked_.push_back({rank, i});
    }
    std::stable_sort(ranked_.begin() + static_cast<std::ptrdiff_t>(first), ranked_.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank > b.rank; });
    return ranked_;
  }

  template <class Move>
  void remember_cut(const Move& move, unsigned ply, unsigned depth) {
    if constexpr (R::kSlots > 0) {
      if (!on_.killers && !on_.history) return;
      const unsigned slot = rules_.slot(move);
      if (ply < kMostPlies) killers_[ply] = slot;
      if (depth < 64)
        history_[slot] =
            std::min<std::int64_t>(history_[slot] + std::int64_t{depth} * depth, 1 << 30);
    }
  }

  R& rules_;
  Limits limits_;
  Refinements on_;
  TranspositionTable table_;
  std::vector<Ranked> ranked_;  // of all positions between the root and here
  std::vector<unsigned> killers_ = std::vector<unsigned>(kMostPlies, ~0u);
  std::array<std::int64_t, std::max(R::kSlots, 1u)> history_{};
  std::vector<std::uint32_t> line_;
  Clock::time_point start_;
  Clock::time_point next_pulse_;
  Progress progress_;
  Answer searched_;  // what a pulse tells
  std::uint64_t nodes_ = 0;
  std::uint64_t table_hits_ = 0;
  unsigned beyond_ = 0;  // plies below the depth
  bool stopped_ = false;
  bool estimated_ = false;  // some line was broken off
};

// Move sequences of exactly PLIES moves from P; a finished game has none.
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
