// Symbols: names, values, functions, property lists.
#include "builtins/builtin.hpp"
#include "compiler/environment.hpp"
#include "data/equality.hpp"
#include "data/structure_type.hpp"
#include "text/print_limits.hpp"
#include "vm/slow_paths.hpp"

namespace winnow {

namespace {

DEFUN(symbolp, "symbolp", "(object)", R"doc(
Return T if OBJECT is a symbol, else NIL.
Example: (symbolp 'a) => T
)doc", (Value object)) {
  return truth(is_symbol(object));
}

DEFUN(keywordp, "keywordp", "(object)", R"doc(
Return T if OBJECT is a keyword, else NIL.
Example: (keywordp :a) => T
)doc", (Value object)) {
  return truth(is_keyword(object));
}

DEFUN(symbol_name, "symbol-name", "(symbol)", R"doc(
Return the name of SYMBOL, a string.
Signals: type-error unless SYMBOL is a symbol.
Example: (symbol-name 'abc) => "ABC"
)doc", (SymbolArg symbol)) {
  return as_symbol(symbol)->name;
}

DEFUN(symbol_value_, "symbol-value", "(symbol)", R"doc(
Return the value of SYMBOL as a special variable.
Signals: type-error unless SYMBOL is a symbol; unbound-variable if it has none.
Example: (symbol-value 'nil) => NIL
)doc", (Vm& vm, SymbolArg symbol)) {
  Value v = as_symbol(symbol)->value;
  return v == kUnbound ? vm.instead_of_value(symbol) : v;
}

DEFUN(set, "set", "(symbol value)", R"doc(
Make VALUE the value of SYMBOL as a special variable, and return it.
Signals: type-error unless SYMBOL is a symbol; program-error if SYMBOL is a constant.
Example: (progn (set 'x 3) x) => 3
)doc", (Interpreter& lisp, SymbolArg symbol, Value value)) {
  Symbol* s = as_symbol(symbol);
  if (s->has(Symbol::kConstant)) {
    // In the older dialects a constant such as PI is a variable, as for SETQ.
    bool is_everywhere = s->has(Symbol::kKeyword) || is_nil(symbol) || symbol == t();
    if (is_everywhere || !lisp.dialect().is_old()) slow_constant(lisp.vm, symbol);
    s->header.flags &= static_cast<std::uint8_t>(~Symbol::kConstant);
  }
  lisp.heap.store(s->value, value);
  return value;
}

DEFUN(boundp, "boundp", "(symbol)", R"doc(
Return T if SYMBOL has a value as a special variable, else NIL.
Signals: type-error unless SYMBOL is a symbol.
Example: (boundp 'nil) => T
)doc", (SymbolArg symbol)) {
  return truth(as_symbol(symbol)->value != kUnbound);
}

DEFUN(makunbound, "makunbound", "(symbol)", R"doc(
Make SYMBOL unbound as a special variable, and return SYMBOL.
Signals: type-error unless SYMBOL is a symbol; program-error if SYMBOL is a constant.
Example: (progn (setq x 1) (makunbound 'x) (boundp 'x)) => NIL
)doc", (Vm& vm, SymbolArg symbol)) {
  if (as_symbol(symbol)->has(Symbol::kConstant)) slow_constant(vm, symbol);
  vm.heap().store(as_symbol(symbol)->value, kUnbound);
  return symbol;
}

// The symbol whose function cell holds the function NAME, a symbol or (setf symbol).
Symbol* function_cell(Heap& heap, const char* operation, Value name) {
  Value symbol = function_symbol(heap, name);
  if (symbol == kAbsent)
    signal_wrong_type(
        heap, operation, name,
        {"the name of a function", "(OR SYMBOL (CONS (EQL SETF) (CONS SYMBOL NULL)))"});
  return as_symbol(symbol);
}

// Must be called before the function of S is replaced: saves the library's definition, which
// expansions of library macros continue to call.
void keep_library_definition(Vm& vm, Symbol* s) {
  if (!s->has(Symbol::kLibrary)) return;
  Heap& heap = vm.heap();
  for (Sym own : {Sym::raiser, Sym::break_on_signal, Sym::instead_of_value,
                  Sym::instead_of_function, Sym::native_namestring})
    if (to_value(s) == heap.symbols->symbol(own))
      signal_error(heap, ConditionKind::program_error,
                   "~S is called by the VM and cannot be redefined", {to_value(s)});
  if (vm.native && has_type(s->function, Type::Builtin)) vm.native->builtin_replaced(s->function);
  s->header.flags &= static_cast<std::uint8_t>(~Symbol::kLibrary);
  put_property(heap, to_value(s), heap.symbols->symbol(Sym::library_definition), s->function);
}

DEFUN(function_symbol_, "function-symbol", "(name)", R"doc(
Return the symbol whose function cell holds the function NAME, a symbol or (setf symbol).
Signals: type-error.
Example: (function-symbol 'car) => CAR
)doc", (Heap& heap, Value name)) {
  return is_symbol(name) ? name : to_value(function_cell(heap, "defun", name));
}

DEFUN(fboundp, "fboundp", "(name)", R"doc(
Return T if NAME, a symbol or (setf symbol), names a function, a macro or a special form, else NIL.
Signals: type-error unless NAME is the name of a function.
Example: (fboundp 'car) => T
)doc", (Heap& heap, Value name)) {
  return truth(function_cell(heap, "fboundp", name)->function != undefined_function() ||
               is_special_form(name));
}

DEFUN(fmakunbound, "fmakunbound", "(name)", R"doc(
Remove the function or macro definition of NAME, and return NAME.
Signals: type-error unless NAME is the name of a function.
Example: (progn (defun f () 1) (fmakunbound 'f) (fboundp 'f)) => NIL
)doc", (Vm& vm, Value name)) {
  Heap& heap = vm.heap();
  Symbol* s = function_cell(heap, "fmakunbound", name);
  keep_library_definition(vm, s);
  heap.store(s->function, undefined_function());
  return name;
}

