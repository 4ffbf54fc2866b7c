#include "play/explain.hpp"

#include "core/list.hpp"

namespace winnow {

namespace {

std::string plural(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// Leaves of what an algorithm left out; a circle there counts as this many.
constexpr std::uint64_t kCounted = 1'000'000;

Value nth_rest(Value list, std::uint32_t n) {
  while (n-- > 0 && is_cons(list)) list = cdr(list);
  return list;
}

Value nth_child(Value tree, std::uint32_t move) {
  Value rest = nth_rest(tree, move - 1);
  return is_cons(rest) ? car(rest) : nil();
}

const char* mover(search::Side side) { return side == search::Side::Max ? "maximizer" : "minimizer"; }

std::string path_text(const std::vector<std::uint32_t>& path) {
  std::string text = "(";
  for (std::uint32_t move : path) text += (text.size() > 1 ? " " : "") + std::to_string(move);
  return text + ")";
}

// Why the rest of N, whose moves TREE lists, was cut.
std::string reason(const RecordedNode& n, const Show& show) {
  bool max = n.side == search::Side::Max;
  if (n.cut_alpha == n.cut_beta)  // a test of one bound
    return std::string("that answers the question whether the value here ") +
           (max ? "is more than " : "is less than ") + show(n.cut_alpha);
  std::string bounds = " (alpha " + show(n.cut_alpha) + " >= beta " + show(n.cut_beta) + ")";
  return max ? "the maximizer gets at least " + show(n.cut_alpha) + " here, but the minimizer can have " +
                   show(n.cut_beta) + " elsewhere" + bounds
             : "the minimizer holds it to " + show(n.cut_beta) + " here, but the maximizer can have " +
                   show(n.cut_alpha) + " elsewhere" + bounds;
}

// What of TREE's moves behind number MOVE was left out.
std::uint64_t leaves_behind(Value tree, std::uint32_t move) {
  std::uint64_t lost = 0;
  for (Value rest = nth_rest(tree, move); is_cons(rest); rest = cdr(rest)) lost += count_leaves(car(rest), kCounted);
  return lost;
}

void explain(const RecordedNode& n, Value tree, std::vector<std::uint32_t>& path, const Show& show,
             std::vector<std::string>& lines) {
  for (const RecordedNode* child : n.children) {
    if (!child || child->is_leaf) continue;
    path.push_back(child->move);
    explain(*child, nth_child(tree, child->move), path, show, lines);
    path.pop_back();
  }
  if (n.cut_after == 0) return;
  lines.push_back("cut at " + path_text(path) + " after move " + std::to_string(n.cut_after) + ": " + reason(n, show) +
                  "; " + plural(leaves_behind(tree, n.cut_after), "leaf", "leaves") + " left out");
}

// "=", "<=" or ">=": a value outside the window on entry is only a bound.
const char* kind_of(const RecordedNode& n) {
  auto at_most = [](Value a, Value b) {
    return a == b || (a.is_fixnum() && b.is_fixnum() && a.fixnum() < b.fixnum());
  };
  if (n.is_leaf) return "=";
  if (n.alpha != kLowestScore && at_most(n.value, n.alpha)) return "<=";
  if (n.beta != kHighestScore && at_most(n.beta, n.value)) return ">=";
  return "=";
}

std::string window_text(const RecordedNode& n, const Show& show) {
  return (n.alpha == kLowestScore ? "-inf" : show(n.alpha)) + ".." + (n.beta == kHighestScore ? "inf" : show(n.beta));
}

class Painter {
 public:
  explicit Painter(const Show& show) : show_(show) {}

  // LINE: the principal variation if N lies on it, from index AT on; else null.
  draw::Node paint(const RecordedNode& n, Value tree, const std::vector<std::uint32_t>* line, std::size_t at) const {
    draw::Node d;
    d.id = n.number;
    d.move = n.move;
    d.is_best = line != nullptr;
    if (n.is_done) {
      d.value = show_(n.value);
      d.kind = kind_of(n);
    }
    if (n.is_leaf) {
      d.shape = draw::Shape::Leaf;
      d.order = n.order;
      d.evaluations = n.evaluations;
      return d;
    }
    d.shape = n.side == search::Side::Max ? draw::Shape::Max : draw::Shape::Min;
    d.window = window_text(n, show_);
    d.elided = n.elided;
    std::uint32_t move = 0;
    for (Value rest = tree; is_cons(rest); rest = cdr(rest)) {
      ++move;
      const RecordedNode* child = n.child(move);
      bool best = line && at < line->size() && (*line)[at] == move;
      if (child) d.children.push_back(paint(*child, car(rest), best ? line : nullptr, at + 1));
      else if (n.elided == 0) d.children.push_back(left_out(n, car(rest), move));
    }
    return d;
  }

 private:
  draw::Node left_out(const RecordedNode& parent, Value tree, std::uint32_t move) const {
    draw::Node d;
    d.move = move;
    d.shape = draw::Shape::Cut;
    std::uint64_t leaves = count_leaves(tree, kCounted);
    d.value = is_cons(tree) && leaves > 12 ? plural(leaves, "leaf", "leaves") : show_(tree);
    if (parent.cut_after > 0 && move == parent.cut_after + 1) d.note = reason(parent, show_);
    return d;
  }

  const Show& show_;
};

}  // namespace

std::vector<std::string> explain_cuts(const RecordedNode& root, Value tree, const Show& show) {
  std::vector<std::string> lines;
  std::vector<std::uint32_t> path;
  explain(root, tree, path, show, lines);
  return lines;
}

std::string explain_position(const RecordedNode& root, Value tree, const std::vector<std::uint32_t>& path,
                             const Show& show) {
  const RecordedNode* n = &root;
  std::vector<std::uint32_t> so_far;
  for (std::uint32_t move : path) {
    if (!is_cons(tree)) return "There is no move " + std::to_string(move) + " at " + path_text(so_far) + ": it is a leaf.";
    Value rest = nth_rest(tree, move - 1);
    if (move == 0 || !is_cons(rest))
      return "There is no move " + std::to_string(move) + " at " + path_text(so_far) + ": it has " +
             plural(list_length(tree), "move", "moves") + ".";
    const RecordedNode* child = n->child(move);
    if (!child) {
      so_far.push_back(move);
      if (n->cut_after > 0 && n->cut_after < move) {
        so_far.pop_back();
        return "Nothing behind move " + std::to_string(n->cut_after) + " of " + path_text(so_far) + " was looked at: " +
               reason(*n, show) + ".";
      }
      return n->elided > 0 ? path_text(so_far) + " was not recorded." : path_text(so_far) + " was not looked at.";
    }
    so_far.push_back(move);
    tree = car(rest);
    n = child;
  }
  std::string where = path_text(so_far);
  if (n->is_leaf)
    return where + " is a leaf worth " + show(n->value) + ", evaluated as number " + std::to_string(n->order) +
           (n->evaluations > 1 ? ", " + std::to_string(n->evaluations) + " times in all" : "") + ".";
  if (!n->is_done) return where + " was entered, but its value was not needed.";
  std::string kind = kind_of(*n);
  std::string text = where + ", where the " + mover(n->side) + " moves, ";
  text += kind == "=" ? "is worth exactly " + show(n->value)
          : kind == "<=" ? "is worth at most " + show(n->value) + ": the window began at " + show(n->alpha) +
                               ", so how much less did not matter"
                         : "is worth at least " + show(n->value) + ": the window ended at " + show(n->beta) +
                               ", so how much more did not matter";
  if (n->cut_after > 0)
    text += "; " + plural(list_length(tree) - n->cut_after, "move was", "moves were") + " cut after move " +
            std::to_string(n->cut_after) + ": " + reason(*n, show);
  return text + ".";
}

std::vector<draw::Step> steps_of(const Recording& recording, const Show& show) {
  using Kind = draw::Step::Kind;
  std::vector<draw::Step> steps;
  for (const search::Event<Value>& e : recording.events()) {
    std::vector<std::uint32_t> path;
    for (const RecordedNode* n = e.node; n->parent; n = n->parent) path.insert(path.begin(), n->move);
    std::string where = path_text(path);
    draw::Step s{static_cast<Kind>(e.kind), e.node->number, e.move, "", ""};
    // The node as it was then.
    RecordedNode then = *e.node;
    then.alpha = e.alpha;
    then.beta = e.beta;
    then.value = e.value;
    switch (s.kind) {
      case Kind::Enter:
        s.text = "The " + std::string(mover(then.side)) + " moves at " + where + "; the window is " + window_text(then, show) + ".";
        break;
      case Kind::Leaf:
        s.value = show(e.value);
        s.text = "The leaf " + where + " is worth " + s.value + ".";
        break;
      case Kind::Leave: {
        std::string kind = kind_of(then);
        s.value = (kind == "=" ? "" : kind == "<=" ? "≤" : "≥") + show(e.value);
        s.text = where + " is worth " + (kind == "=" ? "exactly " : kind == "<=" ? "at most " : "at least ") + show(e.value) + ".";
        break;
      }
      case Kind::Cutoff:
        then.cut_alpha = e.alpha;
        then.cut_beta = e.beta;
        s.text = "Cut at " + where + " after move " + std::to_string(e.move) + ": " + reason(then, show) + ".";
        break;
    }
    // An algorithm enters a leaf before it finds that it is one: that is no step of its own.
    if (s.kind == Kind::Enter && e.node->is_leaf) continue;
    steps.push_back(std::move(s));
  }
  if (recording.elided_events() > 0)
    steps.push_back({Kind::Leave, -1, 0, "", "... and " + plural(recording.elided_events(), "more step", "more steps") + " that were not recorded."});
  return steps;
}

draw::Node picture(const RecordedNode& root, Value tree, const std::vector<std::uint32_t>& line, const Show& show) {
  return Painter(show).paint(root, tree, &line, 0);
}

}  // namespace winnow
