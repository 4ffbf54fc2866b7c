#include "draw/layout.hpp"

namespace winnow::draw {

namespace {

double place(const Node& node, std::size_t depth, std::size_t parent, double& next, std::vector<Placed>& out) {
  std::size_t self = out.size();
  out.push_back({&node, 0, depth, parent});
  double first = 0;
  double last = 0;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    last = place(node.children[i], depth + 1, self, next, out);
    if (i == 0) first = last;
  }
  double x = node.children.empty() ? next++ : (first + last) / 2;
  out[self].x = x;
  return x;
}

// What N counts for when it is not shown itself.
std::uint64_t size_of(const Node& n) {
  std::uint64_t size = 1 + n.elided;
  for (const Node& child : n.children) size += size_of(child);
  return size;
}

}  // namespace

std::vector<Placed> layout(const Node& root) {
  std::vector<Placed> placed;
  double next = 0;
  place(root, 0, 0, next, placed);
  return placed;
}

std::string label_of(const Node& node) {
  if (node.value.empty()) return "?";
  if (node.shape == Shape::Leaf || node.shape == Shape::Cut) return node.value;
  return (node.kind[0] == '=' ? "" : std::string(node.kind) + " ") + node.value;
}

Node to_depth(const Node& root, std::size_t plies) {
  Node copy = root;
  copy.children.clear();
  for (const Node& child : root.children)
    if (plies > 0)
      copy.children.push_back(to_depth(child, plies - 1));
    else
      copy.elided += size_of(child);
  return copy;
}

}  // namespace winnow::draw
