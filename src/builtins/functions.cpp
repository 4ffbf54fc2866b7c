// Functions as objects, calls, and multiple values.
#include "builtins/builtin.hpp"

namespace winnow {

namespace {

DEFUN(functionp, "functionp", "(object)", R"doc(
Return T if OBJECT is a function, else NIL. A symbol that names a function is not a function.
Example: (functionp #'car) => T
)doc", (Value object)) {
  return truth(is_function(object));
}

DEFUN(compiled_function_p, "compiled-function-p", "(object)", R"doc(
Return T if OBJECT is a function, else NIL. All functions are compiled.
Example: (compiled-function-p #'car) => T
)doc", (Value object)) {
  return truth(is_function(object));
}

DEFUN(funcall, "funcall", "(function &rest arguments)", R"doc(
Call FUNCTION, a function or a symbol that names one, with ARGUMENTS, and return its values.
Signals: undefined-function; type-error; any condition that FUNCTION signals.
Example: (funcall #'+ 1 2) => 3
)doc", (Vm& vm, Function function, Rest arguments)) {
  return vm.call_values(function, arguments.begin(), arguments.size());
}

DEFUN(apply, "apply", "(function argument &rest more)", R"doc(
Call FUNCTION with ARGUMENT and MORE, the last of which is a list of further arguments, and return its values.
Signals: undefined-function; type-error unless the last argument is a proper list.
Example: (apply #'+ 1 '(2 3)) => 6
)doc", (Vm& vm, Function function, Value argument, Rest more)) {
  Heap& heap = vm.heap();
  ValueVector all(heap);
  Value last = more.size() == 0 ? argument : more[more.size() - 1];
  if (more.size() > 0) all.push(argument);
  for (std::size_t i = 0; i + 1 < more.size(); ++i) all.push(more[i]);
  if (proper_length(last) < 0) signal_not_a_proper_list(heap, "apply", last);
  for (; is_cons(last); last = cdr(last)) all.push(car(last));
  return vm.call_values(function, all.begin(), all.size());
}

DEFUN(values_, "values", "(&rest objects)", R"doc(
Return OBJECTS as multiple values.
Example: (multiple-value-list (values 1 2)) => (1 2)
)doc", (Vm& vm, Rest objects)) {
  return vm.return_values(objects.begin(), objects.size());
}

DEFUN(values_list_, "values-list", "(list)", R"doc(
Return the elements of LIST as multiple values.
Signals: type-error unless LIST is a proper list; program-error if LIST has too many elements.
Example: (multiple-value-list (values-list '(1 2))) => (1 2)
)doc", (Vm& vm, ProperList list)) {
  std::size_t count = 0;
  for (Value l = list; is_cons(l); l = cdr(l), ++count)
    if (count > 0 && count < Vm::kMaxValues) vm.values[count - 1] = car(l);
  vm.set_value_count(count);
  return count == 0 ? nil() : car(list);
}

// Adds the symbols among the constants of CODE, and of the functions inside it, to LIST.
void add_references(ListBuilder& list, const Code* code) {
  for (std::uint32_t i = 0; i < code->constant_count(); ++i) {
    Value v = code->constants[i];
    if (is_symbol(v)) list.add(v);
    if (has_type(v, Type::Code)) add_references(list, as<Code>(v));
  }
}

DEFUN(code_references, "code-references", "(function)", R"doc(
Return a list of the symbols that the code of FUNCTION, a function or macro, calls, reads or quotes. Operators that the
compiler expands are not among them.
Example: (not (member 'nthcdr (code-references (lambda (x) (nthcdr x x))))) => NIL
)doc", (Vm& vm, Value function)) {
  ListBuilder list(vm.heap());
  if (has_type(function, Type::Macro)) function = as<Macro>(function)->expander;
  if (has_type(function, Type::Closure))
    add_references(list, as<Code>(as<Closure>(function)->code));
  return list.list();
}

}  // namespace

}  // namespace winnow
