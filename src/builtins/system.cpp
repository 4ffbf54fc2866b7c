// The operating system, time, memory, profiling, and documentation of functions.
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
#include "text/print_limits.hpp"
#include "vm/sampler.hpp"
#include "vm/time_limit.hpp"

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
Return the elapsed real time in microseconds since an arbitrary start.
Example: (integerp (get-internal-real-time)) => T
)doc", ()) {
  return Value::from_fixnum(microseconds(CLOCK_MONOTONIC));
}

DEFUN(get_universal_time, "get-universal-time", "()", R"doc(
Return the number of seconds since 1 January 1900, 00:00 UTC.
Example: (> (get-universal-time) 3900000000) => T
)doc", ()) {
  return Value::from_fixnum(microseconds(CLOCK_REALTIME) / 1'000'000 + 2'208'988'800);
}

DEFUN(seconds_west, "seconds-west", "(universal-time)", R"doc(
Return the offset of local time west of UTC, in seconds, at UNIVERSAL-TIME; the second value is T if daylight saving time
is in effect then, else NIL.
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
Return the name of the operating system (PART 0), of the host (1), of the system release (2) or of the processor (3).
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
Wait for SECONDS, a number >= 0; return NIL. An interrupt ends the wait.
Signals: type-error unless SECONDS is a non-negative real number.
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

DEFUN(start_time_limit, "start-time-limit", "(seconds)", R"doc(
Signal TIME-EXHAUSTED after SECONDS of processor time, and again after as much more, until END-TIME-LIMIT is called; return
NIL. A limit that is set already is replaced.
Signals: type-error.
)doc", (Vm& vm, Real seconds)) {
  const double limit = to_double(vm.heap(), seconds);
  if (limit <= 0)
    signal_wrong_type(vm.heap(), "start-time-limit", seconds,
                      {"a number greater than zero", "(REAL (0))"});
  vm.time_limit.reset();
  vm.time_limit = std::make_unique<TimeLimit>(vm, limit);
  return nil();
}

DEFUN(end_time_limit, "end-time-limit", "()", R"doc(
End the limit of START-TIME-LIMIT, if there is one; return NIL.
)doc", (Vm& vm)) {
  vm.time_limit.reset();
  return nil();
}

DEFUN(collect_garbage, "collect-garbage", "()", R"doc(
Run the garbage collector; return the number of live bytes.
Example: (integerp (collect-garbage)) => T
)doc", (Interpreter& lisp)) {
  lisp.heap.collect();
  lisp.text.streams.close_abandoned();
  return fixnum(lisp.heap.statistics().live_bytes);
}

DEFUN(verify_heap, "verify-heap", "()", R"doc(
Collect garbage, check that every live object is well formed, and return true; a fault ends the process. For tests.
Example: (verify-heap) => T
)doc", (Heap& heap)) {
  heap.verify();
  return truth(true);
}

DEFUN(heap_statistics, "heap-statistics", "()", R"doc(
Return a list of bytes allocated since the start, number of collections, seconds spent in collections, live bytes after the
last one, seconds of the longest pause, number of functions with native code, and bytes of native code.
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
Start to sample the call stack at intervals of processor time; return NIL.
Signals: error if sampling is running already.
)doc", (Vm& vm)) {
  if (vm.sampler != nullptr)
    signal_error(vm.heap(), ConditionKind::error, "PROFILE: a profile is running already", {});
  vm.sampler = std::make_unique<Sampler>(vm);
  return nil();
}

DEFUN(stop_sampling, "stop-sampling", "()", R"doc(
Stop sampling. Return a list of the number of samples and, for each function in a sample, a list of: its name or lambda
expression, the samples in which it was running itself, the samples in which it or a function that it called was running,
the number of the latter in which it ran as native code, and its source position "file:line", or NIL.
Return NIL if START-SAMPLING was not called.
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
    auto place = Diagnostics::place_in(lisp.heap, code->source, position_at(code, 0).at);
    rows.add(list_of(heap, {name, fixnum(count.self), fixnum(count.total), fixnum(count.native),
                            place.file.empty() ? nil() : make_string(heap, place.line_text())}));
  }
  return rows.list();
}

DEFUN(leave, "leave", "(status)", R"doc(
Exit Winnow with the exit status STATUS modulo 256.
Signals: type-error.
)doc", (Interpreter& lisp, Fixnum status)) {
  lisp.leave(static_cast<int>(status.n & 0xFF));
}

