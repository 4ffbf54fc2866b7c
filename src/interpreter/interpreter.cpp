#include "interpreter/interpreter.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "bytecode/assembler.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "text/format.hpp"
#include "vm/slow_paths.hpp"

namespace winnow {

struct Interpreter::StreamTable {
  struct Entry {
    std::unique_ptr<Stream> stream;
    Value object;  // not a root: a stream that nobody holds is closed
  };
  std::vector<Entry> entries;
};

namespace {

// A program without end that gathers data should end soon, not when the whole machine stands still.
std::size_t heap_limit(const InterpreterOptions& options) {
  constexpr std::size_t kUsualLimit = std::size_t{4} << 30;
  return options.max_heap_bytes > 0 ? options.max_heap_bytes
                                    : std::min(physical_memory_bytes() / 2, kUsualLimit);
}

}  // namespace

Interpreter::Interpreter(const InterpreterOptions& options)
    : heap(heap_limit(options)),
      symbols(heap),
      vm(heap, options.limits),
      outside(heap),
      streams_(std::make_unique<StreamTable>()),
      standard_(heap),
      rooted_(heap),
      held_(heap),
      untold_(heap) {
  vm.interpreter = this;
  define_condition_types(heap);
  mark_operators(heap);
  heap.after_marking = [this] { close_unreachable_streams(); };
  vm.unhandled = [this](Value condition) { handle_unhandled(condition); };
  vm.coerce_lambda = [this](Value form) {
    bool is_lambda = is_cons(form) && car(form) == symbols.symbol(Sym::lambda);
    if (!is_lambda || !has_maclisp_code_) return kAbsent;
    CompilerOptions options;
    options.dialect = kMacLisp;
    Value function = list_of(heap, {symbols.symbol(Sym::function), form});
    return compile_and_run(function, nil(), options);
  };
  standard_.push(add_stream(Stream::input_file(0, "standard input", false)));
  standard_.push(add_stream(Stream::output_file(1, "standard output", false)));
  standard_.push(add_stream(Stream::output_file(2, "standard error", false)));
  stream(standard_[2]).line_buffered = true;
  stream(standard_[1]).line_buffered = isatty(1) != 0;
  stream(standard_[0]).flush_before_reading = &stream(standard_[1]);
  stream(standard_[1]).on_failure = [this](int error) {
    // Whoever read our output has gone: there is nobody left to tell.
    if (error == EPIPE) leave(1);
    stream_failure("standard output", error);
  };
  stream(standard_[2]).on_failure = [](int) {};  // where should that be told?
  auto define = [&](Sym s, Value v) {
    as<Symbol>(symbols.symbol(s))->header.flags |= Symbol::kSpecial;
    set_symbol_value(heap, s, v);
  };
  define(Sym::star_print_base, Value::from_fixnum(10));
  define(Sym::star_read_base, Value::from_fixnum(10));
  define(Sym::star_print_circle, nil());
  define(Sym::star_print_escape, t());
  define(Sym::star_print_length, nil());
  define(Sym::star_print_level, nil());
  define(Sym::star_print_case, symbols.intern(":UPCASE"));
  define(Sym::star_standard_input, standard_[0]);
  define(Sym::star_standard_output, standard_[1]);
  define(Sym::star_error_output, standard_[2]);
  define(Sym::star_load_pathname, nil());
  define(Sym::star_handlers, nil());
  define(Sym::star_command_line, nil());
  define(Sym::star_gensym_counter, Value::from_fixnum(0));
  define(Sym::star_dialect, symbols.symbol(Sym::k_common_lisp));
  auto* random = heap.allocate<RandomState>(Type::RandomState, sizeof(RandomState));
  random->state = 42;
  define(Sym::star_random_state, to_value(random));
  define(Sym::star_features,
         list_of(heap, {symbols.intern(":WINNOW"), symbols.intern(":COMMON-LISP")}));
}

Interpreter::~Interpreter() {
  for (auto& entry : streams_->entries) {
    if (!entry.stream) continue;
    entry.stream->on_failure = nullptr;  // there is no machine any more that could signal it
    entry.stream->close();
  }
}

void Interpreter::leave(int status) {
  quitting = true;
  exit_status = status;
  vm.abort();
}

void Interpreter::set_dialect(const Dialect& dialect) {
  dialect_ = dialect.is_maclisp ? &kMacLisp : &kCommonLisp;
  set_symbol_value(heap, Sym::star_dialect,
                   symbols.symbol(dialect.is_maclisp ? Sym::k_maclisp : Sym::k_common_lisp));
  // In these MacLisp prints and reads integers; in Common Lisp they are names like any other.
  if (!dialect.is_maclisp) return;
  for (Sym s : {Sym::base, Sym::ibase})
    if (symbol_value(heap, s) == kUnbound) set_symbol_value(heap, s, Value::from_fixnum(10));
}

// ---- reading, loading

ReaderOptions Interpreter::reader_options(SourceMap* lines) {
  ReaderOptions options;
  options.dialect = *dialect_;
  options.lines = lines;
  options.evaluate = [this](Value form) { return eval(form); };
  options.warn = [this](const std::string& text) { warn(text); };
  return options;
}

// Saves what load_stream changes and puts it back on every way out.
class Interpreter::Context {
 public:
  explicit Context(Interpreter& lisp)
      : lisp_(lisp),
        dialect_(lisp.dialect_),
        file_(lisp.held_.file),
        lines_(lisp.lines_),
        form_(lisp.held_.form),
        sealed_(lisp.sealed_),
        line_(lisp.form_line_) {}
  ~Context() {
    lisp_.set_dialect(*dialect_);
    lisp_.held_.file = file_;
    lisp_.lines_ = lines_;
    lisp_.held_.form = form_;
    lisp_.sealed_ = sealed_;
    lisp_.form_line_ = line_;
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  Interpreter& lisp_;
  const Dialect* dialect_;
  Value file_;
  const SourceMap* lines_;
  Value form_;
  bool sealed_;
  int line_;
};

namespace {

// The mode line: ";;; -*- Mode: Lisp; Syntax: MacLisp -*-", as the first line or after a "#!".
bool has_maclisp_mode_line(Stream& stream) {
  std::u32string line;
  std::u32string read;
  for (int lines = 0; lines < 2; ++lines) {
    line.clear();
    for (std::int32_t c = stream.get(); c != Stream::kEnd; c = stream.get()) {
      read += static_cast<char32_t>(c);
      if (c == '\n' || line.size() > 400) break;
      line += unicode::downcase(static_cast<char32_t>(c));
      if (line.size() == 2 && line != U"#!" && line[0] != U';') break;  // no comment
    }
    if (!line.starts_with(U"#!")) break;
  }
  for (auto c = read.rbegin(); c != read.rend(); ++c) stream.unget(*c);
  if (line.starts_with(U';')) stream.take_invalid();  // a comment may hold anything
  std::size_t syntax = line.find(U"syntax:");
  return line.find(U"-*-") < syntax && syntax != std::u32string::npos &&
         line.find(U"maclisp", syntax) != std::u32string::npos;
}

}  // namespace

Value Interpreter::eval_in(Value form, Value file, const SourceMap* lines) {
  Context saved(*this);
  held_.file = file;
  lines_ = lines;
  return eval(form);
}

void Interpreter::load_stream(Stream& stream, const LoadOptions& options) {
  Context saved(*this);
  if (stream.flush_before_reading == nullptr && has_maclisp_mode_line(stream))
    set_dialect(kMacLisp);
  held_.file = options.is_library ? nil() : make_string(heap, stream.name());
  sealed_ = options.sealed;
  SourceMap lines;
  lines_ = options.is_library ? nullptr : &lines;
  for (;;) {
    lines.clear();
    Reader reader(heap, stream, reader_options(&lines));
    form_line_ = stream.line();
    held_.form = nil();
    Value form = reader.read();
    if (form == kEndOfFile) return;
    form_line_ = reader.form_line();
    held_.form = form;
    vm.value_count = 1;
    Value value = eval(form);
    if (options.after_form) options.after_form(value);
    if (options.print && vm.value_count > 0) {
      Stream& out = this->stream(standard_[1]);
      print(value, out, true);
      out.put('\n');
    }
    if (quitting) return;
  }
}

void Interpreter::cannot_read(const std::string& path, int error) {
  Value name = make_string(heap, path);
  signal_error(heap, ConditionKind::file_error, "Cannot read ~A: ~A",
               {name, make_string(heap, std::strerror(error))}, {name});
}

int Interpreter::open_for_reading(const char* operation, const std::string& path) {
  int descriptor = outside.open(operation, path, O_RDONLY);
  if (descriptor < 0 && errno == ENOENT) return -1;
  if (descriptor < 0) cannot_read(path, errno);
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    cannot_read(path, EISDIR);
  }
  return descriptor;
}

bool Interpreter::load_file(const std::string& path, const LoadOptions& options) {
  int descriptor = open_for_reading("load", path);
  if (descriptor < 0) return false;
  Value object = add_stream(Stream::input_file(descriptor, path, true));
  rooted_.push(object);
  std::size_t mark = rooted_.size();
  // Closed on every way out, an exception's included.
  struct Closer {
    Interpreter& lisp;
    Value object;
    std::size_t mark;
    ~Closer() {
      lisp.stream(object).close();
      lisp.rooted_.truncate(mark - 1);
    }
  } closer{*this, object, mark};
  vm.bind_special(symbols.symbol(Sym::star_load_pathname), make_string(heap, path));
  load_stream(stream(object), options);
  vm.undo_records(1);
  return true;
}

// ---- streams

Value Interpreter::add_stream(Stream s) {
  auto stream = std::make_unique<Stream>(std::move(s));
  stream->on_interrupt = [this] { vm.poll(); };
  stream->on_failure = [this, name = stream->name()](int error) { stream_failure(name, error); };
  auto* object = heap.allocate<StreamObject>(Type::Stream, sizeof(StreamObject));
  auto& entries = streams_->entries;
  auto free = std::find_if(entries.begin(), entries.end(), [](auto& e) { return !e.stream; });
  object->id = static_cast<std::uint64_t>(free - entries.begin());
  Value v = to_value(object);
  if (free == entries.end())
    entries.push_back({std::move(stream), v});
  else
    *free = {std::move(stream), v};
  return v;
}

void Interpreter::stream_failure(const std::string& name, int error) {
  signal_error(heap, ConditionKind::stream_error, "~A: ~A",
               {make_string(heap, name), make_string(heap, std::strerror(error))});
}

void Interpreter::close_unreachable_streams() {
  for (auto& entry : streams_->entries)
    if (entry.stream && !heap.is_marked(entry.object)) entry.stream.reset();
}

Stream& Interpreter::stream(Value object) {
  if (!has_type(object, Type::Stream)) signal_wrong_type(heap, "stream", object, "a stream");
  return *streams_->entries[as<StreamObject>(object)->id].stream;
}

Stream& Interpreter::output(Value designator) {
  Value v = is_nil(designator)  ? symbol_value(heap, Sym::star_standard_output)
            : designator == t() ? standard_[1]
                                : designator;
  Stream& s = stream(v);
  if (!s.is_output() || !s.is_open())
    signal_error(heap, ConditionKind::stream_error, "~A is not open for output",
                 {make_string(heap, s.name())}, {v});
  return s;
}

Stream& Interpreter::input(Value designator) {
  Value v = is_nil(designator)  ? symbol_value(heap, Sym::star_standard_input)
            : designator == t() ? standard_[0]
                                : designator;
  Stream& s = stream(v);
  if (!s.is_input() || !s.is_open())
    signal_error(heap, ConditionKind::stream_error, "~A is not open for input",
                 {make_string(heap, s.name())}, {v});
  return s;
}

void Interpreter::flush_all() {
  for (std::size_t i = 0; i < streams_->entries.size(); ++i)
    vm.guarded([&] {
      Stream* s = streams_->entries[i].stream.get();
      if (s && s->is_open() && s->is_output()) s->flush();
    });
}

// ---- printing

PrintOptions Interpreter::print_options(bool escape) {
  PrintOptions options;
  options.escape = escape;
  options.dialect = *dialect_;
  options.print_structure = [this](Value object, Stream& out, bool escape) {
    auto* type = as<StructureType>(as<Structure>(object)->type);
    if (!is_nil(type->is_condition)) {
      if (!escape) {
        out.write(report(object));
        return true;
      }
      out.write("#<" + utf8_of(as<String>(as_symbol(type->name)->name)) + " \"" + report(object) +
                "\">");
      return true;
    }
    Value printer = nil();
    for (Value a = type->ancestors; is_cons(a) && is_nil(printer); a = cdr(a))
      printer = as<StructureType>(car(a))->printer;
    if (is_nil(printer)) return false;
    // The structure's function writes to a stream of its own; the text is then ours to place.
    Stream text = Stream::output_string();
    Value target = add_stream(std::move(text));
    vm.call(printer, {object, target, Value::from_fixnum(0)});
    out.write(stream(target).take_string());
    return true;
  };
  return options;
}

void Interpreter::print(Value v, Stream& out, bool escape) {
  winnow::print(heap, out, v, print_options(escape));
}

std::string Interpreter::to_text(Value v, bool escape) {
  return print_to_string(heap, v, print_options(escape));
}

void Interpreter::warn(const std::string& text) {
  Stream& out = output(symbol_value(heap, Sym::star_error_output));
  stream(standard_[1]).flush();
  out.fresh_line();
  out.write("; warning: " + text + "\n");
}

void Interpreter::warn_of(Value condition) {
  Place where = place();
  warn((where.line > 0 ? where.text() + ": " : "") + report(condition) +
       " (signalled when it is reached)");
}

void Interpreter::warn(const char* control, std::initializer_list<Value> arguments) {
  Stream text = Stream::output_string();
  format(heap, text, unicode::decode_all(control), list_of(heap, arguments), print_options(true));
  warn(text.take_string());
}

}  // namespace winnow
