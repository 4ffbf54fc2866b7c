// Searches of DEFINE-GAME games and of Kalah.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "builtins/builtin.hpp"
#include "builtins/stream_arguments.hpp"
#include "data/equality.hpp"
#include "data/string.hpp"
#include "host/memory.hpp"
#include "host/random.hpp"
#include "host/workers.hpp"
#include "search/adapters/engine_log.hpp"
#include "search/adapters/lisp_rules.hpp"
#include "search/adapters/table_memory.hpp"
#include "search/kalah.hpp"
#include "shell/interpreter.hpp"

namespace winnow {

namespace {

double seconds_of(Heap& heap, Value v) {
  if (is_nil(v)) return 0;
  if (!is_real(v) || sign_of(heap, v, "best-move") <= 0)
    signal_wrong_type(heap, "best-move", v,
                      {"a number greater than zero as :SECONDS", "(REAL (0))"});
  return to_double(heap, v);
}

std::uint64_t count_of(Heap& heap, Value v, const char* expected) {
  if (is_nil(v)) return 0;
  if (!is_integer(v) || integer_sign(v) <= 0)
    signal_wrong_type(heap, "best-move", v, {expected, "(INTEGER 1)"});
  return static_cast<std::uint64_t>(v.is_fixnum() ? v.fixnum() : kMostPositiveFixnum);
}

// A request to the search engine.
struct Question {
  search::Limits limits;
  search::Refinements on;
  std::size_t table_bytes;
  Value memory;
  Value progress;
  std::size_t most_events = 0;  // to record
  unsigned threads = 1;
};

// All refinements except those in WITHOUT, a list of keywords.
search::Refinements refinements(Heap& heap, Value without) {
  search::Refinements on;
  const std::pair<std::string_view, bool*> names[] = {
      {"DEEPENING", &on.deepening},     {"TABLE", &on.table},
      {"KILLERS", &on.killers},         {"HISTORY", &on.history},
      {"ORDER", &on.own_order},         {"ASPIRATION", &on.aspiration},
      {"NULL-WINDOW", &on.null_window}, {"BISECTION", &on.bisection},
      {"QUIESCENCE", &on.quiescence}};
  if (proper_length(without) < 0)
    signal_wrong_type(heap, "best-move", without, {"a list as :WITHOUT", "LIST"});
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
          {":DEEPENING, :TABLE, :KILLERS, :HISTORY, :ORDER, :ASPIRATION, :NULL-WINDOW, :BISECTION "
           "or :QUIESCENCE in :WITHOUT",
           "(MEMBER :DEEPENING :TABLE :KILLERS :HISTORY :ORDER :ASPIRATION :NULL-WINDOW "
           ":BISECTION :QUIESCENCE)"});
  }
  return on;
}

// Converts the property list QUESTION of THINK.
Question question_of(Heap& heap, Value list) {
  auto get = [&](const char* name) { return property(heap, list, name); };
  Question q{{}, refinements(heap, get(":WITHOUT")), 0, get(":MEMORY"), get(":PROGRESS")};
  q.limits.plies = static_cast<unsigned>(std::min<std::uint64_t>(
      count_of(heap, get(":PLIES"), "an integer greater than zero as :PLIES"), 1'000'000));
  q.limits.nodes = count_of(heap, get(":NODES"), "an integer greater than zero as :NODES");
  q.limits.seconds = seconds_of(heap, get(":SECONDS"));
  q.limits.forced_is_enough = q.limits.seconds > 0 && !is_nil(get(":FOR-MOVE"));
  q.on.seed = count_of(heap, get(":SEED"), "an integer greater than zero as :SEED");
  const std::uint64_t mebibytes = std::min<std::uint64_t>(
      count_of(heap, get(":TABLE-SIZE"), "an integer greater than zero as :TABLE-SIZE"), 1 << 20);
  q.most_events = count_of(heap, get(":RECORD"), "an integer greater than zero as :RECORD");
  if (const Value threads = get(":THREADS"); !is_nil(threads)) {
    constexpr unsigned kMost = search::Sharing::kMostProcesses;
    if (!threads.is_fixnum() || threads.fixnum() < 1 || threads.fixnum() > kMost)
      signal_wrong_type(heap, "best-move", threads,
                        {"an integer from 1 to 64 as :THREADS", "(INTEGER 1 64)"});
    q.threads = static_cast<unsigned>(threads.fixnum());
  }
  q.on.first_best = !is_nil(get(":DETERMINISTIC"));
  q.table_bytes = std::min<std::size_t>(
      mebibytes > 0 ? mebibytes << 20 : search::TranspositionTable::kDefaultBytes,
      memory_left() / 4);
  return q;
}

