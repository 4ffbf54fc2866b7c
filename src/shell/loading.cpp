// The read-eval-print loop, and loading: reads a stream and evaluates it form by form.
#include <algorithm>
#include <optional>

#include "data/package.hpp"
#include "data/string.hpp"
#include "heap/list.hpp"
#include "shell/interpreter.hpp"
#include "text/streams/file_stream.hpp"
#include "text/streams/string_streams.hpp"
#include "vm/slow_paths.hpp"

namespace winnow {

// Saves the current source, form and line, and restores them on every exit.
class Interpreter::Context {
 public:
  explicit Context(Interpreter& lisp)
      : lisp_(lisp),
        file_(lisp.loaded_.source),
        lines_(lisp.lines_),
        form_(lisp.loaded_.form),
        sealed_(lisp.sealed_),
        signals_warnings_(lisp.signals_warnings_),
        line_(lisp.loaded_.line) {}
  ~Context() {
    lisp_.loaded_.source = file_;
    lisp_.lines_ = lines_;
    lisp_.loaded_.form = form_;
    lisp_.sealed_ = sealed_;
    lisp_.signals_warnings_ = signals_warnings_;
    lisp_.loaded_.line = line_;
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

// Saves dialect and readtable, and restores them on every exit.
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

// The dialect named by a mode line such as ";;; -*- Mode: Lisp; Syntax: MacLisp -*-". Hyphens and
// spaces in the name are ignored.
std::optional<Dialect> dialect_of_mode_line(Stream& stream) {
  std::string_view rest = stream.bytes_ahead();
  std::string line(rest.substr(0, std::min<std::size_t>(rest.find('\n'), 400)));
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

void skip_script_line(Stream& stream) {
  if (stream.line() != 1 || !stream.bytes_ahead().starts_with("#!")) return;
  std::int32_t c = 0;
  while (c != Stream::kEnd && c != '\n') c = stream.get();
  stream.take_invalid();
}

void Interpreter::run_forms(const FormSource& source, const FormSink& sink) {
  Context saved(*this);
  lines_ = source.lines;
  do {
    Value form = source.read(loaded_);
    if (form == kEndOfFile) return;
    loaded_.form = form;
    vm.value_count = 1;
    Value value = sink.evaluate(form);
    text.streams.close_abandoned();
    if (sink.print && value != kAbsent) sink.print(form, value);
  } while (!quitting);
}

void Interpreter::load_stream(Stream& stream, const LoadOptions& options) {
  Context saved(*this);
  std::optional<DialectOfText> own_dialect;
  skip_script_line(stream);
  if (!options.is_typed) {
    own_dialect.emplace(*this);
    if (std::optional<Dialect> said = dialect_of_mode_line(stream)) set_dialect(*said);
  }
  const bool compiled = !options.is_typed && stream.bytes_ahead().starts_with(kCompiledMark);
  const bool is_deck = !options.is_typed && !compiled && dialect().kind == Dialect::Lisp15;
  if (is_deck && !options.has_cards) return load_deck(stream, options);
  loaded_.source = options.is_library ? nil() : make_string(heap, stream.name());
  sealed_ = options.sealed;
  signals_warnings_ = signals_warnings_ && options.sink.evaluate;
  DeferredWarnings::Unit unit(deferred_, options.own_unit);
  Reading labels(heap);  // labels of a compiled file are valid in all its forms
  SourceMap lines;
  bool failed = false;
  FormSink sink = options.sink;
  if (!sink.evaluate) sink.evaluate = [this](Value form) { return eval(form); };
  // As in LISP 1.5, a failed doublet does not stop the deck.
  if (is_deck && !options.sink.evaluate)
    sink.evaluate = [&](Value form) {
      Value value = kAbsent;
      if (vm.guarded([&] { value = eval(form); })) return value;
      if (quitting || was_interrupted_) vm.abort();
      failed = true;
      return kAbsent;
    };
  if (options.print) sink.print = [this](Value, Value value) { print_all(value); };
  auto read = [&](LoadedForm& place) {
    lines.clear();
    const Dialect own = dialect();
    // A compiled file is read with standard syntax, whatever the program has changed.
    if (compiled) {
      set_dialect(Dialect{});
      vm.bind_list(standard_variables(text), standard_values(text));
      vm.bind_special(symbols.symbol(Sym::star_package), symbols.common_lisp_package());
    }
    Reader reader(text, stream, &lines, compiled ? &labels : nullptr);
    place.line = stream.line();
    place.form = nil();
    Value form = read_form(reader, !sink.print);
    if (compiled) {
      vm.undo_records(2);
      set_dialect(own);
    }
    if (form != kEndOfFile) place.line = reader.form_line();
    return form;
  };
  run_forms({read, options.is_library ? nullptr : &lines}, sink);
  if (quitting) return;
  report_deferred_warnings(unit);
  if (failed) vm.abort();
}

void Interpreter::print_all(Value value) {
  if (vm.value_count == 0) return;
  StreamUse out = output(nil());
  for (Value all = vm.values_list(value); is_cons(all); all = cdr(all)) {
    print(car(all), *out, true);
    out->put('\n');
  }
}

// Loads a deck. READ in the program reads the following cards of the deck and, after the last one,
// the previous standard input.
void Interpreter::load_deck(Stream& stream, LoadOptions options) {
  std::u32string text;
  for (int c = stream.get(); c >= 0; c = stream.get()) text += static_cast<char32_t>(c);
  Value cards = vm.call(symbols.intern("DECK-TEXT"), {make_string(heap, text)});
  auto input = std::make_unique<StringInput>(utf8_of(string_view_of(heap, cards)), stream.name());
  Stream& deck = *input;
  Value object =
      this->text.streams.add(std::move(input), StreamObject::String, StreamObject::kInput);
  Value before = symbol_value(heap, Sym::star_standard_input);
  Value all = vm.call(symbols.intern("MAKE-CONCATENATED-STREAM"), {object, before});
  vm.bind_special(symbols.symbol(Sym::star_standard_input), all);
  options.has_cards = true;
  load_stream(deck, options);
  vm.undo_records(1);
}

Value Interpreter::read_form(Reader& reader, bool prints, const std::function<bool()>& is_alone) {
  Value form = reader.read();
  if (form == kEndOfFile || dialect().kind != Dialect::Lisp15 || (is_alone && is_alone()))
    return form;
  bool is_stop = is_symbol(form) && text_of(as<String>(as_symbol(form)->name)) == U"STOP" &&
                 as_symbol(form)->function == undefined_function();
  return is_stop ? kEndOfFile : evalquote_form(reader, form, prints);
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
       path.empty() ? nil() : pathname_of(host_files.true_name("load", path)));
  load_stream(stream, options);
  vm.undo_records(4);
}

Value Interpreter::signalling_warnings(const std::function<Value()>& body) {
  Context saved(*this);
  signals_warnings_ = true;
  return body();
}

}  // namespace winnow
