// The interpreter: owns the heap, symbols, VM, streams and dialect, and evaluates and loads
// programs.
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
#include "shell/piped_form.hpp"
#include "text/printer.hpp"
#include "text/reader.hpp"
#include "text/text_system.hpp"
#include "vm/vm.hpp"

namespace winnow {

struct InterpreterOptions {
  std::size_t max_heap_bytes = 0;           // 0: half of memory, 4 GiB at most
  std::size_t max_output_bytes = SIZE_MAX;  // to standard output and standard error together
  VmLimits limits;
  // The image of the Lisp library (image_builder.cpp); null while the library itself is being built.
  const unsigned char* image = nullptr;
  // The number of calls after which a function is compiled to native code; 0: never.
  unsigned native_after = 0;
};

// Skips the first line of a script if it begins with "#!".
void skip_script_line(Stream& stream);

class Signals;

class Interpreter : public Upcalls {
 public:
  explicit Interpreter(const InterpreterOptions& options = {});
  // The interpreter that VM belongs to.
  static Interpreter& of(Vm& vm) { return static_cast<Interpreter&>(*vm.heap().upcalls); }

  Heap heap;
  SymbolTable symbols;
  Vm vm;
  HostFiles host_files;
  TextSystem text;
  Diagnostics diagnostics;

  // ---- dialect
  const Dialect& dialect() const { return text.dialect; }
  void set_dialect(Dialect dialect);

  // ---- evaluation (toplevel.cpp)
  Value eval(Value form);
  Value eval_of_program(Value form);  // in the dialect of the program that runs

  // Processes the top-level form FORM for COMPILE-FILE: calls FUNCTION with each form in it that is
  // not a call of a macro of the program; its environment; the forms around it, each a cons of the
  // form without its body and its environment, innermost first; and whether it is also evaluated at
  // compile time.
  void process_for_file(Value form, Value function);

  // ---- the read-eval-print loop (loading.cpp)
  // A source of forms. READ returns the next form, or kEndOfFile, and sets the place of the
  // form. LINES are the lines of its conses, or null.
  struct FormSource {
    std::function<Value(LoadedForm& place)> read;
    const SourceMap* lines;
  };
  // The treatment of each form. EVALUATE returns its value (the others are in the VM), or kAbsent if
  // it reported an error; other errors end the loop. PRINT, if any, receives the value.
  struct FormSink {
    std::function<Value(Value form)> evaluate;
    std::function<void(Value form, Value value)> print;
  };
  // Reads, evaluates and prints until the source ends or the program quits. The current place and
  // lines are restored at the end.
  void run_forms(const FormSource& source, const FormSink& sink);
  // Reads a top-level form. In LISP 1.5 this may be a doublet: an operator, then the list of its
  // unevaluated arguments. A doublet is returned as a form that applies the operator to them (and
  // prints the value if PRINTS), the symbol STOP, which ends a deck, as kEndOfFile. IS_ALONE, if
  // any, returns true if the object just read is a form of its own.
  Value read_form(Reader& reader, bool prints, const std::function<bool()>& is_alone = {});

  // ---- loading (loading.cpp)
  struct LoadOptions {
    bool verbose = false;
    bool print = false;
    ByteInput::Encoding encoding = ByteInput::Encoding::Utf8;
    FormSink sink;          // empty: evaluates the forms, and prints the values if PRINT
    bool own_unit = false;  // its own compilation unit
    bool is_library = false;
    bool sealed = false;
    bool has_cards = false;  // a LISP 1.5 deck whose control cards are removed
    bool is_typed = false;   // typed by the user: a dialect that it sets stays in force
  };
  // Reads and evaluates all of STREAM. A dialect that the text sets, by a first line with "Syntax:
  // MacLisp" or by (dialect ...), is restored at its end. A first line with kCompiledMark marks the
  // output of COMPILE-FILE.
  void load_stream(Stream& stream, const LoadOptions& options);
  static constexpr std::string_view kCompiledMark = ";;;; Compiled by Winnow";
  // The same with the variables bound that LOAD binds. PATH: the file of STREAM, or "".
  void load(Stream& stream, const std::string& path, const LoadOptions& options);
  // Loads the file named by PATH. Returns false, without an error, if it does not exist.
  bool load_file(const std::string& path, const LoadOptions& options);

  // Compiles FORM in ENVIRONMENT only for the warnings and errors of the compiler.
  void check(Value form, Value environment);
  // Runs BODY as a compilation unit: undefined functions and variables in code that it compiles are
  // reported at its end or, if OWN is false, at the end of the outermost unit.
  Value in_compilation_unit(bool own, const std::function<Value()>& body);
  // Records that a file that was compiled but not loaded defines the function NAME.
  void note_definition(Value name) { deferred_.add_definition(name); }
  // Called when the symbol NAME gets a new function or macro (early_calls.hpp).
  void operator_defined(Value name);
  // Runs BODY; compiler warnings are signalled instead of printed.
  Value signalling_warnings(const std::function<Value()>& body);

  // As HostFiles::open; if no descriptor is free, first closes files that became garbage.
  int open_descriptor(const char* operation, const std::string& path, int flags);
  // Opens the file PATH for the operator OPERATION; -1 if it does not exist. Signals any other
  // error.
  int open_for_reading(const char* operation, const std::string& path);
  Value pathname_of(const std::string& path);
  [[noreturn]] void cannot_read(const std::string& path, int error);

