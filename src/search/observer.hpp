// The events that algorithms report while they run. Drawings, explanations and the count of
// distinct leaves are made from these events alone.
#pragma once

#include "search/game.hpp"

namespace winnow::search {

// The question that a search asks about a position when it enters it.
template <class Score>
struct Question {
  enum class Kind : std::uint8_t {
    Window,   // what is the value, if it is between ALPHA and BETA?
    Better,   // null window: is the move better than those before it? The bound of the other side
              // is only the next score, not the value of a position
    Again,    // the re-search after Better, with the value that was found as bound of the mover
    More,     // test: is the value greater than ALPHA?
    Less,     // test: is the value less than ALPHA?
    AtLeast,  // test: is the value at least ALPHA?
    Merit,    // best-first search: what is the value, up to ALPHA (DUAL*: from ALPHA on)?
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
  // the two is the best value of SIDE at PLY, the other a bound that the opponent has elsewhere, or
  // the bound of the test. SOLVED: if not null, the ancestor that was solved, so that the
  // best-first search dropped the rest of this position.
  virtual void cutoff(const Ply* ply, Side side, std::uint32_t move, Score alpha, Score beta,
                      const Ply* solved = nullptr) = 0;
};

}  // namespace winnow::search
