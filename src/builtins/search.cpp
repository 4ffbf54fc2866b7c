// MINIMAX and related operators: native searches of nested lists and of games written in Lisp.
#include <memory>

#include "builtins/builtin.hpp"
#include "data/unicode.hpp"
#include "host/memory.hpp"
#include "host/terminal.hpp"
#include "search/adapters/cut_messages.hpp"
#include "search/adapters/search_tree.hpp"
#include "search/distinct_leaves.hpp"
#include "text/reader.hpp"

namespace winnow {

namespace {

// The counters and the bound of RESULT, as a property list.
Value counters_list(Heap& heap, const SearchResult& result) {
  const SymbolTable& s = *heap.symbols;
  const search::Counters& c = result.counters;
  ListBuilder list(heap);
  auto add = [&](Value name, std::uint64_t n) {
    list.add(name);
    list.add(fixnum(n));
  };
  add(s.symbol(Sym::k_leaves), c.leaves);
  add(s.symbol(Sym::k_nodes), c.nodes());
  add(s.symbol(Sym::k_cutoffs), c.cutoffs);
  if (c.line_leaves > 0) add(heap.symbols->intern(":LINE-LEAVES"), c.line_leaves);
  if (result.bound != search::Bound::Exact) {
    list.add(heap.symbols->intern(":BOUND"));
    list.add(heap.symbols->intern(result.bound == search::Bound::Lower ? ":LOWER" : ":UPPER"));
  }
  return list.list();
}

// The result of MINIMAX as a list (VALUE PATH).
Value answer_list(Heap& heap, const SearchResult& result) {
  ListBuilder path(heap);
  for (std::uint32_t move : result.principal_variation) path.add(fixnum(move));
  return list_of(heap, {result.value, path.list()});
}

search::Side side_named(Heap& heap, Value who) {
  const SymbolTable& s = *heap.symbols;
  if (who != s.symbol(Sym::k_max) && who != s.symbol(Sym::k_min))
    signal_wrong_type(heap, "%minimax", who, {":MAX or :MIN as :PLAYER", "(MEMBER :MAX :MIN)"});
  return who == s.symbol(Sym::k_max) ? search::Side::Max : search::Side::Min;
}

// The name of SYMBOL in lower case; "" if it is not a symbol.
std::string lower_name(Value symbol) {
  std::string text = is_symbol(symbol) ? utf8_of(as<String>(as_symbol(symbol)->name)) : "";
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

search::Algorithm algorithm_of(Heap& heap, Value name) {
  if (auto found = search::algorithm_named(lower_name(name))) return *found;
  std::string known;
  for (const auto& n : search::kAlgorithmNames)
    known += (known.empty() ? ":" : " :") + std::string(n.name);
  signal_error(heap, ConditionKind::type_error, "~A: expected one of ~A as :ALGORITHM, got ~S",
               {operation_named(heap, "%minimax"), make_string(heap, known), name},
               {name, heap.symbols->intern("KEYWORD")});
}

// The arguments of MINIMAX and related operators other than the board.
struct Question {
  SearchRequest request;
  std::uint32_t plies;
  bool has_side;  // false: the DEFINE-GAME game determines who moves
};

// The keyword arguments that define the game: a DEFINE-GAME game NAME, or three functions.
struct GameKeys {
  const Key<Function>& moves;
  const Key<Function>& value;
  const Key<Value>& quiet;  // a function; of a DEFINE-GAME game also T
  const Key<Value>& name;
};

// QUIET as a function; none if it is NIL or absent.
Key<Function> quiet_function(Vm& vm, const Key<Value>& quiet) {
  const Value given = value_or(quiet, nil());
  if (is_nil(given)) return {};
  if (is_symbol(given)) return {Function{vm.function_of(given)}};
  const Value v = vm.coerce_to_function(given);
  if (!is_function(v))
    signal_wrong_type(vm.heap(), "%minimax", given, {"a function as :QUIET", "FUNCTION"});
  return {Function{v}};
}

Question question(Heap& heap, const Key<Value>& player, const Key<Index>& depth,
                  const Key<Value>& alpha, const Key<Value>& beta, const Key<Value>& algorithm,
                  const Key<Value>& first_guess) {
  const SymbolTable& s = *heap.symbols;
  auto real_or = [&](const Key<Value>& key, Value none, const char* expected) {
    Value v = value_or(key, nil());
    if (is_nil(v)) return none;
    if (!is_real(v)) signal_wrong_type(heap, "%minimax", v, {expected, "REAL"});
    check_score(heap, expected, v, nullptr);
    return v;
  };
  Question q;
  q.request.side = side_named(heap, value_or(player, s.symbol(Sym::k_max)));
  q.request.alpha = real_or(alpha, kLowestScore, "a real number or NIL as bound");
  q.request.beta = real_or(beta, kHighestScore, "a real number or NIL as bound");
  if (!LispScores(heap).less(q.request.alpha, q.request.beta))
    signal_error(heap, ConditionKind::simple_error,
                 "~A: the window is empty: alpha ~S is not less than beta ~S",
                 {operation_named(heap, "%minimax"), q.request.alpha, q.request.beta});
  if (Value name = value_or(algorithm, nil()); !is_nil(name))
    q.request.algorithm = algorithm_of(heap, name);
  q.request.first_guess = real_or(first_guess, fixnum(0), "a real number as :FIRST-GUESS");
  q.has_side = static_cast<bool>(player);
  q.plies = depth ? static_cast<std::uint32_t>(std::min<std::size_t>(*depth, ~std::uint32_t{0}))
                  : ~std::uint32_t{0};
  return q;
}

// The three functions that define a game, each given as an argument or found by its name.
class BoardFunctions {
 public:
  BoardFunctions(Vm& vm, const GameKeys& keys)
      : vm_(vm),
        moves_(vm, keys.moves, Sym::plausible_moves, "IDENTITY"),
        value_(vm, keys.value, Sym::static_value, "IDENTITY"),
        quiet_(vm, quiet_function(vm, keys.quiet), Sym::quiet, "ATOM") {}

  // True if the game is a list tree, which is searched without calling a function.
  bool are_of_list_trees() const {
    return moves_.is_of_list_trees && value_.is_of_list_trees && quiet_.is_of_list_trees;
  }
  // The library's QUIET is for list trees. If a program defines moves and values but no QUIET, the
  // search stops at positions without moves.
  GameFunctions functions() const {
    const bool has_no_quiet = quiet_.is_librarys && !moves_.is_of_list_trees &&
                              (moves_.is_given || !value_.is_of_list_trees);
    return {moves_.function, value_.function, has_no_quiet ? nil() : quiet_.function};
  }
  // A list of the names whose functions are the program's own definitions.
  Value own_names() const {
    ListBuilder list(vm_.heap());
    for (const Role* r : {&moves_, &value_, &quiet_})
      if (!r->is_given && !r->is_librarys) list.add(vm_.heap().symbols->symbol(r->name));
    return list.list();
  }

 private:
  struct Role {
    Sym name;
    bool is_given;     // as an argument
    bool is_librarys;  // not given, and NAME has the library's definition
    Value function;
    bool is_of_list_trees;

    // LIST_TREES: the name of the function that implements NAME for list trees.
    Role(Vm& vm, const Key<Function>& given, Sym n, const char* list_trees)
        : name(n),
          is_given(given),
          is_librarys(!given && as_symbol(vm.heap().symbols->symbol(n))->has(Symbol::kLibrary)),
          function(given ? (*given).value : vm.function_of(vm.heap().symbols->symbol(n))),
          is_of_list_trees(
              is_librarys ||
              (is_given &&
               function == as_symbol(vm.heap().symbols->intern(list_trees))->function)) {}
  };

  Vm& vm_;
  Role moves_;
  Role value_;
  Role quiet_;
};

// Calls BODY with the game that KEYS describe.
template <class Body>
auto with_tree(Vm& vm, Question& q, Value board, const GameKeys& keys, Body body) {
  if (!is_nil(value_or(keys.name, nil()))) {
    if (keys.moves)
      signal_error(vm.heap(), ConditionKind::program_error, "~A: :GAME excludes :MOVES",
                   {operation_named(vm.heap(), "%minimax")});
    Value quiet = value_or(keys.quiet, nil());
    if (auto function = quiet == t() ? Key<Function>{} : quiet_function(vm, keys.quiet))
      quiet = (*function).value;
    Value rules = vm.call(vm.heap().symbols->intern("RULES-FOR-MINIMAX"),
                          {*keys.name, board, keys.value ? (*keys.value).value : nil(), quiet});
    RulesTree tree(vm, rules, q.plies);
    if (!q.has_side) q.request.side = tree.side(board);
    return body(tree);
  }
  const BoardFunctions functions(vm, keys);
  if (functions.are_of_list_trees()) {
    ListTree tree(vm.heap(), q.plies);
    return body(tree);
  }
  FunctionTree tree(vm, functions.functions(), q.plies);
  // The names to report if the program's own functions do not accept a list as board.
  const Value own = is_cons(board) ? functions.own_names() : nil();
  if (is_nil(own)) return body(tree);
  vm.bind_special(vm.heap().symbols->symbol(Sym::star_own_board_functions), own);
  auto result = body(tree);
  vm.undo_records(1);
  return result;
}

DEFUN(takes_depth_p, "takes-depth-p", "(function)", R"doc(
Return T if FUNCTION can be called with a board and a depth.
Example: (takes-depth-p #'cons) => T
)doc", (Function function)) {
  return truth(takes_depth(function));
}

DEFUN(minimax, "minimax", "(board &key player depth alpha beta algorithm first-guess moves value quiet game)", R"doc(
Search the game tree below BOARD; return (VALUE PATH): the minimax value, and the numbers, from 1, of the first best moves.
The second value is a property list with :LEAVES (static evaluations), :NODES (positions visited) and :CUTOFFS; and with
:LINE-LEAVES, the leaves evaluated to find the moves, if the algorithm finds the value only.
BOARD: a position. A nested list is one: its elements are the moves, a number is a leaf and its value for the maximizer.
PLAYER: :MAX or :MIN (default :MAX; for a GAME, the player to move).  DEPTH: plies to search; a list at this depth has the
value of its first leaf.
ALPHA, BETA: the search window: reals, ALPHA < BETA, or NIL for none. If the value is outside the window, an algorithm may
return a bound on it: then PATH is empty, and the second value has :BOUND: :LOWER (a lower bound) or :UPPER (an upper bound).
ALGORITHM: :ALPHA-BETA or :F2 (default; a position is cut as soon as alpha >= beta), :MINIMAX or :F (all leaves), :F1,
:FAIL-HARD, :WINSTON, :BRATKO, :SCOUT, :NEGASCOUT, :MTDF (from FIRST-GUESS, default 0), :SSS, :DUAL, :MT-SSS, :MT-DUAL.
All find the same value; :BRATKO returns the last of equal moves. (compare-searches board) shows the nodes that each visits.
MOVES, VALUE, QUIET: functions of a position that return its successors, its static value, and whether to stop there. VALUE
and QUIET also receive the depth if they accept a second argument. Default: the functions PLAUSIBLE-MOVES, STATIC-VALUE and
QUIET. The library defines them for list trees; a program may redefine them. If a program gives MOVES, or redefines
PLAUSIBLE-MOVES and STATIC-VALUE, it needs no QUIET: a position without moves is then quiet.
:MOVES #'IDENTITY :VALUE #'IDENTITY :QUIET #'ATOM always means a list tree.
GAME: a game of DEFINE-GAME, instead of these functions; BOARD is then a position of it, and its :VALUE is used at DEPTH. VALUE
is then a function of a position that replaces this clause. QUIET is T for the clause :QUIET of the game, or a function of a position;
positions at DEPTH that are not quiet are searched on, up to 16 plies deeper (default: NIL, they are not).
If *PRINT-MESSAGE* is true, PRINT-MESSAGE is called at each cutoff.
Signals: type-error, naming the path, if a leaf is not a real number or a list is dotted or circular.
Example: (minimax '((3) (1 4) ((1 5 9) 2))) => (3 (1 1))
Example: (minimax '((3) (1 4) ((1 5 9) 2)) :player :min) => (2 (3 2))
Example: (minimax '((3) (1 4) ((1 5 9) 2)) :algorithm :sss) => (3 (1 1))
Example: (minimax 5 :moves (lambda (n) (if (> n 0) (list (- n 1) (floor n 2)))) :value (lambda (n depth) n depth)) => (4 (1 2 1 1))
Source: Knuth and Moore, An analysis of alpha-beta pruning, 1975, procedure F2.
)doc", (Vm& vm, Value board, Key<Value> player, Key<Index> depth, Key<Value> alpha, Key<Value> beta,
        Key<Value> algorithm, Key<Value> first_guess, Key<Function> moves, Key<Function> value, Key<Value> quiet,
        Key<Value> game)) {
  Heap& heap = vm.heap();
  Question q = question(heap, player, depth, alpha, beta, algorithm, first_guess);
  return with_tree(vm, q, board, {moves, value, quiet, game}, [&](auto& rules) {
    CutMessages messages(vm, rules, board);
    SearchResult result =
        search_tree(rules, board, q.request, messages.wanted() ? &messages : nullptr);
    Value answer = answer_list(heap, result);
    heap.store(as_symbol(heap.symbols->intern("*LAST-ANSWER*"))->value, answer);
    return vm.return_values({answer, counters_list(heap, result)});
  });
}

DEFUN(terminal_width_, "terminal-width", "()", R"doc(
Return the width of the terminal in columns, or NIL if the standard output is not a terminal.
Example: (typep (terminal-width) '(or null integer)) => T
)doc", ()) {
  std::size_t width = terminal_width();
  return width > 0 ? fixnum(width) : nil();
}

DEFUN(terminal_dumb_p_, "terminal-dumb-p", "()", R"doc(
Return T if the environment variable TERM names a terminal without escape sequences, else NIL.
)doc", ()) {
  return truth(terminal_is_dumb());
}

DEFUN(search_once, "search-once", "(distinct board &key player depth alpha beta algorithm first-guess moves value quiet game)", R"doc(
Search BOARD as MINIMAX does, without messages. Return the two values of MINIMAX; the number of distinct leaves evaluated, or
NIL if the algorithm evaluates leaves again and they are not counted; and whether BOARD is a list tree.
DISTINCT: T to count the leaves, which takes time; NIL not to; :IF-CALLED to count them unless BOARD is a list tree.
Signals: type-error.
Example: (nth-value 2 (search-once t '((3) (1 4) ((1 5 9) 2)) :algorithm :scout)) => 5
)doc", (Vm& vm, Value distinct, Value board, Key<Value> player, Key<Index> depth, Key<Value> alpha, Key<Value> beta,
        Key<Value> algorithm, Key<Value> first_guess, Key<Function> moves, Key<Function> value, Key<Value> quiet,
        Key<Value> game)) {
  Question q = question(vm.heap(), player, depth, alpha, beta, algorithm, first_guess);
  return with_tree(vm, q, board, {moves, value, quiet, game}, [&](auto& rules) {
    const bool again = search::evaluates_again(q.request.algorithm);
    const bool counts = distinct == t() || (!is_nil(distinct) && !rules.is_list());
    search::DistinctLeaves<Value> leaves;
    SearchResult result = search_tree(rules, board, q.request, again && counts ? &leaves : nullptr);
    Value answer = answer_list(vm.heap(), result);
    Value counters = counters_list(vm.heap(), result);
    Value count = !again ? fixnum(result.counters.leaves) : counts ? fixnum(leaves.count()) : nil();
    return vm.return_values({answer, counters, count, truth(rules.is_list())});
  });
}

DEFUN(record_board, "record-board", "(drawn board &key player depth alpha beta algorithm first-guess moves value quiet game)", R"doc(
Search BOARD as MINIMAX does, without messages. Return the two values of MINIMAX; the number of distinct leaves evaluated, or
NIL if it is not known; and the recording of the search, a vector in the format of recorded.lisp.
DRAWN: true to record only as many positions as are drawn.
Signals: type-error.
Example: (nth-value 2 (record-board t '((3) (1 4) ((1 5 9) 2)))) => 6
)doc", (Vm& vm, Value drawn, Value board, Key<Value> player, Key<Index> depth, Key<Value> alpha, Key<Value> beta,
        Key<Value> algorithm, Key<Value> first_guess, Key<Function> moves, Key<Function> value,
        Key<Value> quiet, Key<Value> game)) {
  Heap& heap = vm.heap();
  Question q = question(heap, player, depth, alpha, beta, algorithm, first_guess);
  return with_tree(vm, q, board, {moves, value, quiet, game}, [&](auto& rules) {
    heap.consider_native_memory();
    const std::size_t most = std::min(is_nil(drawn) ? kRecordedNodes : kDrawnNodes,
                                      memory_left() / 2 / kRecordedNodeBytes);
    Recording recording(rules, most);
    SearchResult result = record_search(rules, board, q.request, recording);
    Value distinct = !search::evaluates_again(q.request.algorithm) ? fixnum(result.counters.leaves)
                     : recording.is_whole() ? fixnum(recording.distinct_leaves())
                                            : nil();
    Value record = recording.finish(result.principal_variation);
    Value answer = answer_list(heap, result);
    Value counters = counters_list(heap, result);
    return vm.return_values({answer, counters, distinct, record});
  });
}

DEFUN(count_leaves_, "count-leaves", "(tree limit depth)", R"doc(
Return the number of leaves of the nested list TREE down to DEPTH plies; all plies if DEPTH is NIL. Return LIMIT if there are at
least as many.
Signals: type-error.
Example: (count-leaves '((3) (1 4) ((1 5 9) 2)) 100 2) => 5
)doc", (Heap& heap, Value tree, Index limit, Value depth)) {
  if (!is_nil(depth) && !(depth.is_fixnum() && depth.fixnum() >= 0))
    signal_wrong_type(heap, "count-leaves", depth,
                      {"an integer >= 0 or NIL", "(OR UNSIGNED-BYTE NULL)"});
  return fixnum(
      count_leaves(heap, tree, limit,
                   is_nil(depth) ? kNoDepthLimit : static_cast<std::uint32_t>(depth.fixnum())));
}

DEFUN(read_tree, "read-tree", "(stream has-lines required)", R"doc(
Read the next tree from STREAM, for `winnow tree`. Return it and T; at the end of STREAM, NIL and NIL. Messages about errors
afterwards name its line if HAS-LINES is true.
Signals: end-of-file if REQUIRED is true and STREAM holds no tree.
Example: (with-input-from-string (s "(1 2)") (read-tree s nil nil)) => (1 2)
)doc", (Interpreter& lisp, Value stream, Value has_lines, Value required)) {
  StreamUse in = lisp.input(stream);
  const Value name = make_string(lisp.heap, in->name());
  SourceMap lines;
  Reader reader(lisp.text, *in, &lines);
  const Value tree = reader.read();
  if (tree == kEndOfFile && !is_nil(required))
    signal_error(lisp.heap, ConditionKind::end_of_file, "~A holds no tree", {name});
  if (tree == kEndOfFile) return lisp.vm.return_values({nil(), nil()});
  if (is_nil(has_lines))
    lisp.loaded.forget();
  else
    lisp.loaded.forget(name, reader.form_position());
  return lisp.vm.return_values({tree, t()});
}

DEFUN(write_drawing, "write-drawing", "(format number text step)", R"doc(
Write TEXT to the file that the command line names for drawings in FORMAT, a keyword. NUMBER: of the tree, from 0; the second
tree is drawn to NAME-2.svg if the first is drawn to NAME.svg.  STEP: 0, or the number of one of several pictures of the tree,
which is appended likewise. This is possible in the sandbox also.
Signals: type-error if the command line names no file for FORMAT; file-error.
)doc", (Interpreter& lisp, SymbolArg format, Index number, StringArg text, Index step)) {
  const std::string name = lower_name(format);
  if (!lisp.host_files.drawings.contains(name))
    signal_wrong_type(lisp.heap, "write-drawing", format,
                      {"a format for which the command line names a file", "SYMBOL"});
  lisp.host_files.write_drawing(name, number, utf8_of(string_view_of(lisp.heap, text)), step);
  return nil();
}

DEFUN(char_columns, "char-columns", "(character)", R"doc(
Return the number of columns that CHARACTER takes on a terminal.
Example: (char-columns #\A) => 1
)doc", (Character character)) {
  return Value::from_fixnum(unicode::width(character.c));
}

DEFUN(search_events, "search-events", "(board algorithms plies most &key player depth alpha beta algorithm first-guess moves value quiet game)", R"doc(
Search BOARD with each of ALGORITHMS, a list, as MINIMAX does, without messages; return two values: a vector of nodes and a
list of runs (ALGORITHM EVENTS VALUE), in the formats of event_log.hpp and page.lisp. A run is omitted if it brings the
number of events and positions, down to PLIES (NIL: all), above MOST. If the first run is omitted, return instead the number
of plies down to which there are at most MOST, and NIL.
The nodes are all positions down to PLIES, also those that were not visited, as long as they are not more than MOST.
Signals: type-error.
Example: (length (search-events '((3) (1 4)) '(:alpha-beta) nil 1000)) => 6
)doc", (Vm& vm, Value board, ProperList algorithms, Value plies, Index most, Key<Value> player, Key<Index> depth,
        Key<Value> alpha, Key<Value> beta, Key<Value> algorithm, Key<Value> first_guess, Key<Function> moves,
        Key<Function> value, Key<Value> quiet, Key<Value> game)) {
  Heap& heap = vm.heap();
  Question q = question(heap, player, depth, alpha, beta, algorithm, first_guess);
  const std::uint32_t kept =
      plies.is_fixnum() ? static_cast<std::uint32_t>(plies.fixnum()) : kNoDepthLimit;
  return with_tree(vm, q, board, {moves, value, quiet, game}, [&](auto& rules) {
    EventLog log(heap, board, kept);
    ListBuilder runs(heap);
    std::size_t left = most;
    for (Value l = algorithms; is_cons(l); l = cdr(l)) {
      q.request.algorithm = algorithm_of(heap, car(l));
      log.begin(q.request, left);
      const SearchResult result = log_search(rules, board, q.request, log);
      const Value events = log.finish(result);
      if (!is_nil(events)) {
        left -= log.weight();
        runs.add(list_of(heap, {car(l), events, result.value}));
      } else if (is_nil(runs.list())) {
        return vm.return_values({fixnum(log.plies_that_fit()), nil()});
      }
    }
    log.fill(rules, most);
    return vm.return_values({log.nodes(), runs.list()});
  });
}

DEFUN(search_algorithms, "search-algorithms", "()", R"doc(
Return a list of (KEYWORD DESCRIPTION) for the algorithms of MINIMAX, without synonyms.
Example: (car (first (search-algorithms))) => :ALPHA-BETA
)doc", (Heap& heap)) {
  ListBuilder list(heap);
  for (std::size_t i = 0; i < search::kAlgorithmNames.size(); ++i) {
    const search::AlgorithmName& n = search::kAlgorithmNames[i];
    if (i > 0 && search::kAlgorithmNames[i - 1].algorithm == n.algorithm) continue;
    std::string name = ":";
    for (char c : n.name) name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    list.add(list_of(heap, {heap.symbols->intern(name), make_string(heap, n.what)}));
  }
  return list.list();
}

}  // namespace

}  // namespace winnow
