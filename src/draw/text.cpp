#include "data/unicode.hpp"
#include "draw/labels.hpp"

namespace winnow::draw {

namespace {

// As much of TEXT as fits into WIDTH columns, if that is not 0.
std::string shortened(const std::string& text, std::size_t width) {
  std::size_t columns = 0;
  std::size_t fits = 0;  // bytes that leave room for an ellipsis
  for (std::size_t at = 0; width > 0 && at < text.size();) {
    unicode::Decoded d = unicode::decode_utf8(std::string_view(text).substr(at));
    columns += static_cast<std::size_t>(unicode::width(d.c));
    if (columns > width) return text.substr(0, fits) + "...";
    at += d.bytes;
    if (columns + 3 <= width) fits = at;
  }
  return text;
}

std::string line_of(const Node& n) {
  if (n.shape == Shape::Cut) {
    std::string text = "cut: " + n.value;
    for (const std::string& part : n.because)
      text += (&part == &n.because.front() ? "  " : " ") + part;
    return text;
  }
  std::string text = !n.name.empty() ? n.name + ": "
                     : n.move > 0    ? std::to_string(n.move) + ": "
                                     : "";
  if (n.shape == Shape::Leaf) {
    text += n.value;
  } else {
    text += n.shape == Shape::Max ? "max " : "min ";
    text += n.value.empty() || n.bound == Bound::None
                ? "?"
                : std::string(sign_of(n.bound)) + " " + n.value;
  }
  if (n.is_best && n.move > 0) text += " *";
  text += "  " + visit_of(n) + " " + n.how + " " + question_of(n);
  if (n.evaluations > 1) text += ", evaluated " + std::to_string(n.evaluations) + " times";
  if (n.goes_on) text += ", the depth ends here";
  if (n.elided > 0) text += "  [" + std::to_string(n.elided) + " more below]";
  return text;
}

}  // namespace

std::string to_text(const Picture& picture, const TextStyle& style) {
  const char* through = style.unicode ? "│  " : "|  ";
  std::string out;
  // Of the way down to a node: how much of it is indentation, and how many children are to come.
  struct Level {
    std::size_t indentation;
    std::size_t to_come;
  };
  std::vector<Level> levels;
  std::string indentation;
  std::size_t lines = 0;
  for (const Node& n : picture) {
    if (++lines > style.max_lines) break;
    std::string lead;
    levels.resize(n.depth);
    if (!levels.empty()) {
      Level& above = levels.back();
      const bool is_last = --above.to_come == 0;
      const bool cut = n.shape == Shape::Cut;
      const char* branch = style.unicode
                               ? (cut ? (is_last ? "└╌ " : "├╌ ") : (is_last ? "└─ " : "├─ "))
                               : (cut ? "+. " : "+- ");
      indentation.resize(above.indentation);
      lead = indentation + branch;
      indentation += is_last ? "   " : through;
    }
    levels.push_back({indentation.size(), n.children});
    const std::string text = shortened(lead + line_of(n), style.width);
    const char* on = !style.color            ? ""
                     : n.shape == Shape::Cut ? "\033[2m"
                     : n.is_best             ? "\033[1m"
                                             : "";
    out += on + text + (*on ? "\033[0m" : "") + '\n';
  }
  if (picture.size() > style.max_lines)
    out += "... " + std::to_string(picture.size() - style.max_lines) + " more lines\n";
  return out;
}

}  // namespace winnow::draw