Value bound_name(Heap& heap, search::Bound bound) {
  static constexpr const char* kNames[] = {"NIL", ":LOWER", ":UPPER", ":EXACT"};
  return bound == search::Bound::None ? nil()
                                      : heap.symbols->intern(kNames[static_cast<int>(bound)]);
}

// Lets worker processes search POSITION with ENGINE, whose table is in shared memory, and returns
// its answer.
//
// They are processes, not threads, since a position, a move and every value between them is a Lisp
// object: threads would need a collector, caches and a native compiler that know of each other, which
// every program would pay for, while processes share what the searches have in common, the table,
// and nothing else. The price is one heap for each process.
template <class Engine, class Position>
search::Answer search_together(Vm& vm, Engine& engine, const Position& position, unsigned processes,
                               const typename Engine::Progress& progress) {
  using search::Sharing;
  Interpreter& lisp = Interpreter::of(vm);
  if (Workers::are_forbidden())
    signal_error(lisp.heap, ConditionKind::sandbox_violation,
                 "~A: the sandbox does not start processes (~S)",
                 {operation_named(lisp.heap, "best-move"), lisp.symbols.intern(":THREADS")});
  SharedMemory memory(sizeof(Sharing));
  auto* sharing = new (memory.begin()) Sharing;
  lisp.flush_all();  // else workers might write again what is not yet written
  Workers workers;
  for (unsigned i = 1; i < processes; ++i) {
    const bool has_started = workers.start([&] {
      // An error ends the worker only. The search of this process meets it if it gets there.
      vm.attempt([&] {
        engine.share(*sharing, i);
        engine.run(position);
      });
    });
    if (!has_started) break;
  }
  engine.share(*sharing, 0);
  return engine.run(position, progress);
}

// Searches POSITION and returns the result of THINK. LOG, an observer, may be null.
template <class Observer = search::Unobserved, class Rules>
Value think_with(Vm& vm, Rules& rules, const typename Rules::Position& position, const Question& q,
                 Observer* log = nullptr) {
  Heap& heap = vm.heap();
  auto line_of = [&](const search::Answer& a) {
    ListBuilder line(heap);
    for (std::uint32_t move : a.line) line.add(fixnum(move));
    return line.list();
  };
  auto value_of = [](const search::Answer& a) {
    return a.bound == search::Bound::None ? nil() : Value::from_fixnum(a.score);
  };
  auto report = [&](const search::Answer& a) {
    if (!is_nil(q.progress))
      vm.call(q.progress, {fixnum(a.depth), value_of(a), line_of(a), fixnum(a.nodes)});
  };
  using Engine = search::SearchEngine<Rules, Observer>;
  LispTableMemory of_program(heap, q.memory);
  LispTableMemory* kept = is_nil(q.memory) ? nullptr : &of_program;
  auto search_alone = [&] {
    return Engine(rules, q.limits, q.on, kept, q.table_bytes, log).run(position, report);
  };
  auto search_shared = [&] {
    const void* known = kept ? kept->block() : nullptr;
    const std::size_t most =
        std::max(q.table_bytes, known ? search::TranspositionTable::bytes_of(known) : 0);
    search::SharedTableMemory shared(most);
    if (kept) shared.copy_from(*kept);
    Engine engine(rules, q.limits, q.on, &shared, most, log);
    const search::Answer found = search_together(vm, engine, position, q.threads, report);
    if (kept) shared.copy_to(*kept);
    return found;
  };
  const search::Answer a = q.threads > 1 ? search_shared() : search_alone();
  auto name = [&](const char* text) { return heap.symbols->intern(text); };
  return list_of(
      heap, {name(":VALUE"), value_of(a), name(":BOUND"), bound_name(heap, a.bound), name(":LINE"),
             line_of(a), name(":DEPTH"), fixnum(a.depth), name(":COMPLETE"), truth(a.complete),
             name(":PROVED"), truth(a.is_proved), name(":NODES"), fixnum(a.nodes), name(":SECONDS"),
             Value::from_single(static_cast<float>(a.seconds))});
}

