// The compiler from forms to bytecode. It has three passes: the first analyses scopes and
// assignments (analyse.hpp), the second inlines local functions and finds what closures capture
// (resolve.hpp), the third emits code (emit.hpp).
#pragma once

#include <cstdint>

#include "data/dialect.hpp"
#include "data/source_map.hpp"
#include "heap/heap.hpp"

namespace winnow {

struct Expansion;

struct CompilerOptions {
  Dialect dialect;
  Value source = nil();  // name of the file, or NIL
  const SourceMap* lines = nullptr;
  SourcePosition at;                     // of the form, if the positions of its parts are unknown
  const Expansion* expansion = nullptr;  // the expansion that produced the form
  bool only_checks = false;              // LOAD-TIME-VALUE forms are not evaluated
  bool sealed = false;                   // calls are bound to functions when the library is loaded
  // The program's variables that bindings make dynamic, as keys of a table; kAbsent: those that are
  // proclaimed special.
  Value specials = kAbsent;
};

// Returns the Code of a function without arguments that evaluates FORM in ENVIRONMENT
// (environment.hpp). A subform that cannot be compiled is replaced by a call that signals the error
// when it is evaluated; inside a function it also causes a warning. In sealed code the error is
// signalled at compile time.
Value compile_toplevel(Heap& heap, const CompilerOptions& options, Value form, Value environment);

// The situations of EVAL-WHEN.
enum class Situation { Unknown, CompileToplevel, LoadToplevel, Execute };
bool has_situation(Value situations, Situation situation);
// Returns whether SITUATIONS, a proper list, contains only situations of EVAL-WHEN.
bool are_situations(Value situations);

// Returns the expander of a MACROLET definition (name lambda-list form...),
// evaluated in ENVIRONMENT.
Value local_expander(Heap& heap, Value definition, Value environment);

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
