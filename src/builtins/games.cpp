// What DEFINE-GAME's functions are searched with.
#include "builtins/builtin.hpp"
#include "play/lisp_rules.hpp"

namespace winnow {

namespace {

Value number(std::uint64_t n) { return Value::from_fixnum(static_cast<std::int64_t>(n)); }

// FUNCTIONS: a list of a game's name and functions, in the order of RuleFunctions.
RuleFunctions rule_functions(Heap& heap, Value functions) {
  if (list_length(functions) != 8) signal_wrong_type(heap, "%think", functions, "a list of eight");
  Value f[8];
  for (Value& v : f) {
    v = car(functions);
    functions = cdr(functions);
  }
  return {f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]};
}

double seconds_of(Heap& heap, Value v) {
  if (is_nil(v)) return 0;
  if (!is_real(v) || sign_of(heap, v, "%think") <= 0) signal_wrong_type(heap, "best-move", v, "a number greater than zero as :SECONDS");
  return to_double(heap, v);
}

std::uint64_t count_of(Heap& heap, Value v, const char* expected) {
  if (is_nil(v)) return 0;
  if (!v.is_fixnum() || v.fixnum() <= 0) signal_wrong_type(heap, "best-move", v, expected);
  return static_cast<std::uint64_t>(v.fixnum());
}

DEFUN(think, "%think", "(functions position plies nodes seconds progress)", R"doc(
Search the game of FUNCTIONS (a list: name, moves, play, side, over, value, quiet, key) from POSITION by alpha-beta, deepened ply by ply.
PLIES, NODES, SECONDS: limits, or NIL.  PROGRESS: a function of depth, value, line and nodes, called after each depth; or NIL.
Return a list: value (NIL if not even one ply was completed), line (numbers of moves), depth (0: to the end), whether
that was all that was asked, nodes, seconds.
Signals: wrong-type, naming the clause of the game and the position, if a function returns nonsense.
Example: (listp (list #'%think)) => T
)doc", (Vm& vm, ProperList functions, Value position, Value plies, Value nodes, Value seconds, Value progress)) {
  Heap& heap = vm.heap();
  LispRules rules(vm, rule_functions(heap, functions));
  search::Limits limits;
  limits.plies = static_cast<unsigned>(std::min<std::uint64_t>(count_of(heap, plies, "an integer greater than zero as :PLIES"), 400));
  limits.nodes = count_of(heap, nodes, "an integer greater than zero as :NODES");
  limits.seconds = seconds_of(heap, seconds);
  // Within a limit of time or work: as deep as that lets it.
  if (limits.plies == 0 && (limits.nodes > 0 || limits.seconds > 0)) limits.plies = 400;
  search::Refinements on;
  on.table = !is_nil(rule_functions(heap, functions).key);
  on.log2_table = 18;
  auto line_of = [&](const search::Answer& a) {
    ListBuilder line(heap);
    for (std::uint32_t move : a.line) line.add(number(move));
    return line.list();
  };
  auto tell = [&](const search::Answer& a) {
    if (!is_nil(progress)) vm.call(progress, {number(a.depth), Value::from_fixnum(a.score), line_of(a), number(a.nodes)});
  };
  search::Answer a = search::Engine<LispRules>(rules, limits, on).run(position, tell);
  return list_of(heap, {a.bound == search::Bound::None ? nil() : Value::from_fixnum(a.score), line_of(a), number(a.depth),
                        truth(a.complete), number(a.nodes), heap.make_float(a.seconds)});
}

DEFUN(perft, "%perft", "(functions position plies)", R"doc(
Return the number of sequences of PLIES moves from POSITION in the game of FUNCTIONS; see %THINK.
Example: (listp (list #'%perft)) => T
)doc", (Vm& vm, ProperList functions, Value position, Index plies)) {
  LispRules rules(vm, rule_functions(vm.heap(), functions));
  return number(search::perft(rules, static_cast<Value>(position), static_cast<unsigned>(plies)));
}

}  // namespace

}  // namespace winnow
