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
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "shell/signals.hpp"
#include "text/format/format.hpp"
#include "text/streams/file_stream.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

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
      diagnostics(vm, text, host_files, loaded_),
      standard_(heap),
      max_output_bytes_(options.max_output_bytes),
      output_left_(options.max_output_bytes),
      loaded_(heap),
      deferred_(heap),
      early_calls_(heap) {
  heap.upcalls = this;
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
  open_standard_streams();
  auto define = [&](Sym s, Value v) {
    as<Symbol>(symbols.symbol(s))->header.flags |= Symbol::kSpecial;
    set_symbol_value(heap, s, v);
  };
  define(Sym::star_package, symbols.user_package());
  define(Sym::star_standard_input, standard_[0]);
  define(Sym::star_standard_output, standard_[1]);
  define(Sym::star_error_output, standard_[2]);
  define(Sym::star_trace_output, standard_[1]);
  Value terminal = symbols.symbol(Sym::star_terminal_io);
  constexpr unsigned kBoth = StreamObject::kInput | StreamObject::kOutput;
  define(Sym::star_terminal_io,
         text.streams.add(nullptr, StreamObject::TwoWay, kBoth, standard_[0], standard_[1]));
  define(Sym::star_query_io, text.streams.add(nullptr, StreamObject::Synonym, kBoth, terminal));
  define(Sym::star_debug_io, text.streams.add(nullptr, StreamObject::Synonym, kBoth, terminal));
  define(Sym::star_load_pathname, nil());
  define(Sym::star_load_truename, nil());
  define(Sym::star_handlers, nil());
  define(Sym::star_debugger_hook, nil());
  define(Sym::star_break_on_signals, nil());
  define(Sym::star_command_line, nil());
  define(Sym::star_gensym_counter, Value::from_fixnum(0));
  define(Sym::star_dialect, keyword_of(heap, Dialect{}));
  auto* random = heap.allocate<RandomState>(Type::RandomState, sizeof(RandomState));
  random->state = 42;
  define(Sym::star_random_state, to_value(random));
  define(Sym::star_features,
         list_of(heap, {symbols.intern(":WINNOW"), symbols.intern(":COMMON-LISP"),
                        symbols.intern(":ANSI-CL"), symbols.intern(":IEEE-FLOATING-POINT")}));
}

// Opens standard input, output and error.
void Interpreter::open_standard_streams() {
  static constexpr const char* kNames[] = {"standard input", "standard output", "standard error"};
  FileStream* files[3];
  for (int i = 0; i < 3; ++i) {
    auto file = std::make_unique<FileStream>(heap, i, kNames[i], false);
    files[i] = file.get();
    Value name = make_string(heap, kNames[i]);
    standard_.push(text.streams.add(std::move(file), StreamObject::File,
                                    i == 0 ? StreamObject::kInput : StreamObject::kOutput, name,
                                    symbols.symbol(Sym::character)));
  }
  files[0]->flush_before_reading = files[1];
  files[1]->line_buffered = files[1]->is_terminal();
  files[2]->line_buffered = true;
  files[1]->allowance = files[2]->allowance = &output_left_;
  for (FileStream* file : files) file->is_standard = true;
}

// Ends the program; only the message that says so is still written, once.
void Interpreter::end_for_output() {
  if (!quitting) {
    quitting = true;
    constexpr std::size_t kMessageBytes = 1000;
    output_left_ = kMessageBytes;
    Stream& messages = stream(standard_error());
    begin_message(messages);
    messages.write("winnow: the output exceeds " + std::to_string(max_output_bytes_) +
                   " bytes (--max-output)\n");
    messages.flush();
    output_left_ = 0;
  }
  leave(kTooMuchOutput);
}

// ---- upcalls

void Interpreter::unhandled(Value condition) {
  was_interrupted_ = is_of_type(condition, "INTERRUPTED");
  diagnostics.report_unhandled(condition);
  if (may_go_on(condition)) vm.call(symbols.intern("CHOOSE-RESTART"), {condition});
}

void Interpreter::interrupted() {
  if (signals != nullptr) return signals->take();
  signal_error(heap, ConditionKind::interrupt, "Interrupted", {});
}

