// Functions as objects, evaluation, conditions, structures.
#include "base/unicode.hpp"
#include "builtins/builtin.hpp"
#include "bytecode/assembler.hpp"
#include "core/equality.hpp"
#include "vm/slow_paths.hpp"

namespace winnow {

namespace {

// ---- equality

DEFUN(eq_, "eq", "(a b)", R"doc(
Return T if A and B are the same object, else NIL. Small integers and characters are the same when equal.
Example: (eq 'a 'a) => T
)doc", (Value a, Value b)) {
  return truth(a == b);
}

DEFUN(eql_, "eql", "(a b)", R"doc(
Return T if A and B are the same object, or numbers of one type and value, else NIL.
Example: (eql 1 1.0) => NIL
)doc", (Value a, Value b)) {
  return truth(eql(a, b));
}

DEFUN(equal_, "equal", "(a b)", R"doc(
Return T if A and B print alike: conses with equal parts, strings with the same characters, else as EQL.
Signals: storage-condition if they are nested too deeply.
Example: (equal '(1 "a") (list 1 "a")) => T
)doc", (Heap& heap, Value a, Value b)) {
  return truth(equal(heap, a, b));
}

DEFUN(equalp_, "equalp", "(a b)", R"doc(
Return T if A and B are EQUAL, case and number type aside, or arrays, structures or hash tables with such parts.
Signals: storage-condition if they are nested too deeply.
Example: (equalp #(1 "A") #(1.0 "a")) => T
)doc", (Heap& heap, Value a, Value b)) {
  return truth(equalp(heap, a, b));
}

DEFUN(identity, "identity", "(object)", R"doc(
Return OBJECT.
Example: (identity 1) => 1
)doc", (Value object)) {
  return object;
}

// ---- functions

DEFUN(functionp, "functionp", "(object)", R"doc(
Return T if OBJECT is a function, else NIL. A symbol that names one is none itself.
Example: (functionp #'car) => T
)doc", (Value object)) {
  return truth(is_function(object));
}

DEFUN(compiled_function_p, "compiled-function-p", "(object)", R"doc(
Return T if OBJECT is a function: all of them are compiled.
Example: (compiled-function-p #'car) => T
)doc", (Value object)) {
  return truth(is_function(object));
}

DEFUN(funcall, "funcall", "(function &rest arguments)", R"doc(
Call FUNCTION, a function or a symbol that names one, with ARGUMENTS, and return what it returns.
Signals: undefined-function; wrong-type; whatever FUNCTION does.
Example: (funcall #'+ 1 2) => 3
)doc", (Vm& vm, Function function, Rest arguments)) {
  return vm.call(function, arguments.begin(), arguments.size());
}

DEFUN(apply, "apply", "(function argument &rest more)", R"doc(
Call FUNCTION with the arguments given, the last of which is a list of further ones.
Signals: undefined-function; wrong-type if the last argument is no proper list.
Example: (apply #'+ 1 '(2 3)) => 6
)doc", (Vm& vm, Function function, Value argument, Rest more)) {
  Heap& heap = vm.heap();
  ValueVector all(heap);
  Value last = more.size() == 0 ? argument : more[more.size() - 1];
  if (more.size() > 0) all.push(argument);
  for (std::size_t i = 0; i + 1 < more.size(); ++i) all.push(more[i]);
  if (proper_length(last) < 0) signal_wrong_type(heap, "apply", last, "a proper list");
  for (; is_cons(last); last = cdr(last)) all.push(car(last));
  return vm.call(function, all.begin(), all.size());
}

DEFUN(values_, "values", "(&rest objects)", R"doc(
Return OBJECTS as multiple values.
Example: (multiple-value-list (values 1 2)) => (1 2)
)doc", (Vm& vm, Rest objects)) {
  return vm.return_values(objects.begin(), objects.size());
}

DEFUN(values_list_, "values-list", "(list)", R"doc(
Return the elements of LIST as multiple values.
Signals: wrong-type; program-error if there are too many.
Example: (multiple-value-list (values-list '(1 2))) => (1 2)
)doc", (Vm& vm, ProperList list)) {
  ValueVector all(vm.heap());
  for (Value l = list; is_cons(l); l = cdr(l)) all.push(car(l));
  return vm.return_values(all.begin(), all.size());
}

// ---- evaluation

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
    Value next = is_cons(form) && is_special_form(car(form))
                     ? kAbsent
                     : macroexpand_once(vm.heap(), lisp, form, environment);
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
Signals: wrong-type; undefined-function.
)doc", (Interpreter& lisp, Function function)) {
  if (!has_type(function, Type::Closure))
    signal_wrong_type(lisp.heap, "disassemble", function, "a function written in Lisp");
  Code* code = as<Code>(as<Closure>(function)->code);
  lisp.output(nil()).write(disassemble(code, [&](Value v) { return lisp.to_text(v, true); }));
  return nil();
}

