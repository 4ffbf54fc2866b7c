// Data for each position on the path to the current position of a search, each item derived from
// that of the parent. A depth-first search derives one item at each position; a search that jumps
// derives the items of the new part of the path.
#pragma once

#include <vector>

#include "search/game.hpp"

namespace winnow::search {

template <class T>
class AlongPath {
 public:
  explicit AlongPath(const T& at_root) : at_root_(at_root) {}

  // The item of PLY. MAKE(parent_item, ply) derives it for each new position of the path.
  template <class Make>
  const T& at(const Ply* ply, Make&& make) {
    const Ply* known = ply;
    while (known->parent && !(known->depth < steps_.size() && steps_[known->depth].ply == known))
      known = known->parent;
    if (known == ply) return ply->parent ? steps_[ply->depth].what : at_root_;
    // Walk down again without recursion, since the path may be a million moves long.
    fresh_.clear();
    for (const Ply* p = ply; p != known; p = p->parent) fresh_.push_back(p);
    if (steps_.size() <= ply->depth) steps_.resize(ply->depth + 1, {nullptr, at_root_});
    for (std::size_t i = fresh_.size(); i-- > 0;) {
      const Ply* p = fresh_[i];
      const T& above = p->parent->parent ? steps_[p->depth - 1].what : at_root_;
      steps_[p->depth] = {p, make(above, p)};
    }
    return steps_[ply->depth].what;
  }
  // Called when the search enters the position at PLY: forgets the item at that depth, which
  // belongs to another position.
  void forget(const Ply* ply) {
    if (ply->depth < steps_.size()) steps_[ply->depth].ply = nullptr;
  }
  // Forgets the items deeper than DEPTH.
  void truncate(std::uint32_t depth) {
    if (steps_.size() > depth + 1) steps_.resize(depth + 1, {nullptr, at_root_});
  }

 private:
  struct Step {
    const Ply* ply;
    T what;
  };
  T at_root_;
  std::vector<Step> steps_;  // by depth
  std::vector<const Ply*> fresh_;
};

}  // namespace winnow::search
