// Where everything stands in a drawing that is not left to another program: the nodes, each above
// the middle of its moves, and the texts at them. Measured in pixels.
#pragma once

#include <string>
#include <vector>

#include "draw/tree.hpp"

namespace winnow::draw {

// A text, as it is set and where.
struct Mark {
  enum class Style : std::uint8_t { Value, Cut, Small, Name } style;
  enum class Anchor : std::uint8_t { Start, Middle, End } anchor;
  double x;
  double y;  // of the base line
  std::string text;
};

struct Placed {
  double x = 0;  // the middle of the node
  double y = 0;
  std::vector<Mark> marks;  // the node's value first
};

struct Layout {
  std::vector<Placed> nodes;  // as they stand in the picture
  double width = 0;
  double height = 0;
};

Layout layout(const Picture& picture);

// Half the width of a triangle; how far it reaches from the middle towards its tip, its base.
inline constexpr double kHalf = 22;
inline constexpr double kTip = 22;
inline constexpr double kBase = 12;

// The size of letters.
double font_size(Mark::Style style);

// Where the branches to SHAPE and from it meet it, from its middle.
double top_of(Shape shape);
double bottom_of(Shape shape);

}  // namespace winnow::draw
