#include "draw/tree.hpp"

namespace winnow::draw {

namespace {

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
  void children(const Node& node, const std::string& indent) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Node& child = node.children[i];
      bool last = i + 1 == node.children.size();
      const char* branch = style_.unicode ? (child.is_cut ? (last ? "└╌ " : "├╌ ") : (last ? "└─ " : "├─ "))
                                          : (child.is_cut ? "+. " : "+- ");
      line(indent + branch, child);
      children(child, indent + (last ? "   " : style_.unicode ? "│  " : "|  "));
    }
  }

  void line(const std::string& lead, const Node& node) {
    if (++lines_ > style_.max_lines) {
      ++elided_;
      return;
    }
    out_ += lead;
    const char* on = !style_.color ? "" : node.is_cut ? "\033[2m" : node.is_best ? "\033[1m" : "";
    out_ += on + node.label;
    if (*on) out_ += "\033[0m";
    out_ += '\n';
  }

  const TextStyle& style_;
  std::string out_;
  std::size_t lines_ = 0;
  std::size_t elided_ = 0;
};

}  // namespace

std::string to_text(const Node& root, const TextStyle& style) { return TextWriter(style).run(root); }

}  // namespace winnow::draw
