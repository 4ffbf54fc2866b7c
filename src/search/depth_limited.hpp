// The rules of a game as a tree for the textbook algorithms, cut off at a depth.
#pragma once

#include "search/game.hpp"
#include "search/integer_scores.hpp"

namespace winnow::search {

template <Rules R>
class DepthLimited : public IntegerScores<int> {
 public:
  using State = typename R::Position;

  DepthLimited(R& rules, std::uint32_t plies) : rules_(rules), plies_(plies) {}

  class Children {
   public:
    Children(const R& rules, const State& position)
        : rules_(rules), position_(position), moves_(rules.moves(position)) {}
    bool next(State& child, std::uint32_t& number) {
      typename R::Move move;
      if (!moves_.take(move)) return false;
      child = position_;
      rules_.play(child, move);
      ++number;
      return true;
    }
    bool more() const { return moves_.size() > 0; }

   private:
    const R& rules_;
    const State& position_;  // must outlive the cursor
    typename R::Moves moves_;
  };

  Children children(const State& p, const Ply*) const { return Children(rules_, p); }
  bool is_leaf(const State& p, const Ply* ply) const {
    return ply->depth >= plies_ || rules_.over(p);
  }
  Score value(const State& p, const Ply*) const { return rules_.value(p); }
  Side side_after(Side, const State& child) const { return rules_.side(child); }
  void poll() { rules_.poll(); }

 private:
  R& rules_;
  std::uint32_t plies_;
};

}  // namespace winnow::search