DEFUN(function_name, "%function-name", "(function)", R"doc(
Return the name of FUNCTION: a symbol, or NIL.
Example: (%function-name #'car) => CAR
)doc", (Heap& heap, Value function)) {
  if (has_type(function, Type::Closure)) return as<Code>(as<Closure>(function)->code)->name;
  if (!has_type(function, Type::Builtin)) return nil();
  std::u32string name;
  for (char c : as<Builtin>(function)->info->name)
    name += unicode::upcase(static_cast<unsigned char>(c));
  return heap.symbols->intern(name, false);
}

// ---- conditions and structures: what DEFSTRUCT, DEFINE-CONDITION and HANDLER-CASE are made of

DEFUN(make_structure_type, "%make-structure-type", "(name parents slots docstring condition-p)", R"doc(
Make, or make anew, the structure or condition type NAME.
PARENTS: list of names of types.  SLOTS: list of (name initform-function type read-only), inherited ones first.
Signals: an error if a parent is unknown.
)doc", (Heap& heap, SymbolArg name, ProperList parents, ProperList slots, Value docstring, Value condition)) {
  auto* type = heap.allocate<StructureType>(Type::StructureType, sizeof(StructureType), 0);
  Value self = to_value(type);
  type->name = name;
  type->slots = slots;
  type->docstring = docstring;
  type->printer = type->report = type->ancestors = nil();
  type->is_condition = condition;
  ListBuilder ancestors(heap);
  ancestors.add(self);
  for (Value p = parents; is_cons(p); p = cdr(p)) {
    Value parent = structure_type_named(heap, car(p));
    if (is_nil(parent))
      signal_error(heap, ConditionKind::simple_error, "There is no structure or condition type ~S",
                   {car(p)});
    for (Value a = as<StructureType>(parent)->ancestors; is_cons(a); a = cdr(a))
      if (!memq(car(a), ancestors.list())) ancestors.add(car(a));
  }
  type->ancestors = ancestors.list();
  set_structure_type(heap, name, self);
  return self;
}

StructureType* type_argument(Heap& heap, Value name) {
  Value type = has_type(name, Type::StructureType) ? name
               : is_symbol(name)                   ? structure_type_named(heap, name)
                                                   : nil();
  if (is_nil(type))
    signal_error(heap, ConditionKind::simple_error, "There is no structure or condition type ~S",
                 {name});
  return as<StructureType>(type);
}

DEFUN(structure_type_p, "%structure-type", "(name)", R"doc(
Return the structure or condition type NAME, or NIL if there is none.
Example: (%structure-type 'no-such-type) => NIL
)doc", (Heap& heap, SymbolArg name)) {
  return structure_type_named(heap, name);
}

DEFUN(structure_type_slots, "%structure-type-slots", "(name)", R"doc(
Return the slots of the structure type NAME: a list of (name initform-function type read-only).
)doc", (Heap& heap, Value name)) {
  return type_argument(heap, name)->slots;
}

DEFUN(structure_type_ancestors, "%structure-type-ancestors", "(name)", R"doc(
Return the names of the structure type NAME and of those that it includes.
Example: (car (%structure-type-ancestors 'error)) => ERROR
)doc", (Heap& heap, Value name)) {
  ListBuilder names(heap);
  for (Value a = type_argument(heap, name)->ancestors; is_cons(a); a = cdr(a))
    names.add(as<StructureType>(car(a))->name);
  return names.list();
}

DEFUN(set_structure_printer, "%set-structure-printer", "(name printer report)", R"doc(
Say how structures of the type NAME print: PRINTER, a function of the object, a stream and a depth, or NIL;
and what conditions of it report: REPORT, a function of the condition and a stream, a string, or NIL.
)doc", (Heap& heap, Value name, Value printer, Value report)) {
  StructureType* type = type_argument(heap, name);
  type->printer = printer;
  type->report = report;
  return name;
}

DEFUN(make_structure, "%make-structure", "(type &rest slots)", R"doc(
Return a new structure of TYPE (a name or a type) with the values SLOTS.
)doc", (Heap& heap, Value type, Rest slots)) {
  Value t = to_value(type_argument(heap, type));
  auto* s = heap.allocate<Structure>(Type::Structure, sizeof(Header) + 8 * (1 + slots.size()),
                                     1 + slots.size());
  s->type = t;
  std::copy(slots.begin(), slots.end(), s->slots);
  return to_value(s);
}

