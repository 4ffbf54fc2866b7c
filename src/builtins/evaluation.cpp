// Evaluation, macro expansion, and a look at what the compiler made.
#include "builtins/builtin.hpp"
#include "bytecode/assembler.hpp"
#include "compiler/environment.hpp"

namespace winnow {

namespace {

DEFUN(eval, "eval", "(form)", R"doc(
Evaluate FORM, without lexical variables around it, and return its values.
Signals: whatever the evaluation does.
Example: (eval '(+ 1 2)) => 3
)doc", (Interpreter& lisp, Value form)) {
  return lisp.eval(form);
}

Value macroexpand_(Vm& vm, Value form, Value environment, bool once) {
  Interpreter& lisp = *vm.interpreter;
  bool expanded = false;
  for (;;) {
    Value next = macroexpand_once(vm.heap(), lisp, form, environment);
    if (next == kAbsent && is_special_form(car(form)))
      if (Value macro = standard_macro(vm.heap(), car(form)); has_type(macro, Type::Macro))
        next = expand(vm.heap(), lisp, macro, form, environment);
    if (next == kAbsent) break;
    form = next;
    expanded = true;
    vm.poll();
    if (once) break;
  }
  return vm.return_values({form, truth(expanded)});
}

DEFUN(macroexpand_1, "macroexpand-1", "(form &optional environment)", R"doc(
Return FORM expanded once if it is a macro call, else as it is; the second value tells which.
Example: (macroexpand-1 '(car x)) => (CAR X)
Example: (macroexpand-1 '(unless a b)) => (IF A NIL (PROGN B))
)doc", (Vm& vm, Value form, std::optional<Value> environment)) {
  return macroexpand_(vm, form, environment ? *environment : nil(), true);
}

DEFUN(macroexpand, "macroexpand", "(form &optional environment)", R"doc(
Return FORM expanded until it is no macro call; the second value tells whether it was one.
Example: (macroexpand '(car x)) => (CAR X)
)doc", (Vm& vm, Value form, std::optional<Value> environment)) {
  return macroexpand_(vm, form, environment ? *environment : nil(), false);
}

DEFUN(disassemble_, "disassemble", "(function)", R"doc(
Print the instructions of FUNCTION, and return NIL.
FUNCTION: a function written in Lisp, or its name.
Signals: type-error; undefined-function.
)doc", (Interpreter& lisp, Function function)) {
  if (!has_type(function, Type::Closure))
    signal_wrong_type(lisp.heap, "disassemble", function,
                      {"a function written in Lisp", "(AND COMPILED-FUNCTION (NOT FUNCTION))"});
  Code* code = as<Code>(as<Closure>(function)->code);
  lisp.output(nil())->write(disassemble(code, [&](Value v) { return lisp.to_text(v, true); }));
  return nil();
}

DEFUN(function_name, "%function-name", "(function)", R"doc(
Return the name of FUNCTION: a symbol, or NIL.
Example: (%function-name #'car) => CAR
)doc", (Heap& heap, Value function)) {
  if (has_type(function, Type::Closure)) return as<Code>(as<Closure>(function)->code)->name;
  if (!has_type(function, Type::Builtin)) return nil();
  return heap.symbols->intern_upcased(as<Builtin>(function)->info->name);
}

}  // namespace

}  // namespace winnow
