#include "play/explain.hpp"

#include <algorithm>

#include "core/list.hpp"
#include "play/list_tree.hpp"

namespace winnow {

namespace {

std::string plural(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// Leaves of what an algorithm left out; a circle there counts as this many.
constexpr std::uint64_t kCounted = 1'000'000;
// Longer names of what was left out are not shown.
constexpr std::size_t kLongestName = 40;

std::uint64_t length_of(Value list) {
  std::uint64_t n = 0;
  for (; is_cons(list) && n < kCounted; list = cdr(list)) ++n;
  return n;
}

const char* mover(search::Side side) {
  return side == search::Side::Max ? "maximizer" : "minimizer";
}

std::string path_text(const std::vector<std::uint32_t>& path) {
  std::string text = "(";
  for (std::uint32_t move : path) text += (text.size() > 1 ? " " : "") + std::to_string(move);
  return text + ")";
}

std::string path_to(const RecordedNode* n) {
  std::vector<std::uint32_t> path(n->depth);
  for (; n->parent; n = n->parent) path[n->depth - 1] = n->move;
  return path_text(path);
}

std::string place_of(const RecordedNode* n) { return n->parent ? path_to(n) : "the root"; }

std::uint64_t visits_below(const RecordedNode& n) {
  std::uint64_t visits = n.elided;
  for (const RecordedNode* child : n.children)
    if (child) visits += 1 + visits_below(*child);
  return visits;
}

}  // namespace

// What is shown stands in one line, even a string with several.
Explainer::Explainer(const Recording& recording, Value root, Board& board, Show show)
    : recording_(recording), root_(root), board_(board), show_([show = std::move(show)](Value v) {
        std::string text = show(v);
        std::replace(text.begin(), text.end(), '\n', ' ');
        return text;
      }) {}

// "=", "<=" or ">=": a value outside the window on entry is only a bound.
const char* Explainer::kind_of(const RecordedNode& n) const {
  if (n.is_leaf) return "=";
  if (n.alpha != kLowestScore && !board_.less(n.alpha, n.value)) return "<=";
  if (n.beta != kHighestScore && !board_.less(n.value, n.beta)) return ">=";
  return "=";
}

std::string Explainer::window(const RecordedNode& n) const {
  return (n.alpha == kLowestScore ? "-inf" : show_(n.alpha)) + ".." +
         (n.beta == kHighestScore ? "inf" : show_(n.beta));
}

// Was N searched to answer a question of one bound only? Then its window either never closes, or is
// bounded on the far side by the mover's own doing.
bool Explainer::is_test(const RecordedNode& n) const {
  return board_.less(n.cut_alpha, n.cut_beta) || (n.cut_by && n.cut_by->side == n.side);
}

// Why the rest of N was cut.
std::string Explainer::reason(const RecordedNode& n) const {
  bool max = n.side == search::Side::Max;
  std::string asker = n.cut_by ? place_of(n.cut_by) : "the search";
  if (is_test(n))
    return "that answers what " + asker + " asked, whether the value here is " +
           (max ? "more than " + show_(n.alpha) : "less than " + show_(n.beta));
  std::string bounds = " (alpha " + show_(n.cut_alpha) + " >= beta " + show_(n.cut_beta) + ")";
  std::string mine = max ? "the maximizer gets at least " + show_(n.cut_alpha) + " here"
                         : "the minimizer holds it to " + show_(n.cut_beta) + " here";
  std::string bound = show_(max ? n.cut_beta : n.cut_alpha);
  if (!n.cut_by)
    return mine + ", and the window of the search " + (max ? "ends" : "begins") + " at " + bound +
           bounds;
  return mine + ", but the " + mover(search::other(n.side)) + " can have " + bound + " at " +
         asker + bounds;
}

// What of MOVES behind the one of this NUMBER was left out.
std::string Explainer::left_out_text(Value moves, std::uint32_t number) const {
  Value rest = nth_rest(moves, number);
  if (!board_.is_tree()) return plural(length_of(rest), "move", "moves");
  std::uint64_t leaves = 0;
  for (; is_cons(rest) && leaves < kCounted; rest = cdr(rest))
    leaves += count_leaves(car(rest), kCounted);
  return plural(leaves, "leaf", "leaves");
}

void Explainer::add_cuts(const RecordedNode& n, Value at, std::vector<std::string>& lines) const {
  Value moves = n.children.empty() ? nil() : board_.moves_at(at);
  Value rest = moves;
  for (const RecordedNode* child : n.children) {
    if (!is_cons(rest)) break;
    if (child && !child->is_leaf) add_cuts(*child, board_.after(at, car(rest)), lines);
    rest = cdr(rest);
  }
  if (n.cut_after > 0)
    lines.push_back("cut at " + path_to(&n) + " after move " + std::to_string(n.cut_after) + ": " +
                    reason(n) + "; " + left_out_text(moves, n.cut_after) + " left out");
}

std::vector<std::string> Explainer::cuts() const {
  std::vector<std::string> lines;
  add_cuts(*recording_.root(), root_, lines);
  return lines;
}

std::string Explainer::position(const std::vector<std::uint32_t>& path) const {
  const RecordedNode* n = recording_.root();
  Value at = root_;
  for (std::uint32_t move : path) {
    std::string here = path_to(n);
    if (n->is_leaf)
      return "There is no move " + std::to_string(move) + " at " + here + ": it is a leaf.";
    Value moves = board_.moves_at(at);
    Value rest = nth_rest(moves, move - 1);
    if (!is_cons(rest))
      return "There is no move " + std::to_string(move) + " at " + here + ": it has " +
             plural(length_of(moves), "move", "moves") + ".";
    const RecordedNode* child = n->child(move);
    if (!child) {
      if (n->cut_after > 0 && n->cut_after < move)
        return "Nothing behind move " + std::to_string(n->cut_after) + " of " + here +
               " was looked at: " + reason(*n) + ".";
      std::string there = "Move " + std::to_string(move) + " at " + here;
      return there + (n->elided > 0 ? " was not recorded." : " was not looked at.");
    }
    at = board_.after(at, car(rest));
    n = child;
  }
  std::string where = path_to(n);
  if (n->is_leaf)
    return where + " is a leaf worth " + show_(n->value) + ", evaluated as number " +
           std::to_string(n->order) +
           (n->evaluations > 1 ? ", " + std::to_string(n->evaluations) + " times in all" : "") +
           ".";
  if (!n->is_done) return where + " was entered, but its value was not needed.";
  std::string kind = kind_of(*n);
  std::string text = where + ", where the " + mover(n->side) + " moves, ";
  text += kind == "="    ? "is worth exactly " + show_(n->value)
          : kind == "<=" ? "is worth at most " + show_(n->value) + ": the window began at " +
                               show_(n->alpha) + ", so how much less did not matter"
                         : "is worth at least " + show_(n->value) + ": the window ended at " +
                               show_(n->beta) + ", so how much more did not matter";
  if (n->cut_after > 0)
    text += "; " + plural(length_of(board_.moves_at(at)) - n->cut_after, "move was", "moves were") +
            " cut after move " + std::to_string(n->cut_after) + ": " + reason(*n);
  return text + ".";
}

std::vector<draw::Step> Explainer::steps() const {
  using Kind = draw::Step::Kind;
  std::vector<draw::Step> steps;
  for (const search::Event<Value>& e : recording_.events()) {
    std::string where = path_to(e.node);
    draw::Step s{static_cast<Kind>(e.kind), static_cast<std::int64_t>(e.node->number), e.move, "",
                 ""};
    // The node as it was then.
    RecordedNode then;
    then.side = e.node->side;
    then.is_leaf = e.node->is_leaf;
    then.alpha = then.cut_alpha = e.alpha;
    then.beta = then.cut_beta = e.beta;
    then.value = e.value;
    then.cut_by = e.by;
    switch (s.kind) {
      case Kind::Enter:
        s.text = "The " + std::string(mover(then.side)) + " moves at " + where +
                 "; the window is " + window(then) + ".";
        break;
      case Kind::Leaf:
        s.value = show_(e.value);
        s.text = "The leaf " + where + " is worth " + s.value + ".";
        break;
      case Kind::Leave: {
        std::string kind = kind_of(then);
        s.value = (kind == "=" ? "" : kind == "<=" ? "≤" : "≥") + show_(e.value);
        s.text = where + " is worth " +
                 (kind == "="    ? "exactly "
                  : kind == "<=" ? "at most "
                                 : "at least ") +
                 show_(e.value) + ".";
        break;
      }
      case Kind::Cutoff:
        s.text =
            "Cut at " + where + " after move " + std::to_string(e.move) + ": " + reason(then) + ".";
        break;
    }
    // An algorithm enters a leaf before it finds that it is one: that is no step of its own.
    if (s.kind == Kind::Enter && e.node->is_leaf) continue;
    steps.push_back(std::move(s));
  }
  if (recording_.elided_events() > 0)
    steps.push_back({Kind::Leave, -1, 0, "",
                     "... and " + plural(recording_.elided_events(), "more step", "more steps") +
                         " that were not recorded."});
  return steps;
}

draw::Node Explainer::picture(const std::vector<std::uint32_t>& line, std::size_t plies) const {
  return paint(*recording_.root(), root_, &line, plies);
}

// LINE: the principal variation if N lies on it; else null.
draw::Node Explainer::paint(const RecordedNode& n, Value at, const std::vector<std::uint32_t>* line,
                            std::size_t plies) const {
  draw::Node d;
  d.id = static_cast<std::int64_t>(n.number);
  d.move = n.move;
  d.is_best = line != nullptr;
  d.evaluations = n.evaluations;
  if (n.is_done) {
    d.value = show_(n.value);
    d.kind = kind_of(n);
  }
  d.window = window(n);
  if (n.is_leaf) {
    d.shape = draw::Shape::Leaf;
    return d;
  }
  d.shape = n.side == search::Side::Max ? draw::Shape::Max : draw::Shape::Min;
  d.elided = plies > 0 ? n.elided : visits_below(n);
  if (n.children.empty() || plies == 0) return d;
  std::uint32_t number = 0;
  for (Value rest = board_.moves_at(at); is_cons(rest); rest = cdr(rest)) {
    ++number;
    const RecordedNode* child = n.child(number);
    bool best = line && n.depth < line->size() && (*line)[n.depth] == number;
    if (child) {
      d.children.push_back(
          paint(*child, board_.after(at, car(rest)), best ? line : nullptr, plies - 1));
      if (board_.names_moves()) d.children.back().name = show_(car(rest));
    } else if (n.elided == 0) {
      d.children.push_back(left_out(n, car(rest), number));
    }
  }
  return d;
}

draw::Node Explainer::left_out(const RecordedNode& parent, Value move, std::uint32_t number) const {
  draw::Node d;
  d.move = number;
  d.shape = draw::Shape::Cut;
  std::uint64_t leaves = board_.is_tree() && is_cons(move) ? count_leaves(move, kCounted) : 0;
  d.value = leaves > 12 ? plural(leaves, "leaf", "leaves") : show_(move);
  if (d.value.size() > kLongestName) d.value = "move " + std::to_string(number);
  if (parent.cut_after == 0 || number != parent.cut_after + 1) return d;
  d.note = reason(parent);
  std::string from = " of " + (parent.cut_by ? place_of(parent.cut_by) : "the window");
  if (is_test(parent))
    d.because = {"test" + from};
  else if (parent.side == search::Side::Max)
    d.because = {"alpha " + show_(parent.cut_alpha), ">= beta " + show_(parent.cut_beta) + from};
  else
    d.because = {"alpha " + show_(parent.cut_alpha) + from, ">= beta " + show_(parent.cut_beta)};
  return d;
}

}  // namespace winnow
