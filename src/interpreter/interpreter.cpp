#include "interpreter/interpreter.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/unicode.hpp"
#include "bytecode/assembler.hpp"
#include "core/condition.hpp"
#include "core/heap_image.hpp"
#include "core/list.hpp"
#include "core/package.hpp"
#include "core/string.hpp"
#include "text/format/format.hpp"
#include "text/streams/file_stream.hpp"
#include "text/streams/string_streams.hpp"
#include "vm/slow_paths.hpp"

namespace winnow {

namespace {

// A program without end that gathers data should end soon, not when the whole machine stands still.
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
      outside(heap),
      text(heap, *this),
      standard_(heap),
      held_(heap),
      deferred_(heap),
      untold_(heap) {
  vm.interpreter = this;
  heap.after_marking = [this] {
    text.streams.after_marking();
    if (vm.native) vm.native->after_marking();
  };
#ifdef WINNOW_NATIVE
  if (options.native_after > 0) vm.native = make_native_code(vm, options.native_after);
#endif
  vm.unhandled = [this](Value condition) { handle_unhandled(condition); };
  vm.coerce_lambda = [this](Value form) {
    bool is_lambda = is_cons(form) && car(form) == symbols.symbol(Sym::lambda);
    if (!is_lambda || !old_dialect_.is_old()) return kAbsent;
    CompilerOptions options;
    options.dialect = old_dialect_;
    Value function = list_of(heap, {symbols.symbol(Sym::function), form});
    return compile_and_run(function, nil(), options);
  };
  text.report = [this](Value condition) { return report(condition); };
  text.evaluate = [this](Value form) { return eval(form); };
  text.warn = [this](const std::string& message) { warn(message); };
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
  define(Sym::star_dialect, keyword_of(Dialect{}));
  auto* random = heap.allocate<RandomState>(Type::RandomState, sizeof(RandomState));
  random->state = 42;
  define(Sym::star_random_state, to_value(random));
  define(Sym::star_features,
         list_of(heap, {symbols.intern(":WINNOW"), symbols.intern(":COMMON-LISP")}));
}

// The terminal, or what stands in for it.
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
  files[1]->on_failure = [this](int error) {
    // Whoever read our output has gone: there is nobody left to tell.
    if (error == EPIPE) leave(1);
    return false;
  };
  files[2]->on_failure = [](int) { return true; };  // where should that be told?
  files[0]->on_traffic = files[1]->on_traffic = [this](std::string_view bytes) {
    Value record = symbol_value(heap, Sym::star_dribble);  // lib/tools.lisp
    if (!is_stream_of_kind(record, StreamObject::File)) return;
    if (!as<StreamObject>(record)->has(StreamObject::kOpen)) return;
    for (char c : bytes) stream(record).put_byte(static_cast<std::uint8_t>(c));
  };
  text.streams.on_loss = [this](const std::string& name, int error) {
    warn(name + ": " + std::strerror(error) + "; what was written last is lost");
  };
}

// What can still be sent is; there is nobody left to tell of what cannot.
Interpreter::~Interpreter() {
  vm.guarded([this] { text.streams.close_all(); });
}

void Interpreter::leave(int status) {
  quitting = true;
  exit_status = status;
  vm.abort();
}

Value Interpreter::keyword_of(Dialect dialect) {
  std::u32string name = unicode::decode_all(dialect.name());
  for (char32_t& c : name) c = unicode::upcase(c);
  return symbols.keyword(name);
}

void Interpreter::set_dialect(Dialect dialect) {
  if (dialect.kind != text.dialect.kind) {  // each has a readtable of its own
    text.readtables[text.dialect.kind] = symbol_value(heap, Sym::star_readtable);
    set_symbol_value(heap, Sym::star_readtable, text.readtables[dialect.kind]);
  }
  text.dialect = dialect;
  set_symbol_value(heap, Sym::star_dialect, keyword_of(dialect));
  // Elsewhere these are names like any other.
  auto give = [&](Value name, Value value) {
    if (as_symbol(name)->value == kUnbound) heap.store(as_symbol(name)->value, value);
  };
  if (dialect.kind == Dialect::MacLisp)
    for (Sym s : {Sym::base, Sym::ibase}) give(symbols.symbol(s), Value::from_fixnum(10));
  if (dialect.kind == Dialect::Lisp15) {
    give(intern_symbol(heap, symbols.user_package(), U"F").symbol, nil());
    give(intern_symbol(heap, symbols.user_package(), U"*T*").symbol, t());
  }
}

// ---- reading, loading

// Saves where evaluation stands in which text, and puts it back on every way out.
class Interpreter::Context {
 public:
  explicit Context(Interpreter& lisp)
      : lisp_(lisp),
        file_(lisp.held_.file),
        lines_(lisp.lines_),
        form_(lisp.held_.form),
        sealed_(lisp.sealed_),
        signals_warnings_(lisp.signals_warnings_),
        line_(lisp.form_line_) {}
  ~Context() {
    lisp_.held_.file = file_;
    lisp_.lines_ = lines_;
    lisp_.held_.form = form_;
    lisp_.sealed_ = sealed_;
    lisp_.signals_warnings_ = signals_warnings_;
    lisp_.form_line_ = line_;
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  Interpreter& lisp_;
  Value file_;
  const SourceMap* lines_;
  Value form_;
  bool sealed_;
  bool signals_warnings_;
  int line_;
};

// Puts dialect and readtable back on every way out.
class Interpreter::DialectOfText {
 public:
  explicit DialectOfText(Interpreter& lisp)
      : lisp_(lisp),
        dialect_(lisp.dialect()),
        readtable_(symbol_value(lisp.heap, Sym::star_readtable)) {}
  ~DialectOfText() {
    lisp_.set_dialect(dialect_);
    set_symbol_value(lisp_.heap, Sym::star_readtable, readtable_);
  }
  DialectOfText(const DialectOfText&) = delete;
  DialectOfText& operator=(const DialectOfText&) = delete;

