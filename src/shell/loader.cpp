#include "shell/loader.hpp"

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

namespace {

// Saves dialect and readtable, and restores them on every exit.
class DialectOfText {
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

// The forms of a text that is being loaded.
class LoadedText {
 public:
  // PRINTS: of Loader::read_form.
  LoadedText(Interpreter& lisp, Stream& stream, bool is_compiled, bool prints)
      : lisp_(lisp),
        stream_(stream),
        labels_(lisp.heap),
        is_compiled_(is_compiled),
        prints_(prints) {}

  Value read(LoadedForm& place) {
    lines.clear();
    const Dialect own = lisp_.dialect();
    if (is_compiled_) bind_standard_syntax();
    Reader reader(lisp_.text, stream_, &lines, is_compiled_ ? &labels_ : nullptr);
    place.at = {stream_.line(), 0};
    place.form = nil();
    Value form = lisp_.loader.read_form(reader, prints_);
    if (is_compiled_) {
      lisp_.vm.undo_records(2);
      lisp_.set_dialect(own);
    }
    if (form != kEndOfFile) place.at = reader.form_position();
    // In Lisp 1.5 a form is a doublet, two objects, and form_position() is that of the second one.
    if (lisp_.dialect().kind == Dialect::Lisp15) place.at.column = 0;
    return form;
  }

  SourceMap lines;

 private:
  // A compiled file is read with standard syntax, whatever the program has changed.
  void bind_standard_syntax() {
    lisp_.set_dialect(Dialect{});
    lisp_.vm.bind_list(standard_variables(lisp_.text), standard_values(lisp_.text));
    lisp_.vm.bind_special(lisp_.symbols.symbol(Sym::star_package),
                          lisp_.symbols.common_lisp_package());
  }

