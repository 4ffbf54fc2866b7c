#include "play/list_tree.hpp"

#include <vector>

#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/roots.hpp"
#include "core/string.hpp"

namespace winnow {

void bad_tree(Heap& heap, const char* what, Value where, const search::Ply* ply) {
  Value path = nil();
  std::uint32_t shown = 0;
  for (; ply && ply->parent && shown < 1000; ply = ply->parent, ++shown)
    path = heap.cons(Value::from_fixnum(ply->move), path);
  signal_error(heap, ConditionKind::type_error, "minimax: ~A~@[, got ~S~]~@[, at the path ~S~]",
               {make_string(heap, what), where, path}, {where, nil()});
}

Value ListTree::unusual_value(Value node, const search::Ply* ply) {
  while (is_cons(node)) node = car(node);  // cut off by the depth limit
  if (!is_real(node)) bad_tree(heap_, "a leaf must be a real number", node, ply);
  return node;
}

// Every 4096 plies: is there room, and is NODE one that we came through before?
void ListTree::check_descent(Value node, const search::Ply* ply) {
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition, "minimax: the tree is nested too deeply", {});
  // A circle along the first elements is the only way that never ends without visiting a leaf; it is found
  // by Brent's method, from NODE on.
  Value turtle = node;
  std::uint64_t power = 16;
  std::uint64_t steps = 0;
  for (Value hare = car(node); is_cons(hare); hare = car(hare)) {
    if (hare == turtle) bad_tree(heap_, "the tree is circular", nil(), ply);
    if (++steps == power) {
      power *= 2;
      steps = 0;
      turtle = hare;
    }
  }
}

std::uint64_t count_leaves(Value tree, std::uint64_t limit) {
  std::uint64_t count = 0;
  std::vector<std::uint64_t> rests;  // of lists that the tree keeps alive
  for (;;) {
    while (is_cons(tree)) {
      rests.push_back(cdr(tree).bits);
      tree = car(tree);
    }
    if (++count >= limit) return count;
    while (!rests.empty() && !is_cons(Value{rests.back()})) rests.pop_back();
    if (rests.empty()) return count;
    Value rest{rests.back()};
    rests.back() = cdr(rest).bits;
    tree = car(rest);
  }
}

}  // namespace winnow