DEFUN(think, "think", "(rules position question)", R"doc(
Search a game from POSITION by alpha-beta with iterative deepening; return a property list.
RULES: a property list, as RULES returns it.
QUESTION: a property list of limits (:PLIES, :NODES, :SECONDS), :WITHOUT (a list of refinements to disable), :SEED (for the
order of moves at the root), :TABLE-SIZE (MiB), :MEMORY (NIL, or a cons whose car keeps the transposition table for the
next search), :THREADS (the number of processes), :DETERMINISTIC (as for BEST-MOVE), :FOR-MOVE (if true, a position with
a single legal move is searched to one ply only when :SECONDS is given)
and :PROGRESS (a function of depth, value, line and nodes, called after each depth, and once a second with the value NIL).
:RECORD: the greatest number of events to record.
Result: :VALUE (NIL if no ply was completed), :BOUND (:EXACT, :LOWER or :UPPER), :LINE (the principal variation, as move
numbers), :DEPTH (0: the whole game in one search), :COMPLETE (true if the search reached the requested depth), :PROVED
(true if :VALUE holds to the end of the game), :NODES, :SECONDS. With :RECORD also :EVENTS, as src/search/adapters/engine_log.hpp
describes them; NIL if there were too many. Returns NIL if the search has met a value or a bound that is not an integer.
Signals: type-error, naming the clause of the game and the position, if a function returns an invalid value.
Example: (getf (think (rules 'nim) '((1 2) :max) '(:plies 3)) :value) => 1
)doc", (Vm& vm, ProperList rules, Value position, ProperList question)) {
  LispRules game(vm, rule_functions(vm.heap(), rules));
  const Question q = question_of(vm.heap(), question);
  try {
    if (q.most_events == 0) return think_with(vm, game, position, q);
    EngineLog log(vm.heap(), q.most_events);
    const Value found = think_with(vm, game, position, q, &log);
    return vm.heap().cons(vm.heap().symbols->intern(":EVENTS"),
                          vm.heap().cons(log.events(), found));
  } catch (const LispRules::NotAnInteger&) {
    return nil();
  }
}

// ---- Tables that outlive a search

// The first bytes of a file with a table.
struct TableFile {
  char magic[16] = {'W', 'I', 'N', 'N', 'O', 'W', ' ', 't', 'a', 'b', 'l', 'e', ' ', '1', '\n', 0};
  std::uint64_t game = 0;  // DEFINITION of the functions below
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

// A checksum of the BYTES of BLOCK, a multiple of 8.
std::uint64_t checksum_of(const void* block, std::size_t bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes; i += sizeof sum) {
    std::uint64_t word;
    std::memcpy(&word, static_cast<const char*>(block) + i, sizeof word);
    sum = mix64(sum ^ word);
  }
  return sum;
}

std::uint64_t definition_of(Value definition) {
  return is_integer(definition) ? eql_hash(definition) : 0;
}

// Reads or writes SIZE bytes by WAY, read(2) or write(2). Returns false at the end of the file or
// an error.
template <class Way, class Byte>
bool transfer(Heap& heap, Way way, int file, Byte* bytes, std::size_t size) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  while (size > 0) {
    const ssize_t done = way(file, bytes, std::min(size, kMost));
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = 0;
    if (done <= 0) return false;
    heap.upcalls->poll();
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
  return true;
}

// A file that is closed at the end of the block.
struct OpenFile {
  int descriptor;
  ~OpenFile() {
    if (descriptor >= 0) ::close(descriptor);
  }
};

DEFUN(keep_proved, "keep-proved", "(memory)", R"doc(
Remove all bounds that are not proved from the transposition table in MEMORY; return the number of positions with a bound.
MEMORY: a cons, as in the question of THINK.
Signals: type-error.
Example: (keep-proved (list nil)) => 0
)doc", (Heap& heap, Cons memory)) {
  void* block = LispTableMemory(heap, memory).block();
  return fixnum(block ? search::TranspositionTable::keep_proved(block) : 0);
}

DEFUN(write_table, "write-table", "(memory definition file)", R"doc(
Write the transposition table in MEMORY to FILE; return NIL.
MEMORY: a cons, as in the question of THINK.  DEFINITION: an integer that identifies the game.  FILE: a string.
Signals: type-error; file-error; sandbox-file-error in the sandbox.
)doc", (Interpreter& lisp, Cons memory, Value definition, StringArg file)) {
  const std::string path = utf8_of(string_view_of(lisp.heap, file));
  void* block = LispTableMemory(lisp.heap, memory).block();
  TableFile header;
  header.game = definition_of(definition);
  header.bytes = block ? search::TranspositionTable::bytes_of(block) : 0;
  header.checksum = checksum_of(block, header.bytes);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  const OpenFile out{lisp.open_descriptor("save-search-table", path, kFlags)};
  if (out.descriptor < 0 ||
      !transfer(lisp.heap, ::write, out.descriptor, reinterpret_cast<const char*>(&header),
                sizeof header) ||
      !transfer(lisp.heap, ::write, out.descriptor, static_cast<const char*>(block), header.bytes))
    signal_file_error(lisp.heap, "save-search-table", path, errno);
  return nil();
}

