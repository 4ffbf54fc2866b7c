#include "draw/layout.hpp"

#include <algorithm>

#include "data/unicode.hpp"
#include "draw/labels.hpp"

namespace winnow::draw {

namespace {

using Style = Mark::Style;
using Anchor = Mark::Anchor;

constexpr double kRow = 84;
constexpr double kMargin = 14;
constexpr double kGap = 10;         // between neighbours
constexpr double kLineHeight = 11;  // of small texts
constexpr double kInside = 30;      // a text so wide has room in a triangle
constexpr double kWidestCut = 90;
// The name of a move on a slanting branch may reach over a neighbour: above what is written there.
constexpr double kNameHeight = 27;

// About; the letters of a sans serif are not all alike. Digits are, and there may be many: they are
// as wide as in DejaVu Sans, the widest of the usual ones.
double width_of(const std::string& text, Style style) {
  double width = 0;
  for (std::size_t at = 0; at < text.size();) {
    unicode::Decoded d = unicode::decode_utf8(std::string_view(text).substr(at));
    width += (d.c >= '0' && d.c <= '9' ? 0.64 : 0.58) * unicode::width(d.c);
    at += d.bytes;
  }
  return width * font_size(style);
}

bool is_triangle(const Node& n) { return n.shape == Shape::Max || n.shape == Shape::Min; }

// Where a text of STYLE on the base line Y begins beside a triangle.
double beside(bool is_max, double y, Style style) {
  double half = 0;
  for (double edge : {y - font_size(style), y + 2}) {
    const double from_tip = std::clamp(is_max ? edge + kTip : kTip - edge, 0.0, kTip + kBase);
    half = std::max(half, kHalf * from_tip / (kTip + kBase));
  }
  return std::max(kHalf - 6, half + 3);
}

// What is written at N, from its middle.
std::vector<Mark> marks_of(const Node& n) {
  std::vector<Mark> marks;
  auto add = [&](Style style, Anchor anchor, double x, double y, std::string text) {
    if (!text.empty()) marks.push_back({style, anchor, x, y, std::move(text)});
  };
  std::string label = label_of(n);
  if (n.shape == Shape::Cut) {
    if (width_of(label, Style::Cut) > kWidestCut) label = n.size;
    add(Style::Cut, Anchor::Middle, 0, 4, label);
    double y = 4;
    for (const std::string& part : n.because)
      add(Style::Small, Anchor::Middle, 0, y += kLineHeight, with_signs(part));
    return marks;
  }
  if (n.shape == Shape::Leaf) {
    add(Style::Value, Anchor::Middle, 0, 4, label + (n.goes_on ? " …" : ""));
    add(Style::Small, Anchor::Middle, 0, 4 + kLineHeight, visit_of(n));
    return marks;
  }
  const bool is_max = n.shape == Shape::Max;
  // Where the slope leaves the most room, and no branch passes.
  double y = is_max ? -12 : 8;
  if (width_of(label, Style::Value) <= kInside) {
    add(Style::Value, Anchor::Middle, 0, is_max ? 8 : 3, label);
  } else {
    if (!is_max) y -= kLineHeight;
    add(Style::Value, Anchor::Start, beside(is_max, y, Style::Value), y, label);
    y += kLineHeight;
  }
  const double x =
      std::max(beside(is_max, y, Style::Small), beside(is_max, y + kLineHeight, Style::Small));
  const std::string pass = n.pass > 0 ? ", pass " + std::to_string(n.pass) : "";
  add(Style::Small, Anchor::Start, x, y, visit_of(n) + pass);
  add(Style::Small, Anchor::Start, x, y + kLineHeight, with_signs(n.question));
  if (n.elided > 0)
    add(Style::Small, Anchor::Middle, 0, bottom_of(n.shape) + kLineHeight,
        std::to_string(n.elided) + " more");
  return marks;
}

// What N needs to both sides of its middle, and what stands below it.
struct Extent {
  double left;
  double right;
  double below;
};

Extent extent_of(const Node& n, const std::vector<Mark>& marks) {
  const double half = is_triangle(n) ? kHalf : 6;
  Extent e{half, half, is_triangle(n) ? kTip : 6};
  for (const Mark& m : marks) {
    const double width = width_of(m.text, m.style);
    const double left = m.anchor == Anchor::Start ? 0 : m.anchor == Anchor::End ? width : width / 2;
    e.left = std::max(e.left, left - m.x);
    e.right = std::max(e.right, width - left + m.x);
    e.below = std::max(e.below, m.y + 4);
  }
  // The name of the move stands on either side of its branch.
  const double name = n.name.empty() ? 0 : width_of(n.name, Style::Name) + 4;
  return {std::max(e.left, name), std::max(e.right, name), e.below};
}

}  // namespace

double font_size(Style style) {
  switch (style) {
    case Style::Value:
    case Style::Cut: return 13;
    case Style::Small:
    case Style::Name: return 10;
  }
  __builtin_unreachable();
}

double top_of(Shape shape) {
  return shape == Shape::Max ? -kTip : shape == Shape::Min ? -kBase : -9;
}

double bottom_of(Shape shape) {
  return shape == Shape::Max ? kBase : shape == Shape::Min ? kTip : 9;
}

Layout layout(const Picture& picture) {
  Layout out;
  out.nodes.resize(picture.size());
  // Each subtree has a strip of the drawing to itself. How wide it is, and where in it the node
  // stands, is gathered from the last node to the first: all below a node comes before it.
  struct Strip {
    double moves = 0;  // the strips of the moves, side by side
    double first = 0;  // from their right edge to the first move, and to the last
    double last = 0;
    double width = 0;   // with what the node itself needs beyond them
    double middle = 0;  // where the node stands
    double next = 0;    // where the moves begin; then where the next one does
  };
  std::vector<Strip> strips(picture.size());
  for (std::size_t i = picture.size(); i-- > 0;) {
    Placed& p = out.nodes[i];
    p.marks = marks_of(picture[i]);
    p.y = kMargin + kTip + static_cast<double>(picture[i].depth) * kRow;
    const Extent e = extent_of(picture[i], p.marks);
    out.height = std::max(out.height, p.y + e.below + kMargin);
    Strip& s = strips[i];
    const double middle = s.moves - (s.first + s.last) / 2;
    s.next = std::max(0.0, e.left - middle);
    s.middle = middle + s.next;
    s.width = std::max(s.next + s.moves, s.middle + e.right + kGap);
    if (i == 0) continue;
    Strip& above = strips[picture[i].parent];
    const double from_right = above.moves + s.width - s.middle;
    if (above.moves == 0) above.last = from_right;
    above.first = from_right;
    above.moves += s.width;
  }
  for (std::size_t i = 0; i < picture.size(); ++i) {
    const Node& n = picture[i];
    Placed& p = out.nodes[i];
    double& begin = i == 0 ? out.width : strips[n.parent].next;
    if (i == 0) begin = kMargin;
    p.x = begin + strips[i].middle;
    strips[i].next += begin;
    begin += strips[i].width;
    if (n.name.empty()) continue;
    // HostFiles of the branch, nearer to where it leads.
    const Placed& above = out.nodes[n.parent];
    const double from = above.y + bottom_of(picture[n.parent].shape);
    const double to = p.y + top_of(n.shape);
    const double y = std::min(0.3 * from + 0.7 * to, p.y - kNameHeight);
    const double x = above.x + (p.x - above.x) * (y - from) / (to - from);
    const bool to_the_left = p.x < above.x;
    p.marks.push_back({Style::Name, to_the_left ? Anchor::End : Anchor::Start,
                       (to_the_left ? x - 4 : x + 4) - p.x, y - p.y, n.name});
  }
  return out;
}

}  // namespace winnow::draw
