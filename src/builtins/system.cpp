// The system around Lisp: time, memory, leaving; and what is known about each function.
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "builtins/builtin.hpp"
#include "compiler/assembler.hpp"
#include "compiler/environment.hpp"
#include "data/unicode.hpp"
#include "vm/sampler.hpp"

namespace winnow {

namespace {

std::int64_t microseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1'000'000 + now.tv_nsec / 1000;
}

DEFUN(get_internal_run_time, "get-internal-run-time", "()", R"doc(
Return the processor time used so far, in microseconds.
Example: (integerp (get-internal-run-time)) => T
)doc", ()) {
  return Value::from_fixnum(microseconds(CLOCK_PROCESS_CPUTIME_ID));
}

DEFUN(get_internal_real_time, "get-internal-real-time", "()", R"doc(
Return the time that a clock on the wall shows, in microseconds since some moment.
Example: (integerp (get-internal-real-time)) => T
)doc", ()) {
  return Value::from_fixnum(microseconds(CLOCK_MONOTONIC));
}

DEFUN(get_universal_time, "get-universal-time", "()", R"doc(
Return the seconds since the beginning of 1900, UTC.
Example: (> (get-universal-time) 3900000000) => T
)doc", ()) {
  return Value::from_fixnum(microseconds(CLOCK_REALTIME) / 1'000'000 + 2'208'988'800);
}

DEFUN(seconds_west, "seconds-west", "(universal-time)", R"doc(
Return how many seconds the clock here is behind UTC at UNIVERSAL-TIME, and whether it shows daylight saving time then.
Signals: type-error.
Example: (< -90000 (seconds-west 0) 90000) => T
)doc", (Vm& vm, Integer universal_time)) {
  Value v = universal_time;
  tm local{};
  time_t seconds = v.is_fixnum() ? v.fixnum() - 2'208'988'800 : 0;
  if (localtime_r(&seconds, &local) == nullptr) return vm.return_values({fixnum(0), nil()});
  return vm.return_values({fixnum(-local.tm_gmtoff), truth(local.tm_isdst > 0)});
}

DEFUN(lisp_implementation_version, "lisp-implementation-version", "()", R"doc(
Return the version of Winnow.
Example: (stringp (lisp-implementation-version)) => T
)doc", (Heap& heap)) {
  return make_string(heap, std::string_view(WINNOW_VERSION));
}

DEFUN(system_name, "system-name", "(part)", R"doc(
Return what the operating system calls itself (PART 0), this machine (1), its release (2) or the processor (3).
Signals: type-error.
Example: (stringp (system-name 0)) => T
)doc", (Heap& heap, Index part)) {
  utsname names{};
  uname(&names);
  const char* parts[] = {names.sysname, names.nodename, names.release, names.machine};
  return make_string(
      heap,
      std::string_view(parts[checked_index(heap, "system-name", fixnum(part), std::size(parts))]));
}

DEFUN(sleep_, "sleep", "(seconds)", R"doc(
Wait for SECONDS, a number >= 0; return NIL. An interrupt ends it.
Signals: type-error.
Example: (sleep 0) => NIL
)doc", (Vm& vm, Real seconds)) {
  double left = to_double(vm.heap(), seconds);
  if (left < 0) signal_wrong_type(vm.heap(), "sleep", seconds, {"a number >= 0", "(REAL 0)"});
  for (; left > 0; left -= 0.02) {
    vm.poll();
    usleep(static_cast<useconds_t>(std::min(left, 0.02) * 1e6));
  }
  return nil();
}

DEFUN(collect_garbage, "collect-garbage", "()", R"doc(
Collect garbage; return the number of bytes that are alive.
Example: (integerp (collect-garbage)) => T
)doc", (Interpreter& lisp)) {
  lisp.heap.collect();
  lisp.text.streams.close_abandoned();
  return fixnum(lisp.heap.statistics().live_bytes);
}