DEFUN(read_table, "read-table", "(definition file)", R"doc(
Read a transposition table that WRITE-TABLE has written to FILE. Return a cons, as in the question of THINK; :OTHER if
DEFINITION is not the one with which it was written; or NIL if FILE does not contain a table.
DEFINITION: an integer.  FILE: a string.
Signals: type-error; file-error; storage-condition; sandbox-file-error in the sandbox.
)doc", (Interpreter& lisp, Value definition, StringArg file)) {
  const std::string path = utf8_of(string_view_of(lisp.heap, file));
  const OpenFile in{lisp.open_descriptor("load-search-table", path, O_RDONLY | O_CLOEXEC)};
  auto read = [&](void* to, std::size_t size) {
    if (transfer(lisp.heap, ::read, in.descriptor, static_cast<char*>(to), size)) return true;
    if (errno != 0) signal_file_error(lisp.heap, "load-search-table", path, errno);
    return false;
  };
  if (in.descriptor < 0) signal_file_error(lisp.heap, "load-search-table", path, errno);
  TableFile header;
  if (!read(&header, sizeof header) || std::memcmp(header.magic, TableFile{}.magic, 16) != 0)
    return nil();
  if (header.game != definition_of(definition)) return lisp.symbols.intern(":OTHER");
  const Value memory = lisp.heap.cons(nil(), nil());
  if (header.bytes == 0) return memory;
  LispTableMemory table(lisp.heap, memory);
  void* block = table.allocate(header.bytes);
  if (!block)
    signal_error(lisp.heap, ConditionKind::storage_condition,
                 "~A: expected room for a table of ~A bytes in the heap",
                 {operation_named(lisp.heap, "load-search-table"), fixnum(header.bytes)});
  if (!read(block, header.bytes) || !search::TranspositionTable::is_table(block, header.bytes) ||
      checksum_of(block, header.bytes) != header.checksum)
    return nil();
  table.adopt();
  return memory;
}

DEFUN(check_clause, "check-clause", "(rules clause got position)", R"doc(
Signal an error if GOT is not a valid result of CLAUSE of a game at POSITION; else return NIL.
RULES: a property list, as RULES returns it.  CLAUSE: a keyword, such as :VALUE; :OVER reports that the game had too many
moves.  GOT: the value that the clause returned; for :PLAY, the move for which it returned NIL.
Signals: type-error; simple-error; storage-condition.
Example: (check-clause (rules 'nim) :value 1 '((1 2) :max)) => NIL
)doc", (Vm& vm, ProperList rules, SymbolArg clause, Value got, Value position)) {
  LispRules(vm, rule_functions(vm.heap(), rules))
      .check(utf8_of(as<String>(as_symbol(clause)->name)), got, position);
  return nil();
}

// ---- Kalah

// The switches as a property list, in the format of KALAH-GAME.
Value switches_list(Heap& heap, const games::KalahSwitches& k) {
  using Capture = games::KalahSwitches::Capture;
  auto name = [&](const char* text) { return heap.symbols->intern(text); };
  ListBuilder counts(heap);
  for (unsigned n = 0; n < 32; ++n)
    if ((k.capture_counts >> n & 1) != 0) counts.add(fixnum(n));
  return list_of(
      heap, {name(":CAPTURE"), name(k.capture == Capture::OwnEmpty ? ":OWN-EMPTY" : ":CHAIN"),
             name(":EMPTY-CAPTURE"), truth(k.empty_capture), name(":COUNTS"), counts.list(),
             name(":EXTRA-MOVE"), truth(k.extra_move), name(":RELAY"), truth(k.relay), name(":END"),
             name(k.either_empty ? ":EITHER-EMPTY" : ":MOVER-EMPTY"), name(":MAJORITY"),
             truth(k.majority)});
}