Value Interpreter::lambda_function(Value form) {
  if (car(form) != symbols.symbol(Sym::lambda) || !old_dialect_.is_old()) return kAbsent;
  CompilerOptions options;
  const Dialect here = vm.dialect_of_program();
  options.dialect = here.is_old() ? here : old_dialect_;
  // NAMED-LAMBDA, since FUNCTION has another meaning in LISP 1.5.
  Value function = heap.cons(symbols.symbol(Sym::named_lambda), heap.cons(nil(), cdr(form)));
  return compile_and_run(function, nil(), options);
}

void Interpreter::after_marking() {
  text.streams.after_marking();
  if (vm.native) vm.native->after_marking();
}

// DRIBBLE records the traffic of all standard streams.
void Interpreter::transferred(int descriptor, std::string_view bytes) {
  Value record = symbol_value(heap, Sym::star_dribble);
  bool is_open = is_stream_of_kind(record, StreamObject::File) &&
                 as<StreamObject>(record)->has(StreamObject::kOpen);
  if (is_open)
    for (char c : bytes) stream(record).put_byte(static_cast<std::uint8_t>(c));
  if (descriptor == 0 && piped_form) piped_form->take(bytes);
}

bool Interpreter::handles_failure(int descriptor, int error) {
  if (descriptor == 0) return false;
  if (error == FileStream::kAllowanceSpent) end_for_output();
  // The reader of the output is gone, so an error message would be useless.
  if (descriptor == 1 && error == EPIPE) leave(1);
  return descriptor == 2;  // a failure of standard error cannot be reported
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

// The pathname of the file PATH; a string until the library defines pathnames.
Value Interpreter::pathname_of(const std::string& path) {
  Value name = make_string(heap, path);
  Value maker = symbols.symbol(Sym::pathname);
  return as<Symbol>(maker)->function == undefined_function() ? name : vm.call(maker, {name});
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

// Can the user choose a restart? None is offered after an interrupt, or when memory is exhausted.
bool Interpreter::may_go_on(Value condition) {
  return ask_user && !is_of_type(condition, "INTERRUPTED") &&
         !is_of_type(condition, "STORAGE-CONDITION");
}

bool Interpreter::is_of_type(Value condition, const char* type) {
  return is_instance(condition, structure_type_named(heap, symbols.intern(type)));
}

void Interpreter::print_error(Value condition) {
  std::string text = diagnostics.error_text(condition);
  begin_message(stream(standard_error()));
  stream(standard_error()).write("winnow: " + text);
}

void Interpreter::begin_message(Stream& messages) {
  Stream& out = stream(standard_output());
  vm.guarded([&] { out.flush(); });
  struct stat one, two;
  bool beside_output = &messages == &stream(standard_error()) && fstat(1, &one) == 0 &&
                       fstat(2, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
  if (beside_output && out.column() != 0) messages.set_column(out.column());
  messages.fresh_line();
  if (beside_output) out.set_column(0);
}

// ---- warnings

void Interpreter::warn(const std::string& message) {
  StreamUse out = output(symbol_value(heap, Sym::star_error_output));
  begin_message(*out);
  out->write("; warning: " + message + "\n");
}

// "FILE:LINE: " of the code being compiled or run, or "" if it does not come from a file.
std::string Interpreter::at_place() const {
  Diagnostics::Place where = diagnostics.place();
  return where.line > 0 && !where.file.empty() ? where.text() + ": " : "";
}

void Interpreter::warn_of(Value condition) {
  warn_of_code(ConditionKind::warning,
               at_place() + diagnostics.report(condition) + " (signalled when it is reached)");
}

// Prints the warning when a file is loaded; signals it when COMPILE-FILE runs.
void Interpreter::warn_of_code(ConditionKind kind, const std::string& message) {
  if (!signals_warnings_) return warn(message);
  Value text = make_string(heap, message);
  vm.call(symbols.symbol(Sym::warn), {make_condition(heap, kind, "~A", {text})});
}

void Interpreter::warn(const char* control, std::initializer_list<Value> arguments) {
  StringOutput message;
  format(text, message, unicode::decode_all(control), list_of(heap, arguments));
  warn((compiling_line > 0 ? at_place() : "") + message.take());
}

}  // namespace winnow