Structure* checked_structure(Heap& heap, Value object, Value type, Index index,
                             const char* accessor) {
  if (!has_type(object, Type::Structure) ||
      (!is_nil(type) && !is_instance(object, to_value(type_argument(heap, type))))) {
    std::string expected = "a structure";
    if (!is_nil(type) && is_symbol(type))
      expected = "a " + utf8_of(as<String>(as_symbol(type)->name));
    signal_wrong_type(heap, accessor, object, expected.c_str());
  }
  if (index + 1 >= as<Structure>(object)->header.length)
    signal_error(heap, ConditionKind::simple_error,
                 "~S has no slot of number ~D (its type was changed)",
                 {object, Value::from_fixnum(static_cast<std::int64_t>(index.n))});
  return as<Structure>(object);
}

DEFUN(structure_ref, "%structure-ref", "(object type index)", R"doc(
Return slot INDEX of OBJECT, a structure of TYPE (NIL: any).
Signals: wrong-type.
)doc", (Heap& heap, Value object, Value type, Index index)) {
  return checked_structure(heap, object, type, index, "slot access")->slots[index];
}

DEFUN(structure_set, "%structure-set", "(object type index value)", R"doc(
Make VALUE slot INDEX of OBJECT, a structure of TYPE (NIL: any), and return it.
Signals: wrong-type.
)doc", (Heap& heap, Value object, Value type, Index index, Value value)) {
  return checked_structure(heap, object, type, index, "slot assignment")->slots[index] = value;
}

DEFUN(structure_p, "%structure-p", "(object type)", R"doc(
Return T if OBJECT is a structure or condition of TYPE, or of one that includes it; with NIL as TYPE, of any.
Example: (%structure-p 1 'error) => NIL
)doc", (Heap& heap, Value object, Value type)) {
  if (is_nil(type)) return truth(has_type(object, Type::Structure));
  Value known = is_symbol(type) ? structure_type_named(heap, type) : type;
  return truth(!is_nil(known) && is_instance(object, known));
}

DEFUN(structure_type_of, "%structure-type-name", "(object)", R"doc(
Return the name of the type of OBJECT, a structure or condition.
Signals: wrong-type.
)doc", (Heap& heap, Value object)) {
  if (!has_type(object, Type::Structure)) signal_wrong_type(heap, "type-of", object, "a structure");
  return as<StructureType>(as<Structure>(object)->type)->name;
}

DEFUN(copy_structure, "copy-structure", "(structure)", R"doc(
Return a copy of STRUCTURE; the values of its slots are shared.
Signals: wrong-type.
)doc", (Heap& heap, Value structure)) {
  if (!has_type(structure, Type::Structure))
    signal_wrong_type(heap, "copy-structure", structure, "a structure");
  std::uint32_t n = as<Structure>(structure)->header.length;
  auto* copy = heap.allocate<Structure>(Type::Structure, sizeof(Header) + 8 * n, n);
  copy->type = as<Structure>(structure)->type;
  std::copy_n(as<Structure>(structure)->slots, n - 1, copy->slots);
  return to_value(copy);
}

DEFUN(conditionp, "%conditionp", "(object)", R"doc(
Return T if OBJECT is a condition, else NIL.
Example: (%conditionp 1) => NIL
)doc", (Value object)) {
  return truth(is_condition(object));
}

DEFUN(signal_, "%signal", "(condition)", R"doc(
Run the handlers that apply to CONDITION; return NIL if all of them decline.
)doc", (Vm& vm, Value condition)) {
  vm.run_handlers(condition);
  return nil();
}

DEFUN(raise, "%error", "(condition)", R"doc(
Run the handlers that apply to CONDITION; if all of them decline, tell the user and go back to the prompt.
)doc", (Vm& vm, Value condition)) {
  vm.signal(condition);
  return nil();
}

DEFUN(report_, "%report", "(condition)", R"doc(
Return the text that CONDITION reports.
)doc", (Interpreter& lisp, Value condition)) {
  return make_string(lisp.heap, lisp.report(condition));
}

DEFUN(warn_, "%warn", "(text)", R"doc(
Print TEXT as a warning on the standard error output, and return NIL.
)doc", (Interpreter& lisp, StringArg text)) {
  lisp.warn(utf8_of(string_view_of(text)));
  return nil();
}

}  // namespace

}  // namespace winnow
