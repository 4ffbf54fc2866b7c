// The texts of pictures: what several forms of them write alike.
#pragma once

#include <string>
#include <string_view>

#include "draw/tree.hpp"

namespace winnow::draw {

// "=", "<=", ">="; "?" for what tells nothing.
std::string_view sign_of(Bound bound);

// The number that stands in the node, with ≤ or ≥ where it is a bound; "?" if nothing is known.
std::string label_of(const Node& node);

// When it was visited, as "#2"; empty if it was not.
std::string visit_of(const Node& node);

// The question it was entered with, and in which pass.
std::string question_of(const Node& node);

// TEXT within quotation marks.
std::string quoted(std::string_view text);

// TEXT as printers set it: "alpha", "beta", ">=", "<=", "inf" and the minus of numbers as signs.
std::string with_signs(std::string_view text);

// TEXT with the characters that mean something to XML written otherwise.
std::string escaped(std::string_view text);

}  // namespace winnow::draw
