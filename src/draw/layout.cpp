#include "draw/layout.hpp"

#include <algorithm>

namespace winnow::draw {

namespace {

// A position with moves needs room for what stands beside it, even where it has a single move.
constexpr double kLeastWidth = 1.8;

double place(const Node& node, std::size_t depth, std::size_t parent, double& next,
             std::vector<Placed>& out) {
  std::size_t self = out.size();
  double left = next;
  out.push_back({&node, 0, depth, parent});
  double first = 0;
  double last = 0;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    last = place(node.children[i], depth + 1, self, next, out);
    if (i == 0) first = last;
  }
  double x = node.children.empty() ? next++ : (first + last) / 2;
  if (node.shape == Shape::Max || node.shape == Shape::Min)
    next = std::max(next, left + kLeastWidth);
  out[self].x = x;
  return x;
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

std::string visit_of(const Node& node) {
  return node.id < 0 ? "" : "#" + std::to_string(node.id + 1);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string replaced(std::string text, Replacements pairs) {
  for (auto [name, other] : pairs)
    if (std::size_t at = text.find(name); at != std::string::npos)
      text.replace(at, name.size(), other);
  return text;
}

std::string with_signs(std::string text) {
  return replaced(std::move(text), {{"alpha", "α"}, {"beta", "β"}, {">=", "≥"}, {"<=", "≤"}});
}

}  // namespace winnow::draw
