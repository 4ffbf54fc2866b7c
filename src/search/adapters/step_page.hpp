// A self-contained HTML page that steps through a search, forward and backward.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace winnow::draw {

struct Step {
  std::string kind;    // "enter", "leaf", "leave" or "cutoff"
  std::int64_t id;     // of the node
  std::uint32_t move;  // of a cutoff: the last move that was searched
  std::string value;   // of a leaf or leave: as it is written in the node
  std::string text;    // a sentence
};

// SVG: the drawing of the search.
std::string to_html(const std::string& svg, const std::vector<Step>& steps);

}  // namespace winnow::draw