DEFUN(getenv_, "getenv", "(name)", R"doc(
Return the value of the environment variable NAME, or NIL if it is not set.
Signals: type-error unless NAME is a string; sandbox-violation in the sandbox (winnow --sandbox).
Example: (getenv "NO_SUCH_VARIABLE") => NIL
)doc", (Interpreter& lisp, StringArg name)) {
  const char* value = lisp.host_files.variable("getenv", utf8_of(string_view_of(lisp.heap, name)));
  return value ? make_string(lisp.heap, value) : nil();
}

DEFUN(run_command, "run-command", "(command)", R"doc(
Run COMMAND in the system's shell; return its exit code, or minus the number of the signal that ended it.
Signals: type-error; error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, StringArg command)) {
  lisp.flush_all();
  return fixnum(lisp.host_files.run("shell", utf8_of(string_view_of(lisp.heap, command))));
}

DEFUN(terminal_p, "terminal-p", "()", R"doc(
Return T if the standard input is a terminal, else NIL.
)doc", ()) {
  return truth(isatty(0) != 0);
}

DEFUN(backtrace_, "backtrace-rows", "(limit)", R"doc(
Return a backtrace of at most LIMIT calls as a string, innermost first.
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

// LAMBDA_LIST with ((:x x) default) abbreviated to (x default).
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

// LAMBDA_LIST without supplied-p variables, which a caller need not know. Required parameters of
// macros may be lists, which are patterns.
Value without_supplied_p(Heap& heap, Value lambda_list) {
  ListBuilder shorter(heap);
  bool may_have_default = false;
  for (; is_cons(lambda_list); lambda_list = cdr(lambda_list)) {
    Value p = car(lambda_list);
    may_have_default |=
        p == heap.symbols->symbol(Sym::key) || p == heap.symbols->symbol(Sym::optional);
    if (may_have_default && is_cons(p) && is_cons(cdr(p)) && is_cons(cdr(cdr(p))))
      p = is_nil(second(p)) ? car(p) : list_of(heap, {car(p), second(p)});
    shorter.add(p);
  }
  return shorter.ending_with(lambda_list);
}

// A copy of FORM in which only keywords and symbols of Common Lisp have a package.
Value without_packages(Heap& heap, Value form) {
  if (is_cons(form))
    return heap.cons(without_packages(heap, car(form)), without_packages(heap, cdr(form)));
  if (!is_symbol(form) || is_keyword(form)) return form;
  const Symbol* s = as_symbol(form);
  return s->package == heap.symbols->common_lisp_package() ? form : make_symbol(heap, s->name);
}

// LIST, a lambda list, as text in lower case without package prefixes.
std::string lambda_list_text(Interpreter& lisp, Value list) {
  if (is_nil(list)) return "()";
  PrintOnOneLine plain(lisp.heap);
  Rebound gensym(lisp.heap, Sym::star_print_gensym, nil());
  std::string lower;
  for (char32_t c : unicode::decode_all(lisp.to_text(without_packages(lisp.heap, list), true)))
    unicode::append_utf8(lower, unicode::downcase(c));
  return lower;
}

DEFUN(function_documentation, "function-documentation", "(function)", R"doc(
Return a list of the lambda list of FUNCTION as a string, or NIL, and its docstring, or NIL. For a function defined in Lisp,
the third element is its lambda list, or NIL if the function belongs to the library.
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
  Value text = make_string(heap, lambda_list_text(lisp, without_supplied_p(heap, list)));
  Value own = (code->flags & Code::kSealed) == 0 ? list : nil();
  return list_of(heap, {text, code->docstring, own});
}

DEFUN(definition, "definition-of", "(function)", R"doc(
Return a list of the file from which FUNCTION, a function or macro, was loaded, the line of its definition, and the text of
its definition, each NIL if it is not known; and T if that text is in an older dialect, else NIL.
Example: (definition-of #'car) => (NIL NIL NIL NIL)
)doc", (Interpreter& lisp, Value function)) {
  Diagnostics::Definition d = lisp.diagnostics.definition(function);
  Heap& heap = lisp.heap;
  const bool is_old = has_type(function, Type::Closure) &&
                      dialect_of(as<Code>(as<Closure>(function)->code)).is_old();
  return list_of(heap, {d.place.file.empty() ? nil() : make_string(heap, d.place.file),
                        d.place.at ? fixnum(d.place.at.line) : nil(),
                        d.text.empty() ? nil() : make_string(heap, d.text), truth(is_old)});
}

DEFUN(builtin_names, "builtin-names", "()", R"doc(
Return a sorted list of the names of all functions written in C++.
Example: (consp (builtin-names)) => T
)doc", (Heap& heap)) {
  ListBuilder names(heap);
  for (const BuiltinInfo* info : all_builtins())
    names.add(heap.symbols->intern_upcased(info->name));
  return names.list();
}

}  // namespace

}  // namespace winnow
