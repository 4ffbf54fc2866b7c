// The forms that other programs lay out or typeset: Graphviz's dot, LaTeX's TikZ.
#include <cstdio>

#include "draw/layout.hpp"

namespace winnow::draw {

namespace {

// TEXT with each character of SPECIAL behind a backslash.
std::string quoted(const std::string& text, const char* special) {
  std::string out;
  for (char c : text) {
    if (std::string(special).find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string math(const Node& n) {
  std::string label = label_of(n);
  if (label.starts_with("<= ")) return "$\\le$ " + quoted(label.substr(3), "#$%&_{}");
  if (label.starts_with(">= ")) return "$\\ge$ " + quoted(label.substr(3), "#$%&_{}");
  return quoted(label, "#$%&_{}");
}

}  // namespace

std::string to_dot(const Node& root) {
  std::string out = "digraph search {\n  node [fontname=\"sans-serif\"];\n  edge [arrowhead=none];\n";
  std::vector<Placed> nodes = layout(root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = *nodes[i].node;
    std::string id = "n" + std::to_string(i);
    const char* shape = n.shape == Shape::Max ? "triangle" : n.shape == Shape::Min ? "invtriangle" : "plaintext";
    out += "  " + id + " [shape=" + shape + ", label=\"" + quoted(label_of(n), "\"\\") + "\"";
    if (n.shape == Shape::Leaf) out += ", xlabel=\"#" + std::to_string(n.order) + "\"";
    if (!n.window.empty()) out += ", tooltip=\"window " + quoted(n.window, "\"\\") + "\"";
    if (!n.note.empty()) out += ", tooltip=\"" + quoted(n.note, "\"\\") + "\"";
    if (n.elided > 0) out += ", xlabel=\"" + std::to_string(n.elided) + " more\"";
    if (n.shape == Shape::Cut) out += ", fontcolor=gray50";
    if (n.is_best) out += ", penwidth=2.5";
    out += "];\n";
    if (i == 0) continue;
    out += "  n" + std::to_string(nodes[i].parent) + " -> " + id;
    out += n.shape == Shape::Cut ? " [style=dashed, color=gray50];\n" : n.is_best ? " [penwidth=3];\n" : ";\n";
  }
  return out + "}\n";
}

std::string to_tikz(const Node& root) {
  std::string out = "\\begin{tikzpicture}[x=9mm, y=-14mm, every node/.style={font=\\small, inner sep=2pt}]\n";
  std::vector<Placed> nodes = layout(root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = *nodes[i].node;
    char place[64];
    std::snprintf(place, sizeof place, "(n%zu) at (%.2f,%zu)", i, nodes[i].x, nodes[i].depth);
    const char* style = n.shape == Shape::Cut ? "[text=gray]" : n.shape == Shape::Leaf ? "" : "[draw]";
    std::string who = n.shape == Shape::Max ? "$\\triangle$ " : n.shape == Shape::Min ? "$\\nabla$ " : "";
    out += "  \\node" + std::string(style) + " " + place + " {" + who + math(n) + "};\n";
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& n = *nodes[i].node;
    const char* style = n.shape == Shape::Cut ? "[dashed, gray]" : n.is_best ? "[ultra thick]" : "";
    out += "  \\draw" + std::string(style) + " (n" + std::to_string(nodes[i].parent) + ") -- (n" + std::to_string(i) + ");\n";
  }
  return out + "\\end{tikzpicture}\n";
}

}  // namespace winnow::draw
