// A listener that counts distinct leaves.
#pragma once

#include <unordered_set>

#include "host/random.hpp"
#include "search/along_path.hpp"
#include "search/observer.hpp"

namespace winnow::search {

template <class Score>
class DistinctLeaves final : public Listener<Score> {
 public:
  void enter(const Ply* ply, Side, const Question<Score>&) override { names_.forget(ply); }
  void leaf(const Ply* ply, Score) override {
    // A hash of the moves names the leaf; collisions among 2^64 values are negligible.
    seen_.insert(names_.at(
        ply, [](std::uint64_t above, const Ply* p) { return mix64(above * 31 + p->move); }));
  }
  void leave(const Ply*, Score, Bound) override {}
  void cutoff(const Ply*, Side, std::uint32_t, Score, Score, const Ply*) override {}

  std::uint64_t count() const { return seen_.size(); }

 private:
  AlongPath<std::uint64_t> names_{0};
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace winnow::search
