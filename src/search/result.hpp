// What a search returns, and the lines of play it gathers on the way.
#pragma once

#include <cstdint>
#include <vector>

namespace winnow::search {

struct Counters {
  std::uint64_t nodes = 0;   // positions visited, leaves among them
  std::uint64_t leaves = 0;  // static evaluations
  std::uint64_t cutoffs = 0;
};

// Lines of play share their tails: a line is a move and the rest of the line.
class LineArena {
 public:
  using Line = std::uint32_t;  // 0: no move
  using Mark = std::size_t;

  Line extend(std::uint32_t move, Line rest) {
    moves_.push_back({move, rest});
    return static_cast<Line>(moves_.size());
  }
  // Lines made since MARK and not kept are given back with restore().
  Mark mark() const { return moves_.size(); }
  void restore(Mark mark) { moves_.resize(mark); }

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
};

template <class Score>
struct Result {
  Score value;
  std::vector<std::uint32_t> principal_variation;  // 1-based numbers of the moves
  Counters counters;
};

}  // namespace winnow::search
