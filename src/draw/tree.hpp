// A searched tree as a picture: what stands at each node, and the forms in which it is drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace winnow::draw {

enum class Shape : std::uint8_t { Max, Min, Leaf, Cut };

struct Node {
  std::int64_t id = -1;  // number in the order of visit, from 0; -1: not visited
  Shape shape = Shape::Leaf;
  std::uint32_t move = 0;         // that led here, 1-based; 0 at the root
  std::string name;               // of that move, if it has one
  std::string value;              // as text; of a cut branch, what was left out; empty if not known
  const char* kind = "=";         // "=", "<=" or ">="
  std::string window;             // on entry, as "-inf..3"
  std::uint32_t evaluations = 0;  // of a leaf
  std::string note;               // why the branches from here on were cut: a sentence,
  std::vector<std::string> because;  // and in short, as "alpha 3 of the root", ">= beta 1"
  bool is_best = false;              // on the principal variation
  std::uint64_t elided = 0;          // visits below that are not shown
  std::vector<Node> children;
};

// One step of a search, as a page tells it.
struct Step {
  enum class Kind : std::uint8_t { Enter, Leaf, Leave, Cutoff } kind;
  std::int64_t id;     // of the node
  std::uint32_t move;  // Cutoff: the last that was looked at
  std::string value;   // Leaf, Leave: as it stands in the node
  std::string text;    // what happened, in a sentence
};

struct TextStyle {
  bool unicode = true;          // else plain ASCII
  bool color = false;           // escape sequences of a terminal
  std::size_t max_lines = 200;  // what is beyond is counted, not drawn
  std::size_t width = 0;        // longer lines are shortened; 0: none is
};

// ROOT as indented lines, each ending in a newline.
std::string to_text(const Node& root, const TextStyle& style);
// As a picture of its own: scalable vector graphics.
std::string to_svg(const Node& root);
// A page of its own that steps through the search, forward and back, with the keyboard; works
// offline.
std::string to_html(const Node& root, const std::vector<Step>& steps);
// As a graph for Graphviz's dot.
std::string to_dot(const Node& root);
// As a tikzpicture for LaTeX, with the package tikz alone.
std::string to_tikz(const Node& root);

}  // namespace winnow::draw
