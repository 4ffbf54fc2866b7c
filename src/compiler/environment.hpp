// Lexical environments as macros receive them: lists of (kind name value), innermost first. KIND is
// :MACRO (VALUE is the expander), :FUNCTION, :SYMBOL-MACRO (VALUE is the expansion), :VARIABLE or
// :SPECIAL (a variable) or :NOTINLINE (a function).
#pragma once

#include "compiler/compiler.hpp"
#include "data/symbol.hpp"

namespace winnow {

struct Scope;

// ENVIRONMENT with what ENTRY of a scope says.
Value add_scope(Heap& heap, Value environment, const Scope& entry);

Value add_to_environment(Heap& heap, Value environment, Sym kind, Value name, Value value = nil());

// The innermost entry for NAME that is of one of two kinds, or NIL.
Value environment_entry(Heap& heap, Value environment, Value name, Sym kind, Sym other);

// LAMBDA-LIST of a macro as its users know it: without &ENVIRONMENT and its variable.
Value without_environment(Heap& heap, Value lambda_list);

// What the symbol macro NAME stands for outside of all forms; kAbsent if it is none.
Value global_symbol_macro(Heap& heap, Value name);

// The expander of the compiler macro of the function NAME, or NIL.
Value compiler_macro(Heap& heap, Value name);

// What EXPANDER makes of FORM, called as *MACROEXPAND-HOOK* says.
Value call_expander(Heap& heap, MacroCaller& caller, Value expander, Value form, Value environment);

// What MACRO, which FORM calls, makes of it. Errors in a macro of the library say that FORM is
// malformed.
Value expand(Heap& heap, MacroCaller& caller, Value macro, Value form, Value environment);

// FORM expanded once, or kAbsent if it is neither a macro call nor a symbol macro.
Value macroexpand_once(Heap& heap, MacroCaller& caller, Value form, Value environment);

}  // namespace winnow
