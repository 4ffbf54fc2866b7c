// Drawings compared with the oracle: SVG, dot and TikZ.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "oracle/reading.hpp"

namespace oracle {

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

// A number or question in typeset form.
std::string set(const std::string& text) {
  std::string out = replaced(text, "inf", "∞");
  out = replaced(out, ">=", "≥");
  // A minus precedes a digit or a sign, and never occurs inside a ratio or a name.
  return replaced(out, "-", "−");
}

std::string xml(const std::string& text) {
  return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

std::string latex(std::string text) {
  const std::pair<const char*, const char*> pairs[] = {
      {"#", "\\#"},    {"−", "$-$"}, {"∞", "$\\infty$"}, {"≥", "$\\ge$"},
      {"≤", "$\\le$"}, {">", "$>$"}, {"<", "$<$"},       {"…", "\\dots"}};
  for (auto [sign, command] : pairs) text = replaced(text, sign, command);
  return text;
}

std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += what.size()) ++n;
  return n;
}

// The text between BEFORE and AFTER, searched from AT, which is moved past it; empty at the end.
std::string between(const std::string& text, std::size_t& at, std::string_view before,
                    std::string_view after) {
  std::size_t from = text.find(before, at);
  if (from == text.npos) return "";
  from += before.size();
  const std::size_t to = text.find(after, from);
  if (to == text.npos) return "";
  at = to + after.size();
  return text.substr(from, to - from);
}

struct Box {
  double left, top, right, bottom;
  std::string text;
};

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// A triangle with a horizontal base.
struct Triangle {
  double middle;
  double half;
  double base;
  double tip;
};

// The triangle of a path of three points: two ends of the base, which is horizontal, and the tip,
// which is last or, in a folded subtree, first.
Triangle triangle_of(const std::string& path) {
  double x[3], y[3];
  if (std::sscanf(path.c_str(), "M%lf %lf L%lf %lf L%lf %lf", &x[0], &y[0], &x[1], &y[1], &x[2],
                  &y[2]) != 6)
    throw std::runtime_error("no triangle: " + path);
  const int tip = y[0] == y[1] ? 2 : 0;
  const int end = tip == 2 ? 0 : 2;
  return {x[tip], std::abs(x[1] - x[end]) / 2, y[1], y[tip]};
}

bool overlap(const Box& b, const Triangle& t) {
  // Next to the box the triangle is widest at the height nearest to its base.
  const double top = std::max(b.top, std::min(t.base, t.tip));
  const double bottom = std::min(b.bottom, std::max(t.base, t.tip));
  if (top >= bottom) return false;
  const double from_tip = t.base > t.tip ? bottom - t.tip : t.tip - top;
  const double half = t.half * from_tip / std::abs(t.base - t.tip);
  return b.left < t.middle + half && b.right > t.middle - half;
}

std::string attribute(const std::string& element, const std::string& name) {
  std::size_t at = 0;
  return between(element, at, " " + name + "=\"", "\"");
}

// The box of a text element of SVG.
Box box_of(const std::string& attributes, const std::string& content) {
  const double size =
      attribute(attributes, "class") == "small" || attribute(attributes, "class") == "name" ? 10
                                                                                            : 13;
  const double x = std::strtod(attribute(attributes, "x").c_str(), nullptr);
  const double y = std::strtod(attribute(attributes, "y").c_str(), nullptr);
  const std::string anchor = attribute(attributes, "text-anchor");
  const std::string text =
      replaced(replaced(replaced(content, "&lt;", "<"), "&gt;", ">"), "&amp;", "&");
  const double width = static_cast<double>(columns(text)) * 0.5 * size;
  const double left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2;
  return {left, y - 0.72 * size, left + width, y, content};
}

}  // namespace

// Whether PRUNED, a pruned branch or a position below one, is drawn with its moves.
bool Reader::is_whole(const Position& pruned) const {
  return presentation_.is_list && pruned.leaves <= 12;
}

