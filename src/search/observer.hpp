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
  template <class Score>
  void returned(const Ply*, Side, std::uint32_t, Score, Score, Score, Score) {}
  template <class Score>
  void pass(Score, bool, Score, Score) {}
  template <class Score>
  void pass_done(Score, Score) {}
  template <class Score>
  void known(const Ply*, Score, Bound) {}
  template <class Score>
  void stored(const Ply*, Score, Score) {}
  bool wants_places(std::size_t) { return false; }
  template <class Score>
  void put(const Ply*, bool, Score, std::size_t) {}
  template <class Score>
  void taken(const Ply*, bool, Score) {}
  void dropped(const Ply*) {}
};

// An observer that receives the events.
template <class Score>
class Listener {
 public:
  static constexpr bool kListens = true;
  virtual ~Listener() = default;
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
  // The move MOVE of PLY, where SIDE moves, returned VALUE. BEST, ALPHA and BETA: the best value
  // and the window at PLY after that; of a test, both bounds are the number asked about. A cutoff
  // is reported next.
  virtual void returned(const Ply*, Side, std::uint32_t /*move*/, Score /*value*/, Score /*best*/,
                        Score /*alpha*/, Score /*beta*/) {}

  // Tests with memory. A pass starts at the root: is its value, which lies in LOWER..UPPER, more
  // than GUESS (STRICT), or at least GUESS?
  virtual void pass(Score /*guess*/, bool /*strict*/, Score /*lower*/, Score /*upper*/) {}
  // The pass has narrowed the bounds of the root's value to LOWER..UPPER.
  virtual void pass_done(Score /*lower*/, Score /*upper*/) {}
  // The table answers for the position: it is not entered.
  virtual void known(const Ply*, Score /*value*/, Bound) {}
  // The table holds LOWER..UPPER for the position, which the search leaves next.
  virtual void stored(const Ply*, Score /*lower*/, Score /*upper*/) {}

  // Best-first search: a position is inserted into OPEN, as number PLACE from 0; the first one is
  // taken; one is removed because its value does not matter any more.
  // The first is reported only to a listener that wants the places in OPEN, now of LENGTH.
  virtual bool wants_places(std::size_t /*length*/) { return false; }
  virtual void put(const Ply*, bool /*solved*/, Score /*merit*/, std::size_t /*place*/) {}
  virtual void taken(const Ply*, bool /*solved*/, Score /*merit*/) {}
  virtual void dropped(const Ply*) {}
};

}  // namespace winnow::search
