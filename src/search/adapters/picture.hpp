// A searched tree as a picture: nodes for the drawing functions of lib/search, and the steps of
// the search for a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "heap/value.hpp"
#include "search/game.hpp"

namespace winnow {

class Heap;

namespace draw {

using search::Bound;

enum class Shape : std::uint8_t { Max, Min, Leaf, Cut };

// The fields are described in lib/search/picture.lisp.
struct Node {
  std::int64_t id = -1;  // -1: not visited
  std::size_t parent = 0;
  std::size_t depth = 0;
  std::size_t children = 0;
  Shape shape = Shape::Leaf;
  std::uint32_t move = 0;
  std::string name;   // empty: none
  std::string value;  // empty: not known
  Bound bound = Bound::Exact;
  const char* how = "in";
  std::string question;
  std::uint32_t pass = 0;
  std::uint32_t evaluations = 0;
  bool goes_on = false;
  std::string size;
  std::string note;
  std::vector<std::string> because;
  bool is_best = false;
  std::uint64_t elided = 0;
};

// Each node follows its parent, and the subtree of a move precedes that of the next move.
using Picture = std::vector<Node>;

// One step of a search, as a page shows it.
struct Step {
  enum class Kind : std::uint8_t { Enter, Leaf, Leave, Cutoff } kind;
  std::int64_t id;     // of the node
  std::uint32_t move;  // Cutoff: the last move that was searched
  std::string value;   // Leaf, Leave: as it is written in the node
  std::string text;    // a sentence
};

// PICTURE as a vector of vectors; see lib/search/picture.lisp.
Value to_vector(Heap& heap, const Picture& picture);

// A self-contained page that steps through a search, forward and backward, with the keyboard. SVG:
// the drawing of the search.
std::string to_html(const std::string& svg, const std::vector<Step>& steps);

}  // namespace draw

}  // namespace winnow
