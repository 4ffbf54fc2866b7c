#include "play/recorder.hpp"

namespace winnow {

void Recorder::enter(const ListTree&, Value, const search::Ply* ply, search::Side side, Value alpha,
                     Value beta) {
  RecordedNode& n = nodes_.emplace_back();
  n.side = side;
  n.alpha = alpha;
  n.beta = beta;
  path_.resize(ply->depth);
  if (!path_.empty()) path_.back()->children.push_back(&n);
  path_.push_back(&n);
}

void Recorder::leaf(const search::Ply* ply, Value value) {
  RecordedNode& n = *path_[ply->depth];
  n.is_leaf = true;
  n.value = value;
  n.order = ++leaves_;
}

void Recorder::leave(const search::Ply* ply, Value value) { path_[ply->depth]->value = value; }

void Recorder::cutoff(const search::Ply* ply, std::uint32_t move, Value alpha, Value beta) {
  RecordedNode& n = *path_[ply->depth];
  n.cut_after = move;
  n.cut_alpha = alpha;
  n.cut_beta = beta;
}

namespace {

using Show = std::function<std::string(Value)>;

std::string leaves_text(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " leaf" : " leaves"); }

Value nth_rest(Value list, std::uint32_t n) {
  while (n-- > 0) list = cdr(list);
  return list;
}

void explain(const RecordedNode& n, Value tree, const std::string& path, const Show& show,
             std::vector<std::string>& lines) {
  std::uint32_t move = 0;
  for (const RecordedNode* child : n.children) {
    ++move;
    if (!child->is_leaf)
      explain(*child, car(nth_rest(tree, move - 1)), path + (path.empty() ? "" : " ") + std::to_string(move),
              show, lines);
  }
  if (n.cut_after == 0) return;
  std::uint64_t lost = 0;
  for (Value rest = nth_rest(tree, n.cut_after); is_cons(rest); rest = cdr(rest))
    lost += count_leaves(car(rest), ~std::uint64_t{0});
  bool max = n.side == search::Side::Max;
  std::string text = "cut at (" + path + ") after move " + std::to_string(n.cut_after) + ": ";
  text += max ? "the maximizer gets at least " + show(n.cut_alpha) + " here, but the minimizer can have " +
                    show(n.cut_beta) + " elsewhere (alpha " + show(n.cut_alpha) + " >= beta " + show(n.cut_beta) + ")"
              : "the minimizer holds it to " + show(n.cut_beta) + " here, but the maximizer can have " +
                    show(n.cut_alpha) + " elsewhere (alpha " + show(n.cut_alpha) + " >= beta " + show(n.cut_beta) + ")";
  lines.push_back(text + "; " + leaves_text(lost) + " left out");
}

void cut_branch(Value tree, const Show& show, std::vector<draw::Node>& out) {
  draw::Node n;
  n.is_cut = true;
  std::uint64_t leaves = count_leaves(tree, ~std::uint64_t{0});
  n.label = "cut: " + (is_cons(tree) && leaves > 12 ? leaves_text(leaves) : show(tree));
  out.push_back(std::move(n));
}

draw::Node draw_node(const RecordedNode& n, Value tree, std::uint32_t move, const std::vector<std::uint32_t>* line,
                     std::size_t at, const Show& show) {
  draw::Node d;
  d.is_best = line != nullptr;
  if (move > 0) d.label = std::to_string(move) + ": ";
  if (n.is_leaf) {
    d.label += show(n.value);
  } else {
    // A value outside the window on entry is only a bound.
    bool upper = n.alpha != kLowestScore && (n.value == n.alpha || (n.value.is_fixnum() && n.alpha.is_fixnum() && n.value.fixnum() < n.alpha.fixnum()));
    bool lower = n.beta != kHighestScore && (n.value == n.beta || (n.value.is_fixnum() && n.beta.is_fixnum() && n.value.fixnum() > n.beta.fixnum()));
    const char* kind = upper ? " <= " : lower ? " >= " : " = ";
    d.label += std::string(n.side == search::Side::Max ? "max" : "min") + kind + show(n.value);
  }
  if (d.is_best && move > 0) d.label += "  *";
  std::uint32_t k = 0;
  for (const RecordedNode* child : n.children) {
    ++k;
    bool best = line && at < line->size() && (*line)[at] == k;
    d.children.push_back(draw_node(*child, car(nth_rest(tree, k - 1)), k, best ? line : nullptr, at + 1, show));
  }
  if (n.cut_after > 0)
    for (Value rest = nth_rest(tree, n.cut_after); is_cons(rest); rest = cdr(rest))
      cut_branch(car(rest), show, d.children);
  return d;
}

}  // namespace

std::vector<std::string> explain_cuts(const RecordedNode& root, Value tree, const Show& show) {
  std::vector<std::string> lines;
  explain(root, tree, "", show, lines);
  return lines;
}

draw::Node picture(const RecordedNode& root, Value tree, const std::vector<std::uint32_t>& line, const Show& show) {
  return draw_node(root, tree, 0, &line, 0, show);
}

}  // namespace winnow
