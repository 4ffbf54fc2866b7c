// The parts of the game that a recording keeps.
#include "data/array.hpp"
#include "data/string.hpp"
#include "heap/list.hpp"
#include "search/adapters/explain.hpp"
#include "search/adapters/list_tree.hpp"

namespace winnow {

namespace {

// A move of more parts is not printed.
constexpr std::uint64_t kPrinted = 1000;
// A longer string is too long to be shown.
constexpr std::size_t kCopiedString = 100;

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
  if (n && n->evaluations == 1) n->goes_on = tree_->goes_on(position_, ply->depth);
}

// V as it is now, as far as it is shown: lists and strings are copied, since programs change them.
// An object that may be circular is not shown.
Value Recording::snapshot(Value v) {
  if (is_cons(v) && count_leaves(heap(), v, kPrinted) == kPrinted) return kAbsent;
  return copy_parts(heap(), v);
}

Value Recording::branch_left_out(Value branch, const RecordedNode& node) {
  const std::uint64_t leaves =
      count_leaves(heap(), branch, kCountedLeaves, tree_->depth() - node.depth - 1);
  const Value shown = leaves <= kShownLeaves ? snapshot(branch) : nil();
  return heap().cons(Value::from_fixnum(static_cast<std::int64_t>(leaves)), shown);
}

Value Recording::snapshot_of_moves(const RecordedNode& node) {
  ListBuilder list(heap());
  std::uint32_t number = 0;
  // The rest of a list tree may be circular where the search did not go.
  for (Value rest = moves_of(node); is_cons(rest) && number < kCountedLeaves; rest = cdr(rest)) {
    const bool is_visited = node.child(++number) && !(node.cut && number > node.cut->move);
    if (!is_list)
      list.add(snapshot(car(rest)));
    else  // moves that were not recorded are not shown
      list.add(is_visited || node.elided > 0 ? nil() : branch_left_out(car(rest), node));
  }
  return list.list();
}

void Recording::finish(const std::vector<std::uint32_t>& line) {
  line_ = line;
  position_ = nil();
  std::vector<const RecordedNode*> to_do{&root()};
  for (std::size_t steps = 1; !to_do.empty(); ++steps) {
    heap().poll_at(steps);
    const RecordedNode& n = *to_do.back();
    to_do.pop_back();
    if (n.note > 0) moves_[n.note - 1] = snapshot_of_moves(n);
    for (const RecordedNode* child : n.children)
      if (child) to_do.push_back(child);
  }
  tree_ = nullptr;
  std::size_t count = moves_.size();
  each_score([&](Value score) { count += score.is_pointer(); });
  const Value kept = make_vector(heap(), count, nil());
  Value* next = as<Vector>(kept)->data;
  for (Value v : moves_) heap().store(*next++, v);
  each_score([&](Value score) {
    if (score.is_pointer()) heap().store(*next++, score);
  });
  kept_ = kept;
}

void Recording::mark(Heap& heap) {
  if (kept_ != kAbsent) return heap.mark_range(&kept_, 1);
  heap.mark_range(&position_, 1);
  heap.mark_range(moves_.data(), moves_.size());
  each_score([&](const Value& score) { heap.mark_range(&score, 1); });
}

}  // namespace winnow
