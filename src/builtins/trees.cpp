// Trees of conses: copies, comparison, substitution.
#include "builtins/sequence_arguments.hpp"

namespace winnow {

namespace {

// Copies the conses of LIST; copies whose cars are conses are pushed on BRANCHES.
Value copy_spine(Heap& heap, Value list, ValueVector& branches, std::size_t& steps) {
  ListBuilder copy(heap);
  for (; is_cons(list); list = cdr(list)) {
    Value cell = copy.add(car(list));
    if (is_cons(car(list))) branches.push(cell);
    check_walk(heap, "copy-tree", list, ++steps);
  }
  return copy.ending_with(list);
}

DEFUN(copy_tree, "copy-tree", "(tree)", R"doc(
Return a copy of all conses of TREE.
Signals: type-error or storage-condition if it is circular.
Example: (copy-tree '(1 (2 3))) => (1 (2 3))
)doc", (Heap& heap, Value tree)) {
  std::size_t steps = 0;
  ValueVector branches(heap);
  Value copy = copy_spine(heap, tree, branches, steps);
  while (!branches.empty()) {
    Value cell = branches.pop();
    heap.store(as_pair(cell)->car, copy_spine(heap, car(cell), branches, steps));
  }
  return copy;
}

DEFUN(tree_equal, "tree-equal", "(tree1 tree2 &key test test-not)", R"doc(
Return T if the trees have the same shape and their corresponding leaves satisfy TEST (default EQL), else NIL.
Example: (tree-equal '(1 (2)) '(1 (2))) => T
)doc", (Vm& vm, Value tree1, Value tree2, Key<Function> test, Key<Function> test_not)) {
  Matcher matches(vm, "tree-equal", test, test_not, {});
  Heap& heap = vm.heap();
  ValueVector pending(heap);  // cdrs that are still to be compared, in pairs
  Value a = tree1;
  Value b = tree2;
  for (std::size_t steps = 1;; ++steps) {
    if (goes_round(heap, a, steps)) check_walk(heap, "tree-equal", b, steps);
    if (is_cons(a) && is_cons(b)) {
      pending.push(cdr(a));
      pending.push(cdr(b));
      a = car(a);
      b = car(b);
      continue;
    }
    if (is_cons(a) || is_cons(b) || !matches.compare(a, b)) return nil();
    if (pending.empty()) return t();
    b = pending.pop();
    a = pending.pop();
  }
}

// Joins for map_tree: return CELL with the car FIRST and the cdr REST. COPIED makes a new cons unless
// both are unchanged; ALTERED modifies CELL.
constexpr auto copied = [](Heap& heap, Value cell, Value first, Value rest) {
  return first == car(cell) && rest == cdr(cell) ? cell : heap.cons(first, rest);
};

constexpr auto altered = [](Heap& heap, Value cell, Value first, Value rest) {
  if (first != car(cell)) heap.store(as_pair(cell)->car, first);
  if (rest != cdr(cell)) heap.store(as_pair(cell)->cdr, rest);
  return cell;
};

// Replaces, in preorder, every subtree of TREE for which REPLACE returns a value other than kAbsent;
// JOIN, which is COPIED or ALTERED, makes the conses of the result.
template <class Join, class Replace>
Value map_tree(Heap& heap, const char* name, Value tree, Join join, Replace replace) {
  // The conses on the path to the current subtree, each followed by its new car, or by kAbsent if
  // the car is not complete.
  ValueVector open(heap);
  for (std::size_t steps = 1;; ++steps) {
    check_walk(heap, name, tree, steps);
    Value fresh = replace(tree);
    if (fresh == kAbsent && is_cons(tree)) {
      open.push(tree);
      open.push(kAbsent);
      tree = car(tree);
      continue;
    }
    if (fresh == kAbsent) fresh = tree;
    while (!open.empty() && open.back() != kAbsent) {
      Value first = open.pop();
      Value cell = open.pop();
      fresh = join(heap, cell, first, fresh);
    }
    if (open.empty()) return fresh;
    open[open.size() - 1] = fresh;
    tree = cdr(open[open.size() - 2]);
  }
}

template <class Join>
Value substitute_in_tree(Vm& vm, const char* name, Value fresh, Value old, Value tree,
                         Matcher& matches, Join join) {
  return map_tree(vm.heap(), name, tree, join,
                  [&](Value v) -> Value { return matches(old, v) ? fresh : kAbsent; });
}

DEFUN(subst, "subst", "(new old tree &key test test-not key)", R"doc(
Return TREE with every subtree and leaf that matches OLD replaced by NEW.
The result shares unchanged subtrees with TREE.
Example: (subst 9 1 '(1 (2 1))) => (9 (2 9))
)doc", (Vm& vm, Value fresh, Value old, Value tree, Key<Function> test, Key<Function> test_not,
        Key<Function> key)) {
  Matcher matches(vm, "subst", test, test_not, key);
  return substitute_in_tree(vm, "subst", fresh, old, tree, matches, copied);
}

DEFUN(nsubst, "nsubst", "(new old tree &key test test-not key)", R"doc(
Replace every subtree and leaf of TREE that matches OLD by NEW, in place, and return TREE, or NEW if TREE itself matches OLD.
Example: (let ((x (list 1 (list 1)))) (nsubst 9 1 x) x) => (9 (9))
)doc", (Vm& vm, Value fresh, Value old, Value tree, Key<Function> test, Key<Function> test_not,
        Key<Function> key)) {
  Matcher matches(vm, "nsubst", test, test_not, key);
  return substitute_in_tree(vm, "nsubst", fresh, old, tree, matches, altered);
}

template <class Join>
Value substitute_pairs(Vm& vm, const char* name, Value alist, Value tree, Matcher& matches,
                       Join join) {
  std::size_t step = 0;
  return map_tree(vm.heap(), name, tree, join, [&](Value v) {
    Value wanted = matches.apply_key(v);
    for (Value l = alist; is_cons(l); l = cdr(l)) {
      vm.heap().poll_at(++step);
      Value pair = car(l);
      if (is_cons(pair) && matches.compare(wanted, car(pair))) return cdr(pair);
    }
    return kAbsent;
  });
}

DEFUN(sublis, "sublis", "(alist tree &key test test-not key)", R"doc(
Return TREE with every subtree and leaf that is a key of ALIST replaced by its datum. Replacements are not searched again.
Example: (sublis '((x . 1) (y . 2)) '(x (y z))) => (1 (2 Z))
)doc", (Vm& vm, ProperList alist, Value tree, Key<Function> test, Key<Function> test_not,
        Key<Function> key)) {
  Matcher matches(vm, "sublis", test, test_not, key);
  return substitute_pairs(vm, "sublis", alist, tree, matches, copied);
}

DEFUN(nsublis, "nsublis", "(alist tree &key test test-not key)", R"doc(
Replace every subtree and leaf of TREE that is a key of ALIST by its datum, in place, and return TREE, or the datum if TREE
itself is a key.
Example: (let ((x (list 'a 'b))) (nsublis '((a . 1)) x) x) => (1 B)
)doc", (Vm& vm, ProperList alist, Value tree, Key<Function> test, Key<Function> test_not,
        Key<Function> key)) {
  Matcher matches(vm, "nsublis", test, test_not, key);
  return substitute_pairs(vm, "nsublis", alist, tree, matches, altered);
}

}  // namespace

}  // namespace winnow
