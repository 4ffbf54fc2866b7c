// Lexical environments as passed to macros: lists of (kind name value), innermost first. KIND is
// :MACRO (VALUE is the expander), :FUNCTION, :SYMBOL-MACRO (VALUE is the expansion), :VARIABLE,
// :SPECIAL or :NOTINLINE (NAME is a function).
#pragma once

#include "compiler/compiler.hpp"
#include "data/symbol.hpp"

namespace winnow {

struct Scope;

// Returns ENVIRONMENT extended by the scope ENTRY.
Value add_scope(Heap& heap, Value environment, const Scope& entry);

Value add_to_environment(Heap& heap, Value environment, Sym kind, Value name, Value value = nil());

// Returns the innermost entry for NAME of kind KIND or OTHER, or NIL.
Value environment_entry(Heap& heap, Value environment, Value name, Sym kind, Sym other);

// Returns LAMBDA-LIST, that of a macro, without &ENVIRONMENT, &WHOLE and their variables.
Value without_environment(Heap& heap, Value lambda_list);

// Returns the expansion of the global symbol macro NAME, or kAbsent if NAME is not one.
Value global_symbol_macro(Heap& heap, Value name);

// Returns the expander of the compiler macro of the function NAME, or NIL.
Value compiler_macro(Heap& heap, Value name);

// Returns the expansion of FORM by EXPANDER, called through *MACROEXPAND-HOOK*.
Value call_expander(Heap& heap, Value expander, Value form, Value environment);

// Returns the expansion of FORM, a call of MACRO. An error in the expander of a library macro is
// reported as a malformed FORM.
Value expand(Heap& heap, Value macro, Value form, Value environment);

// Returns FORM expanded once, or kAbsent if it is neither a macro call nor a symbol macro.
Value macroexpand_once(Heap& heap, Value form, Value environment);

}  // namespace winnow