  // ---- streams
  // DESIGNATOR: a stream, NIL (*STANDARD-OUTPUT* or *STANDARD-INPUT*) or T (*TERMINAL-IO*).
  using Content = StreamTable::Content;
  StreamUse output(Value designator, Content content = Content::Characters) {
    return text.streams.output(designator, content);
  }
  StreamUse input(Value designator, Content content = Content::Characters) {
    return text.streams.input(designator, content);
  }
  // The stream of OBJECT, one of the following three, which are never closed.
  Stream& stream(Value object) { return *as<StreamObject>(object)->stream; }
  Value standard_input() const { return standard_[0]; }
  Value standard_output() const { return standard_[1]; }
  Value standard_error() const { return standard_[2]; }
  // Flushes each stream; a failure is reported and does not stop the others.
  void flush_all();
  // The same at the end of the session; also closes files that replace others, to put them in
  // place.
  void close_files();

  // ---- printing
  void print(Value v, Stream& out, bool escape) { winnow::print(text, out, v, escape); }
  void print_all(Value value);  // the values of the form that returned VALUE, one per line
  std::string to_text(Value v, bool escape) { return print_to_string(text, v, escape); }

  // ---- errors
  // Prints an error as a script does, to standard error.
  void print_error(Value condition);
  // Flushes standard output and starts a new line of MESSAGES. If that is standard error and shares
  // a terminal or file with standard output, the new line also follows unfinished output there.
  void begin_message(Stream& messages);

  // ---- Upcalls
  [[noreturn]] void signal(Value condition) override { vm.signal(condition); }
  std::string operation(const char* own) override { return vm.operation(own); }
  void poll() override { vm.poll(); }
  [[noreturn]] void give_up() override { vm.give_up(); }
  using Upcalls::call_function;
  Value call_function(Value function, std::span<const Value> arguments) override {
    return vm.call_values(function, arguments.data(), arguments.size());
  }
  std::size_t value_count() const override { return vm.value_count; }
  Value other_value(std::size_t i) const override { return vm.values[i]; }
  Value evaluate(Value form, Value environment) override;
  Value evaluate_apart(Value form) override { return eval(form); }
  Value lambda_function(Value form) override;
  std::string report(Value condition) override { return diagnostics.report(condition); }
  void unhandled(Value condition) override;
  void interrupted() override;
  void transferred(int descriptor, std::string_view bytes) override;
  bool handles_failure(int descriptor, int error) override;
  bool edited_input(std::string& buffer) override;
  int remove_file(const std::string& name) override;
  int rename_file(const std::string& from, const std::string& to) override;
  void after_marking() override;
  Value attempt(const std::function<void()>& body) override { return vm.attempt(body); }
  void warn(const char* control, std::initializer_list<Value> arguments) override;
  void warn_of(Value condition) override;
  void warn(const std::string& message);
  void warn_of_code(ConditionKind kind, const std::string& message);
  void note_call(Value name, std::size_t count) override;
  void note_variable(Value name, bool assigned, bool at_toplevel) override;
  void note_type(Value name);

  // Ends the program with STATUS, after running the active cleanup forms.
  [[noreturn]] void leave(int status);
  static constexpr int kTooMuchOutput = 125;  // the status after more output than is allowed
  bool quitting = false;                      // leave() was called
  int exit_status = 0;

  // Reads a line from the terminal, with completion to one of ANSWERS; nullopt at the end of input.
  // Empty without a line editor.
  std::function<std::optional<std::string>(const std::string& prompt,
                                           const std::vector<std::string>& answers)>
      ask_user;
  // Reads a line of the form that is being typed; empty without a line editor.
  std::function<std::optional<std::string>()> typed_line;
  std::unique_ptr<PipedForm> piped_form;  // of a prompt whose input is a pipe
  Signals* signals = nullptr;             // of the operating system, while they are handled

  // Forgets the form being loaded, so that messages do not show it; they name LINE of SOURCE
  // instead.
  void forget_form(Value source = nil(), int line = 0) {
    loaded_.form = nil();
    loaded_.source = source;
    loaded_.line = line;
  }

  // Called with each code object of the library, in order, while the image is built (image_builder.cpp).
  std::function<void(Value code)> on_library_code;

 private:
  class Context;
  void load_deck(Stream& stream, LoadOptions options);
  Value evalquote_form(Reader& reader, Value form, bool prints);
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
  void report_deferred_warnings(const DeferredWarnings::Unit& unit);
  struct TopLevel;
  Value process(Value form, const TopLevel& level);
  Value process_all(Value forms, const TopLevel& level);
  Value process_eval_when(Value form, const TopLevel& level);
  Value process_local(Value form, const TopLevel& level);
  Value finish(Value form, const TopLevel& level);
  CompilerOptions options_here() const;
  Value compile_and_run(Value form, Value environment, const CompilerOptions& options);

  ValueVector standard_;
  std::size_t max_output_bytes_;
  std::size_t output_left_;               // bytes
  const Expansion* expansion_ = nullptr;  // the macro expansions that led to the top-level form
  // The dialect of the program that called EVAL; if Common Lisp, the current dialect is used.
  Dialect evaluated_dialect_;
  bool was_interrupted_ = false;  // did an interrupt end the last form?
  Dialect dialect_of_code() const {
    return evaluated_dialect_.is_old() ? evaluated_dialect_ : dialect();
  }
  int toplevel_line_ = 0;  // of the top-level form being evaluated; 0: unknown
  LoadedForm loaded_;
  const SourceMap* lines_ = nullptr;
  DeferredWarnings deferred_;
  EarlyCalls early_calls_;
  bool sealed_ = false;
  bool signals_warnings_ = false;
  // The dialect of the last code in an old dialect, where quoted lambda expressions are functions.
  Dialect old_dialect_;
};

}  // namespace winnow
