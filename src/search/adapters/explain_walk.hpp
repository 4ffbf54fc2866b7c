// A walk over a recorded tree and the moves of the game in parallel.
#pragma once

#include "heap/list.hpp"
#include "search/adapters/explain.hpp"

namespace winnow {

// Visits the recorded positions in the order of their moves, without recursion. VISITOR has
//   enter(node, move)             returns whether its moves are of interest
//   left_out(node, move, number)  a move of NODE that was not recorded
//   leave(node)                   all moves of NODE, which were of interest, are done
template <class Visitor>
void Explainer::walk(Visitor& visitor) const {
  struct Frame {
    const RecordedNode* node;
    std::uint32_t number;  // of the last move
    Value rest;            // of the moves, which the recording keeps
  };
  std::vector<Frame> frames;
  auto enter = [&](const RecordedNode& n, Value move) {
    const bool wanted = visitor.enter(n, move);
    if (wanted && !n.is_leaf && !n.children.empty())
      frames.push_back({&n, 0, recording_.moves_of(n)});
  };
  enter(recording_.root(), nil());
  for (std::size_t steps = 1; !frames.empty(); ++steps) {
    recording_.heap().poll_at(steps);
    Frame& at = frames.back();
    const RecordedNode& n = *at.node;
    if (!is_cons(at.rest)) {
      frames.pop_back();
      visitor.leave(n);
      continue;
    }
    const Value move = car(at.rest);
    const std::uint32_t number = ++at.number;
    at.rest = cdr(at.rest);
    if (const RecordedNode* child = n.child(number))
      enter(*child, move);
    else
      visitor.left_out(n, move, number);
  }
}

}  // namespace winnow
