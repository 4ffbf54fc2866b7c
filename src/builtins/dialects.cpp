// The current dialect, and the meaning of names in the running program.
#include <algorithm>

#include "builtins/builtin.hpp"
#include "data/dialect.hpp"
#include "heap/condition.hpp"
#include "shell/interpreter.hpp"

namespace winnow {

namespace {

DEFUN(dialect, "dialect", "(&optional name)", R"doc(
Set the dialect of all text that is read from now on to NAME, if given; return the current dialect.
NAME: :COMMON-LISP, :MACLISP, :FRANZ or :LISP-1.5. In the older dialects every variable is dynamic, and quoted lambda
expressions are functions; see (help :dialects).
Signals: type-error unless NAME is the name of a dialect.
Example: (dialect) => :COMMON-LISP
)doc", (Interpreter& lisp, std::optional<SymbolArg> name)) {
  if (name) {
    auto wanted = std::find_if(kDialects.begin(), kDialects.end(), [&](Dialect d) {
      return text_of(as<String>(as_symbol(*name)->name)) ==
             text_of(as<String>(as_symbol(keyword_of(lisp.heap, d))->name));
    });
    if (wanted == kDialects.end())
      signal_wrong_type(lisp.heap, "dialect", *name,
                        {":COMMON-LISP, :MACLISP, :FRANZ or :LISP-1.5",
                         "(MEMBER :COMMON-LISP :MACLISP :FRANZ :LISP-1.5)"});
    lisp.set_dialect(*wanted);
  }
  return symbol_value(lisp.heap, Sym::star_dialect);
}

DEFUN(program_dialect, "program-dialect", "()", R"doc(
Return the dialect in which the text of the running program is written, as a keyword.
Example: (program-dialect) => :COMMON-LISP
)doc", (Vm& vm)) {
  return keyword_of(vm.heap(), vm.dialect_of_program());
}

DEFUN(program_operator, "program-operator", "(name)", R"doc(
Return the symbol that holds the definition of the operator NAME in the dialect of the running program.
Example: (program-operator 'car) => CAR
)doc", (Vm& vm, SymbolArg name)) {
  return vm.operator_of_program(name);
}

DEFUN(program_function, "program-function", "(designator)", R"doc(
Return the function that DESIGNATOR denotes in the dialect of the running program.
DESIGNATOR: a function, a name or a lambda expression.
Signals: undefined-function; type-error.
Example: (program-function 'car) => #<function CAR>
)doc", (Function designator)) {
  return designator;
}

DEFUN(program_variable, "program-variable", "(name)", R"doc(
Return the symbol that holds the value of the variable NAME in the dialect of the running program.
Example: (program-variable 'x) => X
)doc", (Vm& vm, SymbolArg name)) {
  return variable_of(vm.heap(), vm.dialect_of_program(), name);
}

DEFUN(binding_context, "binding-context", "()", R"doc(
Return the current bindings of the program's dynamic variables, for PROGV.
Example: (progv (binding-context) nil 5) => 5
)doc", (Vm& vm)) {
  return vm.binding_context();
}

}  // namespace

}  // namespace winnow
