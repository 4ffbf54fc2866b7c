// The interpreter: owns the parts of a running Lisp and passes the calls of lower layers to them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/dialect.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/heap.hpp"
#include "shell/diagnostics.hpp"
#include "shell/host_files.hpp"
#include "shell/loader.hpp"
#include "shell/piped_form.hpp"
#include "shell/standard_streams.hpp"
#include "shell/toplevel.hpp"
#include "shell/warnings.hpp"
#include "text/printer.hpp"
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
  bool counts_tail_calls = false;  // for the debugger (Vm::counts_tail_calls)
};

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
  LoadedForm loaded;
  Diagnostics diagnostics;
  StandardStreams standard;
  Warnings warnings;
  TopLevel toplevel;
  Loader loader;

  const Dialect& dialect() const { return text.dialect; }
  void set_dialect(Dialect dialect);

  // ---- files
  // As HostFiles::open; if no descriptor is free, first closes files that became garbage.
  int open_descriptor(const char* operation, const std::string& path, int flags);
  // Opens the file PATH for the operator OPERATION; -1 if it does not exist. Signals other errors.
  int open_for_reading(const char* operation, const std::string& path);
  [[noreturn]] void cannot_read(const std::string& path, int error);

  // ---- streams and printing
  // DESIGNATOR: a stream, NIL (*STANDARD-OUTPUT* or *STANDARD-INPUT*) or T (*TERMINAL-IO*).
  using Content = StreamTable::Content;
  StreamUse output(Value designator, Content content = Content::Characters) {
    return text.streams.output(designator, content);
  }
  StreamUse input(Value designator, Content content = Content::Characters) {
    return text.streams.input(designator, content);
  }
  // Flushes each stream; a failure is reported and does not stop the others.
  void flush_all();
  // The same at the end of the session. Files that replace others are closed, which puts them in
  // place of the others.
  void close_files();
  void print(Value v, Stream& out, bool escape) { winnow::print(text, out, v, escape); }
  std::string to_text(Value v, bool escape) { return print_to_string(text, v, escape); }
  // Prints an error as a script does, to standard error.
  void print_error(Value condition);

  // ---- the session
  // Ends the program with STATUS, after running the active cleanup forms.
  [[noreturn]] void leave(int status);
  bool quitting = false;  // leave() was called
  int exit_status = 0;
  bool was_interrupted = false;  // did an interrupt end the last form?
  // A line that the user typed, or the reason for its absence.
  struct Answer {
    enum Kind : std::uint8_t { Line, End, Interrupted } kind;
    std::string text;
  };
  // Reads a line from the terminal. If ANSWERS is null, the line is one of forms, with completion
  // and history as at the prompt, and an interrupt is an answer; else Tab completes to one of
  // ANSWERS. Empty without a line editor.
  std::function<Answer(const std::string& prompt, const std::vector<std::string>* answers)>
      ask_user;
  // Reads a line of the form that is being typed; empty without a line editor.
  std::function<std::optional<std::string>()> typed_line;
  // Signals an interrupt of the user. Returns if the user chooses to continue, which is possible if
  // CAN_CONTINUE (Upcalls::interrupted).
  void signal_interrupt(bool can_continue);
  std::unique_ptr<PipedForm> piped_form;  // of a prompt whose input is a pipe
  Signals* signals = nullptr;             // of the operating system, while they are handled

  // ---- Upcalls
  [[noreturn]] void signal(Value condition) override {
    diagnostics.note_signal(condition);
    vm.signal(condition);
  }
  std::string operation(const char* own) override { return vm.operation(own); }
  void poll() override { vm.poll(); }
  [[noreturn]] void give_up() override { vm.give_up(); }
  Value attempt(const std::function<void()>& body) override { return vm.attempt(body); }
  std::string report(Value condition) override { return diagnostics.report(condition); }
  void unhandled(Value condition, bool enters_debugger) override;
  void interrupted(bool can_continue) override;
  using Upcalls::call_function;
  Value call_function(Value function, std::span<const Value> arguments) override {
    return vm.call_values(function, arguments.data(), arguments.size());
  }
  std::size_t value_count() const override { return vm.value_count; }
  Value other_value(std::size_t i) const override { return vm.values[i]; }
  Value evaluate(Value form, Value environment) override {
    return toplevel.evaluate(form, environment);
  }
  Value evaluate_apart(Value form) override { return toplevel.eval(form); }
  Value lambda_function(Value form) override { return toplevel.lambda_function(form); }
  void warn(const char* control, std::initializer_list<Value> arguments) override {
    warnings.warn(control, arguments);
  }
  void warn_at(SourcePosition at, const char* control,
               std::initializer_list<Value> arguments) override {
    warnings.warn_at(at, control, arguments);
  }
  void check_call(Value form) override { warnings.check_call(form); }
  void note_unused(Value variable, Value list, SourcePosition at) override {
    warnings.note_unused(variable, list, at);
  }
  void warn_of(Value condition) override { warnings.warn_of(condition); }
  void note_call(Value name, std::size_t count) override { warnings.note_call(name, count); }
  void note_variable(Value name, bool assigned, bool at_toplevel) override {
    warnings.note_variable(name, assigned, at_toplevel);
  }
  void transferred(int descriptor, std::string_view bytes) override;
  bool handles_failure(int descriptor, int error) override {
    return standard.handles_failure(descriptor, error);
  }
  bool edited_input(std::string& buffer) override;
  int remove_file(const std::string& name) override;
  int rename_file(const std::string& from, const std::string& to) override;
  void after_marking() override;
  void run_finalizers() override { call_between("RUN-FINALIZERS", {}); }

 private:
  // Calls the library function NAME at a safepoint after which the program continues.
  void call_between(const char* name, std::initializer_list<Value> arguments);
  bool is_of_type(Value condition, const char* type);
};

// Makes VARIABLE special and sets it to VALUE.
void define_variable(Heap& heap, Sym variable, Value value);

}  // namespace winnow
