// The compiler from forms to bytecode. It has two passes: the first analyses scopes, captures and
// assignments, the second emits code.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>

#include "data/dialect.hpp"
#include "data/functions.hpp"
#include "data/source_map.hpp"
#include "heap/heap.hpp"

namespace winnow {

struct Expansion;

// The interface by which the compiler runs Lisp code: macro expanders, and forms that are evaluated
// at compile time.
class MacroCaller : public FunctionCaller {
 public:
  // Evaluates FORM with the macros and declarations of ENVIRONMENT (environment.hpp).
  virtual Value evaluate(Value form, Value environment) = 0;
  // Runs BODY. An error that is not handled inside BODY ends it; outer handlers are not invoked.
  // Returns the condition, or kAbsent if BODY ended normally.
  virtual Value attempt(const std::function<void()>& body) = 0;
  // Prints a warning.
  virtual void warn(const char* control, std::initializer_list<Value> arguments) = 0;
  // Warns that the form being compiled will signal CONDITION when it is evaluated.
  virtual void warn_of(Value condition) = 0;
  // Record a call of NAME with COUNT arguments, a reference to #'NAME, and a use of a free
  // variable. The definition may follow later, so a missing one is reported later.
  virtual void note_call(Value name, std::size_t count) = 0;
  virtual void note_reference(Value name) = 0;
  virtual void note_variable(Value name, bool assigned, bool at_toplevel) = 0;
  // The line being compiled, for error messages; 0 outside of a compilation.
  int compiling_line = 0;
};

struct CompilerOptions {
  Dialect dialect;
  Value source = nil();  // name of the file, or NIL
  const SourceMap* lines = nullptr;
  int line = 0;                          // of the form, if the lines of its parts are unknown
  const Expansion* expansion = nullptr;  // the expansion that produced the form
  bool only_checks = false;              // LOAD-TIME-VALUE forms are not evaluated
  bool sealed = false;                   // calls are bound to functions when the library is loaded
};

// Returns the Code of a function without arguments that evaluates FORM in ENVIRONMENT
// (environment.hpp). A subform that cannot be compiled is replaced by a call that signals the error
// when it is evaluated; inside a function it also causes a warning. In sealed code the error is
// signalled at compile time.
Value compile_toplevel(Heap& heap, MacroCaller& caller, const CompilerOptions& options, Value form,
                       Value environment);

// The situations of EVAL-WHEN.
enum class Situation { Unknown, CompileToplevel, LoadToplevel, Execute };
bool has_situation(Value situations, Situation situation);
// Returns whether SITUATIONS, a proper list, contains only situations of EVAL-WHEN.
bool are_situations(Value situations);

// Returns the expander of a MACROLET definition (name lambda-list form...),
// evaluated in ENVIRONMENT.
Value local_expander(Heap& heap, MacroCaller& caller, Value definition, Value environment);

// Returns a form that constructs the structure described by the backquoted FORM.
Value expand_backquote(Heap& heap, Value form);

// Marks the symbols that name special forms and inlined operators, and stores their indices.
void mark_operators(Heap& heap);

inline bool is_special_form(Value name) {
  return name.is_symbol_object() && as<Symbol>(name)->has(Symbol::kSpecialForm);
}

// Documentation of a special form.
struct SpecialFormInfo {
  const char* name;
  const char* arguments;  // as a lambda list
  const char* docstring;
};
const SpecialFormInfo& special_form_info(Value symbol);

}  // namespace winnow
