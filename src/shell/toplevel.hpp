// Processing of top-level forms: evaluation, and for COMPILE-FILE. The body forms of a top-level
// PROGN, EVAL-WHEN, LOCALLY, MACROLET or SYMBOL-MACROLET are top-level forms as well (standard,
// 3.2.3.1). Each is compiled after the previous one has been evaluated, so that a macro defined in
// one is known in the next.
#pragma once

#include <functional>

#include "compiler/compiler.hpp"
#include "compiler/expansion.hpp"
#include "shell/early_calls.hpp"

namespace winnow {

class Interpreter;

class TopLevel {
 public:
  explicit TopLevel(Interpreter& lisp);

  Value eval(Value form);
  // The same in ENVIRONMENT, the local macros and declarations around FORM.
  Value eval_in(Value form, Value environment);
  Value eval_of_program(Value form);  // in the dialect of the program that runs
  // Evaluates FORM, which belongs to the current top-level form, in ENVIRONMENT.
  Value evaluate(Value form, Value environment);
  // Processes the top-level form FORM for COMPILE-FILE, which keeps calls of the library's macros.
  // Calls FUNCTION with each form that results; its environment; the forms around it, each a cons
  // of the form without its body and its environment, innermost first; and whether the form is also
  // evaluated at compile time.
  void process_for_file(Value form, Value function);
  // Compiles FORM in ENVIRONMENT only for the warnings and errors of the compiler.
  void check(Value form, Value environment);
  // The function that FORM, a quoted lambda expression, designates in the older dialects; kAbsent
  // for other forms.
  Value lambda_function(Value form);

  // The position of the top-level form that is being evaluated.
  SourcePosition at() const { return at_; }

  // Is the form that is being compiled or evaluated one of a compiled file, not of EVAL?
  bool is_in_compiled_file() const;

  // Called when the form being compiled calls the undefined function NAME, and when NAME gets a new
  // function or macro (early_calls.hpp).
  void note_early_call(Value name) {
    if (!on_library_code) early_calls_.add(name);
  }
  void operator_defined(Value name);

  // Called with each code object of the library, in order, while the image is built (image_builder.cpp).
  std::function<void(Value code)> on_library_code;

 private:
  struct EvaluatedText;
  struct Level;
  Value process(Value form, const Level& level);
  Value process_all(Value forms, const Level& level);
  Value process_eval_when(Value form, const Level& level);
  Value process_local(Value form, const Level& level);
  Value finish(Value form, const Level& level);
  CompilerOptions options_here() const;
  Dialect dialect_of_code() const;
  Value compile_and_run(Value form, Value environment, const CompilerOptions& options);

  Interpreter& lisp_;
  Heap& heap_;
  const SymbolTable& symbols_;
  SourcePosition at_;
  const Expansion* expansion_ = nullptr;  // the macro expansions that led to the top-level form
  // The dialect of the program that called EVAL; if Common Lisp, the current dialect is used.
  Dialect evaluated_dialect_;
  // The dialect of the last code in an old dialect, where quoted lambda expressions are functions.
  Dialect old_dialect_;
  bool is_of_file_ = false;  // is the form one of the text that is being loaded, not of EVAL?
  EarlyCalls early_calls_;
};

}  // namespace winnow
