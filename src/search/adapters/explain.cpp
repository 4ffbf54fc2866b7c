#include "search/adapters/explain.hpp"

#include <algorithm>

#include "search/adapters/explain_walk.hpp"
#include "search/adapters/list_tree.hpp"

namespace winnow {

using search::Bound;
using search::Side;
using OwnerKind = search::Owner<Value>::Kind;
using QuestionKind = search::Question<Value>::Kind;

namespace {

std::string plural(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// Most moves of a path in a message.
constexpr std::uint32_t kToldMoves = 40;

std::uint64_t length_of(Value list) {
  std::uint64_t n = 0;
  for (; is_cons(list) && n < kCountedLeaves; list = cdr(list)) ++n;
  return n;
}

const char* mover(Side side) { return side == Side::Max ? "maximizer" : "minimizer"; }

std::string path_to(const RecordedNode* n) {
  std::vector<std::uint32_t> path;
  const std::uint32_t depth = n->depth;
  for (; n->parent && path.size() < kToldMoves; n = n->parent) path.push_back(n->move);
  std::string text = depth > kToldMoves ? "(... " : "(";
  for (std::size_t i = path.size(); i-- > 0;) text += std::to_string(path[i]) + (i > 0 ? " " : "");
  return text + (depth > kToldMoves ? ", " + plural(depth, "move", "moves") + " deep)" : ")");
}

std::string place_of(const RecordedNode* n) { return n->parent ? path_to(n) : "the root"; }

// The question of a test, up to the number.
const char* asks(QuestionKind kind) {
  return kind == QuestionKind::More   ? "more than "
         : kind == QuestionKind::Less ? "less than "
                                      : "at least ";
}

}  // namespace

std::string leaves_text(std::uint64_t leaves) {
  return plural(std::min(leaves, kCountedLeaves), "leaf", "leaves") +
         (leaves >= kCountedLeaves ? " or more" : "");
}

Explainer::Explainer(const Recording& recording, Show show)
    : recording_(recording),
      scores_(recording.heap()),
      deepest_(recording.depth_of_nearest(kDrawnNodes)),
      show_(std::move(show)) {}

// The text of V on one line, with blanks for line ends; "(...)" for kAbsent, a board that is not
// printed because it may be circular.
std::string Explainer::show(Value v) const {
  if (v == kLowestScore) return "-inf";
  if (v == kHighestScore) return "inf";
  if (v == kAbsent) return "(...)";
  std::string text = show_(v);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string Explainer::window(const Question& q) const {
  switch (q.kind) {
    case QuestionKind::Window:
    case QuestionKind::Better:
    case QuestionKind::Again: return show(q.alpha) + ".." + show(q.beta);
    case QuestionKind::More: return "> " + show(q.alpha) + "?";
    case QuestionKind::Less: return "< " + show(q.alpha) + "?";
    case QuestionKind::AtLeast: return ">= " + show(q.alpha) + "?";
    case QuestionKind::Merit: return "merit " + show(q.alpha);
  }
  __builtin_unreachable();
}

std::string Explainer::bounds(const Cut& cut) const {
  return " (alpha " + show(cut.alpha) + " >= beta " + show(cut.beta) + ")";
}

std::string Explainer::whose(const Owner& owner) const {
  return owner.node ? place_of(owner.node) : "the search";
}

// Why the rest of a position was cut, where SIDE moves.
std::string Explainer::reason(const Cut& cut, Side side) const {
  const std::string bounds = this->bounds(cut);
  if (cut.solved) {
    // The player has as much at SOLVED as he could get here, or all that counts there.
    const RecordedNode& n = *cut.solved;
    const bool max = n.side == Side::Max;
    const Value his = max ? cut.alpha : cut.beta;
    const Value here = max ? cut.beta : cut.alpha;
    const std::string at_least = max ? "at least " : "at most ";
    if (is_same(here, n.question.alpha))
      return std::string("the ") + mover(n.side) + " gets " + at_least + show(his) + " at " +
             place_of(&n) + ", but the " + mover(search::other(n.side)) + " can have " +
             show(n.question.alpha) + " at " + whose(n.alpha_owner) + bounds;
    return std::string("the ") + mover(n.side) + " can have " + show(his) + " at " + place_of(&n) +
           ", and " + (max ? "at most " : "at least ") + show(here) + " by way of this position" +
           bounds;
  }
  const Owner& owner = cut.owner;
  if (cut.question.is_test())
    return "that answers what " + whose(owner) + " asked, whether the value here is " +
           asks(cut.question.kind) + show(cut.question.alpha);
  if (owner.kind == OwnerKind::Asked)
    return "that answers what " + whose(owner) + " asked, whether the value here is " +
           (owner.node->side == Side::Max ? "more than " : "less than ") + show(owner.asked);
  const bool max = side == Side::Max;
  const std::string mine = max ? "the maximizer gets at least " + show(cut.alpha) + " here"
                               : "the minimizer holds it to " + show(cut.beta) + " here";
  const std::string bound = show(max ? cut.beta : cut.alpha);
  switch (owner.kind) {
    case OwnerKind::Caller:
      return mine + ", and the window of the search " + (max ? "ends" : "begins") + " at " + bound +
             bounds;
    case OwnerKind::Before:
      return mine + ", and " + place_of(owner.node) + " was found before to be worth at " +
             (max ? "most " : "least ") + bound + bounds;
    default:
      return mine + ", but the " + mover(search::other(side)) + " can have " + bound + " at " +
             place_of(owner.node) + bounds;
  }
}

// The reason in a few words, as lines.
std::vector<std::string> Explainer::short_reason(const Cut& cut, Side side) const {
  const Owner& owner = cut.owner;
  if (cut.question.is_test() || (!cut.solved && owner.kind == OwnerKind::Asked))
    return {"test of " + whose(owner)};
  std::string alpha = "alpha " + show(cut.alpha);
  std::string beta = ">= beta " + show(cut.beta);
  // The origin of the bound that the position itself did not find.
  const RecordedNode* where = cut.solved ? cut.solved : owner.node;
  const std::string of = where ? " of " + place_of(where) : " of the window";
  const bool is_alpha = cut.solved ? cut.solved->side == Side::Max : side == Side::Min;
  return is_alpha ? std::vector{alpha + of, beta} : std::vector{alpha, beta + of};
}

std::string Explainer::worth(Value value, Bound bound) const {
  switch (bound) {
    case Bound::None: return "may be worth anything";
    case Bound::Lower: return "is worth at least " + show(value);
    case Bound::Upper: return "is worth at most " + show(value);
    case Bound::Exact: return "is worth exactly " + show(value);
  }
  __builtin_unreachable();
}

// The reason why only a bound of N is known.
std::string Explainer::why_a_bound(const RecordedNode& n) const {
  const Question& q = n.question;
  const bool upper = n.bound == Bound::Upper;
  if (n.bound == Bound::None)
    return ": the window " + window(q) + " holds nothing, so that the answer tells nothing";
  if (q.is_test())
    return ": what was asked is whether it is " + std::string(asks(q.kind)) + show(q.alpha);
  if (q.kind == QuestionKind::Merit) {
    // A merit says no more than the merit on entry; what was dropped, what it had come to.
    if (!is_same(n.value, q.alpha)) return "";
    return std::string(": ") + (upper ? "less" : "more") + " would not have counted there";
  }
  return upper ? ": the window began at " + show(q.alpha) + ", so how much less did not matter"
               : ": the window ended at " + show(q.beta) + ", so how much more did not matter";
}

bool Explainer::left_something(const RecordedNode& n) const {
  return n.cut && n.elided == 0 && !n.child(n.cut->move + 1);
}

// The size of the pruned part of N.
std::string Explainer::left_out(const RecordedNode& n) const {
  Value rest = nth_rest(recording_.moves_of(n), n.cut->move);
  if (!recording_.is_list) return plural(length_of(rest), "move", "moves");
  std::uint64_t leaves = 0;
  for (; is_cons(rest) && leaves < kCountedLeaves; rest = cdr(rest))
    leaves += static_cast<std::uint64_t>(car(car(rest)).fixnum());
  return leaves_text(leaves);
}

std::vector<std::string> Explainer::cuts() const {
  struct Visitor {
    const Explainer& explain;
    std::vector<std::string> lines{};
    bool enter(const RecordedNode& n, Value) { return !n.is_leaf && n.depth <= explain.deepest_; }
    void left_out(const RecordedNode&, Value, std::uint32_t) {}
    void leave(const RecordedNode& n) {
      if (explain.left_something(n))
        lines.push_back("cut at " + path_to(&n) + " after move " + std::to_string(n.cut->move) +
                        ": " + explain.reason(*n.cut, n.side) + "; " + explain.left_out(n) +
                        " left out");
    }
  } visitor{*this};
  walk(visitor);
  return std::move(visitor.lines);
}

std::string Explainer::position(const std::vector<std::uint32_t>& path) const {
  const RecordedNode* n = &recording_.root();
  for (std::uint32_t move : path) {
    std::string here = path_to(n);
    if (n->is_leaf)
      return "There is no move " + std::to_string(move) + " at " + here + ": it is a leaf.";
    Value moves = recording_.moves_of(*n);
    Value rest = nth_rest(moves, move - 1);
    if (!is_cons(rest))
      return "There is no move " + std::to_string(move) + " at " + here + ": it has " +
             plural(length_of(moves), "move", "moves") + ".";
    const RecordedNode* child = n->child(move);
    if (!child) {
      if (n->elided == 0 && n->cut && n->cut->move < move)
        return "Nothing behind move " + std::to_string(n->cut->move) + " of " + here +
               " was looked at: " + reason(*n->cut, n->side) + ".";
      std::string there = "Move " + std::to_string(move) + " at " + here;
      return there + (n->elided > 0 ? " was not recorded." : " was not looked at.");
    }
    n = child;
  }
  std::string where = path_to(n);
  if (n->is_leaf)
    return where + (n->goes_on ? " is where the depth ends, worth " : " is a leaf worth ") +
           show(n->value) + ", evaluated as number " + std::to_string(n->order) +
           (n->evaluations > 1 ? ", " + std::to_string(n->evaluations) + " times in all" : "") +
           ".";
  const bool was_searched_in_vain =
      n->question.is_window() && !scores_.less(n->question.alpha, n->question.beta);
  if (n->bound == Bound::None && !was_searched_in_vain)
    return where + " was entered, but its value was not needed.";
  std::string text =
      where + ", where the " + mover(n->side) + " moves, " + worth(n->value, n->bound);
  if (n->bound != Bound::Exact) text += why_a_bound(*n);
  if (left_something(*n))
    text += "; " +
            plural(length_of(nth_rest(recording_.moves_of(*n), n->cut->move)), "move was",
                   "moves were") +
            " cut after move " + std::to_string(n->cut->move) + ": " + reason(*n->cut, n->side);
  return text + ".";
}

// The purpose of entering N with Q.
std::string Explainer::purpose(const RecordedNode& n, const Question& q) const {
  switch (q.kind) {
    case QuestionKind::Window: return "the window is " + window(q);
    case QuestionKind::Better:
      return "the window is " + window(q) + ", to learn whether the value is " +
             (n.parent->side == Side::Max ? "more than " + show(q.alpha)
                                          : "less than " + show(q.beta));
    case QuestionKind::Again: return "it is searched again, in the window " + window(q);
    case QuestionKind::More:
    case QuestionKind::Less:
    case QuestionKind::AtLeast:
      return std::string("the question is whether the value is ") + asks(q.kind) + show(q.alpha);
    case QuestionKind::Merit: return "its merit is " + show(q.alpha);
  }
  __builtin_unreachable();
}

draw::Step Explainer::step(const search::Event<Value>& e, std::uint32_t pass) const {
  using Kind = draw::Step::Kind;
  const std::string where = path_to(e.node);
  draw::Step s{static_cast<Kind>(e.kind), static_cast<std::int64_t>(e.node->number), 0, "", ""};
  switch (s.kind) {
    case Kind::Enter:
      s.text = pass > 0 && !e.node->parent ? "Pass " + std::to_string(pass) + ": the " : "The ";
      s.text += std::string(mover(e.node->side)) + " moves at " + where + "; " +
                purpose(*e.node, e.question) + ".";
      break;
    case Kind::Leaf:
      s.value = show(e.value);
      s.text = "The leaf " + where + " is worth " + s.value + ".";
      break;
    case Kind::Leave:
      if (e.bound == Bound::None) {
        s.value = "?";
        s.text =
            where + " may be worth anything: the window " + window(e.question) + " holds nothing.";
        break;
      }
      s.value = (e.bound == Bound::Exact   ? ""
                 : e.bound == Bound::Upper ? "≤"
                                           : "≥") +
                show(e.value);
      s.text = where + " " + worth(e.value, e.bound) + ".";
      break;
    case Kind::Cutoff:
      s.move = e.cut.move;
      s.text = "Cut at " + where + " after move " + std::to_string(e.cut.move) + ": " +
               reason(e.cut, e.node->side) + ".";
      break;
  }
  return s;
}

std::vector<draw::Step> Explainer::steps() const {
  using Kind = search::Event<Value>::Kind;
  std::vector<draw::Step> steps;
  std::uint32_t pass = 0;
  for (const search::Event<Value>& e : recording_.events()) {
    if (e.kind == Kind::Enter && !e.node->parent && recording_.passes() > 0) ++pass;
    // An algorithm enters a leaf before it finds that it is one: that is no step of its own.
    if (e.kind == Kind::Enter && e.node->is_leaf) continue;
    if (e.node->depth > deepest_) continue;
    steps.push_back(step(e, pass));
  }
  if (recording_.elided_events() > 0)
    steps.push_back({draw::Step::Kind::Leave, -1, 0, "",
                     "... and " + plural(recording_.elided_events(), "more step", "more steps") +
                         " that were not recorded."});
  return steps;
}

}  // namespace winnow
