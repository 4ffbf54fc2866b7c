// Where each node of a tree stands: leaves side by side, each position above the middle of its
// moves.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draw/tree.hpp"

namespace winnow::draw {

struct Placed {
  const Node* node;
  double x;  // in columns; leaves are one column apart
  std::size_t depth;
  std::size_t parent;  // index, its own at the root
};

// All nodes, each behind its parent.
std::vector<Placed> layout(const Node& root);

// The word, symbol or number that stands in the node.
std::string label_of(const Node& node);

// When it was visited, as "#2"; empty if it was not.
std::string visit_of(const Node& node);

// TEXT within quotation marks.
std::string quoted(const std::string& text);

// TEXT with the first occurrence of each name replaced by what stands beside it.
using Replacements = std::initializer_list<std::pair<std::string_view, std::string_view>>;
std::string replaced(std::string text, Replacements pairs);

// TEXT with "alpha", "beta", ">=" and "<=" as signs.
std::string with_signs(std::string text);

}  // namespace winnow::draw