// The definition of the operator NAME: a function, a macro, or (:special-operator NAME).
Value operator_named(Vm& vm, Value name) {
  if (is_special_form(name))
    return list_of(vm.heap(), {vm.heap().symbols->keyword(U"SPECIAL-OPERATOR"), name});
  Value f = as_symbol(name)->function;
  return has_type(f, Type::Macro) ? f : vm.function_of(name);
}

DEFUN(fdefinition, "fdefinition", "(name)", R"doc(
Return the function that NAME, a symbol or (setf symbol), names; for a macro or special form, an object that represents it.
Signals: type-error unless NAME is the name of a function; undefined-function.
Example: (funcall (fdefinition 'car) '(1)) => 1
)doc", (Vm& vm, Value name)) {
  return operator_named(vm, to_value(function_cell(vm.heap(), "fdefinition", name)));
}

DEFUN(symbol_function, "symbol-function", "(symbol)", R"doc(
Return the function that SYMBOL names; for a macro or special form, an object that represents it.
Signals: type-error unless SYMBOL is a symbol; undefined-function.
Example: (funcall (symbol-function '+) 1 2) => 3
)doc", (Vm& vm, SymbolArg symbol)) {
  return operator_named(vm, symbol);
}

// The symbol that holds the definition of NAME in texts of the older DIALECT. Programs in that
// dialect may define NAME if it is a special form of Winnow but not of the dialect.
Symbol* own_special_form(Heap& heap, Dialect dialect, Value name) {
  Sym words = dialect.kind == Dialect::Franz    ? Sym::franz
              : dialect.kind == Dialect::Lisp15 ? Sym::lisp_1_5
                                                : Sym::maclisp;
  Value own = make_symbol(heap, as_symbol(name)->name);
  put_property(heap, name, heap.symbols->symbol(words), own);
  return as_symbol(own);
}

DEFUN(fset, "fset", "(name function)", R"doc(
Make FUNCTION the function of NAME, a symbol or (setf symbol), and return it, as DEFUN does.
If NAME is an operator that is compiled inline, print a warning; only code compiled afterwards calls the new function.
Signals: type-error; program-error if NAME is a special form or a function that the VM calls.
Example: (progn (fset 'g #'car) (g '(5))) => 5
)doc", (Interpreter& lisp, Value name, Value function)) {
  Heap& heap = lisp.heap;
  Symbol* s = function_cell(heap, "defun", name);
  bool is_macro = has_type(function, Type::Macro);
  if (!is_function(function) && !is_macro)
    signal_wrong_type(heap, "(setf symbol-function)", function, "a function");
  if (is_special_form(name)) {
    if (!lisp.dialect().is_old())
      signal_error(heap, ConditionKind::program_error,
                   "~S is a special form and cannot be redefined", {name});
    heap.store(own_special_form(heap, lisp.dialect(), name)->function, function);
    return function;
  }
  if (is_nil(name))
    signal_wrong_type(heap, "defun", name,
                      {"a symbol other than NIL as name", "(AND SYMBOL (NOT NULL))"});
  if (lisp.toplevel.on_library_code && s->function != undefined_function())
    signal_error(heap, ConditionKind::program_error, "~S is defined twice in the library", {name});
  if (s->has(Symbol::kInlined)) {
    s->header.flags &= static_cast<std::uint8_t>(~Symbol::kInlined);
    lisp.warnings.warn("~S is redefined; code compiled before keeps the built-in definition",
                       {name});
  }
  keep_library_definition(lisp.vm, s);
  heap.store(s->function, function);
  // A program's definition also applies to texts in the older dialects.
  if (!lisp.toplevel.on_library_code)
    for (Dialect d : kDialects)
      if (Value own = own_operator(heap, d, to_value(s)); !is_nil(own))
        heap.store(as_symbol(own)->function, function);
  if (is_symbol(name)) lisp.toplevel.operator_defined(name);
  return function;
}

DEFUN(function_object, "function-object", "(symbol)", R"doc(
Return the contents of the function cell of SYMBOL: a function, a macro, or NIL if it is empty.
Example: (function-object 'no-such-function) => NIL
)doc", (SymbolArg symbol)) {
  Value f = as_symbol(symbol)->function;
  return f == undefined_function() ? nil() : f;
}

DEFUN(make_macro, "make-macro", "(expander lambda-list)", R"doc(
Return a new macro.
EXPANDER: a function of the form and the environment.  LAMBDA-LIST: the lambda list that HELP shows.
Example: (make-macro #'list '()) => #<macro>
)doc", (Heap& heap, Function expander, Value lambda_list)) {
  auto* m = heap.allocate<Macro>(Type::Macro, sizeof(Macro));
  m->expander = expander;
  m->lambda_list = lambda_list;
  return to_value(m);
}

DEFUN(macro_function, "macro-function", "(symbol &optional environment)", R"doc(
Return the expander of the macro that SYMBOL names in ENVIRONMENT (default: the global environment), or NIL.
Signals: type-error unless SYMBOL is a symbol.
Example: (macro-function 'car) => NIL
)doc", (Heap& heap, SymbolArg symbol, std::optional<Value> environment)) {
  Value local = environment_entry(heap, environment ? *environment : nil(), symbol, Sym::k_macro,
                                  Sym::k_function);
  if (!is_nil(local))
    return car(local) == heap.symbols->symbol(Sym::k_macro) ? third(local) : nil();
  if (is_special_form(symbol))
    return get_property(heap, symbol, heap.symbols->symbol(Sym::special_form_macro));
  Value f = as_symbol(symbol)->function;
  return has_type(f, Type::Macro) ? as<Macro>(f)->expander : nil();
}

DEFUN(special_operator_p, "special-operator-p", "(symbol)", R"doc(
Return T if SYMBOL names one of the standard's special operators, else NIL.
Signals: type-error unless SYMBOL is a symbol.
Example: (special-operator-p 'if) => T
)doc", (Heap& heap, SymbolArg symbol)) {
  Value macro = heap.symbols->symbol(Sym::special_form_macro);
  return truth(is_special_form(symbol) && is_nil(get_property(heap, symbol, macro)));
}

DEFUN(compiler_form_p, "compiler-form-p", "(symbol)", R"doc(
Return T if the compiler implements SYMBOL, a special operator or a standard macro, directly, else NIL.
Signals: type-error.
Example: (compiler-form-p 'when) => T
)doc", (SymbolArg symbol)) {
  return truth(is_special_form(symbol));
}

DEFUN(declaration_p, "declaration-p", "(specifier)", R"doc(
Return T if the proper list SPECIFIER is a valid declaration, else NIL.
Example: (declaration-p '(optimize (speed 4))) => NIL
)doc", (Vm& vm, Value specifier)) {
  return truth(is_declaration(vm.heap(), specifier));
}

DEFUN(proclaim_special, "proclaim-special", "(symbol)", R"doc(
Make all bindings of SYMBOL in code compiled from now on dynamic, as DEFVAR does, and return SYMBOL.
Signals: type-error; program-error if SYMBOL is a constant.
Example: (proclaim-special '*depth*) => *DEPTH*
)doc", (Vm& vm, SymbolArg symbol)) {
  if (as_symbol(symbol)->has(Symbol::kConstant)) slow_constant(vm, symbol);
  if (global_symbol_macro(vm.heap(), symbol) != kAbsent)
    signal_error(vm.heap(), ConditionKind::program_error,
                 "~S is a symbol macro and cannot be a special variable", {symbol});
  as_symbol(symbol)->header.flags |= Symbol::kSpecial;
  return symbol;
}

DEFUN(proclaim_constant, "proclaim-constant", "(symbol value)", R"doc(
Make SYMBOL a constant with VALUE, as DEFCONSTANT does, and return SYMBOL.
Signals: type-error; program-error if SYMBOL is a variable of Winnow, or a constant of Winnow with another value.
Example: (proclaim-constant '+three+ 3) => +THREE+
)doc", (Interpreter& lisp, Vm& vm, SymbolArg symbol, Value value)) {
  Symbol* s = as_symbol(symbol);
  const bool own = !lisp.symbols.is_of_program(s->package);
  if (own && s->has(Symbol::kSpecial) && !s->has(Symbol::kConstant))
    signal_error(vm.heap(), ConditionKind::program_error,
                 "~S is a variable of Winnow and cannot be a constant", {symbol});
  if (s->has(Symbol::kConstant) && !equal(vm.heap(), s->value, value)) {
    if (own) slow_constant(vm, symbol);
    lisp.warnings.warn("the constant ~S, which was ~S, is now ~S", {symbol, s->value, value});
  }
  vm.heap().store(s->value, value);
  s->header.flags |= Symbol::kSpecial | Symbol::kConstant;
  return symbol;
}

DEFUN(constantp, "constantp", "(form &optional environment)", R"doc(
Return T if FORM is a constant form: a self-evaluating object, a constant variable or a QUOTE form; else NIL.
Example: (constantp 'pi) => T
)doc", (Heap& heap, Value form, std::optional<Value>)) {
  if (is_symbol(form)) return truth(as_symbol(form)->has(Symbol::kConstant));
  return truth(!is_cons(form) || car(form) == heap.symbols->symbol(Sym::quote));
}

DEFUN(known_name_p, "known-name-p", "(symbol any)", R"doc(
Return T if SYMBOL names a function, a macro or a special form or, if ANY is true, is a keyword or has a value or properties, as
names of types and games have; else NIL.
Signals: type-error.
Example: (list (known-name-p 'car nil) (known-name-p 'fixnum nil) (known-name-p 'fixnum t)) => (T NIL T)
)doc", (SymbolArg symbol, Value any)) {
  Symbol* s = as_symbol(symbol);
  if (s->function != undefined_function() || is_special_form(symbol)) return t();
  return truth(!is_nil(any) &&
               (s->has(Symbol::kKeyword) || s->value != kUnbound || !is_nil(s->plist)));
}

DEFUN(special_p, "special-p", "(symbol)", R"doc(
Return T if SYMBOL is proclaimed special, else NIL.
Example: (special-p '*print-base*) => T
)doc", (SymbolArg symbol)) {
  return truth(as_symbol(symbol)->has(Symbol::kSpecial));
}

DEFUN(special_of_program_p, "special-of-program-p", "(symbol)", R"doc(
Return T if SYMBOL is a variable of the program, not of Winnow, that is proclaimed special, else NIL. Constants are not.
Example: (list (special-of-program-p '*print-base*) (special-of-program-p 'pi)) => (NIL NIL)
)doc", (Interpreter& lisp, SymbolArg symbol)) {
  const Symbol* s = as_symbol(symbol);
  return truth(s->has(Symbol::kSpecial) && !s->has(Symbol::kConstant) &&
               lisp.symbols.is_of_program(s->package));
}

// ---- new symbols

DEFUN(make_symbol_, "make-symbol", "(string)", R"doc(
Return a new uninterned symbol named STRING.
Signals: type-error unless STRING is a string.
Example: (symbol-name (make-symbol "A")) => "A"
)doc", (Heap& heap, StringArg string)) {
  return make_symbol(heap, copy_string(heap, string_view_of(heap, string)));
}

DEFUN(gensym, "gensym", "(&optional prefix)", R"doc(
Return a new uninterned symbol whose name is PREFIX (default "G") followed by a number.
PREFIX: a string (in MacLisp also a symbol), or an integer to use as the number after "G".
Signals: type-error unless PREFIX is a string or a non-negative integer.
Example: (symbolp (gensym)) => T
)doc", (Interpreter& lisp, std::optional<Value> prefix)) {
  Heap& heap = lisp.heap;
  auto is_number = [](Value v) { return is_integer(v) && integer_sign(v) >= 0; };
  std::u32string name = U"G";
  Value n = symbol_value(heap, Sym::star_gensym_counter);
  if (!is_number(n)) {
    set_symbol_value(heap, Sym::star_gensym_counter, fixnum(0));
    signal_error(heap, ConditionKind::type_error,
                 "GENSYM: expected a non-negative integer as value of *GENSYM-COUNTER*, got ~S; it "
                 "is 0 again",
                 {n}, {n, lisp.symbols.intern("UNSIGNED-BYTE")});
  }
  if (prefix && is_number(*prefix)) {
    n = *prefix;
  } else {
    if (prefix && is_string(*prefix))
      name = text_of(string_view_of(heap, *prefix));
    else if (prefix && is_symbol(*prefix) && lisp.dialect().kind == Dialect::MacLisp)
      name = text_of(as<String>(as_symbol(*prefix)->name));
    else if (prefix)
      signal_wrong_type(heap, "gensym", *prefix,
                        {"a string or a non-negative integer", "(OR STRING UNSIGNED-BYTE)"});
    set_symbol_value(heap, Sym::star_gensym_counter, add(heap, n, fixnum(1), "gensym"));
  }
  for (char c : integer_to_string(heap, n, 10)) name += static_cast<char32_t>(c);
  return make_symbol(heap, make_string(heap, name));
}

