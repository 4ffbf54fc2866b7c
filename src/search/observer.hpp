// What algorithms report while they run. Drawings, explanations and counts of distinct leaves come
// from these events alone.
#pragma once

#include "search/game.hpp"

namespace winnow::search {

// Reports to nobody, and costs nothing.
struct Silent {
  template <class Score>
  void enter(const Ply*, Side, Score, Score) {}
  template <class Score>
  void leaf(const Ply*, Score) {}
  template <class Score>
  void leave(const Ply*, Score) {}
  template <class Score>
  void cutoff(const Ply*, Side, std::uint32_t, Score, Score) {}
};

// Somebody who listens.
template <class Score>
class Listener {
 public:
  virtual ~Listener() = default;
  // The position at PLY, where SIDE moves, is looked at in the window (ALPHA, BETA).
  virtual void enter(const Ply* ply, Side side, Score alpha, Score beta) = 0;
  // It was evaluated.
  virtual void leaf(const Ply* ply, Score value) = 0;
  // It is done: VALUE is exact, or a bound if the window says so.
  virtual void leave(const Ply* ply, Score value) = 0;
  // After MOVE at PLY, where SIDE moves, nothing was left of the window (ALPHA, BETA), or the
  // question that it asks was answered: the moves behind it are not looked at.
  virtual void cutoff(const Ply* ply, Side side, std::uint32_t move, Score alpha, Score beta) = 0;
};

// Reports to a listener.
template <class Score>
class Reporting {
 public:
  explicit Reporting(Listener<Score>& to) : to_(to) {}
  void enter(const Ply* ply, Side side, Score alpha, Score beta) {
    to_.enter(ply, side, alpha, beta);
  }
  void leaf(const Ply* ply, Score value) { to_.leaf(ply, value); }
  void leave(const Ply* ply, Score value) { to_.leave(ply, value); }
  void cutoff(const Ply* ply, Side side, std::uint32_t move, Score alpha, Score beta) {
    to_.cutoff(ply, side, move, alpha, beta);
  }

 private:
  Listener<Score>& to_;
};

}  // namespace winnow::search
