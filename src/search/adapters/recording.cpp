#include "search/adapters/recording.hpp"

#include "data/array.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/list.hpp"
#include "search/adapters/list_tree.hpp"

namespace winnow {

namespace {

// A move of more parts is not printed.
constexpr std::uint64_t kPrinted = 1000;
// A longer string is too long to be shown.
constexpr std::size_t kCopiedString = 100;
// Leaves of pruned branches are counted up to this number: a branch may be circular.
constexpr std::uint64_t kCountedLeaves = 1'000'000;
// A pruned branch with more leaves is shown as their number.
constexpr std::uint64_t kShownLeaves = 12;

Value copy_parts(Heap& heap, Value v) {
  if (is_string(v) && string_view_of(heap, v).length <= kCopiedString)
    return copy_string(heap, string_view_of(heap, v));
  if (!is_cons(v)) return v;
  const Value copy = heap.cons(copy_parts(heap, car(v)), nil());
  Value last = copy;
  for (v = cdr(v); is_cons(v); v = cdr(v)) {
    const Value next = heap.cons(copy_parts(heap, car(v)), nil());
    heap.store(as_pair(last)->cdr, next);
    last = next;
  }
  heap.store(as_pair(last)->cdr, copy_parts(heap, v));
  return copy;
}

}  // namespace

void Recording::moves(const search::Ply* ply, Value list) {
  Node* n = node_at(ply);
  if (!n || n->note > 0) return;
  moves_.push_back(list);
  n->note = moves_.size();
}

void Recording::leaf(const search::Ply* ply, Value value) {
  search::Recording<LispScores>::leaf(ply, value);
  Node* n = node_at(ply);
  if (n && n->evaluations == 1) n->goes_on = tree_.goes_on(position_, ply->depth);
}

// V as it is now, as far as it is shown: lists and strings are copied, since programs change them.
// An object that may be circular is not shown.
Value Recording::snapshot(Value v) {
  if (is_cons(v) && count_leaves(heap(), v, kPrinted) == kPrinted)
    return heap().symbols->intern("UNPRINTED-BOARD");
  return copy_parts(heap(), v);
}

Value Recording::pruned_branch(Value branch, const RecordedNode& node) {
  const std::uint64_t leaves =
      count_leaves(heap(), branch, kCountedLeaves, tree_.depth() - node.depth - 1);
  const Value shown = leaves <= kShownLeaves ? snapshot(branch) : nil();
  return heap().cons(Value::from_fixnum(static_cast<std::int64_t>(leaves)), shown);
}

Value Recording::snapshot_of_moves(const RecordedNode& node) {
  ListBuilder list(heap());
  std::uint32_t number = 0;
  // The rest of a list tree may be circular where the search did not go.
  for (Value rest = moves_of(node); is_cons(rest) && number < kCountedLeaves; rest = cdr(rest)) {
    const bool is_visited = node.child(++number) && !(node.cut && number > node.cut->move);
    if (!tree_.is_list())
      list.add(snapshot(car(rest)));
    else  // moves that were not recorded are not shown
      list.add(is_visited || node.elided > 0 ? nil() : pruned_branch(car(rest), node));
  }
  return list.list();
}

std::vector<RecordedNode*> Recording::nodes_in_order() {
  std::vector<RecordedNode*> nodes{&root()};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    heap().poll_at(i + 1);
    for (RecordedNode* child : nodes[i]->children)
      if (child) nodes.push_back(child);
  }
  return nodes;
}

// Makes the Lisp vectors of a recording. Nodes refer to themselves and their ancestors only, so each
// is filled when it is reached. Afterwards the note of a RecordedNode is its vector.
class Recording::Export {
 public:
  explicit Export(Recording& recording) : recording_(recording), heap_(recording.heap()) {
    for (const char* name : kWords) *next_word_++ = heap_.symbols->intern(name);
  }

