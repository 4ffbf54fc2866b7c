#include <cstdio>

#include "draw/labels.hpp"
#include "draw/layout.hpp"

namespace winnow::draw {

namespace {

std::string number(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", x);
  return buffer;
}

std::string point(double x, double y) { return number(x) + " " + number(y); }

const char* const kStyle =
    "svg { background: #fff; font-family: sans-serif }\n"
    "text { fill: #222; font-size: 13px }\n"
    "path { stroke: #222; fill: #fff }\n"
    "text.small, text.name { font-size: 10px }\n"
    "text.small, text.cut { fill: #666 }\n"
    // What stands beside a node may lie on the branch to a neighbour: that is broken there.
    "text:not([text-anchor=middle]) { stroke: #fff; stroke-width: 3px; paint-order: stroke }\n"
    "path.edge { fill: none; stroke-width: 1 }\n"
    "path.cut { stroke: #888; stroke-dasharray: 4 4 }\n"
    "path.best { stroke: #0a58ca; stroke-width: 2.5 }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  svg { background: #181818 }\n  text { fill: #ddd }\n"
    "  text.small, text.cut { fill: #aaa }\n"
    "  path { stroke: #ddd; fill: #181818 }\n  path.edge { fill: none }\n"
    "  text:not([text-anchor=middle]) { stroke: #181818 }\n"
    "  path.best { stroke: #6ea8fe }\n}\n";

class SvgWriter {
 public:
  explicit SvgWriter(const Picture& picture) : picture_(picture), layout_(layout(picture)) {}

  std::string run() {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " +
           point(layout_.width, layout_.height) +
           "\">\n<title>A searched game tree</title>\n<style>\n" + kStyle + "</style>\n";
    for (std::size_t i = 1; i < picture_.size(); ++i) edge(i);
    for (std::size_t i = 0; i < picture_.size(); ++i) node(i);
    return std::move(out_) + "</svg>\n";
  }

 private:
  // Where a page finds the node, or the branch to it.
  std::string identity(const char* kind, const Node& n) const {
    return " id=\"" + std::string(kind) + std::to_string(picture_[n.parent].id) + "-" +
           std::to_string(n.move) + "\"" +
           (n.id >= 0 ? " data-" + std::string(kind) + "=\"" + std::to_string(n.id) + "\"" : "");
  }

  void edge(std::size_t i) {
    const Node& n = picture_[i];
    const Placed& from = layout_.nodes[n.parent];
    const Placed& to = layout_.nodes[i];
    const char* style = n.shape == Shape::Cut ? "edge cut" : n.is_best ? "edge best" : "edge";
    out_ += "<path" + identity("e", n) + " class=\"" + style + "\" d=\"M" +
            point(from.x, from.y + bottom_of(picture_[n.parent].shape)) + " L" +
            point(to.x, to.y + top_of(n.shape)) + "\"/>\n";
  }

  static std::string title_of(const Node& n) {
    const std::string entered = std::string("entered ") + n.how + " " + question_of(n);
    switch (n.shape) {
      case Shape::Cut: return "not looked at: " + n.value + (n.note.empty() ? "" : "; " + n.note);
      case Shape::Leaf: return entered + (n.goes_on ? "; the depth ends here" : "");
      case Shape::Max:
      case Shape::Min:
        return std::string(n.shape == Shape::Max ? "max" : "min") + " " + label_of(n) + ", " +
               entered;
    }
    __builtin_unreachable();
  }

  // The maximizer's triangle points up, the minimizer's down.
  void triangle(const Node& n, const Placed& p) {
    const double base = n.shape == Shape::Max ? p.y + kBase : p.y - kBase;
    const double tip = n.shape == Shape::Max ? p.y - kTip : p.y + kTip;
    out_ += std::string("<path") + (n.is_best ? " class=\"best\"" : "") + " d=\"M" +
            point(p.x - kHalf, base) + " L" + point(p.x + kHalf, base) + " L" + point(p.x, tip) +
            " Z\"/>";
  }

  void mark(const Placed& p, const Mark& m) {
    static constexpr const char* kClasses[] = {"value", "cut", "small", "name"};
    static constexpr const char* kAnchors[] = {"start", "middle", "end"};
    out_ += std::string("<text class=\"") + kClasses[static_cast<int>(m.style)] +
            "\" text-anchor=\"" + kAnchors[static_cast<int>(m.anchor)] + "\" x=\"" +
            number(p.x + m.x) + "\" y=\"" + number(p.y + m.y) + "\">" + escaped(m.text) + "</text>";
  }

  void node(std::size_t i) {
    const Node& n = picture_[i];
    const Placed& p = layout_.nodes[i];
    out_ += "<g" + identity("n", n) + "><title>" + escaped(title_of(n)) + "</title>";
    if (n.shape == Shape::Max || n.shape == Shape::Min) triangle(n, p);
    for (const Mark& m : p.marks) mark(p, m);
    out_ += "</g>\n";
  }

  const Picture& picture_;
  const Layout layout_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Picture& picture) { return SvgWriter(picture).run(); }

}  // namespace winnow::draw
