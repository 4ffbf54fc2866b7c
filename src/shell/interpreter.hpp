// One Lisp: its heap, symbols, machine, streams and dialect; reading, evaluating, loading.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compiler.hpp"
#include "data/dialect.hpp"
#include "data/source_map.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/heap.hpp"
#include "shell/deferred_warnings.hpp"
#include "shell/diagnostics.hpp"
#include "shell/early_calls.hpp"
#include "shell/host_files.hpp"
#include "shell/loaded_form.hpp"
#include "text/printer.hpp"
#include "text/reader.hpp"
#include "text/text_system.hpp"
#include "vm/vm.hpp"

namespace winnow {

struct InterpreterOptions {
  std::size_t max_heap_bytes = 0;           // 0: half of memory, 4 GiB at most
  std::size_t max_output_bytes = SIZE_MAX;  // to standard output and standard error together
  VmLimits limits;
  // That of the library (image.hpp); without one there are the functions of the layers below alone.
  const unsigned char* image = nullptr;
  // Functions called so often get native code; 0: none does.
  unsigned native_after = 0;
};

// Skips the first line of a script, "#!/usr/bin/winnow", which only a text that is loaded may have.
void skip_script_line(Stream& stream);

class Interpreter : public MacroCaller {
 public:
  explicit Interpreter(const InterpreterOptions& options = {});

  Heap heap;
  SymbolTable symbols;
  Vm vm;
  HostFiles host_files;
  TextSystem text;
  Diagnostics diagnostics;

  // ---- dialect
  const Dialect& dialect() const { return text.dialect; }
  void set_dialect(Dialect dialect);
  // At the top level of LISP 1.5 an operator stands before the list of its arguments as they are:
  // where FORM is one, the list is read and a form that calls it returned; PRINTS: and prints.
  Value evalquote_form(Reader& reader, Value form, bool prints);

  // ---- evaluation (toplevel.cpp)
  Value eval(Value form);
  Value eval_of_program(Value form);  // in the dialect of the program that runs
  // FORM with lines from LINES. SOURCE: the name of the file it comes from, or a list of the text
  // that was typed.
  Value eval_in(Value form, Value source, const SourceMap* lines);

  // ---- loading (loading.cpp)
  struct LoadOptions {
    bool verbose = false;
    bool print = false;
    ByteInput::Encoding encoding = ByteInput::Encoding::Utf8;
    std::function<Value(Value form)> process;  // what is done instead of evaluating FORM
    bool own_unit = false;                     // of compilation
    std::function<void(Value)> after_form;     // called with each value
    bool is_library = false;
    bool sealed = false;
    bool has_cards = false;  // the stream is of a deck of LISP 1.5, without the system's cards
    bool is_typed = false;   // by the user: the dialect that it sets lasts
  };
  // Reads and evaluates all of STREAM. The dialect that a text sets, by a first line with "Syntax:
  // MacLisp" or by (dialect ...), ends with it; a first line with the mark of a compiled file tells
  // that COMPILE-FILE wrote it.
  void load_stream(Stream& stream, const LoadOptions& options);
  static constexpr std::string_view kCompiledMark = ";;;; Compiled by Winnow";
  // The same as LOAD has it: with its variables bound. PATH: of a file behind STREAM, or "".
  void load(Stream& stream, const std::string& path, const LoadOptions& options);
  // Loads the file named by PATH; false if there is none (then nothing was signalled).
  bool load_file(const std::string& path, const LoadOptions& options);

  // Compiles FORM in ENVIRONMENT for what the compiler has to say of it.
  void check(Value form, Value environment);
  // Runs BODY; functions and variables that are not there when code is compiled meanwhile are told
  // of at its end or, unless OWN is true, at the end of what it is part of.
  Value in_compilation_unit(bool own, const std::function<Value()>& body);
  // A text that was compiled, but not loaded yet, defines the function NAME.
  void note_definition(Value name) { deferred_.add_definition(name); }
  // NAME, a symbol, has a new function or macro (early_calls.hpp).
  void operator_defined(Value name);
  // Runs BODY, in which what the compiler warns of is signalled.
  Value signalling_warnings(const std::function<Value()>& body);

  // As HostFiles::open, but where no descriptor is free, files that nobody holds any more are
  // closed.
  int open_descriptor(const char* operation, const std::string& path, int flags);
  // The descriptor of the file PATH, opened for the operator OPERATION; -1 if there is none. What
  // else is wrong with it is signalled.
  int open_for_reading(const char* operation, const std::string& path);
  Value pathname_of(const std::string& path);
  [[noreturn]] void cannot_read(const std::string& path, int error);

