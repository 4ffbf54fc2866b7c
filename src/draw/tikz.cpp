// The drawing of svg.cpp for LaTeX.
#include <algorithm>
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

constexpr double kUnit = 0.75;      // big points of one of layout()'s
constexpr double kPage = 340;       // big points; what is wider does not fit on the usual page
constexpr double kLongest = 16000;  // big points; TeX has no lengths from 16,384 points on

class TikzWriter {
 public:
  explicit TikzWriter(const Picture& picture)
      : picture_(picture),
        layout_(layout(picture)),
        scale_(std::min(1.0, kLongest / (kUnit * std::max(layout_.width, layout_.height)))) {}

  std::string run() {
    out_ = "% In the preamble: \\usepackage{tikz}\n";
    if (layout_.width * kUnit > kPage)
      out_ += "% To fit a page: \\resizebox{\\linewidth}{!}{\\input{THIS FILE}}\n";
    char units[64];
    std::snprintf(units, sizeof units, "x=%gbp, y=-%gbp", kUnit, kUnit);
    out_ += "\\begin{tikzpicture}[" + std::string(units) +
            ", inner sep=0pt, outer sep=0pt,\n    every node/.style={font=\\small" + scaled() +
            "}, small/.style={font=\\scriptsize}]\n";
    for (std::size_t i = 1; i < picture_.size(); ++i) edge(i);
    for (std::size_t i = 0; i < picture_.size(); ++i) node(i);
    return std::move(out_) + "\\end{tikzpicture}\n";
  }

 private:
  std::string scaled() const { return scale_ < 1 ? ", scale=" + std::to_string(scale_) : ""; }
  std::string point(double x, double y) const {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "(%.1f,%.1f)", scale_ * x, scale_ * y);
    return buffer;
  }

  void edge(std::size_t i) {
    const Node& n = picture_[i];
    const Placed& from = layout_.nodes[n.parent];
    const Placed& to = layout_.nodes[i];
    const char* style = n.shape == Shape::Cut ? "[dashed, gray]" : n.is_best ? "[ultra thick]" : "";
    out_ += std::string("  \\draw") + style + " " +
            point(from.x, from.y + bottom_of(picture_[n.parent].shape)) + " -- " +
            point(to.x, to.y + top_of(n.shape)) + ";\n";
  }

  void node(std::size_t i) {
    const Node& n = picture_[i];
    const Placed& p = layout_.nodes[i];
    if (n.shape == Shape::Max || n.shape == Shape::Min) {
      const double base = n.shape == Shape::Max ? p.y + kBase : p.y - kBase;
      const double tip = n.shape == Shape::Max ? p.y - kTip : p.y + kTip;
      out_ += std::string("  \\filldraw[fill=white") + (n.is_best ? ", very thick" : "") + "] " +
              point(p.x - kHalf, base) + " -- " + point(p.x + kHalf, base) + " -- " +
              point(p.x, tip) + " -- cycle;\n";
    }
    for (const Mark& m : p.marks) mark(p, m);
  }

  void mark(const Placed& p, const Mark& m) {
    static constexpr const char* kStyles[] = {"", "gray", "small, gray", "small"};
    // What stands beside a node may lie on the branch to a neighbour: that is broken there.
    static constexpr const char* kAnchors[] = {"base west, fill=white", "base",
                                               "base east, fill=white"};
    std::string style = kStyles[static_cast<int>(m.style)];
    out_ += "  \\node[" + style + (style.empty() ? "" : ", ") +
            "anchor=" + kAnchors[static_cast<int>(m.anchor)] + "] at " +
            point(p.x + m.x, p.y + m.y) + " {" + latex(m.text) + "};\n";
  }

  const Picture& picture_;
  const Layout layout_;
  const double scale_;
  std::string out_;
};

}  // namespace

std::string to_tikz(const Picture& picture) { return TikzWriter(picture).run(); }

}  // namespace winnow::draw
