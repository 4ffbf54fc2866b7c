// Limits of a search, and the points at which it polls for interrupts.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace winnow::search {

struct Limits {
  unsigned plies = 0;       // 0: to the end of the game
  std::uint64_t nodes = 0;  // 0: no limit
  double seconds = 0;       // 0: no limit
  // Search a single legal move to one ply only: the move is wanted, not its value.
  bool forced_is_enough = false;
};

// Counts positions and reads the clock: not at each position, but often enough to notice the time
// limit within about a millisecond, however long a position takes.
class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  // MOST_BETWEEN: the largest number of positions between two readings of the clock. It can be
  // large if all positions take about the same time, and must be small if one may take a
  // thousand times as long as another.
  Watch(const Limits& limits, unsigned most_between)
      : limits_(limits), most_between_(most_between), start_(Clock::now()), last_look_(start_) {}

  // Counts a position; returns false if the limits do not allow to visit it. Calls OTHERS()
  // regularly, which may throw.
  template <class Others>
  [[gnu::always_inline]] bool count(Others&& others) {
    if (stopped_ || (limits_.nodes > 0 && nodes_ >= limits_.nodes)) [[unlikely]] {
      stopped_ = true;
      return false;
    }
    ++nodes_;
    if (--until_look_ == 0) [[unlikely]] {
      look();
      others();
    }
    return !stopped_;
  }
  // Reads the clock during long work on one position.
  template <class Others>
  void pause(Others&& others) {
    look();
    others();
  }

  // Sets a further limit of NODES positions in all.
  void limit_nodes(std::uint64_t nodes) {
    if (limits_.nodes == 0 || limits_.nodes > nodes) limits_.nodes = nodes;
  }

  // In a search without limits: stops after NODES further positions, or immediately, until resume().
  void allow(std::uint64_t nodes) { limits_.nodes = nodes_ + nodes; }
  void stop() { stopped_ = true; }
  void go_on() { stopped_ = false; }
  void resume() {
    limits_.nodes = 0;
    stopped_ = false;
  }

  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }
  double seconds() const { return since(start_, Clock::now()); }
  // Has a second passed since this was last true?
  bool is_pulse() {
    if (last_look_ < next_pulse_) return false;
    next_pulse_ = last_look_ + kPulse;
    return true;
  }

 private:
  static constexpr std::chrono::seconds kPulse{1};
  static constexpr double kShort = 0.0002;  // seconds between two readings
  static constexpr double kLong = 0.001;

  static double since(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  }

  void look() {
    const auto now = Clock::now();
    if (limits_.seconds > 0 && since(start_, now) >= limits_.seconds) stopped_ = true;
    const double passed = since(last_look_, now);
    if (passed > kLong) between_ = std::max(1u, between_ / 8);
    if (passed < kShort) between_ = std::min(most_between_, between_ * 2);
    until_look_ = between_;
    last_look_ = now;
  }

  Limits limits_;
  unsigned most_between_;
  unsigned between_ = 1;
  unsigned until_look_ = 1;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
  Clock::time_point start_;
  Clock::time_point last_look_;
  Clock::time_point next_pulse_ = start_ + kPulse;
};

}  // namespace winnow::search
