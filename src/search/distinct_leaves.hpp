// A listener that tells leaves evaluated again from new ones.
#pragma once

#include <unordered_set>

#include "base/random.hpp"
#include "search/observer.hpp"

namespace winnow::search {

template <class Score>
class DistinctLeaves : public Listener<Score> {
 public:
  void enter(const Ply*, Side, Score, Score) override {}
  void leaf(const Ply* ply, Score) override {
    // A hash of the moves names the leaf; two of 2^64 fall together about never.
    std::uint64_t name = 0;
    for (; ply->parent; ply = ply->parent) name = mix64(name * 31 + ply->move);
    seen_.insert(name);
  }
  void leave(const Ply*, Score) override {}
  void cutoff(const Ply*, Side, std::uint32_t, Score, Score) override {}

  std::uint64_t count() const { return seen_.size(); }

 private:
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace winnow::search
