// A searched tree as a picture: what stands at each node, and how it looks.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace winnow::draw {

struct Node {
  std::string label;      // UTF-8
  bool is_cut = false;    // never looked at
  bool is_best = false;   // on the principal variation
  std::vector<Node> children;
};

struct TextStyle {
  bool unicode = true;          // else plain ASCII
  bool color = false;           // escape sequences of a terminal
  std::size_t max_lines = 200;  // what is beyond is counted, not drawn
};

// ROOT as indented lines, each ending in a newline.
std::string to_text(const Node& root, const TextStyle& style);

}  // namespace winnow::draw