  // ---- streams
  // NIL: *STANDARD-OUTPUT* or -INPUT*, T: *TERMINAL-IO*.
  using Content = StreamTable::Content;
  StreamUse output(Value designator, Content content = Content::Characters) {
    return text.streams.output(designator, content);
  }
  StreamUse input(Value designator, Content content = Content::Characters) {
    return text.streams.input(designator, content);
  }
  // The stream of OBJECT, one of the three that follow, which are never closed.
  Stream& stream(Value object) { return *as<StreamObject>(object)->stream; }
  Value standard_input() const { return standard_[0]; }
  Value standard_output() const { return standard_[1]; }
  Value standard_error() const { return standard_[2]; }
  // Each on its own: where one fails, that is told, and the next is flushed.
  void flush_all();
  // The same at the end of the session, when files that replace others do so.
  void close_files();

  // ---- printing
  void print(Value v, Stream& out, bool escape) { winnow::print(text, out, v, escape); }
  std::string to_text(Value v, bool escape) { return print_to_string(text, v, escape); }

  // ---- errors
  // Prints an error as a script does, to standard error.
  void print_error(Value condition);
  // Begins a line of MESSAGES; on standard error, below what standard output has, if both go to the
  // same terminal or file.
  void begin_message(Stream& messages);

  // ---- MacroCaller
  using FunctionCaller::call_function;
  Value call_function(Value function, std::span<const Value> arguments) override {
    return vm.call_values(function, arguments.data(), arguments.size());
  }
  std::size_t value_count() const override { return vm.value_count; }
  Value other_value(std::size_t i) const override { return vm.values[i]; }
  Value evaluate(Value form, Value environment) override;
  Value attempt(const std::function<void()>& body) override { return vm.attempt(body); }
  void warn(const char* control, std::initializer_list<Value> arguments) override;
  void warn_of(Value condition) override;
  void warn(const std::string& message);
  void warn_of_code(ConditionKind kind, const std::string& message);
  void note_call(Value name, std::size_t count) override;
  void note_reference(Value name) override;
  void note_variable(Value name, bool assigned, bool at_toplevel) override;
  void note_type(Value name);

  // Ends the program with STATUS, after the cleanups of what is under way.
  [[noreturn]] void leave(int status);
  static constexpr int kTooMuchOutput = 125;  // the status after more output than is allowed
  bool quitting = false;                      // leave() was called
  int exit_status = 0;

  // Lets the user type a line at the terminal, completed to one of ANSWERS; nothing at the end of
  // input. Empty where there is no line editor.
  std::function<std::optional<std::string>(const std::string& prompt,
                                           const std::vector<std::string>& answers)>
      ask_user;

  // The form being loaded is one no more: messages do not show it, but what is at hand instead: a
  // datum from that LINE of SOURCE.
  void forget_form(Value source = nil(), int line = 0) {
    loaded_.form = nil();
    loaded_.source = source;
    loaded_.line = line;
  }

  // Code of the library being compiled into the image, in order (see image.hpp).
  std::function<void(Value code)> on_library_code;

 private:
  class Context;
  void load_deck(Stream& stream, LoadOptions options);
  class DialectOfText;
  struct EvaluatedText;
  std::string at_place() const;
  void open_standard_streams();
  [[noreturn]] void end_for_output();
  bool may_go_on(Value condition);
  bool is_of_type(Value condition, const char* type);
  bool defers_warnings() const;
  Value defined_by(Value form) const;
  Value deferred_condition(std::size_t i);
  void tell_deferred_warnings(const DeferredWarnings::Unit& unit);
  Value evaluate_all(Value forms, Value environment);
  Value compile_and_run(Value form, Value environment);
  CompilerOptions options_here() const;
  Value compile_and_run(Value form, Value environment, const CompilerOptions& options);

  ValueVector standard_;
  std::size_t max_output_bytes_;
  std::size_t output_left_;               // bytes
  const Expansion* expansion_ = nullptr;  // that led to the form at top level
  // Of the program that calls EVAL; while it is Common Lisp, the dialect in force counts.
  Dialect evaluated_dialect_;
  bool was_interrupted_ = false;  // did an interrupt end what ran last?
  Dialect dialect_of_code() const {
    return evaluated_dialect_.is_old() ? evaluated_dialect_ : dialect();
  }
  int toplevel_line_ = 0;  // of the form at top level that is evaluated; 0: no line is known
  LoadedForm loaded_;
  const SourceMap* lines_ = nullptr;
  DeferredWarnings deferred_;
  EarlyCalls early_calls_;
  bool sealed_ = false;
  bool signals_warnings_ = false;
  Dialect old_dialect_;  // of the last code that is not Common Lisp: quoted lambda expressions are
                         // its functions
};

}  // namespace winnow
