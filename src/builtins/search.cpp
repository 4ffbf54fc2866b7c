// MINIMAX: the native search, over nested lists and over games written in Lisp.
#include "builtins/builtin.hpp"
#include "play/lisp_game.hpp"
#include "play/list_tree.hpp"
#include "search/alphabeta.hpp"

namespace winnow {

namespace {

Value number(std::uint64_t n) { return Value::from_fixnum(static_cast<std::int64_t>(n)); }

// (value path), and the counters as a property list.
Value report(Vm& vm, const search::Result<Value>& result) {
  Heap& heap = vm.heap();
  ListBuilder path(heap);
  for (std::uint32_t move : result.principal_variation) path.add(number(move));
  Value answer = list_of(heap, {result.value, path.list()});
  const SymbolTable& s = *heap.symbols;
  Value counters = list_of(heap, {s.symbol(Sym::k_leaves), number(result.counters.leaves),
                                  s.symbol(Sym::k_nodes), number(result.counters.nodes()),
                                  s.symbol(Sym::k_cutoffs), number(result.counters.cutoffs)});
  return vm.return_values({answer, counters});
}

template <class Game>
Value search_with(Vm& vm, Game& game, Value board, search::Side side, Value alpha, Value beta) {
  search::Silent silent;
  search::AlphaBeta<Game> algorithm(game, silent);
  return report(vm, algorithm.run(board, side, alpha, beta));
}

DEFUN(takes_depth_p, "%takes-depth-p", "(function)", R"doc(
Return T if FUNCTION can be called with a board and a depth.
Example: (%takes-depth-p #'cons) => T
)doc", (Function function)) { return truth(takes_depth(function)); }

DEFUN(minimax, "minimax", "(board &key player depth alpha beta moves value quiet)", R"doc(
Search the game tree below BOARD by alpha-beta; return (VALUE PATH): the minimax value, and the numbers, from 1, of the first best moves.
The second value is a property list with :LEAVES (static evaluations), :NODES (positions visited) and :CUTOFFS.
BOARD: a position. A nested list is one: its elements are the moves, a number is a leaf and its value for the maximizer.
PLAYER: :MAX (default) or :MIN, who moves first.  DEPTH: plies to look ahead; beyond, a list is worth its first leaf.
ALPHA, BETA: reals, or NIL for none; a position is cut as soon as ALPHA >= BETA, and a value outside is a bound.
MOVES, VALUE, QUIET: functions of a position: its successors, its static value, whether to stop there (VALUE and QUIET
get the depth too if they take it); default: the functions PLAUSIBLE-MOVES, STATIC-VALUE and QUIET.
Signals: wrong-type, naming the path, if a leaf is no real number or a list is dotted or circular.
Example: (minimax '((3) (1 4) ((1 5 9) 2))) => (3 (1 1))
Example: (minimax '((3) (1 4) ((1 5 9) 2)) :player :min) => (2 (3 2))
Source: Knuth and Moore, An analysis of alpha-beta pruning, 1975, procedure F2; fail-soft.
)doc", (Vm& vm, Value board, Key<Value> player, Key<Index> depth, Key<Value> alpha, Key<Value> beta,
        Key<Function> moves, Key<Function> value, Key<Function> quiet)) {
  Heap& heap = vm.heap();
  const SymbolTable& s = *heap.symbols;
  Value who = value_or(player, s.symbol(Sym::k_max));
  if (who != s.symbol(Sym::k_max) && who != s.symbol(Sym::k_min))
    signal_wrong_type(heap, "minimax", who, ":MAX or :MIN as :PLAYER");
  search::Side side = who == s.symbol(Sym::k_max) ? search::Side::Max : search::Side::Min;
  auto bound = [&](const Key<Value>& key, Value none) {
    Value v = value_or(key, nil());
    if (is_nil(v)) return none;
    if (!is_real(v)) signal_wrong_type(heap, "minimax", v, "a real number or NIL as bound");
    return v;
  };
  Value low = bound(alpha, kLowestScore);
  Value high = bound(beta, kHighestScore);
  std::uint32_t plies = depth ? static_cast<std::uint32_t>(std::min<std::size_t>(*depth, ~std::uint32_t{0}))
                              : ~std::uint32_t{0};
  // While the game's functions are the library's own, which treat a list as its own tree, none is called.
  auto is_ours = [&](const Key<Function>& given, Sym name) {
    return !given && as_symbol(s.symbol(name))->has(Symbol::kLibrary);
  };
  if (is_ours(moves, Sym::plausible_moves) && is_ours(value, Sym::static_value) && is_ours(quiet, Sym::quiet)) {
    ListTree tree(heap, plies);
    return search_with(vm, tree, board, side, low, high);
  }
  auto function = [&](const Key<Function>& given, Sym name) {
    return given ? (*given).value : vm.function_of(s.symbol(name));
  };
  LispGame game(vm, {function(moves, Sym::plausible_moves), function(value, Sym::static_value), function(quiet, Sym::quiet)}, plies);
  return search_with(vm, game, board, side, low, high);
}

}  // namespace

}  // namespace winnow
