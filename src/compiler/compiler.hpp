// Forms to code: analyse (scopes, captures, assignments), then emit.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/caller.hpp"
#include "core/dialect.hpp"
#include "core/heap.hpp"
#include "core/source_map.hpp"

namespace winnow {

// How the compiler runs Lisp without knowing the machine: macro expanders, and forms evaluated
// meanwhile.
class MacroCaller : public FunctionCaller {
 public:
  virtual Value evaluate(Value form) = 0;
  // Tells the user something that is no error.
  virtual void warn(const char* control, std::initializer_list<Value> arguments) = 0;
};

struct CompilerOptions {
  Dialect dialect;
  Value source = nil();  // name of the file, or NIL
  const SourceMap* lines = nullptr;
  bool sealed = false;  // calls go to the functions as they are when the library is loaded
};

// The Code of a function without arguments that evaluates FORM.
Value compile_toplevel(Heap& heap, MacroCaller& caller, const CompilerOptions& options, Value form);

// FORM expanded once, or kAbsent if it is no macro call. ENVIRONMENT: a list of (name . expander)
// and (name . NIL), as macros receive it.
Value macroexpand_once(Heap& heap, MacroCaller& caller, Value form, Value environment);

// Marks the symbols that name special forms.
void mark_special_forms(Heap& heap);

inline bool is_special_form(Value name) {
  return name.is_symbol_object() && as<Symbol>(name)->has(Symbol::kSpecialForm);
}

// The line on which compilation stands, for errors found on the way; 0 if none is under way.
int compiling_line();

}  // namespace winnow
