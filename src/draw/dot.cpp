// A graph that Graphviz's dot lays out.
#include "draw/labels.hpp"

namespace winnow::draw {

namespace {

// Several lines, the first large: an HTML-like label.
std::string label(const Node& n) {
  std::vector<std::string> small;
  std::string large = label_of(n);
  if (n.shape == Shape::Cut) {
    for (const std::string& part : n.because) small.push_back(with_signs(part));
  } else if (n.shape == Shape::Leaf) {
    if (n.goes_on) large += " …";
    small.push_back(visit_of(n));
  } else {
    large = std::string(n.shape == Shape::Max ? "△ " : "▽ ") + large;
    small.push_back(visit_of(n) + " " + with_signs(question_of(n)));
    if (n.elided > 0) small.push_back(std::to_string(n.elided) + " more");
  }
  large = escaped(large);
  std::string text = "<" + (n.is_best ? "<b>" + large + "</b>" : large);
  for (const std::string& line : small)
    text += "<br/><font point-size=\"10\" color=\"gray40\">" + escaped(line) + "</font>";
  return text + ">";
}

}  // namespace

std::string to_dot(const Picture& picture) {
  std::string out =
      "digraph search {\n  ordering=out;\n"
      "  node [shape=plaintext, fontname=\"sans-serif\", margin=0.05, height=0.3, width=0.3];\n"
      "  edge [arrowhead=none, fontname=\"sans-serif\", fontsize=10];\n";
  for (std::size_t i = 0; i < picture.size(); ++i) {
    const Node& n = picture[i];
    const std::string id = "n" + std::to_string(i);
    out += "  " + id + " [label=" + label(n);
    if (!n.note.empty()) out += ", tooltip=" + quoted(n.note);
    if (n.shape == Shape::Cut) out += ", fontcolor=gray40";
    out += "];\n";
    if (i == 0) continue;
    out += "  n" + std::to_string(n.parent) + " -> " + id + " [label=" + quoted(n.name);
    out += n.shape == Shape::Cut ? ", style=dashed, color=gray50];\n"
           : n.is_best           ? ", penwidth=3];\n"
                                 : "];\n";
  }
  return out + "}\n";
}

}  // namespace winnow::draw