DEFUN(heap_statistics, "heap-statistics", "()", R"doc(
Return a list: bytes allocated since the start, collections, seconds spent collecting, bytes alive after the last,
seconds of the longest pause, functions that have native code, bytes of that.
Example: (length (heap-statistics)) => 7
)doc", (Vm& vm)) {
  Heap& heap = vm.heap();
  const HeapStatistics& s = heap.statistics();
  return list_of(heap, {fixnum(s.allocated_bytes), fixnum(s.collections),
                        Value::from_single(static_cast<float>(s.seconds)), fixnum(s.live_bytes),
                        Value::from_single(static_cast<float>(s.longest_pause)),
                        fixnum(vm.native ? vm.native->functions() : 0),
                        fixnum(vm.native ? vm.native->code_bytes() : 0)});
}

DEFUN(start_sampling, "start-sampling", "()", R"doc(
Begin to take samples of the calls under way, by processor time; return NIL.
Signals: error if that is done already.
)doc", (Vm& vm)) {
  if (vm.sampler != nullptr)
    signal_error(vm.heap(), ConditionKind::error, "PROFILE: a profile is being made already", {});
  vm.sampler = std::make_unique<Sampler>(vm);
  return nil();
}

DEFUN(stop_sampling, "stop-sampling", "()", R"doc(
Take no more samples. Return a list of how many there were and, for each function in one, a list: its name or lambda
expression, samples in which it was at work itself, samples in which it or what it called was, those of the latter in
which it ran as native code, and where it stands: "file:line", or NIL. NIL if there was no START-SAMPLING.
)doc", (Interpreter& lisp)) {
  std::unique_ptr<Sampler> sampler = std::move(lisp.vm.sampler);
  if (sampler == nullptr) return nil();
  Heap& heap = lisp.heap;
  ListBuilder rows(heap);
  rows.add(fixnum(sampler->samples()));
  for (const Sampler::Count& count : sampler->counts()) {
    const Code* code = as<Code>(count.code);
    Value name = is_nil(code->name)
                     ? list_of(heap, {heap.symbols->symbol(Sym::lambda), code->lambda_list})
                     : code->name;
    auto place = Diagnostics::place_in(lisp.heap, code->source, position_at(code, 0).line);
    rows.add(list_of(heap, {name, fixnum(count.self), fixnum(count.total), fixnum(count.native),
                            place.file.empty() ? nil() : make_string(heap, place.text())}));
  }
  return rows.list();
}

DEFUN(leave, "leave", "(status)", R"doc(
Leave Winnow with the exit STATUS, of which the last eight bits count.
Signals: type-error.
)doc", (Interpreter& lisp, Fixnum status)) {
  lisp.leave(static_cast<int>(status.n & 0xFF));
}

DEFUN(getenv_, "getenv", "(name)", R"doc(
Return the value of the environment variable NAME, or NIL.
Signals: type-error; sandbox-violation in the sandbox (winnow --sandbox).
Example: (getenv "NO_SUCH_VARIABLE") => NIL
)doc", (Interpreter& lisp, StringArg name)) {
  const char* value = lisp.host_files.variable("getenv", utf8_of(string_view_of(lisp.heap, name)));
  return value ? make_string(lisp.heap, value) : nil();
}

DEFUN(run_command, "run-command", "(command)", R"doc(
Let the shell of the system run COMMAND; return its exit code, or minus the number of the signal that ended it.
Signals: type-error; error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, StringArg command)) {
  lisp.flush_all();
  return fixnum(lisp.host_files.run("shell", utf8_of(string_view_of(lisp.heap, command))));
}

DEFUN(terminal_p, "terminal-p", "()", R"doc(
Return T if a person seems to sit at the standard input, else NIL.
)doc", ()) {
  return truth(isatty(0) != 0);
}

DEFUN(backtrace_, "backtrace-rows", "(limit)", R"doc(
Return the calls under way as a string, innermost first, at most LIMIT of them.
)doc", (Interpreter& lisp, Index limit)) {
  return make_string(lisp.heap, lisp.diagnostics.backtrace(limit));
}

