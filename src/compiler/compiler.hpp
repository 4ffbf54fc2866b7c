// Forms to code: analyse (scopes, captures, assignments), then emit.
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

// How the compiler runs Lisp without knowing the machine: macro expanders, and forms evaluated
// meanwhile.
class MacroCaller : public FunctionCaller {
 public:
  // FORM in ENVIRONMENT (environment.hpp), of which macros and declarations count.
  virtual Value evaluate(Value form, Value environment) = 0;
  // Runs BODY; an error that nothing inside it handles ends it, without any handler outside being
  // asked. Returns that condition, or kAbsent if BODY came to its end.
  virtual Value attempt(const std::function<void()>& body) = 0;
  // Tells the user something that is no error.
  virtual void warn(const char* control, std::initializer_list<Value> arguments) = 0;
  // Tells the user that CONDITION will be signalled where the form being compiled is reached.
  virtual void warn_of(Value condition) = 0;
  // A function calls NAME with COUNT arguments; it refers to it by FUNCTION; a form uses a variable
  // that is not bound around it. Whether that is there may show later.
  virtual void note_call(Value name, std::size_t count) = 0;
  virtual void note_reference(Value name) = 0;
  virtual void note_variable(Value name, bool assigned, bool at_toplevel) = 0;
  // Where compilation stands, for errors found on the way; 0 if none is under way.
  int compiling_line = 0;
};

struct CompilerOptions {
  Dialect dialect;
  Value source = nil();  // name of the file, or NIL
  const SourceMap* lines = nullptr;
  int line = 0;                          // of the form, where no line of its parts is known
  const Expansion* expansion = nullptr;  // that led to the form
  bool only_checks = false;              // the code is for later: nothing is evaluated now
  bool sealed = false;  // calls go to the functions as they are when the library is loaded
};

// The Code of a function without arguments that evaluates FORM in ENVIRONMENT (environment.hpp). A
// form inside that cannot be compiled is replaced by one that signals why, as late as when it is
// reached; in a function the user is warned of it. In sealed code it is an error at once.
Value compile_toplevel(Heap& heap, MacroCaller& caller, const CompilerOptions& options, Value form,
                       Value environment);

// Is the body of an EVAL-WHEN with SITUATIONS evaluated, where source is loaded or evaluated?
bool executes(Heap& heap, Value situations);
// Does SITUATIONS, a proper list, consist of those that EVAL-WHEN knows?
bool are_situations(Value situations);

// The expander of a MACROLET's definition (name lambda-list form...), evaluated in ENVIRONMENT.
Value local_expander(Heap& heap, MacroCaller& caller, Value definition, Value environment);

// Marks the symbols that name special forms and inlined operators, with their places among them.
void mark_operators(Heap& heap);

inline bool is_special_form(Value name) {
  return name.is_symbol_object() && as<Symbol>(name)->has(Symbol::kSpecialForm);
}

// What help knows of a special form.
struct SpecialFormInfo {
  const char* name;
  const char* arguments;  // as a lambda list
  const char* docstring;
};
const SpecialFormInfo& special_form_info(Value symbol);

}  // namespace winnow
