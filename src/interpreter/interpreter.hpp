// One Lisp: its heap, symbols, machine, streams and dialect; reading, evaluating, loading.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compiler.hpp"
#include "core/dialect.hpp"
#include "core/heap.hpp"
#include "core/source_map.hpp"
#include "core/symbol.hpp"
#include "text/printer.hpp"
#include "text/reader.hpp"
#include "text/text_system.hpp"
#include "vm/vm.hpp"

namespace winnow {

struct InterpreterOptions {
  std::size_t max_heap_bytes = 0;  // 0: three quarters of memory
  VmLimits limits;
};

class Interpreter : public MacroCaller {
 public:
  explicit Interpreter(const InterpreterOptions& options = {});
  ~Interpreter() override;

  Heap heap;
  SymbolTable symbols;
  Vm vm;
  TextSystem text;

  // ---- dialect
  const Dialect& dialect() const { return text.dialect; }
  void set_dialect(const Dialect& dialect);

  // ---- evaluation. The forms of a PROGN at top level are compiled one by one, so that a macro
  // defined in the first is known in the second.
  Value eval(Value form);
  // FORM with lines from LINES, for errors in code of FILE.
  Value eval_in(Value form, Value file, const SourceMap* lines);

  struct LoadOptions {
    bool print = false;
    std::function<void(Value)> after_form;  // called with each value
    bool is_library = false;
    bool sealed = false;
  };
  // Reads and evaluates all of STREAM. A first line with "Syntax: MacLisp" holds for this text
  // alone.
  void load_stream(Stream& stream, const LoadOptions& options);
  // Loads the file named by PATH; false if there is none (then nothing was signalled).
  bool load_file(const std::string& path, const LoadOptions& options);

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
  void flush_all() { text.streams.flush_all(); }

  // ---- printing
  void print(Value v, Stream& out, bool escape) { winnow::print(text, out, v, escape); }
  std::string to_text(Value v, bool escape) { return print_to_string(text, v, escape); }

  // ---- errors
  // What CONDITION says, without place.
  std::string report(Value condition);
  // File and line where the machine stands; line 0: unknown.
  struct Place {
    std::string file;
    int line = 0;
    std::string text() const { return file + ":" + std::to_string(line); }
    // The line of the file with its number; "" if it cannot be read.
    std::string excerpt() const;
  };
  Place place();
  // The calls under way, innermost first, one a line.
  std::string backtrace(std::size_t limit);
  // Prints an error as a script does, to standard error.
  void print_error(Value condition);
  // A near name for an unknown one, or "".
  std::string hint(Value condition);

  // ---- MacroCaller
  using FunctionCaller::call_function;
  Value call_function(Value function, std::span<const Value> arguments) override {
    return vm.call(function, arguments.data(), arguments.size());
  }
  std::size_t value_count() const override { return vm.value_count; }
  Value evaluate(Value form) override { return eval(form); }
  void warn(const char* control, std::initializer_list<Value> arguments) override;
  void warn(const std::string& message);

  ReaderOptions reader_options(SourceMap* lines);

  // Set by (quit): the exit status.
  bool quitting = false;
  int exit_status = 0;

  // Lets the user type a line at the terminal, completed to one of ANSWERS; nothing at the end of
  // input. Empty where there is no line editor.
  std::function<std::optional<std::string>(const std::string& prompt,
                                           const std::vector<std::string>& answers)>
      ask_user;

  // The form and line that load_stream is working on.
  Value current_form = nil();

  // Code of the library being compiled into the image, in order (see image.hpp).
  std::function<void(Value code)> on_library_code;

 private:
  class Context;
  void open_standard_streams();
  void handle_unhandled(Value condition);
  Value compile_and_run(Value form, const CompilerOptions& options);

  ValueVector standard_;
  int form_line_ = 0;
  Value file_ = nil();
  const SourceMap* lines_ = nullptr;
  bool sealed_ = false;

 public:
  // What happens to a condition nobody handled; by default it is printed and control goes to the
  // caller of Vm::guarded.
  std::function<void(Value condition)> on_error;
};

}  // namespace winnow
