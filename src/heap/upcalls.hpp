// Upcalls: the operations of upper layers that lower layers call. Includes point down only; this
// interface, which each layer reaches through its heap, is the one way up. The interpreter
// (src/shell/interpreter.hpp) implements it.
//
//  called by                  operations
//  every layer                signal, operation, poll
//  heap                       give_up, after_marking
//  text, compiler             call_function, value_count, other_value, evaluate, evaluate_apart,
//                             attempt, report, warn
//  text/streams               transferred, handles_failure, edited_input, remove_file, rename_file
//  compiler                   warn_of, note_call, note_variable
//  vm                         lambda_function, unhandled, interrupted, run_finalizers
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "heap/source_position.hpp"
#include "heap/value.hpp"

namespace winnow {

class Upcalls {
 public:
  virtual ~Upcalls() = default;

  // ---- conditions
  // Runs the handlers for CONDITION; exits non-locally.
  [[noreturn]] virtual void signal(Value condition) = 0;
  // The operator in the user's source that caused the call of the internal operation OWN.
  virtual std::string operation(const char* own) = 0;
  // A safepoint in long operations; exits non-locally if the user has interrupted.
  virtual void poll() = 0;
  // Exits to the prompt: memory was exhausted while heap exhaustion was being reported.
  [[noreturn]] virtual void give_up() = 0;
  // Runs BODY. An error that is not handled inside BODY ends it; outer handlers are not invoked.
  // Returns the condition, or kAbsent if BODY ended normally.
  virtual Value attempt(const std::function<void()>& body) = 0;
  // The report of CONDITION.
  virtual std::string report(Value condition) = 0;
  // Reports CONDITION, which no handler took. At a terminal, the debugger follows if ENTERS_DEBUGGER.
  virtual void unhandled(Value condition, bool enters_debugger) = 0;
  // Called at the safepoint that takes an interrupt of the user. CAN_CONTINUE: is it a call or a
  // loop of Lisp code, so that Lisp code may run there and the program may then continue?
  virtual void interrupted(bool can_continue) = 0;
  // Runs the finalizers of dead objects, at a safepoint of Lisp code.
  virtual void run_finalizers() = 0;

  // ---- functions and forms
  // Calls FUNCTION, a function or a symbol, and returns its first value; may exit non-locally.
  // ARGUMENTS must be in memory that the collector scans.
  virtual Value call_function(Value function, std::span<const Value> arguments) = 0;
  Value call_function(Value function, std::initializer_list<Value> arguments) {
    return call_function(function, std::span<const Value>(arguments.begin(), arguments.size()));
  }
  // The number of values that the last call returned.
  virtual std::size_t value_count() const = 0;
  // Value I of the last call, counted from 0 without the first value.
  virtual Value other_value(std::size_t i) const = 0;
  // Evaluates FORM with the macros and declarations of ENVIRONMENT (compiler/environment.hpp).
  virtual Value evaluate(Value form, Value environment) = 0;
  // Evaluates FORM, which is not part of the text being loaded.
  virtual Value evaluate_apart(Value form) = 0;
  // The function that FORM, a quoted lambda expression, designates in dialects that have them;
  // kAbsent for other forms.
  virtual Value lambda_function(Value form) = 0;

  // ---- warnings
  // Prints a warning.
  virtual void warn(const char* control, std::initializer_list<Value> arguments) = 0;
  // The same about the source at AT, for instance while it is read.
  virtual void warn_at(SourcePosition at, const char* control,
                       std::initializer_list<Value> arguments) = 0;
  // Warns about the common mistakes in FORM, a call of the program that is being compiled.
  virtual void check_call(Value form) = 0;
  // Warns that the program does not use VARIABLE, which LIST at AT binds: a lambda list or a list of
  // bindings.
  virtual void note_unused(Value variable, Value list, SourcePosition at) = 0;
  // Warns that the form being compiled will signal CONDITION when it is evaluated.
  virtual void warn_of(Value condition) = 0;
  // Record a call of NAME with COUNT arguments, or a reference to #'NAME, and a use of a free
  // variable. The definition may follow later, so a missing one is reported later.
  virtual void note_call(Value name, std::size_t count) = 0;
  static constexpr std::size_t kReference = ~std::size_t{0};  // the COUNT of a reference
  virtual void note_variable(Value name, bool assigned, bool at_toplevel) = 0;
  // The position of the form being compiled, for error messages; unknown outside of a compilation.
  SourcePosition compiling_at;

  // ---- files
  // BYTES have been read from or written to the standard stream DESCRIPTOR.
  virtual void transferred(int descriptor, std::string_view bytes) = 0;
  // The standard stream DESCRIPTOR failed with ERROR, an errno or FileStream::kAllowanceSpent.
  // Returns false if the stream is to signal the error.
  virtual bool handles_failure(int descriptor, int error) = 0;
  // Appends a line that the user types to BUFFER; false at the end of input.
  virtual bool edited_input(std::string& buffer) = 0;
  // Remove and rename a file, within the sandbox. Return 0 or an errno.
  virtual int remove_file(const std::string& name) = 0;
  virtual int rename_file(const std::string& from, const std::string& to) = 0;

  // Called after marking, when the collector knows the dead objects: closes unreachable streams,
  // frees native code and requests finalizers.
  virtual void after_marking() = 0;
};

}  // namespace winnow
