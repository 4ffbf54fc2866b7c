// Events that algorithms report while they run. Drawings, explanations and counts of distinct
// leaves are made from these events alone.
#pragma once

#include "search/game.hpp"

namespace winnow::search {

// The question for which a position is entered.
template <class Score>
struct Question {
  enum class Kind : std::uint8_t {
    Window,   // its value, where that lies between ALPHA and BETA
    Better,   // a null window: does the move beat those before it? The bound on the far side is the
              // nearest number; no position has it as its value
    Again,    // a re-search after that; the bound on the near side is the value that was found
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

// The empty observer: calls to it compile to nothing.
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

// An observer that receives the events.
template <class Score>
class Listener {
 public:
  static constexpr bool kListens = true;
  virtual ~Listener() = default;
  // The search starts again at the root, with another question.
  virtual void pass() {}
  // The search enters the position at PLY, where SIDE moves.
  virtual void enter(const Ply* ply, Side side, const Question<Score>& question) = 0;
  // The position is a leaf and was evaluated.
  virtual void leaf(const Ply* ply, Score value) = 0;
  // The search leaves an interior node; BOUND says how VALUE relates to its minimax value.
  virtual void leave(const Ply* ply, Score value, Bound bound) = 0;
  // A cutoff at PLY, where SIDE moves: the moves after MOVE are pruned, since ALPHA >= BETA. One of
  // the two is the best value of SIDE there, the other the bound of the opponent from elsewhere, or
  // of the test. SOLVED: if not null, the ancestor whose solution made the best-first search drop
  // the rest of this position.
  virtual void cutoff(const Ply* ply, Side side, std::uint32_t move, Score alpha, Score beta,
                      const Ply* solved = nullptr) = 0;
};

}  // namespace winnow::search
