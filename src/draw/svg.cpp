#include <algorithm>
#include <cstdio>

#include "draw/layout.hpp"

namespace winnow::draw {

namespace {

constexpr double kColumn = 46;
constexpr double kRow = 78;
constexpr double kMargin = 34;
constexpr double kRadius = 15;

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string number(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", x);
  return buffer;
}

std::string text_at(double x, double y, const char* style, const std::string& text) {
  return "<text class=\"" + std::string(style) + "\" x=\"" + number(x) + "\" y=\"" + number(y) +
         "\">" + escaped(text) + "</text>";
}

class SvgWriter {
 public:
  explicit SvgWriter(const Node& root) : nodes_(layout(root)) {}

  std::string run() {
    double width = 0;
    double height = 0;
    for (const Placed& p : nodes_) {
      bool has_window = p.node->shape == Shape::Max || p.node->shape == Shape::Min;
      width = std::max(width, x_of(p) + (has_window ? kColumn : 0));
      height = std::max(height, y_of(p));
    }
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width + kMargin) +
           " " + number(height + kMargin) +
           "\">\n<title>A searched game tree</title>\n<style>\n"
           "svg { background: #fff; font-family: sans-serif }\n"
           "text { fill: #222; text-anchor: middle; font-size: 13px }\n"
           "path { stroke: #222; fill: #fff }\n"
           "text.bound { font-size: 11px }\ntext.small, text.window { font-size: 8px }\n"
           "text.window { text-anchor: start }\ntext.small, text.window, text.cut { fill: #888 }\n"
           "text.name { font-size: 9px; paint-order: stroke; stroke: #fff; stroke-width: 3px }\n"
           "path.edge { fill: none; stroke-width: 1 }\npath.cut { stroke: #888; stroke-dasharray: "
           "4 4 }\n"
           "path.best { stroke: #0a58ca; stroke-width: 2.5 }\n"
           "@media (prefers-color-scheme: dark) {\n"
           "  svg { background: #181818 }\n  text { fill: #ddd }\n  text.name { stroke: #181818 "
           "}\n  path { stroke: #ddd; fill: #181818 }\n"
           "  path.edge { fill: none }\n  path.best { stroke: #6ea8fe }\n}\n</style>\n";
    for (std::size_t i = 1; i < nodes_.size(); ++i) edge(nodes_[nodes_[i].parent], nodes_[i]);
    for (const Placed& p : nodes_) node(p);
    return std::move(out_) + "</svg>\n";
  }

 private:
  // Where a page finds the node, or the branch to it.
  std::string identity(const char* kind, const Placed& p) const {
    return " id=\"" + std::string(kind) + std::to_string(nodes_[p.parent].node->id) + "-" +
           std::to_string(p.node->move) + "\"" +
           (p.node->id >= 0
                ? " data-" + std::string(kind) + "=\"" + std::to_string(p.node->id) + "\""
                : "");
  }

  static double x_of(const Placed& p) { return kMargin + p.x * kColumn; }
  static double y_of(const Placed& p) { return kMargin + static_cast<double>(p.depth) * kRow; }

  void edge(const Placed& from, const Placed& to) {
    const char* style = to.node->shape == Shape::Cut ? "edge cut"
                        : to.node->is_best           ? "edge best"
                                                     : "edge";
    out_ += "<path" + identity("e", to) + " class=\"" + std::string(style) + "\" d=\"M" +
            number(x_of(from)) + " " + number(y_of(from) + kRadius) + " L" + number(x_of(to)) +
            " " + number(y_of(to) - kRadius) + "\"/>\n";
    // The move's name, nearer to where it leads.
    if (!to.node->name.empty())
      out_ += text_at(0.3 * x_of(from) + 0.7 * x_of(to), 0.3 * y_of(from) + 0.7 * y_of(to), "name",
                      to.node->name) +
              "\n";
  }

  // The maximizer's triangle points up, the minimizer's down.
  void node(const Placed& p) {
    const Node& n = *p.node;
    double x = x_of(p);
    double y = y_of(p);
    std::string best = n.is_best ? " class=\"best\"" : "";
    out_ += "<g" + identity("n", p) + ">";
    if (n.shape == Shape::Cut) {
      out_ += "<title>" +
              escaped("not looked at: " + n.value + (n.note.empty() ? "" : "; " + n.note)) +
              "</title>";
      out_ += text_at(x, y, "cut", n.value.size() > 6 ? "…" : n.value);
      for (std::size_t i = 0; i < n.because.size(); ++i)
        out_ += text_at(x, y + 12 + 9 * static_cast<double>(i), "small", with_signs(n.because[i]));
    } else if (n.shape == Shape::Leaf) {
      out_ += "<title>window " + escaped(n.window) + "</title>" + text_at(x, y, "leaf", n.value) +
              text_at(x, y + 13, "small", visit_of(n));
    } else {
      bool up = n.shape == Shape::Max;
      bool bounded = n.kind[0] != '=';
      std::string label =
          n.value.empty() ? "?" : (bounded ? (n.kind[0] == '<' ? "≤" : "≥") : "") + n.value;
      double tip = up ? y - kRadius - 6 : y + kRadius + 6;
      double base = up ? y + kRadius - 3 : y - kRadius + 3;
      out_ += "<title>" +
              escaped(std::string(up ? "max" : "min") + " " + n.kind + " " + n.value + ", window " +
                      n.window) +
              "</title>";
      out_ += "<path" + best + " d=\"M" + number(x - kRadius - 6) + " " + number(base) + " L" +
              number(x + kRadius + 6) + " " + number(base) + " L" + number(x) + " " + number(tip) +
              " Z\"/>";
      out_ += text_at(x, y + (up ? 8 : 3), bounded ? "bound" : "value", label) +
              text_at(x + kRadius + 9, y - 9, "window", visit_of(n)) +
              text_at(x + kRadius + 9, y, "window", n.window);
      if (n.elided > 0) out_ += text_at(x, y + 32, "small", std::to_string(n.elided) + " more");
    }
    out_ += "</g>\n";
  }

  std::vector<Placed> nodes_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Node& root) { return SvgWriter(root).run(); }

}  // namespace winnow::draw
