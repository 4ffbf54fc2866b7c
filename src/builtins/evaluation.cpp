// Evaluation, macro expansion, compilation and disassembly.
#include "builtins/builtin.hpp"
#include "compiler/assembler.hpp"
#include "compiler/compiler.hpp"
#include "compiler/environment.hpp"
#include "compiler/expansion.hpp"
#include "data/hash_table.hpp"

namespace winnow {

namespace {

DEFUN(eval, "eval", "(form)", R"doc(
Evaluate FORM in the null lexical environment and return its values.
Signals: any condition that the evaluation signals.
Example: (eval '(+ 1 2)) => 3
)doc", (Interpreter& lisp, Value form)) {
  return lisp.toplevel.eval_of_program(form);
}

Value macroexpand_(Vm& vm, Value form, Value environment, bool once) {
  bool expanded = false;
  for (;;) {
    Value next = macroexpand_once(vm.heap(), form, environment);
    if (next == kAbsent) break;
    form = next;
    expanded = true;
    vm.poll();
    if (once) break;
  }
  return vm.return_values({form, truth(expanded)});
}

DEFUN(macroexpand_1, "macroexpand-1", "(form &optional environment)", R"doc(
Return FORM expanded once if it is a macro call, else FORM itself. The second value is T if FORM was a macro call.
Example: (macroexpand-1 '(car x)) => (CAR X)
)doc", (Vm& vm, Value form, std::optional<Value> environment)) {
  return macroexpand_(vm, form, environment ? *environment : nil(), true);
}

DEFUN(macroexpand, "macroexpand", "(form &optional environment)", R"doc(
Return FORM expanded until it is not a macro call. The second value is T if FORM was a macro call.
Example: (macroexpand '(car x)) => (CAR X)
)doc", (Vm& vm, Value form, std::optional<Value> environment)) {
  return macroexpand_(vm, form, environment ? *environment : nil(), false);
}

DEFUN(local_expander_, "local-expander", "(definition environment)", R"doc(
Return the expander of DEFINITION, evaluated in ENVIRONMENT.
DEFINITION: (name lambda-list form...), as in MACROLET.
Signals: program-error.
)doc", (Interpreter& lisp, Value definition, Value environment)) {
  if (!has_shape(lisp.heap, definition, 2, ~std::size_t{0}) || !is_symbol(car(definition)))
    signal_error(lisp.heap, ConditionKind::program_error,
                 "MACROLET: expected a definition of a local macro, got ~S", {definition});
  return local_expander(lisp.heap, definition, environment);
}

DEFUN(expand_backquote_, "expand-backquote", "(template)", R"doc(
Return a form that constructs the object that the backquoted TEMPLATE describes.
)doc", (Heap& heap, Value form)) {
  return expand_backquote(heap, form);
}

DEFUN(library_code_p, "library-code-p", "(operator)", R"doc(
Return T if OPERATOR, a function or the name of a function or macro, is part of Winnow, else NIL.
Example: (library-code-p 'setf) => T
)doc", (Value operation)) {
  return truth(is_library_code(is_symbol(operation) ? as_symbol(operation)->function : operation));
}

// ---- compilation

DEFUN(in_compilation_unit, "in-compilation-unit", "(own function)", R"doc(
Call FUNCTION and return its value; defer the warnings about undefined functions and variables until the end of this call.
OWN: if NIL, defer them to the end of the outermost such call.
)doc", (Interpreter& lisp, Value own, Function function)) {
  return lisp.warnings.in_unit(!is_nil(own), [&] { return lisp.call_function(function, {}); });
}

DEFUN(check_code, "check-code", "(form environment)", R"doc(
Compile FORM in ENVIRONMENT to report warnings about it; return NIL.
)doc", (Interpreter& lisp, Value form, Value environment)) {
  lisp.toplevel.check(form, environment);
  return nil();
}

DEFUN(note_definition, "note-definition", "(name)", R"doc(
Record that the function NAME is defined in a file that is not loaded yet; return NAME.
)doc", (Interpreter& lisp, Value name)) {
  if (Value symbol = function_symbol(lisp.heap, name); symbol != kAbsent)
    lisp.warnings.note_definition(symbol);
  return name;
}

DEFUN(note_special_variables, "note-special-variables", "(names)", R"doc(
Make the variables NAMES, a list of symbols, special in the rest of the compiled file that is being loaded; return NAMES. Other
variables of the program are not special in it, whatever is proclaimed: those were not special where the file was compiled
(standard, 3.2.2.3).
Example: (note-special-variables nil) => NIL
)doc", (Interpreter& lisp, Value names)) {
  Value& specials = lisp.loaded.specials;
  if (!lisp.loaded.is_compiled) return names;
  if (specials == kAbsent) specials = make_hash_table(lisp.heap, HashTable::kEq);
  for (Value rest = names; is_cons(rest); rest = cdr(rest))
    hash_table_put(lisp.heap, specials, car(rest), t());
  return names;
}