  Interpreter& lisp_;
  Stream& stream_;
  Reading labels_;  // labels of a compiled file are valid in all its forms
  bool is_compiled_;
  bool prints_;
};

}  // namespace

void skip_script_line(Stream& stream) {
  if (stream.line() != 1 || !stream.bytes_ahead().starts_with("#!")) return;
  std::int32_t c = 0;
  while (c != Stream::kEnd && c != '\n') c = stream.get();
  stream.take_invalid();
}

void Loader::run_forms(const FormSource& source, const FormSink& sink) {
  LoadedForm::Saved saved(lisp_.loaded);
  lisp_.loaded.lines = source.lines;
  lisp_.loaded.frame = lisp_.vm.fp - lisp_.vm.first_frame();
  do {
    Value form = source.read(lisp_.loaded);
    if (form == kEndOfFile) return;
    lisp_.loaded.form = form;
    lisp_.vm.value_count = 1;
    Value value = sink.evaluate(form);
    lisp_.text.streams.close_abandoned();
    if (sink.print && value != kAbsent) sink.print(form, value);
  } while (!lisp_.quitting);
}

void Loader::load_stream(Stream& stream, const LoadOptions& options) {
  LoadedForm::Saved saved(lisp_.loaded);
  std::optional<DialectOfText> own_dialect;
  skip_script_line(stream);
  if (!options.is_typed) {
    own_dialect.emplace(lisp_);
    if (std::optional<Dialect> said = dialect_of_mode_line(stream)) lisp_.set_dialect(*said);
  }
  const bool compiled = !options.is_typed && stream.bytes_ahead().starts_with(kCompiledMark);
  const bool is_deck = !options.is_typed && !compiled && lisp_.dialect().kind == Dialect::Lisp15;
  if (is_deck && !options.has_cards) return load_deck(stream, options);
  lisp_.loaded.source = options.is_library ? nil() : make_string(lisp_.heap, stream.name());
  if (options.keeps_text)
    lisp_.loaded.source =
        list_of(lisp_.heap,
                {make_string(lisp_.heap, std::string(stream.bytes_ahead())), lisp_.loaded.source});
  lisp_.loaded.is_sealed = options.sealed;
  lisp_.loaded.is_compiled = compiled;
  lisp_.loaded.specials = kAbsent;
  bool failed = false;
  FormSink sink = options.sink;
  if (!sink.evaluate) sink.evaluate = evaluator(is_deck ? &failed : nullptr);
  if (options.print) sink.print = [this](Value, Value value) { print_all(value); };
  LoadedText text(lisp_, stream, compiled, !sink.print);
  const FormSource source{[&](LoadedForm& place) { return text.read(place); },
                          options.is_library ? nullptr : &text.lines};
  Warnings& warnings = lisp_.warnings;
  warnings.signalling(warnings.are_signalled() && options.sink.evaluate, [&] {
    return warnings.in_unit(options.own_unit, [&] {
      run_forms(source, sink);
      return nil();
    });
  });
  if (failed && !lisp_.quitting) lisp_.vm.abort();
}

std::function<Value(Value form)> Loader::evaluator(bool* failed) {
  if (failed == nullptr) return [this](Value form) { return lisp_.toplevel.eval(form); };
  return [this, failed](Value form) {
    Value value = kAbsent;
    if (lisp_.vm.guarded([&] { value = lisp_.toplevel.eval(form); })) return value;
    if (lisp_.quitting || lisp_.was_interrupted) lisp_.vm.abort();
    *failed = true;
    return kAbsent;
  };
}

void Loader::print_all(Value value) {
  if (lisp_.vm.value_count == 0) return;
  StreamUse out = lisp_.output(nil());
  for (Value all = lisp_.vm.values_list(value); is_cons(all); all = cdr(all)) {
    lisp_.print(car(all), *out, true);
    out->put('\n');
  }
}

// Loads a deck. READ in the program reads the following cards of the deck and, after the last one,
// the previous standard input.
void Loader::load_deck(Stream& stream, LoadOptions options) {
  std::u32string text;
  for (int c = stream.get(); c >= 0; c = stream.get()) text += static_cast<char32_t>(c);
  Value cards = lisp_.vm.call(lisp_.symbols.intern("DECK-TEXT"), {make_string(lisp_.heap, text)});
  auto input =
      std::make_unique<StringInput>(utf8_of(string_view_of(lisp_.heap, cards)), stream.name());
  Stream& deck = *input;
  Value object =
      lisp_.text.streams.add(std::move(input), StreamObject::String, StreamObject::kInput);
  Value before = symbol_value(lisp_.heap, Sym::star_standard_input);
  Value all = lisp_.vm.call(lisp_.symbols.intern("MAKE-CONCATENATED-STREAM"), {object, before});
  lisp_.vm.bind_special(lisp_.symbols.symbol(Sym::star_standard_input), all);
  options.has_cards = true;
  load_stream(deck, options);
  lisp_.vm.undo_records(1);
}

Value Loader::read_form(Reader& reader, bool prints, const std::function<bool()>& is_alone) {
  Value form = reader.read();
  if (form == kEndOfFile || lisp_.dialect().kind != Dialect::Lisp15 || (is_alone && is_alone()))
    return form;
  bool is_stop = is_symbol(form) && text_of(as<String>(as_symbol(form)->name)) == U"STOP" &&
                 as_symbol(form)->function == undefined_function();
  return is_stop ? kEndOfFile : evalquote_form(reader, form, prints);
}

Value Loader::evalquote_form(Reader& reader, Value form, bool prints) {
  bool is_operator = (is_symbol(form) && !is_nil(form)) ||
                     (is_cons(form) && (car(form) == lisp_.symbols.symbol(Sym::lambda) ||
                                        car(form) == lisp_.symbols.intern("MACLISP:LABEL")));
  bool is_variable = is_symbol(form) && as_symbol(form)->value != kUnbound &&
                     as_symbol(form)->function == undefined_function() && !is_special_form(form) &&
                     is_nil(own_operator(lisp_.heap, lisp_.dialect(), form));
  if (!is_operator || is_variable) return form;
  Value arguments = reader.read();
  if (arguments == kEndOfFile) return form;
  auto quoted = [&](Value v) { return list_of(lisp_.heap, {lisp_.symbols.symbol(Sym::quote), v}); };
  return list_of(lisp_.heap, {lisp_.symbols.symbol(Sym::evalquote), quoted(form), quoted(arguments),
                              truth(prints)});
}

bool Loader::load_file(const std::string& path, const LoadOptions& options) {
  int descriptor = lisp_.open_for_reading("load", path);
  if (descriptor < 0) return false;
  FileStream file(lisp_.heap, descriptor, path, true);
  file.set_encoding(options.encoding);
  file.has_order_mark = file.is_utf16();
  load(file, path, options);
  return true;
}

// The pathname of the file PATH; a string until the library defines pathnames.
Value Loader::pathname_of(const std::string& path) {
  Value name = make_string(lisp_.heap, path);
  Value maker = lisp_.symbols.symbol(Sym::pathname);
  bool is_defined = as<Symbol>(maker)->function != undefined_function();
  return is_defined ? lisp_.vm.call(maker, {name}) : name;
}

void Loader::load(Stream& stream, const std::string& path, const LoadOptions& options) {
  if (options.verbose) {
    StreamUse out = lisp_.output(nil());
    out->fresh_line();
    out->write("; loading " + (path.empty() ? stream.name() : path) + "\n");
  }
  auto bind = [&](Sym variable, Value v) {
    lisp_.vm.bind_special(lisp_.symbols.symbol(variable), v);
  };
  bind(Sym::star_package, symbol_value(lisp_.heap, Sym::star_package));
  bind(Sym::star_readtable, symbol_value(lisp_.heap, Sym::star_readtable));
  bind(Sym::star_load_pathname, path.empty() ? nil() : pathname_of(path));
  bind(Sym::star_load_truename,
       path.empty() ? nil() : pathname_of(lisp_.host_files.true_name("load", path)));
  load_stream(stream, options);
  lisp_.vm.undo_records(4);
}

}  // namespace winnow