// ---- documentation

// A function's docstring without the line breaks at its ends.
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == '\n') text.remove_prefix(1);
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return text;
}

// LAMBDA_LIST with ((:x x) default) as (x default): the variable is nobody's business.
Value with_plain_keywords(Heap& heap, Value lambda_list) {
  ListBuilder plain(heap);
  auto name = [](Value symbol) { return text_of(as<String>(as_symbol(symbol)->name)); };
  for (; is_cons(lambda_list); lambda_list = cdr(lambda_list)) {
    Value p = car(lambda_list);
    Value variable = is_cons(p) && is_cons(car(p)) ? second(car(p)) : kAbsent;
    bool is_plain = variable != kAbsent && is_symbol(variable) && is_keyword(car(car(p))) &&
                    name(car(car(p))) == name(variable);
    if (is_plain) p = is_nil(second(p)) ? variable : heap.cons(variable, cdr(p));
    plain.add(p);
  }
  return plain.ending_with(lambda_list);
}

DEFUN(function_documentation, "function-documentation", "(function)", R"doc(
Return a list of FUNCTION's lambda list (as text, or NIL) and its docstring (or NIL); and for one of the program the lambda
list itself.
FUNCTION: a function, a macro, or the name of a special form.
)doc", (Interpreter& lisp, Value function)) {
  Heap& heap = lisp.heap;
  if (is_special_form(function)) {
    const SpecialFormInfo& info = special_form_info(function);
    return list_of(heap,
                   {make_string(heap, info.arguments), make_string(heap, trimmed(info.docstring))});
  }
  Value words_of_macro = kAbsent;
  if (has_type(function, Type::Macro)) {
    words_of_macro = without_environment(heap, as<Macro>(function)->lambda_list);
    function = as<Macro>(function)->expander;
  }
  if (has_type(function, Type::Builtin)) {
    const BuiltinInfo* info = as<Builtin>(function)->info;
    return list_of(
        heap, {make_string(heap, info->lambda_list), make_string(heap, trimmed(info->docstring))});
  }
  if (!has_type(function, Type::Closure)) return list_of(heap, {nil(), nil()});
  Code* code = as<Code>(as<Closure>(function)->code);
  Value list = words_of_macro == kAbsent ? code->lambda_list : words_of_macro;
  list = with_plain_keywords(heap, list);
  std::string words = is_nil(list) ? "()" : lisp.to_text(list, false);
  std::string lower;
  for (char32_t c : unicode::decode_all(words)) unicode::append_utf8(lower, unicode::downcase(c));
  Value own = (code->flags & Code::kSealed) == 0 ? list : nil();
  return list_of(heap, {make_string(heap, lower), code->docstring, own});
}

DEFUN(definition, "definition-of", "(function)", R"doc(
Return a list: the file that FUNCTION, a function or macro, was loaded from, the line where its definition begins there,
and its text, each NIL if it is not known; and true if that is a text of an older dialect.
Example: (definition-of #'car) => (NIL NIL NIL NIL)
)doc", (Interpreter& lisp, Value function)) {
  Diagnostics::Definition d = lisp.diagnostics.definition(function);
  Heap& heap = lisp.heap;
  const bool is_old = has_type(function, Type::Closure) &&
                      dialect_of(as<Code>(as<Closure>(function)->code)).is_old();
  return list_of(heap, {d.place.file.empty() ? nil() : make_string(heap, d.place.file),
                        d.place.line == 0 ? nil() : fixnum(d.place.line),
                        d.text.empty() ? nil() : make_string(heap, d.text), truth(is_old)});
}

DEFUN(builtin_names, "builtin-names", "()", R"doc(
Return the names of all functions written in C++, in order.
Example: (consp (builtin-names)) => T
)doc", (Heap& heap)) {
  ListBuilder names(heap);
  for (const BuiltinInfo* info : all_builtins())
    names.add(heap.symbols->intern_upcased(info->name));
  return names.list();
}

}  // namespace

}  // namespace winnow
