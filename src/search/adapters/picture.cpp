// A recorded search as a picture.
#include <algorithm>

#include "data/array.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/list.hpp"
#include "search/adapters/explain_walk.hpp"

namespace winnow {

namespace {

// Longer texts of pruned branches are not shown.
constexpr std::size_t kLongestName = 40;

std::uint64_t visits_below(const RecordedNode& root) {
  std::uint64_t visits = 0;
  std::vector<const RecordedNode*> to_count{&root};
  while (!to_count.empty()) {
    const RecordedNode& n = *to_count.back();
    to_count.pop_back();
    visits += n.elided;
    for (const RecordedNode* child : n.children) {
      if (!child) continue;
      ++visits;
      to_count.push_back(child);
    }
  }
  return visits;
}

}  // namespace

// Visits the recorded positions (see walk()) and adds a node for each.
class Explainer::Painter {
 public:
  Painter(const Explainer& explain, std::size_t plies)
      : explain_(explain),
        recording_(explain.recording_),
        line_(recording_.line()),
        plies_(plies) {}

  draw::Picture paint() {
    explain_.walk(*this);
    return std::move(picture_);
  }

  bool enter(const RecordedNode& n, Value move) {
    draw::Node& d = add(n.depth, n.move);
    d.id = static_cast<std::int64_t>(n.number);
    d.is_best = n.depth == 0 || (picture_[d.parent].is_best && n.depth <= line_.size() &&
                                 line_[n.depth - 1] == n.move);
    if (n.parent && recording_.names_moves) d.name = explain_.show(move);
    if (n.bound != search::Bound::None) d.value = explain_.show(n.value);
    d.bound = n.bound;
    d.how = n.question.is_window() ? "in" : n.question.is_test() ? "asked" : "with";
    d.question = explain_.window(n.question);
    d.pass = n.pass;
    d.evaluations = n.evaluations;
    if (n.is_leaf) {
      d.goes_on = n.goes_on;
      return false;
    }
    d.shape = n.side == search::Side::Max ? draw::Shape::Max : draw::Shape::Min;
    const bool goes_on = n.depth < plies_;
    d.elided = goes_on ? n.elided : visits_below(n);
    return goes_on;
  }

  void left_out(const RecordedNode& parent, Value move, std::uint32_t number) {
    if (parent.elided > 0) return;
    draw::Node& d = add(parent.depth + 1, number);
    d.shape = draw::Shape::Cut;
    d.size = "move " + std::to_string(number);
    if (recording_.is_list) {
      const auto leaves = static_cast<std::uint64_t>(car(move).fixnum());
      d.size = leaves_text(leaves);
      if (leaves > kShownLeaves) d.value = d.size;
      move = cdr(move);
    }
    if (d.value.empty()) d.value = explain_.show(move);
    if (d.value.size() > kLongestName) d.value = d.size;
    const Cut* cut = parent.cut;
    if (!cut || number != cut->move + 1) return;
    d.note = explain_.reason(*cut, parent.side);
    d.because = explain_.short_reason(*cut, parent.side);
  }

  void leave(const RecordedNode&) {}

 private:
  draw::Node& add(std::uint32_t depth, std::uint32_t move) {
    const std::size_t place = picture_.size();
    places_.resize(depth + std::size_t{1});
    places_[depth] = place;
    draw::Node& d = picture_.emplace_back();
    d.depth = depth;
    d.move = move;
    if (depth > 0) {
      d.parent = places_[depth - 1];
      ++picture_[d.parent].children;
    }
    return d;
  }

  const Explainer& explain_;
  const Recording& recording_;
  const std::vector<std::uint32_t>& line_;
  std::size_t plies_;
  draw::Picture picture_;
  std::vector<std::size_t> places_;  // of the last node of each depth
};

namespace draw {

namespace {

Value string_or_nil(Heap& heap, const std::string& text) {
  return text.empty() ? nil() : make_string(heap, text);
}

Value node_vector(Heap& heap, const Node& n) {
  static constexpr const char* kShapes[] = {":MAX", ":MIN", ":LEAF", ":CUT"};
  static constexpr std::size_t kFields = 19;
  SymbolTable& symbols = *heap.symbols;
  const Value node = make_vector(heap, kFields, nil());
  std::size_t at = 0;
  auto add = [&](Value v) { heap.store(as<Vector>(node)->data[at++], v); };
  add(n.id < 0 ? nil() : fixnum(static_cast<std::uint64_t>(n.id)));
  add(fixnum(n.parent));
  add(fixnum(n.depth));
  add(fixnum(n.children));
  add(symbols.intern(kShapes[static_cast<std::size_t>(n.shape)]));
  add(fixnum(n.move));
  add(string_or_nil(heap, n.name));
  add(string_or_nil(heap, n.value));
  add(n.bound == Bound::None    ? nil()
      : n.bound == Bound::Exact ? symbols.intern(":EXACT")
      : n.bound == Bound::Lower ? symbols.intern(":LOWER")
                                : symbols.intern(":UPPER"));
  add(make_string(heap, n.how));
  add(make_string(heap, n.question));
  add(fixnum(n.pass));
  add(fixnum(n.evaluations));
  add(truth(n.goes_on));
  add(string_or_nil(heap, n.size));
  add(string_or_nil(heap, n.note));
  ListBuilder because(heap);
  for (const std::string& line : n.because) because.add(make_string(heap, line));
  add(because.list());
  add(truth(n.is_best));
  add(fixnum(n.elided));
  return node;
}

}  // namespace

Value to_vector(Heap& heap, const Picture& picture) {
  const Value nodes = make_vector(heap, picture.size(), nil());
  for (std::size_t i = 0; i < picture.size(); ++i)
    heap.store(as<Vector>(nodes)->data[i], node_vector(heap, picture[i]));
  return nodes;
}

}  // namespace draw

draw::Picture Explainer::picture(std::size_t plies) const {
  return Painter(*this, std::min<std::size_t>(plies, deepest_)).paint();
}

}  // namespace winnow
