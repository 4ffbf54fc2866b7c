// The drawing of svg.cpp for LaTeX.
#include <cstdio>
#include <cstring>

#include "draw/labels.hpp"
#include "draw/layout.hpp"

namespace winnow::draw {

namespace {

// TEXT as LaTeX prints it.
std::string latex(const std::string& text) {
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"α", "$\\alpha$"}, {"β", "$\\beta$"},
      {"≥", "$\\ge$"},    {"≤", "$\\le$"},
      {"∞", "$\\infty$"}, {"−", "$-$"},
      {"…", "\\dots"},    {"\\", "\\textbackslash{}"},
      {"^", "\\^{}"},     {"~", "\\~{}"},
      {"<", "$<$"},       {">", "$>$"},
      {"|", "$|$"},       {"\"", "\\textquotedbl{}"}};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view rest = std::string_view(text).substr(at);
    bool found = false;
    for (auto [sign, command] : kSigns) {
      if (!rest.starts_with(sign)) continue;
      out += command;
      at += sign.size();
      found = true;
      break;
    }
    if (found) continue;
    if (std::strchr("#$%&_{}", text[at])) out += '\\';
    out += text[at++];
  }
  return out;
}

std::string point(double x, double y) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "(%.1f,%.1f)", x, y);
  return buffer;
}

std::string mark(const Placed& p, const Mark& m) {
  static constexpr const char* kStyles[] = {"", "gray", "small, gray", "small"};
  static constexpr const char* kAnchors[] = {"base west", "base", "base east"};
  std::string style = kStyles[static_cast<int>(m.style)];
  return "  \\node[" + style + (style.empty() ? "" : ", ") +
         "anchor=" + kAnchors[static_cast<int>(m.anchor)] + "] at " + point(p.x + m.x, p.y + m.y) +
         " {" + latex(m.text) + "};\n";
}

}  // namespace

std::string to_tikz(const Picture& picture) {
  const Layout all = layout(picture);
  std::string out =
      "% In the preamble: \\usepackage{tikz}\n"
      "\\begin{tikzpicture}[x=0.75bp, y=-0.75bp, inner sep=0pt, outer sep=0pt,\n"
      "    every node/.style={font=\\small}, small/.style={font=\\scriptsize}]\n";
  for (std::size_t i = 1; i < picture.size(); ++i) {
    const Node& n = picture[i];
    const Placed& from = all.nodes[n.parent];
    const Placed& to = all.nodes[i];
    const char* style = n.shape == Shape::Cut ? "[dashed, gray]" : n.is_best ? "[ultra thick]" : "";
    out += std::string("  \\draw") + style + " " +
           point(from.x, from.y + bottom_of(picture[n.parent].shape)) + " -- " +
           point(to.x, to.y + top_of(n.shape)) + ";\n";
  }
  for (std::size_t i = 0; i < picture.size(); ++i) {
    const Node& n = picture[i];
    const Placed& p = all.nodes[i];
    if (n.shape == Shape::Max || n.shape == Shape::Min) {
      const double base = n.shape == Shape::Max ? p.y + kBase : p.y - kBase;
      const double tip = n.shape == Shape::Max ? p.y - kTip : p.y + kTip;
      out += std::string("  \\filldraw[fill=white") + (n.is_best ? ", very thick" : "") + "] " +
             point(p.x - kHalf, base) + " -- " + point(p.x + kHalf, base) + " -- " +
             point(p.x, tip) + " -- cycle;\n";
    }
    for (const Mark& m : p.marks) out += mark(p, m);
  }
  return out + "\\end{tikzpicture}\n";
}

}  // namespace winnow::draw
