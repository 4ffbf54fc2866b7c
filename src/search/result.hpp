// Results of searches, and the storage of principal variations during a search.
#pragma once

#include <cstdint>
#include <vector>

#include "search/game.hpp"

namespace winnow::search {

struct Counters {
  std::uint64_t interior = 0;  // positions expanded
  std::uint64_t leaves = 0;    // static evaluations
  std::uint64_t cutoffs = 0;
  std::uint64_t line_leaves = 0;  // evaluated again, only to find the principal variation

  std::uint64_t nodes() const { return interior + leaves; }
};

// Lines of play with shared tails: a line is a move and the rest of the line.
class LineArena {
 public:
  using Line = std::uint32_t;  // 0: no move
  using Mark = std::uint32_t;

  Line extend(std::uint32_t move, Line rest) {
    if (top_ == moves_.size()) [[unlikely]]
      moves_.resize(2 * top_ + 64);
    moves_[top_] = {move, rest};
    return static_cast<Line>(++top_);
  }
  // restore() frees the lines made since MARK.
  Mark mark() const { return static_cast<Mark>(top_); }
  void restore(Mark mark) { top_ = mark; }

  std::vector<std::uint32_t> moves_of(Line line) const {
    std::vector<std::uint32_t> moves;
    for (; line != 0; line = moves_[line - 1].rest) moves.push_back(moves_[line - 1].move);
    return moves;
  }

 private:
  struct Step {
    std::uint32_t move;
    Line rest;
  };
  std::vector<Step> moves_;
  std::size_t top_ = 0;
};

template <class Score>
struct Result {
  Score value;
  Bound bound;                                     // how VALUE relates to the root's value
  std::vector<std::uint32_t> principal_variation;  // 1-based numbers of moves; empty for a bound
  Counters counters;
};

}  // namespace winnow::search