  // The vector of the root, which refers to all others. NODES: parents before their children.
  Value root(const std::vector<Node*>& nodes) {
    const Value root = node(*nodes.front());
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      heap_.poll_at(i);
      Node& n = *nodes[i];
      set(field(of(n.parent), kChildren), n.move - 1, node(n));
    }
    return root;
  }

  Value filled(std::initializer_list<Value> values) {
    return fill(make_vector(heap_, values.size(), nil()), values);
  }

 private:
  // The symbols of enumerators; those of one type are in its order, from the index named here.
  static constexpr const char* kWords[] = {
      "-INF",   "INF",   ":MAX",  ":MIN",      ":LOWER", ":UPPER",  ":EXACT", ":WINDOW", ":BETTER",
      ":AGAIN", ":MORE", ":LESS", ":AT-LEAST", ":MERIT", ":CALLER", ":BEST",  ":ASKED",  ":BEFORE"};
  enum Group : std::size_t { kInfinite, kMax = 2, kLower = 4, kWindow = 7, kCaller = 14 };
  static constexpr std::size_t kNodeFields = 23;
  static constexpr std::size_t kChildren = 20;

  template <class Enumerator>
  Value word(Group first, Enumerator e) const {
    return words_[first + static_cast<std::size_t>(e)];
  }
  Value score(Value v) const {
    return v == kLowestScore ? words_[kInfinite] : v == kHighestScore ? words_[kInfinite + 1] : v;
  }
  Value bound(search::Bound b) const {
    return b == search::Bound::None ? nil() : word(kLower, static_cast<std::size_t>(b) - 1);
  }
  static Value of(const RecordedNode* n) { return n ? Value{n->note} : nil(); }
  static Value field(Value vector, std::size_t i) { return as<Vector>(vector)->data[i]; }
  void set(Value vector, std::size_t i, Value v) { heap_.store(as<Vector>(vector)->data[i], v); }
  Value fill(Value vector, std::initializer_list<Value> values) {
    std::size_t i = 0;
    for (Value v : values) set(vector, i++, v);
    return vector;
  }

  Value node(Node& n) {
    const Value moves = recording_.moves_of(n);
    const Value vector = make_vector(heap_, kNodeFields, nil());
    n.note = vector.bits;
    return fill(vector, {fixnum(n.number),
                         of(n.parent),
                         fixnum(n.depth),
                         fixnum(n.move),
                         fixnum(n.pass),
                         fixnum(n.entries),
                         word(kMax, n.side),
                         truth(n.is_leaf),
                         truth(n.goes_on),
                         truth(n.is_proved),
                         bound(n.bound),
                         score(n.value),
                         word(kWindow, n.question.kind),
                         score(n.question.alpha),
                         score(n.question.beta),
                         of(n.alpha_owner.node),
                         fixnum(n.order),
                         fixnum(n.evaluations),
                         n.cut ? cut(*n.cut) : nil(),
                         fixnum(n.elided),
                         make_vector(heap_, n.children.size(), nil()),
                         moves,
                         earlier(n)});
  }
  Value earlier(const Node& n) {
    ListBuilder list(heap_);
    for (const search::Entry<Value>& e : n.earlier)
      list.add(filled({word(kWindow, e.question.kind), score(e.question.alpha),
                       score(e.question.beta), fixnum(e.pass)}));
    return list.list();
  }
  Value cut(const search::Cut<Value>& c) {
    return filled({fixnum(c.move), score(c.alpha), score(c.beta), word(kWindow, c.question.kind),
                   score(c.question.alpha), word(kCaller, c.owner.kind), of(c.owner.node),
                   score(c.owner.asked), of(c.solved)});
  }

  Recording& recording_;
  Heap& heap_;
  Value words_[std::size(kWords)];
  Value* next_word_ = words_;
};

Value Recording::finish(const std::vector<std::uint32_t>& line) {
  position_ = nil();
  const std::vector<Node*> nodes = nodes_in_order();
  for (std::size_t i = nodes.size(); i-- > 0;) {
    heap().poll_at(i + 1);
    Node& n = *nodes[i];
    if (n.note == 0) continue;
    const Value moves = moves_[n.note - 1] = snapshot_of_moves(n);
    if (!n.is_leaf) prove_exact(n, list_length(moves));
  }
  std::size_t count = moves_.size();
  each_score([&](Value score) { count += score.is_pointer(); });
  const Value kept = make_vector(heap(), count, nil());
  Value* next = as<Vector>(kept)->data;
  for (Value v : moves_) heap().store(*next++, v);
  each_score([&](Value score) {
    if (score.is_pointer()) heap().store(*next++, score);
  });
  kept_ = kept;
  Export result(*this);
  const Value tree = result.root(nodes);
  ListBuilder path(heap());
  for (std::uint32_t move : line) path.add(fixnum(move));
  const std::uint32_t depth = tree_.depth();
  return result.filled({tree, path.list(), fixnum(depth_of_nearest(kDrawnNodes)),
                        truth(tree_.is_list()), truth(tree_.names_moves()), fixnum(passes()),
                        depth == kNoDepthLimit ? nil() : fixnum(depth)});
}

void Recording::mark(Heap& heap) {
  if (kept_ != kAbsent) return heap.mark_range(&kept_, 1);
  heap.mark_range(&position_, 1);
  heap.mark_range(moves_.data(), moves_.size());
  each_score([&](const Value& score) { heap.mark_range(&score, 1); });
}

}  // namespace winnow
