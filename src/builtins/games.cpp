// What DEFINE-GAME's functions are searched with.
#include <array>

#include "builtins/builtin.hpp"
#include "games/kalah.hpp"
#include "play/lisp_rules.hpp"

namespace winnow {

namespace {

double seconds_of(Heap& heap, Value v) {
  if (is_nil(v)) return 0;
  if (!is_real(v) || sign_of(heap, v, "%think") <= 0)
    signal_wrong_type(heap, "best-move", v, "a number greater than zero as :SECONDS");
  return to_double(heap, v);
}

std::uint64_t count_of(Heap& heap, Value v, const char* expected) {
  if (is_nil(v)) return 0;
  if (!v.is_fixnum() || v.fixnum() <= 0) signal_wrong_type(heap, "best-move", v, expected);
  return static_cast<std::uint64_t>(v.fixnum());
}

// What is asked of the engine.
struct Question {
  search::Limits limits;
  search::Refinements on;
  Value progress;
};

// All refinements but those that WITHOUT, a list of keywords, names.
search::Refinements refinements(Heap& heap, Value without) {
  search::Refinements on;
  const std::pair<std::string_view, bool*> names[] = {
      {"DEEPENING", &on.deepening},  {"TABLE", &on.table},     {"KILLERS", &on.killers},
      {"HISTORY", &on.history},      {"ORDER", &on.own_order}, {"ASPIRATION", &on.aspiration},
      {"QUIESCENCE", &on.quiescence}};
  if (proper_length(without) < 0)
    signal_wrong_type(heap, "best-move", without, "a list as :WITHOUT");
  for (; is_cons(without); without = cdr(without)) {
    std::string name =
        is_symbol(car(without)) ? utf8_of(as<String>(as_symbol(car(without))->name)) : "";
    bool known = false;
    for (auto [n, flag] : names)
      if (n == name) {
        *flag = false;
        known = true;
      }
    if (!known)
      signal_wrong_type(
          heap, "best-move", car(without),
          ":DEEPENING, :TABLE, :KILLERS, :HISTORY, :ORDER, :ASPIRATION or :QUIESCENCE in :WITHOUT");
  }
  return on;
}

// LIST: plies, nodes, seconds, refinements left out, seed, and a function to tell of progress; each
// may be NIL.
Question question_of(Heap& heap, Value list) {
  if (proper_length(list) != 6) signal_wrong_type(heap, "%think", list, "a list of six");
  auto v = elements_of<6>(list);
  Question q{{}, refinements(heap, v[3]), v[5]};
  q.limits.plies = static_cast<unsigned>(
      std::min<std::uint64_t>(count_of(heap, v[0], "an integer greater than zero as :PLIES"), 400));
  q.limits.nodes = count_of(heap, v[1], "an integer greater than zero as :NODES");
  q.limits.seconds = seconds_of(heap, v[2]);
  // Within a limit of time or work: as deep as that lets it.
  if (q.limits.plies == 0 && (q.limits.nodes > 0 || q.limits.seconds > 0)) q.limits.plies = 400;
  q.on.seed = count_of(heap, v[4], "an integer greater than zero as :SEED");
  return q;
}

// Searches POSITION and returns the list that %THINK describes.
template <class Rules>
Value think_with(Vm& vm, Rules& rules, const typename Rules::Position& position,
                 const Question& q) {
  Heap& heap = vm.heap();
  auto line_of = [&](const search::Answer& a) {
    ListBuilder line(heap);
    for (std::uint32_t move : a.line) line.add(fixnum(move));
    return line.list();
  };
  auto value_of = [](const search::Answer& a) {
    return a.bound == search::Bound::None ? nil() : Value::from_fixnum(a.score);
  };
  auto tell = [&](const search::Answer& a) {
    if (!is_nil(q.progress))
      vm.call(q.progress, {fixnum(a.depth), value_of(a), line_of(a), fixnum(a.nodes)});
  };
  search::Answer a = search::Engine<Rules>(rules, q.limits, q.on).run(position, tell);
  return list_of(heap, {value_of(a), line_of(a), fixnum(a.depth), truth(a.complete),
                        fixnum(a.nodes), heap.make_float(a.seconds)});
}

DEFUN(think, "%think", "(functions position question)", R"doc(
Search the game of FUNCTIONS (a list: name, moves, play, side, over, value, quiet, key, order) from POSITION by alpha-beta, deepened ply by ply.
QUESTION: a list of limits in plies, nodes and seconds, refinements left out, a seed for the order of moves at the root,
and a function of depth, value, line and nodes, called after each depth, and with the value NIL once a second; NIL: none.
Return a list: value (NIL if not even one ply was completed), line (numbers of moves), depth (0: to the end), whether
that was all that was asked, nodes, seconds.
Signals: type-error, naming the clause of the game and the position, if a function returns nonsense.
Example: (listp (list #'%think)) => T
)doc", (Vm& vm, ProperList functions, Value position, Value question)) {
  RuleFunctions rule = rule_functions(vm.heap(), functions);
  LispRules rules(vm, rule);
  Question q = question_of(vm.heap(), question);
  q.on.table = q.on.table && !is_nil(rule.key);
  return think_with(vm, rules, position, q);
}

// Kalah that lets the user interrupt.
template <unsigned Pits>
struct PolledKalah : games::Kalah<Pits> {
  PolledKalah(Vm& vm, const games::KalahSwitches& switches)
      : games::Kalah<Pits>(switches), vm_(vm) {}
  void poll() const { vm_.poll(); }

 private:
  Vm& vm_;
};

template <unsigned Pits>
Value kalah_think_with(Vm& vm, Value houses, search::Side side,
                       const games::KalahSwitches& switches, const Question& q) {
  PolledKalah<Pits> rules(vm, switches);
  typename games::Kalah<Pits>::Position p;
  for (std::size_t i = 0; i < p.houses.size(); ++i)
    p.houses[i] = static_cast<std::uint8_t>(array_ref(houses, i).fixnum());
  p.side = side;
  return think_with(vm, rules, p, q);
}

DEFUN(kalah_think, "%kalah-think", "(houses side switches question)", R"doc(
Search Kalah natively; QUESTION and the result are those of %THINK or NIL if the board is too large for that (six pits, 255 stones).
HOUSES: a vector, the maximizer's pits and store, then the minimizer's.  SIDE: :MAX or :MIN.  SWITCHES: a list: whether
captures are from an own empty pit, whether also of nothing, the counts for captures in a chain, whether a last stone in
store moves again, whether sown on in a relay, whether the game ends with either row empty, whether a majority ends it.
Example: (first (%kalah-think #(1 1 0 1 1 0) :max '(t t nil t nil t nil) '(nil nil nil nil nil nil))) => 2
)doc", (Vm& vm, Value houses, Value side, ProperList switches, Value question)) {
  Heap& heap = vm.heap();
  if (!is_vector(houses) || list_length(switches) != 7)
    signal_wrong_type(heap, "%kalah-think", houses, "a vector of houses, and seven switches");
  std::size_t count = vector_length(houses);
  std::int64_t stones = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Value n = array_ref(houses, i);
    if (!n.is_fixnum() || n.fixnum() < 0 || (stones += n.fixnum()) > 255) return nil();
  }
  auto s = elements_of<7>(switches);
  games::KalahSwitches k;
  k.capture = is_nil(s[0]) ? games::KalahSwitches::Capture::OpponentChain
                           : games::KalahSwitches::Capture::OwnEmpty;
  k.empty_capture = !is_nil(s[1]);
  k.capture_counts = 0;
  for (Value c = s[2]; is_cons(c); c = cdr(c))
    if (car(c).is_fixnum() && car(c).fixnum() >= 0 && car(c).fixnum() < 32)
      k.capture_counts |= std::uint32_t{1} << car(c).fixnum();
  k.extra_move = !is_nil(s[3]);
  k.relay = !is_nil(s[4]);
  k.either_empty = !is_nil(s[5]);
  k.majority = !is_nil(s[6]);
  search::Side who =
      side == heap.symbols->symbol(Sym::k_min) ? search::Side::Min : search::Side::Max;
  Question q = question_of(heap, question);
  switch (count) {
    case 4: return kalah_think_with<1>(vm, houses, who, k, q);
    case 6: return kalah_think_with<2>(vm, houses, who, k, q);
    case 8: return kalah_think_with<3>(vm, houses, who, k, q);
    case 10: return kalah_think_with<4>(vm, houses, who, k, q);
    case 12: return kalah_think_with<5>(vm, houses, who, k, q);
    case 14: return kalah_think_with<6>(vm, houses, who, k, q);
    default: return nil();
  }
}

DEFUN(perft, "%perft", "(functions position plies)", R"doc(
Return the number of sequences of PLIES moves from POSITION in the game of FUNCTIONS; see %THINK.
Example: (listp (list #'%perft)) => T
)doc", (Vm& vm, ProperList functions, Value position, Index plies)) {
  LispRules rules(vm, rule_functions(vm.heap(), functions));
  return fixnum(search::perft(rules, static_cast<Value>(position), static_cast<unsigned>(plies)));
}

}  // namespace

}  // namespace winnow
