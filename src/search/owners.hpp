// Owners of bounds: where the bounds of a position that a search enters come from.
#pragma once

#include "search/observer.hpp"

namespace winnow::search {

// Origin of a bound with which a position was searched. NODE: a reference to a position.
template <class Score, class Node>
struct OwnerAt {
  enum class Kind : std::uint8_t {
    Caller,  // the window of the whole search
    Best,    // the value of a move that was searched before at NODE
    Asked,   // a test by NODE (the default: by the search itself) against ASKED
    Before,  // the result of the previous search of NODE itself
  };
  Kind kind = Kind::Caller;
  Node node{};
  Score asked{};
};

// Finds the owners of the bounds with which the position N was entered. ABOVE: its parent, or null.
// An Entry has `side`, `question`, `alpha_owner` and `beta_owner` (of tests and merits, the first
// is the only one), and self(), by which owners refer to it.
template <Scores S, class Entry>
void find_owners(const S& scores, Entry& n, const Entry* above) {
  using Score = typename S::Score;
  using Owner = decltype(n.alpha_owner);
  using Kind = typename Owner::Kind;
  const Question<Score>& q = n.question;
  auto is_same = [&](Score a, Score b) { return !scores.less(a, b) && !scores.less(b, a); };
  // A bound that the parent did not inherit comes from its own moves.
  auto inherited = [&](Score bound, Score bound_above, const Owner& owner_above) {
    if (!above || is_infinite(scores, bound)) return Owner{};
    return is_same(bound, bound_above) ? owner_above : Owner{Kind::Best, above->self(), {}};
  };
  auto asked_above = [&](Score number) {
    Owner owner{Kind::Asked, {}, number};
    if (above) owner.node = above->self();
    return owner;
  };
  n.alpha_owner = n.beta_owner = {};
  if (q.is_test()) {
    const bool goes_on =
        above && above->question.kind == q.kind && is_same(above->question.alpha, q.alpha);
    n.alpha_owner = goes_on ? above->alpha_owner : asked_above(q.alpha);
    return;
  }
  if (above) {
    n.alpha_owner = inherited(q.alpha, above->question.alpha, above->alpha_owner);
    if (q.is_window()) n.beta_owner = inherited(q.beta, above->question.beta, above->beta_owner);
  }
  const bool max = above && above->side == Side::Max;
  if (q.kind == Question<Score>::Kind::Better)
    (max ? n.beta_owner : n.alpha_owner) = asked_above(max ? q.alpha : q.beta);
  if (q.kind == Question<Score>::Kind::Again)
    (max ? n.alpha_owner : n.beta_owner) = Owner{Kind::Before, n.self(), {}};
}

}  // namespace winnow::search
