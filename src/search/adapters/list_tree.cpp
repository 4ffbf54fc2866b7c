#include "search/adapters/list_tree.hpp"

#include <vector>

#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "heap/roots.hpp"

namespace winnow {

void bad_tree(Heap& heap, const char* what, Value where, const search::Ply* ply) {
  Value path = nil();
  std::uint32_t shown = 0;
  for (; ply && ply->parent && shown < 1000; ply = ply->parent, ++shown)
    path = heap.cons(Value::from_fixnum(ply->move), path);
  Value culprit = where == kAbsent ? nil() : list_of(heap, {where});
  signal_error(heap, ConditionKind::type_error, "~A: ~A~@[, got ~{~S~}~]~@[, at the path ~S~]",
               {operation_named(heap, "%minimax"), make_string(heap, what), culprit, path},
               {where == kAbsent ? nil() : where, nil()});
}

void check_score(Heap& heap, const char* what, Value v, const search::Ply* ply) {
  if (!is_real(v)) bad_tree(heap, what, v, ply);
  if (is_infinite_score(v)) bad_tree(heap, "the outermost fixnums cannot be scores", v, ply);
}

namespace {

// Does repeating STEP, from V on, lead into a circle? Brent's algorithm: the tortoise jumps to the
// hare after a power of two steps.
template <class Step>
bool is_circular(const Heap& heap, Value v, Step step) {
  Value turtle = v;
  std::size_t power = 16;
  std::size_t steps = 0;
  for (Value hare = step(v); is_cons(hare); hare = step(hare)) {
    if (hare == turtle) return true;
    if (++steps == power) {
      power *= 2;
      steps = 0;
      turtle = hare;
    }
    heap.poll_at(steps);
  }
  return false;
}

}  // namespace

Value ListTree::unusual_value(Value node, const search::Ply* ply) {
  // A list is at the depth limit.
  if (is_cons(node) && is_circular(heap_, node, car))
    bad_tree(heap_, "the tree is circular", kAbsent, ply);
  while (is_cons(node)) node = car(node);
  check_score(heap_, "a leaf must be a real number", node, ply);
  return node;
}

// Is NODE, deep in the tree, a leaf because of the depth limit? Every kCheckPlies plies this also
// checks that the stack has room, and that the tree is not circular along its first elements. (On
// any other circle the search visits a leaf, and can be interrupted.)
bool ListTree::is_deep_leaf(Value node, const search::Ply* ply) {
  if (is_depth_limit(ply->depth)) return true;
  if (ply->depth % kCheckPlies != 0) return false;
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition, "~A: the tree is nested too deeply",
                 {operation_named(heap_, "%minimax")});
  // At powers of two only, so that the check takes no longer than the search.
  bool is_power = (ply->depth & (ply->depth - 1)) == 0;
  if (is_power && is_circular(heap_, node, car))
    bad_tree(heap_, "the tree is circular", kAbsent, ply);
  return false;
}

void ListTree::check_circle(Value list, const search::Ply* ply) {
  if (is_circular(heap_, list, cdr))
    bad_tree(heap_, "a circular list is not a position", kAbsent, ply);
}

void ListTree::dotted(Value tail, const search::Ply* ply) {
  bad_tree(heap_, "a dotted list is not a position", tail, ply);
}

std::uint64_t count_leaves(const Heap& heap, Value tree, std::uint64_t limit, std::uint32_t depth) {
  constexpr std::size_t kDeepest = 4'000'000;
  std::uint64_t count = 0;
  std::vector<std::uint64_t> rests;  // of lists that the tree keeps alive
  for (;;) {
    while (is_cons(tree) && rests.size() < depth) {
      if (rests.size() >= std::min<std::uint64_t>(limit, kDeepest)) return limit;
      rests.push_back(cdr(tree).bits);
      tree = car(tree);
    }
    if (++count >= limit) return limit;
    heap.poll_at(count);
    while (!rests.empty() && !is_cons(Value{rests.back()})) rests.pop_back();
    if (rests.empty()) return count;
    Value rest{rests.back()};
    rests.back() = cdr(rest).bits;
    tree = car(rest);
  }
}

}  // namespace winnow