DEFUN(signalling_warnings, "signalling-warnings", "(function)", R"doc(
Call FUNCTION and return its value; signal the compiler's warnings during the call as conditions.
)doc", (Interpreter& lisp, Function function)) {
  return lisp.warnings.signalling(true, [&] { return lisp.vm.call(function, {}); });
}

DEFUN(compiled_mark, "compiled-mark", "()", R"doc(
Return the string that marks the beginning of a compiled file.
)doc", (Heap& heap)) {
  return make_string(heap, Loader::kCompiledMark);
}

DEFUN(for_each_form, "for-each-form", "(stream own function)", R"doc(
Call FUNCTION with each form read from STREAM; return NIL. Compiler warnings refer to the lines of STREAM.
OWN: as for IN-COMPILATION-UNIT.
)doc", (Interpreter& lisp, Value stream, Value own, Function function)) {
  LoadOptions options;
  options.own_unit = !is_nil(own);
  options.sink.evaluate = [&](Value form) { return lisp.vm.call(function, {form}); };
  lisp.loader.load_stream(*lisp.input(stream), options);
  return nil();
}

DEFUN(process_toplevel, "process-toplevel", "(form function)", R"doc(
Call FUNCTION with each form at top level that results from FORM: the body forms of PROGN, EVAL-WHEN, LOCALLY, MACROLET and
SYMBOL-MACROLET, after expanding the program's macros; return NIL. EVAL-WHEN evaluates its body if the situation
:COMPILE-TOPLEVEL requires it and the file omits it.
FUNCTION: a function of the form; its environment; the forms around it, each as (head . environment), innermost first, where
HEAD is the form without its body; and whether the form is also evaluated at compile time.
Signals: any condition that the expansion signals.
)doc", (Interpreter& lisp, Value form, Function function)) {
  lisp.toplevel.process_for_file(form, function);
  return nil();
}

DEFUN(disassemble_, "disassemble", "(function)", R"doc(
Print the bytecode of FUNCTION, and its native code if it has any; return NIL.
FUNCTION: a function, its name (a symbol or (setf symbol)) or a lambda expression.
Signals: type-error unless FUNCTION is a function, its name or a lambda expression; undefined-function.
)doc", (Interpreter& lisp, Value function)) {
  Heap& heap = lisp.heap;
  if (is_cons(function) && car(function) == lisp.symbols.symbol(Sym::lambda))
    function =
        lisp.toplevel.eval_in(list_of(heap, {lisp.symbols.symbol(Sym::function), function}), nil());
  else if (Value name = function_symbol(heap, function); name != kAbsent)
    function = has_type(as_symbol(name)->function, Type::Macro)
                   ? as<Macro>(as_symbol(name)->function)->expander
                   : lisp.vm.function_of(name);
  if (!is_function(function))
    signal_wrong_type(heap, "disassemble", function,
                      {"a function, its name or a lambda expression", "FUNCTION"});
  if (!has_type(function, Type::Closure)) {
    lisp.output(nil())->write("This function is written in C++, not compiled to bytecode.\n");
    return nil();
  }
  Code* code = as<Code>(as<Closure>(function)->code);
  std::string text = disassemble(code, [&](Value v) { return lisp.to_text(v, true); });
  if (code->native != nullptr) text += "\nNative code:\n" + lisp.vm.native->listing(code);
  lisp.output(nil())->write(text);
  return nil();
}

DEFUN(native_code_p, "native-code-p", "(function)", R"doc(
Return T if FUNCTION has native code, else NIL. Functions that are called often are compiled to native code.
FUNCTION: a function, or a symbol that names one.
Signals: type-error unless FUNCTION is a function or a symbol; undefined-function.
Example: (native-code-p #'car) => NIL
)doc", (Vm& vm, Value function)) {
  Value f = vm.function_of(function);
  return truth(has_type(f, Type::Closure) && as<Code>(as<Closure>(f)->code)->native != nullptr);
}

DEFUN(function_name, "function-name", "(function)", R"doc(
Return the name of FUNCTION, a symbol, or NIL if it has none.
Example: (function-name #'car) => CAR
)doc", (Heap& heap, Value function)) {
  if (has_type(function, Type::Closure)) return as<Code>(as<Closure>(function)->code)->name;
  if (!has_type(function, Type::Builtin)) return nil();
  return heap.symbols->intern_upcased(as<Builtin>(function)->info->name);
}

}  // namespace

}  // namespace winnow
