// MINIMAX and related operators: native searches of nested lists and of games written in Lisp.
#include <ctime>
#include <memory>

#include "builtins/builtin.hpp"
#include "data/unicode.hpp"
#include "host/memory.hpp"
#include "host/terminal.hpp"
#include "search/adapters/cut_messages.hpp"
#include "search/adapters/explain.hpp"
#include "search/adapters/search_tree.hpp"
#include "search/distinct_leaves.hpp"

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

search::Algorithm algorithm_of(Heap& heap, Value name) {
  std::string text = is_symbol(name) ? utf8_of(as<String>(as_symbol(name)->name)) : "";
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (auto found = search::algorithm_named(text)) return *found;
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
  const Key<Function>& quiet;
  const Key<Value>& name;
};

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
        quiet_(vm, keys.quiet, Sym::quiet, "ATOM") {}

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
    if (keys.moves || keys.value || keys.quiet)
      signal_error(vm.heap(), ConditionKind::program_error,
                   "~A: :GAME excludes :MOVES, :VALUE and :QUIET",
                   {operation_named(vm.heap(), "%minimax")});
    Value rules = vm.call(vm.heap().symbols->intern("RULES-AT"), {*keys.name, board});
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
  // For errors about a list that the program's own functions do not accept.
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
GAME: a game of DEFINE-GAME, instead of these functions; BOARD is then a position of it, and its :VALUE is used at DEPTH.
If *PRINT-MESSAGE* is true, PRINT-MESSAGE is called at each cutoff.
Signals: type-error, naming the path, if a leaf is not a real number or a list is dotted or circular.
Example: (minimax '((3) (1 4) ((1 5 9) 2))) => (3 (1 1))
Example: (minimax '((3) (1 4) ((1 5 9) 2)) :player :min) => (2 (3 2))
Example: (minimax '((3) (1 4) ((1 5 9) 2)) :algorithm :sss) => (3 (1 1))
Example: (minimax 5 :moves (lambda (n) (if (> n 0) (list (- n 1) (floor n 2)))) :value (lambda (n depth) n depth)) => (4 (1 2 1 1))
Source: Knuth and Moore, An analysis of alpha-beta pruning, 1975, procedure F2.
)doc", (Vm& vm, Value board, Key<Value> player, Key<Index> depth, Key<Value> alpha, Key<Value> beta,
        Key<Value> algorithm, Key<Value> first_guess, Key<Function> moves, Key<Function> value, Key<Function> quiet,
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

std::vector<std::uint32_t> move_numbers(Heap& heap, Value path) {
  std::vector<std::uint32_t> numbers;
  for (Value l = path; is_cons(l); l = cdr(l)) {
    if (!car(l).is_fixnum() || car(l).fixnum() < 1 || car(l).fixnum() > 0xFFFFFFFF)
      signal_wrong_type(heap, "why", car(l), {"a move number, an integer >= 1", "(INTEGER 1)"});
    numbers.push_back(static_cast<std::uint32_t>(car(l).fixnum()));
  }
  return numbers;
}

DEFUN(measured_search, "measured-search", "(board &key player depth alpha beta algorithm first-guess moves value quiet game)", R"doc(
Search BOARD as MINIMAX does, without messages. Return the two values of MINIMAX, the number of distinct leaves evaluated,
and the processor time in seconds.
Signals: type-error.
Example: (nth-value 2 (measured-search '((3) (1 4) ((1 5 9) 2)) :algorithm :scout)) => 5
)doc", (Vm& vm, Value board, Key<Value> player, Key<Index> depth, Key<Value> alpha, Key<Value> beta,
        Key<Value> algorithm, Key<Value> first_guess, Key<Function> moves, Key<Function> value, Key<Function> quiet,
        Key<Value> game)) {
  Heap& heap = vm.heap();
  Question q = question(heap, player, depth, alpha, beta, algorithm, first_guess);
  return with_tree(vm, q, board, {moves, value, quiet, game}, [&](auto& rules) {
    const bool again = search::evaluates_again(q.request.algorithm);
    // Counting distinct leaves takes time, so a list tree is searched a second time for it. A
    // search that calls functions of the program is run only once.
    const bool once = !rules.is_list();
    search::DistinctLeaves<Value> distinct;
    const std::clock_t start = std::clock();
    SearchResult result = search_tree(rules, board, q.request, again && once ? &distinct : nullptr);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (again && !once) search_tree(rules, board, q.request, &distinct);
    Value answer = answer_list(heap, result);
    Value counters = counters_list(heap, result);
    return vm.return_values({answer, counters,
                             fixnum(again ? distinct.count() : result.counters.leaves),
                             Value::from_single(static_cast<float>(seconds))});
  });
}

// The recordings of searches. Each is kept until its owner, a Lisp object, is garbage.
class RecordedSearches {
 public:
  static RecordedSearches& of(Heap& heap) {
    if (auto* hook = heap.after_marking.target<Hook>()) return *hook->searches;
    auto searches = std::make_shared<RecordedSearches>();
    heap.after_marking = Hook{heap, std::move(heap.after_marking), searches};
    return *searches;
  }

  void add(Value owner, std::unique_ptr<Recording> recording) {
    all_.push_back({owner, std::move(recording)});
  }
  // Signals an error of OPERATION if OWNER does not have a recording.
  const Recording& find(Heap& heap, const char* operation, Value owner) const {
    for (const Entry& e : all_)
      if (e.owner == owner) return *e.recording;
    signal_wrong_type(heap, operation, owner, {"a recorded search", "STRUCTURE-OBJECT"});
  }

 private:
  // The function that the collector calls: the previous hook, then this one.
  struct Hook {
    Heap& heap;
    std::function<void()> before;
    std::shared_ptr<RecordedSearches> searches;
    void operator()() const {
      if (before) before();
      std::erase_if(searches->all_, [&](const Entry& e) { return !heap.is_marked(e.owner); });
    }
  };
  struct Entry {
    Value owner;
    std::unique_ptr<Recording> recording;
  };
  std::vector<Entry> all_;
};

DEFUN(record_board, "record-board", "(owner board &key player depth alpha beta algorithm first-guess moves value quiet game)", R"doc(
Search BOARD as MINIMAX does, without messages, and return (VALUE PATH). The search is recorded for NODES-OF-SEARCH and
SENTENCE-ON-POSITION; the recording is kept until OWNER, an object, is garbage.
Signals: type-error.
Example: (record-board (list nil) '((3) (1 4) ((1 5 9) 2))) => (3 (1 1))
)doc", (Interpreter& lisp, Value owner, Value board, Key<Value> player, Key<Index> depth, Key<Value> alpha, Key<Value> beta,
        Key<Value> algorithm, Key<Value> first_guess, Key<Function> moves, Key<Function> value, Key<Function> quiet,
        Key<Value> game)) {
  Heap& heap = lisp.heap;
  Question q = question(heap, player, depth, alpha, beta, algorithm, first_guess);
  return with_tree(lisp.vm, q, board, {moves, value, quiet, game}, [&](auto& rules) {
    heap.consider_native_memory();
    const std::size_t most = std::min(kRecordedNodes, memory_left() / 2 / kRecordedNodeBytes);
    auto recording = std::make_unique<Recording>(rules, most, kRecordedEvents);
    SearchResult result = record_search(rules, board, q.request, *recording);
    Value answer = answer_list(heap, result);
    if (owner.is_pointer()) RecordedSearches::of(heap).add(owner, std::move(recording));
    return answer;
  });
}

DEFUN(char_columns, "char-columns", "(character)", R"doc(
Return the number of columns that CHARACTER takes on a terminal.
Example: (char-columns #\A) => 1
)doc", (Character character)) {
  return Value::from_fixnum(unicode::width(character.c));
}

DEFUN(nodes_of_search, "nodes-of-search", "(owner plies)", R"doc(
Return the tree of the search that RECORD-BOARD has recorded for OWNER: a vector of nodes, in the format of picture.lisp.
PLIES: the depth of the tree, or NIL for the whole search.
Signals: type-error.
Example: (let ((o (list nil))) (record-board o '(1 2)) (length (nodes-of-search o nil))) => 3
)doc", (Interpreter& lisp, Value owner, Value plies)) {
  Explainer explain(RecordedSearches::of(lisp.heap).find(lisp.heap, "draw", owner),
                    [&](Value v) { return lisp.to_text(v, true); });
  if (!is_nil(plies) && !(plies.is_fixnum() && plies.fixnum() >= 0))
    signal_wrong_type(lisp.heap, "draw", plies,
                      {"an integer >= 0 or NIL as :PLIES", "(OR UNSIGNED-BYTE NULL)"});
  return draw::to_vector(
      lisp.heap,
      explain.picture(is_nil(plies) ? ~std::size_t{0} : static_cast<std::size_t>(plies.fixnum())));
}

DEFUN(page_of_search, "page-of-search", "(owner svg)", R"doc(
Return an HTML page that steps through the search that RECORD-BOARD has recorded for OWNER.
SVG: its drawing, a string.
Signals: type-error.
Example: (let ((o (list nil))) (record-board o 1) (stringp (page-of-search o ""))) => T
)doc", (Interpreter& lisp, Value owner, StringArg svg)) {
  Explainer explain(RecordedSearches::of(lisp.heap).find(lisp.heap, "draw", owner),
                    [&](Value v) { return lisp.to_text(v, true); });
  return make_string(lisp.heap,
                     draw::to_html(utf8_of(string_view_of(lisp.heap, svg)), explain.steps()));
}

DEFUN(sentence_on_position, "sentence-on-position", "(owner path)", R"doc(
Return a sentence about the position that PATH, a list of moves numbered from 1, leads to in the search that RECORD-BOARD has
recorded for OWNER.
Signals: type-error.
Example: (let ((o (list nil))) (record-board o '(1 2)) (sentence-on-position o '(2))) => "(2) is a leaf worth 2, evaluated as number 2."
)doc", (Interpreter& lisp, Value owner, ProperList path)) {
  Explainer explain(RecordedSearches::of(lisp.heap).find(lisp.heap, "why", owner),
                    [&](Value v) { return lisp.to_text(v, true); });
  return make_string(lisp.heap, explain.position(move_numbers(lisp.heap, path)));
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
