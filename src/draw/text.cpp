#include <algorithm>

#include "draw/tree.hpp"

namespace winnow::draw {

namespace {

// As many of TEXT's characters as fit into WIDTH columns, if that is not 0.
std::string shortened(const std::string& text, std::size_t width) {
  auto is_first = [](char c) { return (c & 0xC0) != 0x80; };
  if (width == 0 || static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_first)) <= width) return text;
  std::string result;
  std::size_t columns = 0;
  for (char c : text) {
    if (is_first(c) && ++columns + 3 > width) break;
    result += c;
  }
  return result + "...";
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
    if (n.shape == Shape::Cut) return "cut: " + n.value;
    std::string text = n.move > 0 ? std::to_string(n.move) + ": " : "";
    if (n.shape != Shape::Leaf) text += n.shape == Shape::Max ? "max " : "min ";
    if (n.shape != Shape::Leaf) text += n.value.empty() ? "?" : std::string(n.kind) + " " + n.value;
    if (n.shape == Shape::Leaf) text += n.value;
    if (n.evaluations > 1) text += "  (evaluated " + std::to_string(n.evaluations) + " times)";
    if (n.is_best && n.move > 0) text += "  *";
    if (n.elided > 0) text += "  [" + std::to_string(n.elided) + " more below]";
    return text;
  }

  void children(const Node& node, const std::string& indent) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Node& child = node.children[i];
      bool last = i + 1 == node.children.size();
      bool cut = child.shape == Shape::Cut;
      const char* branch = style_.unicode ? (cut ? (last ? "└╌ " : "├╌ ") : (last ? "└─ " : "├─ ")) : (cut ? "+. " : "+- ");
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
    const char* on = !style_.color ? "" : node.shape == Shape::Cut ? "\033[2m" : node.is_best ? "\033[1m" : "";
    out_ += on + text + (*on ? "\033[0m" : "") + '\n';
  }

  const TextStyle& style_;
  std::string out_;
  std::size_t lines_ = 0;
  std::size_t elided_ = 0;
};

}  // namespace

std::string to_text(const Node& root, const TextStyle& style) { return TextWriter(style).run(root); }

}  // namespace winnow::draw
