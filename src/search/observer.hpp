// What algorithms report while they run. Drawings, explanations and counts of distinct leaves come
// from these events alone.
#pragma once

#include "search/game.hpp"

namespace winnow::search {

// What a position is entered for.
template <class Score>
struct Question {
  enum class Kind : std::uint8_t {
    Window,   // its value, where that lies between ALPHA and BETA
    Better,   // the same window, but only to learn whether the move to it beats those before: the
              // bound on the far side is the nearest number, and nobody's
    Again,    // it did: the bound on the near side is what was found then
    More,     // yes or no: is the value more than ALPHA?
    Less,     // less than ALPHA?
    AtLeast,  // at least ALPHA?
    Merit,    // best-first search: its value, which counts up to ALPHA (for DUAL*: from ALPHA on)
  };
  Kind kind;
  Score alpha;
  Score beta{};  // of windows

  bool is_window() const { return kind <= Kind::Again; }
  bool is_test() const { return kind == Kind::More || kind == Kind::Less || kind == Kind::AtLeast; }
};

// Reports to nobody, and costs nothing.
struct Silent {
  static constexpr bool kListens = false;
  template <class Score>
  void enter(const Ply*, Side, const Question<Score>&) {}
  template <class Score>
  void leaf(const Ply*, Score) {}
  template <class Score>
  void leave(const Ply*, Score, Bound) {}
  template <class Score>
  void cutoff(const Ply*, Side, std::uint32_t, Score, Score, const Ply* = nullptr) {}
  void pass() {}
};

// Somebody who listens.
template <class Score>
class Listener {
 public:
  static constexpr bool kListens = true;
  virtual ~Listener() = default;
  // The search begins at the root anew, with another question.
  virtual void pass() {}
  // The position at PLY, where SIDE moves, is looked at.
  virtual void enter(const Ply* ply, Side side, const Question<Score>& question) = 0;
  // It was evaluated, and is done.
  virtual void leaf(const Ply* ply, Score value) = 0;
  // It had moves, and is done: VALUE is what BOUND says of its worth.
  virtual void leave(const Ply* ply, Score value, Bound bound) = 0;
  // The moves behind MOVE at PLY, where SIDE moves, are not looked at, since ALPHA reached BETA:
  // the one is the best that SIDE has there, the other what the other side has elsewhere, or what
  // was asked. SOLVED: the position above where the best-first search found so much that it dropped
  // what was left here.
  virtual void cutoff(const Ply* ply, Side side, std::uint32_t move, Score alpha, Score beta,
                      const Ply* solved = nullptr) = 0;
};

}  // namespace winnow::search
