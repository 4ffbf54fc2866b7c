// Where each node of a tree stands: leaves side by side, each position above the middle of its moves.
#pragma once

#include <vector>

#include "draw/tree.hpp"

namespace winnow::draw {

struct Placed {
  const Node* node;
  double x;            // in columns; leaves are one column apart
  std::size_t depth;
  std::size_t parent;  // index, its own at the root
};

// All nodes, each behind its parent.
std::vector<Placed> layout(const Node& root);

// The word, symbol or number that stands in the node.
std::string label_of(const Node& node);

}  // namespace winnow::draw
