// The forms that other programs lay out or typeset: Graphviz's dot, LaTeX's TikZ.
#include <cstdio>
#include <cstring>

#include "draw/layout.hpp"

namespace winnow::draw {

namespace {

// TEXT as LaTeX prints it.
std::string latex(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '^' || c == '~')
      out += std::string("\\") + c + "{}";
    else if (std::strchr("#$%&_{}", c))
      out += std::string("\\") + c;
    else
      out += c;
  }
  return replaced(out, {{"α", "$\\alpha$"}, {"β", "$\\beta$"}, {"≥", "$\\ge$"}, {"≤", "$\\le$"}});
}

// What is written beside a node: when it was visited, its window, and what is not shown; or why it
// was cut.
std::string beside(const Node& n) {
  std::string text;
  for (const std::string& part : n.because) text += (text.empty() ? "" : " ") + with_signs(part);
  if (n.id >= 0) text = visit_of(n) + " " + n.window;
  if (n.elided > 0) text += ", " + std::to_string(n.elided) + " more";
  return text;
}

}  // namespace

std::string to_dot(const Node& root) {
  std::string out =
      "digraph search {\n  node [fontname=\"sans-serif\"];\n  edge [arrowhead=none, "
      "fontname=\"sans-serif\", fontsize=9];\n";
  std::vector<Placed> nodes = layout(root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = *nodes[i].node;
    std::string id = "n" + std::to_string(i);
    const char* shape = n.shape == Shape::Max   ? "triangle"
                        : n.shape == Shape::Min ? "invtriangle"
                                                : "plaintext";
    out += "  " + id + " [shape=" + shape + ", label=" + quoted(with_signs(label_of(n))) +
           ", xlabel=" + quoted(beside(n));
    if (!n.note.empty()) out += ", tooltip=" + quoted(n.note);
    if (n.shape == Shape::Cut) out += ", fontcolor=gray50";
    if (n.is_best) out += ", penwidth=2.5";
    out += "];\n";
    if (i == 0) continue;
    out += "  n" + std::to_string(nodes[i].parent) + " -> " + id + " [label=" + quoted(n.name);
    out += n.shape == Shape::Cut ? ", style=dashed, color=gray50];\n"
           : n.is_best           ? ", penwidth=3];\n"
                                 : "];\n";
  }
  return out + "}\n";
}

std::string to_tikz(const Node& root) {
  std::string out =
      "\\begin{tikzpicture}[x=9mm, y=-14mm, every node/.style={font=\\small, inner sep=2pt}]\n";
  std::vector<Placed> nodes = layout(root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = *nodes[i].node;
    char place[64];
    std::snprintf(place, sizeof place, "(n%zu) at (%.2f,%zu)", i, nodes[i].x, nodes[i].depth);
    const char* style = n.shape == Shape::Cut    ? "[text=gray]"
                        : n.shape == Shape::Leaf ? ""
                                                 : "[draw]";
    std::string who = n.shape == Shape::Max   ? "$\\triangle$ "
                      : n.shape == Shape::Min ? "$\\nabla$ "
                                              : "";
    out += "  \\node" + std::string(style) + " " + place + " {" + who +
           latex(with_signs(label_of(n))) + "};\n";
    if (std::string text = beside(n); !text.empty())
      out += "  \\node[font=\\tiny, gray, anchor=north] at (n" + std::to_string(i) + ".south) {" +
             latex(text) + "};\n";
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& n = *nodes[i].node;
    const char* style = n.shape == Shape::Cut ? "[dashed, gray]" : n.is_best ? "[ultra thick]" : "";
    std::string name =
        n.name.empty() ? "" : "node[midway, fill=white, font=\\tiny] {" + latex(n.name) + "} ";
    out += "  \\draw" + std::string(style) + " (n" + std::to_string(nodes[i].parent) + ") -- " +
           name + "(n" + std::to_string(i) + ");\n";
  }
  return out + "\\end{tikzpicture}\n";
}

}  // namespace winnow::draw
