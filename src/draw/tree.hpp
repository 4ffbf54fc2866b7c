// A searched tree as a picture: what stands at each node, and the forms in which it is drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/game.hpp"

namespace winnow::draw {

using search::Bound;

enum class Shape : std::uint8_t { Max, Min, Leaf, Cut };

struct Node {
  std::int64_t id = -1;      // number in the order of visit, from 0; -1: not visited
  std::size_t parent = 0;    // its place in the picture; at the root its own
  std::size_t depth = 0;     // moves from the root
  std::size_t children = 0;  // of those that are shown
  Shape shape = Shape::Leaf;
  std::uint32_t move = 0;      // that led here, 1-based; 0 at the root
  std::string name;            // of that move, if it has one
  std::string value;           // as text; of a cut branch, what was left out; empty if not known
  Bound bound = Bound::Exact;  // what VALUE says
  const char* how = "in";      // it was entered IN a window, ASKED a question, or WITH a merit:
  std::string question;        // "-inf..3", "> 3?", "merit 3"
  std::uint32_t pass = 0;  // of a search that goes over the tree again and again, from 1; else 0
  std::uint32_t evaluations = 0;     // of a leaf
  bool goes_on = false;              // a leaf only since the search looks no deeper
  std::string size;                  // of a cut branch, as "5 leaves"
  std::string note;                  // why the branches from here on were cut: a sentence,
  std::vector<std::string> because;  // and in short, as "alpha 3 of the root", ">= beta 1"
  bool is_best = false;              // on the principal variation
  std::uint64_t elided = 0;          // visits below that are not shown
};

// Each node behind its parent, and the subtree of a move before that of the next one.
using Picture = std::vector<Node>;

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

// As indented lines, each ending in a newline.
std::string to_text(const Picture& picture, const TextStyle& style);
// As a picture of its own: scalable vector graphics.
std::string to_svg(const Picture& picture);
// A page of its own that steps through the search, forward and back, with the keyboard; works
// offline.
std::string to_html(const Picture& picture, const std::vector<Step>& steps);
// As a graph for Graphviz's dot.
std::string to_dot(const Picture& picture);
// As a tikzpicture for LaTeX, with the package tikz alone.
std::string to_tikz(const Picture& picture);

}  // namespace winnow::draw
