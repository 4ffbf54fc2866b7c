// Uniform trees with reproducible random leaves: leaf I of seed S is splitmix64(S * 2^32 + I) mod
// 1000.
#pragma once

#include "host/random.hpp"
#include "search/game.hpp"
#include "search/integer_scores.hpp"

class UniformTree : public winnow::search::IntegerScores<std::int64_t> {
 public:
  struct State {
    unsigned depth;
    std::uint64_t index;  // among the positions of its depth
  };

  UniformTree(unsigned width, unsigned height, std::uint64_t seed)
      : width_(width), height_(height), seed_(seed) {}

  class Children {
   public:
    Children(unsigned width, State parent) : width_(width), parent_(parent) {}
    bool next(State& child, std::uint32_t& move) {
      if (count_ == width_) return false;
      child = {parent_.depth + 1, parent_.index * width_ + count_++};
      ++move;
      return true;
    }
    bool more() const { return count_ < width_; }

   private:
    unsigned width_;
    State parent_;
    unsigned count_ = 0;
  };

  Children children(State s, const winnow::search::Ply*) { return {width_, s}; }
  winnow::search::Side side_after(winnow::search::Side side, State) const { return other(side); }
  void poll() {}
  bool is_leaf(State s, const winnow::search::Ply*) const { return s.depth == height_; }
  Score value(State s, const winnow::search::Ply*) const {
    return static_cast<Score>(winnow::Random{(seed_ << 32) + s.index}.next() % 1000);
  }

 private:
  unsigned width_;
  unsigned height_;
  std::uint64_t seed_;
};