std::vector<Reader::Shown> Reader::shown() const {
  std::vector<Shown> all;
  std::vector<const Position*> to_come{&root_};
  while (!to_come.empty()) {
    const Position* p = to_come.back();
    to_come.pop_back();
    auto found = run_.seen.find(p);
    all.push_back({p, found == run_.seen.end() ? nullptr : &found->second});
    if (found == run_.seen.end() && !is_whole(*p)) continue;
    for (std::size_t i = p->moves.size(); i-- > 0;) to_come.push_back(&p->moves[i]);
  }
  return all;
}

// The text in drawings for the visit of a node.
std::string Reader::visit(const Shown& s) const {
  const std::string number = "#" + std::to_string(s.seen->number);
  const bool tells_pass = run_.passes > 0 && !s.position->is_leaf() && s.seen->earlier.empty();
  return tells_pass ? number + ", pass " + std::to_string(s.seen->pass) : number;
}

std::string Reader::label(const Shown& s) const {
  const Claim c = known(*s.position);
  if (c.what == Claim::Nothing) return "?";
  // Any text of that value, as printed by Winnow.
  return c.what == Claim::AtLeast ? "≥" : c.what == Claim::AtMost ? "≤" : "";
}

static std::string question_text(const Question& q) {
  const std::string a = q.a.text();
  switch (q.form) {
    case Question::More: return "> " + a + "?";
    case Question::Less: return "< " + a + "?";
    case Question::AtLeast: return ">= " + a + "?";
    case Question::Merit: return "merit " + a;
    default: return a + ".." + q.b.text();
  }
}

std::vector<std::string> Reader::question_lines(const Seen& s) const {
  if (s.earlier.empty()) return {set(question_text(s.question))};
  std::vector<std::pair<Question, unsigned>> visits = s.earlier;
  visits.emplace_back(s.question, s.pass);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    if (visits.size() > 3 && i > 0 && i + 1 < visits.size()) {
      if (i == 1) lines.push_back(std::to_string(visits.size() - 2) + " more");
      continue;
    }
    const auto& [q, pass] = visits[i];
    const std::string prefix = run_.passes > 0 ? "pass " + std::to_string(pass) + ": " : "";
    lines.push_back(prefix + set(question_text(q)));
  }
  return lines;
}

// Whether TEXTS, those of the SVG at P, which was pruned, have its value or its size.
bool Reader::shows_pruned(const Position& p, const std::vector<std::string>& texts) const {
  if (presentation_.names_moves)
    return texts[0] == "?" && std::find(texts.begin(), texts.end(), xml(p.text)) != texts.end();
  if (!presentation_.is_list) return !texts.empty();
  if (!is_whole(p)) return !texts.empty() && texts[0] == std::to_string(p.leaves) + " leaves";
  if (!p.is_leaf()) return true;
  if (texts.empty() || texts[0].ends_with(" …") != p.is_cut_off) return false;
  const std::size_t length = texts[0].size() - (p.is_cut_off ? 4 : 0);
  return Number::read(replaced(texts[0].substr(0, length), "−", "-")) == p.value;
}

