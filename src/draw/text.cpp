#include "base/unicode.hpp"
#include "draw/layout.hpp"

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

class TextWriter {
 public:
  explicit TextWriter(const TextStyle& style) : style_(style) {}

  std::string run(const Node& root) {
    line("", root);
    children(root, "");
    if (elided_ > 0) out_ += "... " + std::to_string(elided_) + " more lines\n";
    return std::move(out_);
  }

 private:
  static std::string label(const Node& n) {
    if (n.shape == Shape::Cut) {
      std::string text = "cut: " + n.value;
      for (const std::string& part : n.because)
        text += (&part == &n.because.front() ? "  " : " ") + part;
      return text;
    }
    std::string text = !n.name.empty() ? n.name + ": "
                       : n.move > 0    ? std::to_string(n.move) + ": "
                                       : "";
    if (n.shape != Shape::Leaf) text += n.shape == Shape::Max ? "max " : "min ";
    if (n.shape != Shape::Leaf) text += n.value.empty() ? "?" : std::string(n.kind) + " " + n.value;
    if (n.shape == Shape::Leaf) text += n.value;
    if (n.is_best && n.move > 0) text += " *";
    text += "  " + visit_of(n) + " in " + n.window;
    if (n.evaluations > 1) text += ", evaluated " + std::to_string(n.evaluations) + " times";
    if (n.elided > 0) text += "  [" + std::to_string(n.elided) + " more below]";
    return text;
  }

  void children(const Node& node, const std::string& indent) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Node& child = node.children[i];
      bool last = i + 1 == node.children.size();
      bool cut = child.shape == Shape::Cut;
      const char* branch = style_.unicode ? (cut ? (last ? "└╌ " : "├╌ ") : (last ? "└─ " : "├─ "))
                                          : (cut ? "+. " : "+- ");
      line(indent + branch, child);
      children(child, indent + (last ? "   " : style_.unicode ? "│  " : "|  "));
    }
  }

  void line(const std::string& lead, const Node& node) {
    if (++lines_ > style_.max_lines) {
      ++elided_;
      return;
    }
    std::string text = shortened(lead + label(node), style_.width);
    const char* on = !style_.color              ? ""
                     : node.shape == Shape::Cut ? "\033[2m"
                     : node.is_best             ? "\033[1m"
                                                : "";
    out_ += on + text + (*on ? "\033[0m" : "") + '\n';
  }

  const TextStyle& style_;
  std::string out_;
  std::size_t lines_ = 0;
  std::size_t elided_ = 0;
};

}  // namespace

std::string to_text(const Node& root, const TextStyle& style) {
  return TextWriter(style).run(root);
}

}  // namespace winnow::draw