 private:
  Interpreter& lisp_;
  Dialect dialect_;
  Value readtable_;
};

namespace {

// What the mode line says: ";;; -*- Mode: Lisp; Syntax: MacLisp -*-", as the first line or after a
// "#!". Hyphens and blanks in the name do not count.
std::optional<Dialect> dialect_of_mode_line(Stream& stream) {
  std::string line;
  std::string_view rest = stream.bytes_ahead();
  do {
    std::size_t end = std::min(rest.find('\n'), rest.size());
    line = rest.substr(0, std::min<std::size_t>(end, 400));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  } while (line.starts_with("#!"));
  for (char& c : line) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  std::size_t syntax = line.find("syntax:");
  if (syntax == std::string::npos || line.find("-*-") > syntax) return std::nullopt;
  auto plain = [](std::string_view text) {
    std::string letters;
    std::copy_if(text.begin(), text.end(), std::back_inserter(letters),
                 [](char c) { return c != '-' && c != ' '; });
    return letters;
  };
  std::string said = plain(std::string_view(line).substr(syntax));
  for (Dialect d : kDialects)
    if (said.find(plain(d.name())) != std::string::npos) return d;
  return std::nullopt;
}

}  // namespace

Value Interpreter::eval_in(Value form, Value file, const SourceMap* lines) {
  Context saved(*this);
  held_.file = file;
  lines_ = lines;
  form_line_ = lines ? lines->line_of(form) : 0;
  return in_compilation_unit(false, [&] { return eval(form); });
}

void Interpreter::load_stream(Stream& stream, const LoadOptions& options) {
  Context saved(*this);
  std::optional<DialectOfText> own_dialect;
  if (!options.is_typed) {
    own_dialect.emplace(*this);
    if (std::optional<Dialect> said = dialect_of_mode_line(stream)) set_dialect(*said);
  }
  const bool compiled = !options.is_typed && stream.bytes_ahead().starts_with(kCompiledMark);
  held_.file = options.is_library ? nil() : make_string(heap, stream.name());
  sealed_ = options.sealed;
  signals_warnings_ = signals_warnings_ && options.process;
  DeferredWarnings::Unit unit(deferred_, options.own_unit);
  SourceMap lines;
  lines_ = options.is_library ? nullptr : &lines;
  for (;;) {
    lines.clear();
    const Dialect own = dialect();
    // A compiled file is read as it was written, whatever the program has made of the syntax.
    if (compiled) {
      set_dialect(Dialect{});
      vm.bind_list(standard_variables(text), standard_values(text));
      vm.bind_special(symbols.symbol(Sym::star_package), symbols.common_lisp_package());
    }
    Reader reader(text, stream, &lines);
    form_line_ = stream.line();
    held_.form = nil();
    Value form = reader.read();
    if (compiled) {
      vm.undo_records(2);
      set_dialect(own);
    }
    if (form == kEndOfFile) return tell_deferred_warnings(unit);
    form_line_ = reader.form_line();
    if (!compiled && dialect().kind == Dialect::Lisp15)
      form = evalquote_form(reader, form, !options.print && !options.after_form);
    held_.form = form;
    vm.value_count = 1;
    Value value = options.process ? options.process(form) : eval(form);
    text.streams.close_abandoned();
    if (options.after_form) options.after_form(value);
    if (options.print && vm.value_count > 0) {
      StreamUse out = output(nil());
      for (Value all = vm.values_list(value); is_cons(all); all = cdr(all)) {
        print(car(all), *out, true);
        out->put('\n');
      }
    }
    if (quitting) return;
  }
}

Value Interpreter::evalquote_form(Reader& reader, Value form, bool prints) {
  bool is_operator = (is_symbol(form) && !is_nil(form)) ||
                     (is_cons(form) && (car(form) == symbols.symbol(Sym::lambda) ||
                                        car(form) == symbols.intern("MACLISP:LABEL")));
  bool is_variable = is_symbol(form) && as_symbol(form)->value != kUnbound &&
                     as_symbol(form)->function == undefined_function() && !is_special_form(form) &&
                     is_nil(own_operator(heap, dialect(), form));
  if (!is_operator || is_variable) return form;
  Value arguments = reader.read();
  if (arguments == kEndOfFile) return form;
  auto quoted = [&](Value v) { return list_of(heap, {symbols.symbol(Sym::quote), v}); };
  return list_of(heap,
                 {symbols.symbol(Sym::evalquote), quoted(form), quoted(arguments), truth(prints)});
}

void Interpreter::cannot_read(const std::string& path, int error) {
  Value name = make_string(heap, path);
  signal_error(heap, ConditionKind::file_error, "Cannot read ~A: ~A",
               {name, make_string(heap, std::strerror(error))}, {name});
}

int Interpreter::open_descriptor(const char* operation, const std::string& path, int flags) {
  for (bool collected = false;;) {
    int descriptor = outside.open(operation, path, flags);
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

// The pathname of the file PATH; while the library is not there yet, its name.
Value Interpreter::pathname_of(const std::string& path) {
  Value name = make_string(heap, path);
  Value maker = symbols.symbol(Sym::pathname);
  return as<Symbol>(maker)->function == undefined_function() ? name : vm.call(maker, {name});
}

bool Interpreter::load_file(const std::string& path, const LoadOptions& options) {
  int descriptor = open_for_reading("load", path);
  if (descriptor < 0) return false;
  FileStream file(heap, descriptor, path, true);
  file.set_encoding(options.encoding);
  load(file, path, options);
  return true;
}

void Interpreter::load(Stream& stream, const std::string& path, const LoadOptions& options) {
  if (options.verbose) {
    StreamUse out = output(nil());
    out->fresh_line();
    out->write("; loading " + (path.empty() ? stream.name() : path) + "\n");
  }
  auto bind = [&](Sym variable, Value v) { vm.bind_special(symbols.symbol(variable), v); };
  bind(Sym::star_package, symbol_value(heap, Sym::star_package));
  bind(Sym::star_readtable, symbol_value(heap, Sym::star_readtable));
  bind(Sym::star_load_pathname, path.empty() ? nil() : pathname_of(path));
  bind(Sym::star_load_truename,
       path.empty() ? nil() : pathname_of(outside.true_name("load", path)));
  load_stream(stream, options);
  vm.undo_records(4);
}

void Interpreter::flush_all() {
  text.streams.close_abandoned();
  text.streams.for_each([this](Stream& s) {
    if (s.has_unsent()) vm.guarded([&] { s.flush(); });
  });
}

// ---- warnings

void Interpreter::warn(const std::string& message) {
  StreamUse out = output(symbol_value(heap, Sym::star_error_output));
  stream(standard_[1]).flush();
  out->fresh_line();
  out->write("; warning: " + message + "\n");
}

void Interpreter::warn_of(Value condition) {
  Place where = place();
  warn_of_code(ConditionKind::warning, (where.line > 0 ? where.text() + ": " : "") +
                                           report(condition) + " (signalled when it is reached)");
}

Value Interpreter::signalling_warnings(const std::function<Value()>& body) {
  Context saved(*this);
  signals_warnings_ = true;
  return body();
}

// Who loads a file is told; who compiles it may handle the warnings.
void Interpreter::warn_of_code(ConditionKind kind, const std::string& message) {
  if (!signals_warnings_) return warn(message);
  Value text = make_string(heap, message);
  vm.call(symbols.symbol(Sym::warn), {make_condition(heap, kind, "~A", {text})});
}

void Interpreter::warn(const char* control, std::initializer_list<Value> arguments) {
  StringOutput message;
  format(text, message, unicode::decode_all(control), list_of(heap, arguments));
  warn(message.take());
}

}  // namespace winnow
