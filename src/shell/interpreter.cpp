#include "shell/interpreter.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "data/heap_image.hpp"
#include "data/package.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "shell/signals.hpp"

namespace winnow {

#if defined(__x86_64__)
constexpr const char* kProcessor = ":X86-64";
#elif defined(__aarch64__)
constexpr const char* kProcessor = ":ARM64";
#else
#error "unknown processor: add its name among the features"
#endif

namespace {

// The default limit ends a runaway program before the host starts to swap.
std::size_t heap_limit(const InterpreterOptions& options) {
  constexpr std::size_t kUsualLimit = std::size_t{4} << 30;
  return options.max_heap_bytes > 0 ? options.max_heap_bytes
                                    : std::min(physical_memory_bytes() / 2, kUsualLimit);
}

}  // namespace

Interpreter::Interpreter(const InterpreterOptions& options)
    : heap(heap_limit(options), options.image),
      symbols(heap),
      vm(heap, options.limits),
      host_files(heap),
      text(heap),
      loaded(heap),
      diagnostics(vm, text, host_files, loaded),
      standard(*this, options.max_output_bytes),
      warnings(*this),
      toplevel(*this),
      loader(*this) {
  heap.upcalls = this;
  vm.counts_tail_calls = options.counts_tail_calls;
#ifdef WINNOW_NATIVE
  if (options.native_after > 0) vm.native = make_native_code(vm, options.native_after);
#endif
  diagnostics.on_error = [this](Value condition) { print_error(condition); };
  if (heap.has_image()) {
    restore(heap, Saved::TextTables, text.tables);
    restore(heap, Saved::Readtables, text.readtables);
  } else {
    define_condition_types(heap);
    mark_operators(heap);
    define_text_variables(text);
    save(heap, Saved::TextTables, text.tables);
    save(heap, Saved::Readtables, text.readtables);
  }
  prepare_for_exhaustion(heap);
  standard.open();
  for (Sym variable : {Sym::star_load_pathname, Sym::star_load_truename, Sym::star_handlers,
                       Sym::star_debugger_hook, Sym::star_break_on_signals, Sym::star_command_line})
    define_variable(heap, variable, nil());
  define_variable(heap, Sym::star_package, symbols.user_package());
  define_variable(heap, Sym::star_gensym_counter, Value::from_fixnum(0));
  define_variable(heap, Sym::star_dialect, keyword_of(heap, Dialect{}));
  auto* random = heap.allocate<RandomState>(Type::RandomState, sizeof(RandomState));
  random->state = 42;
  define_variable(heap, Sym::star_random_state, to_value(random));
  define_variable(heap, Sym::star_features,
                  list_of(heap, {symbols.intern(":WINNOW"), symbols.intern(":COMMON-LISP"),
                                 symbols.intern(":ANSI-CL"), symbols.intern(":IEEE-FLOATING-POINT"),
                                 symbols.intern(":UNIX"), symbols.intern(":LINUX"),
                                 symbols.intern(kProcessor), symbols.intern(":64-BIT"),
                                 symbols.intern(":LITTLE-ENDIAN"), symbols.intern(":UNICODE")}));
}

void define_variable(Heap& heap, Sym variable, Value value) {
  as<Symbol>(heap.symbols->symbol(variable))->header.flags |= Symbol::kSpecial;
  set_symbol_value(heap, variable, value);
}

// ---- upcalls

void Interpreter::unhandled(Value condition, bool enters_debugger) {
  was_interrupted = is_of_type(condition, "INTERRUPTED");
  diagnostics.report_unhandled(condition);
  if (!ask_user || quitting || !enters_debugger) return;
  struct Lent {
    Vm& vm;
    bool before = vm.lend_to_debugger(true);
    ~Lent() { vm.lend_to_debugger(before); }
  } lent{vm};
  standard.bind_variables();
  vm.call(symbols.intern("DEBUG-CONDITION"), {condition});
}

void Interpreter::interrupted(bool can_continue) {
  if (signals != nullptr) return signals->take(can_continue);
  signal_interrupt(false);
}

void Interpreter::signal_interrupt(bool can_continue) {
  Value condition = make_condition(heap, ConditionKind::interrupt, "Interrupted", {});
  if (!can_continue) signal(condition);
  call_between("SIGNAL-INTERRUPT", {condition});
}

// The values of the last call are kept.
void Interpreter::call_between(const char* name, std::initializer_list<Value> arguments) {
  ValueVector kept(heap);
  for (std::size_t i = 0; i + 1 < vm.value_count; ++i) kept.push(vm.values[i]);
  kept.push(vm.native_callee);
  const std::size_t callee_count = vm.native_count;
  const std::size_t count = vm.value_count;
  vm.call(symbols.intern(name), arguments);
  vm.native_callee = kept.pop();
  vm.native_count = callee_count;
  vm.value_count = count;
  std::copy(kept.begin(), kept.end(), vm.values);
}

void Interpreter::after_marking() {
  text.streams.after_marking();
  if (vm.native) vm.native->after_marking();
  if (heap.has_broken_pointers()) vm.request_finalization();
}

void Interpreter::transferred(int descriptor, std::string_view bytes) {
  standard.record(bytes);
  if (descriptor == 0 && piped_form) piped_form->take(bytes);
}

bool Interpreter::edited_input(std::string& buffer) {
  std::optional<std::string> text = typed_line();
  if (text) buffer += *text + "\n";
  return text.has_value();
}

int Interpreter::remove_file(const std::string& name) {
  return host_files.remove("close", name) == 0 ? 0 : errno;
}

int Interpreter::rename_file(const std::string& from, const std::string& to) {
  return host_files.rename("close", from, to) == 0 ? 0 : errno;
}

void Interpreter::leave(int status) {
  quitting = true;
  exit_status = status;
  vm.abort();
}

void Interpreter::set_dialect(Dialect dialect) {
  if (dialect.kind != text.dialect.kind) {  // each dialect has its own readtable
    text.readtables[text.dialect.kind] = symbol_value(heap, Sym::star_readtable);
    set_symbol_value(heap, Sym::star_readtable, text.readtables[dialect.kind]);
  }
  text.dialect = dialect;
  set_symbol_value(heap, Sym::star_dialect, keyword_of(heap, dialect));
}

// ---- files and streams

void Interpreter::cannot_read(const std::string& path, int error) {
  Value name = make_string(heap, path);
  signal_error(heap, ConditionKind::file_error, "Cannot read ~A: ~A",
               {name, make_string(heap, std::strerror(error))}, {name});
}

int Interpreter::open_descriptor(const char* operation, const std::string& path, int flags) {
  for (bool collected = false;;) {
    int descriptor = host_files.open(operation, path, flags);
    if (descriptor >= 0) return descriptor;
    if (errno == EINTR) {
      vm.poll();
    } else if ((errno == EMFILE || errno == ENFILE) && !collected) {
      collected = true;
      heap.collect();
      text.streams.close_abandoned();
    } else {
      return -1;
    }
  }
}

int Interpreter::open_for_reading(const char* operation, const std::string& path) {
  int descriptor = open_descriptor(operation, path, O_RDONLY);
  if (descriptor < 0 && errno == ENOENT) return -1;
  if (descriptor < 0) cannot_read(path, errno);
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    cannot_read(path, EISDIR);
  }
  return descriptor;
}

void Interpreter::flush_all() {
  text.streams.close_abandoned();
  text.streams.for_each([this](Stream& s) {
    if (s.has_unsent()) vm.guarded([&] { s.flush(); });
  });
}

void Interpreter::close_files() {
  flush_all();
  ValueVector files(heap);
  text.streams.for_each([&files](Stream& s) {
    if (s.replaces_file() && !is_nil(s.object())) files.push(s.object());
  });
  for (std::size_t i = 0; i < files.size(); ++i)
    vm.guarded([&] { text.streams.close(files[i], false); });
}

bool Interpreter::is_of_type(Value condition, const char* type) {
  return is_instance(condition, structure_type_named(heap, symbols.intern(type)));
}

void Interpreter::print_error(Value condition) {
  std::string text = diagnostics.error_text(condition, {});
  warnings.print_collected(text);
  standard.begin_message(standard.error());
  standard.error().write(text);
}

}  // namespace winnow