games::KalahSwitches switches_of(Heap& heap, Value list) {
  using Capture = games::KalahSwitches::Capture;
  auto get = [&](const char* name) { return property(heap, list, name); };
  auto is = [&](const char* name, const char* value) {
    return get(name) == heap.symbols->intern(value);
  };
  games::KalahSwitches k;
  k.capture = is(":CAPTURE", ":CHAIN") ? Capture::OpponentChain : Capture::OwnEmpty;
  k.empty_capture = !is_nil(get(":EMPTY-CAPTURE"));
  k.capture_counts = 0;
  for (Value c = get(":COUNTS"); is_cons(c); c = cdr(c))
    if (car(c).is_fixnum() && car(c).fixnum() >= 0 && car(c).fixnum() < 32)
      k.capture_counts |= std::uint32_t{1} << car(c).fixnum();
  k.extra_move = !is_nil(get(":EXTRA-MOVE"));
  k.relay = !is_nil(get(":RELAY"));
  k.either_empty = !is(":END", ":MOVER-EMPTY");
  k.majority = !is_nil(get(":MAJORITY"));
  return k;
}

DEFUN(kalah_rules, "kalah-rules", "()", R"doc(
Return a list of (NAME . SWITCHES) for the named rules of Kalah; SWITCHES: a property list, as KALAH-GAME takes them.
Example: (getf (cdr (assoc :idu (kalah-rules))) :empty-capture) => T
)doc", (Heap& heap)) {
  ListBuilder list(heap);
  for (const games::KalahRules& rules : games::kKalahRules)
    list.add(heap.cons(heap.symbols->intern(":" + std::string(rules.name)),
                       switches_list(heap, rules.switches)));
  return list.list();
}

// Kalah whose search polls for interrupts.
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
    p.houses[i] = static_cast<std::uint8_t>(array_ref(vm.heap(), houses, i).fixnum());
  p.side = side;
  if (rules.moves(p).size() == 0) return nil();  // not a reachable position
  return think_with(vm, rules, p, q);
}

DEFUN(kalah_think, "kalah-think", "(houses side switches question)", R"doc(
Search Kalah with rules written in C++. Return the same result as THINK, or NIL if the board has more than six pits a side
or 255 stones, or SIDE has no move.
HOUSES: a vector of the maximizer's pits and store, then the minimizer's.  SIDE: :MAX or :MIN.  SWITCHES: a property list,
as KALAH-GAME takes them.  QUESTION: as for THINK.
Signals: type-error unless HOUSES is a vector.
Example: (getf (kalah-think #(1 1 0 1 1 0) :max (cdr (assoc :idu (kalah-rules))) nil) :value) => 2
)doc", (Vm& vm, Value houses, Value side, ProperList switches, ProperList question)) {
  Heap& heap = vm.heap();
  if (!is_vector(houses))
    signal_wrong_type(heap, "kalah-think", houses, {"a vector of houses", "VECTOR"});
  std::size_t count = vector_length(houses);
  std::int64_t stones = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Value n = array_ref(vm.heap(), houses, i);
    if (!n.is_fixnum() || n.fixnum() < 0 || (stones += n.fixnum()) > 255) return nil();
  }
  const games::KalahSwitches k = switches_of(heap, switches);
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

DEFUN(perft, "count-positions", "(rules position plies)", R"doc(
Return the number of sequences of PLIES moves from POSITION in the game of RULES; see THINK.
Signals: type-error, naming the clause of the game and the position, if a function returns an invalid value.
Example: (count-positions (rules 'nim) '((1 2) :max) 2) => 5
)doc", (Vm& vm, ProperList rules, Value position, Index plies)) {
  RuleFunctions functions = rule_functions(vm.heap(), rules);
  functions.advance = nil();
  LispRules game(vm, functions);
  return fixnum(search::perft(game, static_cast<Value>(position), static_cast<unsigned>(plies)));
}

}  // namespace

}  // namespace winnow
