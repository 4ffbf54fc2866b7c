// The dialect in force, and what the words of the program that runs mean.
#include <algorithm>

#include "builtins/builtin.hpp"
#include "compiler/expansion.hpp"
#include "data/dialect.hpp"
#include "heap/condition.hpp"
#include "shell/interpreter.hpp"

namespace winnow {

namespace {

DEFUN(dialect, "dialect", "(&optional name)", R"doc(
Choose the dialect NAME for what is read from now on: :COMMON-LISP, :MACLISP, :FRANZ or :LISP-1.5; return the one in force.
In the older ones every variable is dynamic, and quoted lambda expressions are functions: (help :dialects).
Signals: type-error.
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
Return the dialect of the program that runs, as a keyword: that of its text, wherever it is called from.
Example: (program-dialect) => :COMMON-LISP
)doc", (Vm& vm)) {
  return keyword_of(vm.heap(), vm.dialect_of_program());
}

DEFUN(program_operator, "program-operator", "(name)", R"doc(
Return the symbol under which what the program that runs means by the operator NAME is defined.
Example: (program-operator 'car) => CAR
)doc", (Vm& vm, SymbolArg name)) {
  return vm.operator_of_program(name);
}

DEFUN(program_function, "program-function", "(designator)", R"doc(
Return the function that DESIGNATOR, a function, a name or a lambda expression, means to the program that runs.
Signals: undefined-function; type-error.
Example: (program-function 'car) => #<function CAR>
)doc", (Function designator)) {
  return designator;
}

DEFUN(library_code_p, "library-code-p", "(object)", R"doc(
Return T if OBJECT is a function or macro of Winnow's library, else NIL.
Example: (library-code-p #'car) => T
)doc", (Value object)) {
  return truth(is_library_code(object));
}

DEFUN(program_variable, "program-variable", "(name)", R"doc(
Return the symbol that has the value of what the program that runs calls the variable NAME.
Example: (program-variable 'x) => X
)doc", (Vm& vm, SymbolArg name)) {
  return variable_of(vm.heap(), vm.dialect_of_program(), name);
}

DEFUN(binding_context, "binding-context", "()", R"doc(
Return the bindings of the program's dynamic variables as they are now, for PROGV.
Example: (progv (binding-context) nil 5) => 5
)doc", (Vm& vm)) {
  return vm.binding_context();
}

}  // namespace

}  // namespace winnow