void Reader::svg(const std::string& svg) {
  ++checked_;
  const std::vector<Shown> all = shown();
  if (count(svg, "<g>") != all.size() || count(svg, "class=\"edge") != all.size() - 1)
    return fail("the nodes and edges of the SVG", std::to_string(all.size()));
  std::size_t at = 0;
  const std::string view = between(svg, at, "viewBox=\"0 0 ", "\"");
  char* end = nullptr;
  const double width = std::strtod(view.c_str(), &end);
  const double height = std::strtod(end, nullptr);
  std::vector<Box> boxes;
  std::vector<Box> inside;  // texts inside their own triangles
  std::vector<Triangle> triangles;
  for (const Shown& s : all) {
    const std::string group = between(svg, at, "<g>", "</g>");
    const bool has_triangle = group.find("<path") != group.npos;
    if (has_triangle) {
      std::size_t in = 0;
      triangles.push_back(triangle_of(between(group, in, " d=\"", "\"")));
    }
    std::vector<std::string> texts;
    for (std::size_t in = 0;;) {
      const std::string element = between(group, in, "<text", "</text>");
      if (element.empty()) break;
      const std::size_t close = element.find('>');
      texts.push_back(element.substr(close + 1));
      const std::string attributes = element.substr(0, close);
      const bool is_folded = !s.seen && !s.position->is_leaf();
      const bool is_inside =
          has_triangle && attribute(attributes, "text-anchor") == "middle" &&
          (attribute(attributes, "class") == "value" || (is_folded && texts.size() == 1));
      (is_inside ? inside : boxes).push_back(box_of(attributes, texts.back()));
    }
    if (!s.seen) {
      if (!shows_pruned(*s.position, texts)) return fail("a pruned branch of the SVG", group);
      continue;
    }
    const bool leaf = s.position->is_leaf();
    auto has = [&](const std::string& text) {
      return std::find(texts.begin(), texts.end(), xml(text)) != texts.end();
    };
    const std::string sign = label(s);
    std::string number = texts.empty() ? "" : texts[0];
    if (s.position->is_cut_off && number.ends_with(" …")) number.resize(number.size() - 4);
    if (!number.starts_with(sign)) return fail("a label of the SVG", group);
    number = replaced(number.substr(sign.size()), "−", "-");
    if (sign != "?" && Number::read(number) != known(*s.position).value)
      return fail("a value of the SVG", group);
    if (!has(visit(s))) return fail("a number of the SVG", group);
    if (leaf || !presentation_.exact_texts) continue;
    for (const std::string& line : question_lines(*s.seen))
      if (!has(line)) return fail("a question of the SVG", group);
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& b = boxes[i];
    if (b.left < 0 || b.top < 0 || b.right > width || b.bottom > height)
      return fail("outside of the SVG", b.text);
    for (std::size_t j = 0; j < i; ++j)
      if (overlap(b, boxes[j]))
        return fail("texts that overlap in the SVG", b.text + " | " + boxes[j].text);
    for (const Box& other : inside)
      if (overlap(b, other))
        return fail("texts that overlap in the SVG", b.text + " | " + other.text);
    for (const Triangle& t : triangles)
      if (overlap(b, t)) return fail("a text that overlaps a triangle of the SVG", b.text);
  }
}

void Reader::dot(const std::string& dot) {
  ++checked_;
  const std::vector<Shown> all = shown();
  if (count(dot, " -> ") != all.size() - 1) return fail("edges of dot", "");
  std::size_t at = 0;
  std::size_t number = 0;
  for (const Shown& s : all) {
    const std::string line = between(dot, at, "  n" + std::to_string(number++) + " [label=<", "\n");
    if (line.empty()) return fail("a node of dot", std::to_string(number));
    if (!s.seen) continue;
    const std::string visit = "#" + std::to_string(s.seen->number);
    const bool is_short = s.position->is_leaf() || !s.seen->earlier.empty();
    if (line.find(">" + visit + (is_short ? "<" : " ")) == line.npos)
      return fail("a number of dot", line);
    if (!presentation_.exact_texts || s.position->is_leaf()) continue;
    for (const std::string& text : question_lines(*s.seen))
      if (line.find((s.seen->earlier.empty() ? visit + " " : ">") + xml(text)) == line.npos)
        return fail("a question of dot", line);
  }
}

void Reader::tikz(const std::string& tikz) {
  ++checked_;
  const std::vector<Shown> all = shown();
  std::size_t triangles = 0;
  for (const Shown& s : all)
    triangles += !s.position->is_leaf() && (s.seen || presentation_.is_list);
  if (count(tikz, "\\draw") != all.size() - 1 || count(tikz, "\\filldraw") != triangles)
    return fail("nodes and edges of TikZ", tikz);
  std::size_t at = 0;
  for (const Shown& s : all) {
    if (!s.seen) continue;
    at = tikz.find("{" + latex(visit(s)) + "};", at);
    if (at == tikz.npos) return fail("a number of TikZ", visit(s));
    if (!presentation_.exact_texts || s.position->is_leaf()) continue;
    for (const std::string& line : question_lines(*s.seen))
      if (tikz.find("{" + latex(line) + "}", at) == tikz.npos)
        return fail("a question of TikZ", line);
  }
}

}  // namespace oracle