DEFUN(copy_symbol, "copy-symbol", "(symbol &optional copy-properties)", R"doc(
Return a new symbol with the name of SYMBOL, and its value, function and properties if COPY-PROPERTIES is true.
Signals: type-error unless SYMBOL is a symbol.
Example: (symbol-name (copy-symbol 'a)) => "A"
)doc", (Heap& heap, SymbolArg symbol, std::optional<Value> properties)) {
  Value copy = make_symbol(heap, as_symbol(symbol)->name);
  if (properties && !is_nil(*properties)) {
    heap.store(as<Symbol>(copy)->value, as_symbol(symbol)->value);
    heap.store(as<Symbol>(copy)->function, as_symbol(symbol)->function);
    ListBuilder list(heap);
    std::size_t step = 0;
    for (Value l = program_properties(heap, symbol); is_cons(l); l = cdr(l)) {
      if (goes_round(heap, l, ++step)) signal_wrong_type(heap, "copy-symbol", l, kProperList);
      list.add(car(l));
    }
    heap.store(as<Symbol>(copy)->plist, list.list());
  }
  return copy;
}

// ---- property lists

DEFUN(get, "get", "(symbol indicator &optional default)", R"doc(
Return the property INDICATOR of SYMBOL, or DEFAULT if it has none.
Signals: type-error unless SYMBOL is a symbol.
Example: (progn (setf (get 'sky 'colour) 'blue) (get 'sky 'colour)) => BLUE
)doc", (Heap& heap, SymbolArg symbol, Value indicator, std::optional<Value> otherwise)) {
  Value found = find_property(heap, symbol, indicator);
  return !is_nil(found) ? second(found) : otherwise ? *otherwise : nil();
}

DEFUN(put, "put", "(symbol indicator value)", R"doc(
Make VALUE the property INDICATOR of SYMBOL, and return it. Implements (setf get).
Signals: type-error.
Example: (put 'sky 'colour 'grey) => GREY
)doc", (Heap& heap, SymbolArg symbol, Value indicator, Value value)) {
  put_property(heap, symbol, indicator, value);
  return value;
}

DEFUN(remprop, "remprop", "(symbol indicator)", R"doc(
Remove the property INDICATOR of SYMBOL; return T if there was one, else NIL.
Signals: type-error unless SYMBOL is a symbol.
Example: (remprop 'sky 'no-such-property) => NIL
)doc", (Heap& heap, SymbolArg symbol, Value indicator)) {
  return truth(remove_property(heap, symbol, indicator));
}

DEFUN(symbol_plist, "symbol-plist", "(symbol)", R"doc(
Return the property list of SYMBOL.
Signals: type-error unless SYMBOL is a symbol.
Example: (symbol-plist (make-symbol "A")) => NIL
)doc", (Heap& heap, SymbolArg symbol)) {
  return program_properties(heap, symbol);
}

DEFUN(set_symbol_plist, "set-symbol-plist", "(symbol plist)", R"doc(
Make PLIST the property list of SYMBOL, and return it. Implements (setf symbol-plist).
Signals: type-error.
Example: (set-symbol-plist (make-symbol "A") '(b 1)) => (B 1)
)doc", (Heap& heap, SymbolArg symbol, ProperList plist)) {
  heap.store(program_properties(heap, symbol), plist);
  return plist;
}

}  // namespace

}  // namespace winnow
