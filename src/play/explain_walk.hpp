// A walk over a recorded tree beside the positions of the game.
#pragma once

#include "core/list.hpp"
#include "play/explain.hpp"

namespace winnow {

// Visits the recorded positions in the order of their moves, without recursion. VISITOR has
//   enter(node, position, move)     returns whether its moves are of interest
//   left_out(node, move, number)    a move of NODE that was not recorded
//   leave(node, position)           all moves of NODE, which were of interest, are done
template <class Visitor>
void Explainer::walk(Visitor& visitor) const {
  struct Frame {
    const RecordedNode* node;
    std::uint32_t number;  // of the last move
  };
  std::vector<Frame> frames;
  ValueVector values(tree_.heap());  // a position, and the rest of its moves, for each of them
  auto enter = [&](const RecordedNode& n, Value at, Value move) {
    const bool wanted = visitor.enter(n, at, move);
    if (!wanted || n.is_leaf || n.children.empty()) return;
    frames.push_back({&n, 0});
    values.push(at);
    values.push(tree_.moves_at(at));
  };
  enter(recording_.root(), root_, nil());
  for (std::size_t steps = 1; !frames.empty(); ++steps) {
    tree_.heap().poll_at(steps);
    const RecordedNode& n = *frames.back().node;
    const Value rest = values.back();
    const Value at = values[values.size() - 2];
    if (!is_cons(rest)) {
      frames.pop_back();
      values.truncate(values.size() - 2);
      visitor.leave(n, at);
      continue;
    }
    const std::uint32_t number = ++frames.back().number;
    values[values.size() - 1] = cdr(rest);
    if (const RecordedNode* child = n.child(number))
      enter(*child, tree_.after(at, car(rest)), car(rest));
    else
      visitor.left_out(n, car(rest), number);
  }
}

}  // namespace winnow
