// Primitives for types, classes and generic functions.
#include "builtins/builtin.hpp"
#include "data/structure_type.hpp"
#include "vm/dispatch.hpp"

namespace winnow {

using ClassArg = Checked<21>;

template <>
struct From<ClassArg> {
  static ClassArg get(Arguments& a, Value v) {
    if (!has_type(v, Type::StructureType)) a.wrong(v, "a class");
    return {v};
  }
};

namespace {

// ---- types

DEFUN(standard_type_p, "standard-type-p", "(name)", R"doc(
Return T if NAME names a standard type other than a condition type, else NIL.
Example: (standard-type-p 'integer) => T
)doc", (Heap& heap, Value name)) {
  return truth(type_named(heap, name) != kNoType);
}

DEFUN(standard_typep, "standard-typep", "(object name)", R"doc(
Return T if OBJECT is of the standard type NAME, else NIL.
Signals: type-error if NAME does not name a standard type.
Example: (standard-typep 5 'integer) => T
)doc", (Heap& heap, Value object, Value name)) {
  int type = type_named(heap, name);
  if (type == kNoType)
    signal_wrong_type(heap, "typep", name,
                      {"the name of a standard type", "(SATISFIES STANDARD-TYPE-P)"});
  return truth(is_of_type(object, type));
}

DEFUN(note_type, "note-type", "(name)", R"doc(
Record that the form being compiled uses NAME as a type, and return NAME. A warning is printed if NAME is not defined as a
type at the end of the file.
Signals: type-error.
Example: (note-type 'error) => ERROR
)doc", (Interpreter& lisp, SymbolArg name)) {
  lisp.warnings.note_type(name);
  return name;
}

// ---- classes

DEFUN(class_of_, "class-of", "(object)", R"doc(
Return the class of OBJECT.
Example: (class-name (class-of 'a)) => SYMBOL
)doc", (Heap& heap, Value object)) {
  return class_of(heap, object);
}

DEFUN(set_built_in_classes, "set-built-in-classes", "(classes)", R"doc(
Set the classes of built-in objects to the list CLASSES, in the order that vm/dispatch.hpp gives; return NIL.
Signals: type-error.
)doc", (Heap& heap, List classes)) {
  // Native code relies on the contents of this vector, so programs get no reference to it.
  Value kept = make_vector(heap, kBuiltInCount, nil());
  Value rest = classes;
  for (std::size_t i = 0; i < kBuiltInCount; ++i, rest = cdr(rest)) {
    if (!has_type(car(rest), Type::StructureType))
      signal_wrong_type(heap, "set-built-in-classes", car(rest), "a class");
    heap.store(as<Vector>(kept)->data[i], car(rest));
  }
  set_symbol_value(heap, Sym::built_in_classes, kept);
  return nil();
}

DEFUN(make_class, "make-class", "(name metaclass)", R"doc(
Return a new, empty class named NAME; METACLASS is the name of its metaclass.
)doc", (Heap& heap, SymbolArg name, SymbolArg metaclass)) {
  return to_value(make_structure_type(heap, name, metaclass));
}

DEFUN(set_class_named, "set-class-named", "(name class)", R"doc(
Make CLASS the class named NAME; if CLASS is NIL, remove the class named NAME. Return CLASS.
)doc", (Heap& heap, SymbolArg name, Value type)) {
  if (!is_nil(type) && !has_type(type, Type::StructureType))
    signal_wrong_type(heap, "(setf find-class)", type, {"a class or NIL", "(OR CLASS NULL)"});
  set_structure_type(heap, name, type);
  return type;
}

// Returns the field NAME of the class TYPE, for CLASS-FIELD and SET-CLASS.
Value* field_of(Heap& heap, Value type, Value name) {
  auto* c = as<StructureType>(type);
  const SymbolTable& s = *heap.symbols;
  if (name == s.symbol(Sym::k_name)) return &c->name;
  if (name == s.symbol(Sym::k_precedence)) return &c->ancestors;
  if (name == s.symbol(Sym::k_metaclass)) return &c->metaclass;
  if (name == s.symbol(Sym::k_parents)) return &c->parents;
  if (name == s.symbol(Sym::k_layout)) return &c->layout;
  if (name == s.symbol(Sym::k_details)) return &c->details;
  if (name == s.symbol(Sym::k_printer)) return &c->printer;
  if (name == s.symbol(Sym::k_documentation)) return &c->docstring;
  signal_wrong_type(heap, "class-field", name, {"the name of a field", "SYMBOL"});
  __builtin_unreachable();
}

DEFUN(class_field, "class-field", "(class field)", R"doc(
Return the value of FIELD of CLASS. FIELD: :NAME, :PRECEDENCE, :METACLASS, :PARENTS, :LAYOUT, :DETAILS, :PRINTER or :DOCUMENTATION.
)doc", (Heap& heap, ClassArg type, Value field)) {
  return *field_of(heap, type, field);
}

DEFUN(set_class_field, "set-class", "(class field value)", R"doc(
Set FIELD of CLASS, as in CLASS-FIELD, to VALUE; return VALUE.
)doc", (Heap& heap, ClassArg type, Value field, Value value)) {
  Value* place = field_of(heap, type, field);
  if (field == heap.symbols->symbol(Sym::k_precedence) ||
      field == heap.symbols->symbol(Sym::k_parents))
    for (Value v = value; is_cons(v); v = cdr(v))
      if (!has_type(car(v), Type::StructureType))
        signal_wrong_type(heap, "set-class", car(v), "a class");
  bool is_metaclass = place == &as<StructureType>(type)->metaclass;
  bool is_class = is_metaclass && has_type(value, Type::StructureType);
  if ((is_metaclass || place == &as<StructureType>(type)->name) && !is_symbol(value) && !is_class)
    signal_wrong_type(heap, "set-class", value, "a symbol");
  heap.store(*place, value);
  return value;
}

DEFUN(linearize, "linearize", "(class)", R"doc(
Return the class precedence list of CLASS. If CLASS has a single parent, the precedence list of the parent is used as it is.
Signals: an error if the orders of its superclasses contradict each other.
)doc", (Heap& heap, ClassArg type)) {
  return precedence_list(heap, type);
}

// ---- instances of standard classes: a structure with one slot, which holds the storage: a vector
// of the class layout at the time when the instance was made, and the slot values. If the class
// inherits from a structure class (METHOD), the slots of that one precede the storage.

// Returns the place of the storage of OBJECT; null if OBJECT is not an instance of a standard class.
Value* place_of_storage(Heap& heap, Value object) {
  object = instance_part(object);
  if (!has_type(object, Type::Structure)) return nullptr;
  auto* structure = as<Structure>(object);
  std::uint32_t length = structure->header.length;
  if (length < 2 || (length > 2 && holds_slots(heap, structure->type))) return nullptr;
  Value* place = structure->slots + (length - 2);
  return has_type(*place, Type::Vector) && as<Vector>(*place)->length() > 0 ? place : nullptr;
}
Value storage_of(Heap& heap, Value object) {
  Value* place = place_of_storage(heap, object);
  return place ? *place : kAbsent;
}

// Returns the location of the local slot NAME of OBJECT; null if OBJECT lacks the slot, is not an
// instance of a standard class, or was made before its class was redefined.
Value* slot_of(Heap& heap, Value object, Value name) {
  Value storage = storage_of(heap, object);
  if (storage == kAbsent) return nullptr;
  auto* values = as<Vector>(storage);
  Value layout = values->data[0];
  if (layout != as<StructureType>(as<Structure>(instance_part(object))->type)->layout)
    return nullptr;
  std::uint32_t place = 1;
  for (; is_cons(layout) && car(layout) != name; layout = cdr(layout)) ++place;
  return is_cons(layout) && place < values->length() ? values->data + place : nullptr;
}

DEFUN(slot_place, "slot-place", "(object name)", R"doc(
Return the index of the local slot NAME in the storage of OBJECT. Return NIL if OBJECT is not an instance of a standard
class, was made before its class was redefined, or has no such slot.
)doc", (Heap& heap, Value object, Value name)) {
  Value* slot = slot_of(heap, object, name);
  return slot ? fixnum(static_cast<std::size_t>(slot - as<Vector>(storage_of(heap, object))->data))
              : nil();
}

DEFUN(slot_ref, "slot-ref", "(object name)", R"doc(
Return the value of the slot NAME of OBJECT; the symbol UNBOUND if the slot is unbound or SLOT-PLACE returns NIL.
)doc", (Heap& heap, Value object, Value name)) {
  Value* slot = slot_of(heap, object, name);
  return slot ? *slot : heap.symbols->symbol(Sym::unbound);
}

DEFUN(slot_set, "slot-set", "(object name value)", R"doc(
Set the slot NAME of OBJECT to VALUE and return T; return NIL if SLOT-PLACE returns NIL.
)doc", (Heap& heap, Value object, Value name, Value value)) {
  Value* slot = slot_of(heap, object, name);
  if (slot) heap.store(*slot, value);
  return truth(slot != nullptr);
}

DEFUN(storage, "storage", "(instance)", R"doc(
Return the storage of INSTANCE, an instance of a standard class: a vector of its layout and its slot values.
Signals: type-error.
)doc", (Heap& heap, Value instance)) {
  Value storage = storage_of(heap, instance);
  if (storage == kAbsent)
    signal_wrong_type(heap, "storage", instance, {"a standard object", "STANDARD-OBJECT"});
  return storage;
}

DEFUN(make_instance_of, "make-instance-of", "(class &rest storage)", R"doc(
Return a new instance of CLASS, a standard class. STORAGE: its layout and its slot values.
Signals: type-error.
)doc", (Heap& heap, ClassArg type, Rest storage)) {
  Value held = make_vector(heap, storage.size(), fixnum(0));
  std::copy(storage.begin(), storage.end(), as<Vector>(held)->data);
  auto* instance = heap.allocate<Structure>(Type::Structure, sizeof(Header), 2, sizeof(Value));
  instance->type = type;
  instance->slots[0] = held;
  return to_value(instance);
}

DEFUN(change_instance, "change-instance", "(instance class storage)", R"doc(
Change INSTANCE, an instance of a standard class, to an instance of CLASS with STORAGE; return it.
Signals: type-error.
)doc", (Heap& heap, Value instance, ClassArg type, Value storage)) {
  Value* place = place_of_storage(heap, instance);
  if (!place)
    signal_wrong_type(heap, "change-class", instance, {"a standard object", "STANDARD-OBJECT"});
  heap.store(as<Structure>(instance_part(instance))->type, type);
  heap.store(*place, storage);
  return instance;
}

// ---- generic functions

DEFUN(make_generic, "make-generic", "(function &optional instance plain)", R"doc(
Return a generic function that calls FUNCTION for arguments that REMEMBER-DISPATCH has not recorded.
FUNCTION: a function that closes over no variables.
INSTANCE: an instance of the class that the function is to have, whose slots become its slots; NIL: STANDARD-GENERIC-FUNCTION.
PLAIN: true if that class is not a subclass of GENERIC-FUNCTION.
Signals: type-error.
)doc", (Heap& heap, Value function, std::optional<Value> instance, std::optional<Value> plain)) {
  if (!has_type(function, Type::Closure) || header_of(function)->length != 1)
    signal_wrong_type(heap, "make-generic", function, "a function");
  Value part = instance.value_or(nil());
  if (!is_nil(part) && (!has_type(part, Type::Structure) || storage_of(heap, part) == kAbsent))
    signal_wrong_type(heap, "make-generic", part, {"a standard object", "STANDARD-OBJECT"});
  return make_generic_function(heap, function, part, !is_nil(plain.value_or(nil())));
}

Value generic_argument(Heap& heap, const char* name, Value v) {
  if (!is_generic_function(v)) signal_wrong_type(heap, name, v, "a generic function");
  return v;
}

DEFUN(funcallable_instance_p, "funcallable-instance-p", "(object)", R"doc(
Return T if OBJECT is a function that is an instance of a program's class, else NIL.
Example: (funcallable-instance-p #'print-object) => NIL
)doc", (Value object)) {
  return truth(is_funcallable_instance(object));
}

DEFUN(forget_dispatch, "clear-dispatch", "(generic places named)", R"doc(
Clear the dispatch cache of GENERIC; return NIL.
PLACES: a list of the positions of the arguments whose classes select a method.
NAMED: an EQL table from each object that an EQL specializer names to a cons of its own, or NIL.
Signals: type-error.
)doc", (Heap& heap, Value generic, ProperList places, Value named)) {
  if (!is_nil(named) && !has_type(named, Type::HashTable))
    signal_wrong_type(heap, "clear-dispatch", named, {"a hash table", "HASH-TABLE"});
  for (Value p = places; is_cons(p); p = cdr(p))
    if (!car(p).is_fixnum() || car(p).fixnum() < 0)
      signal_wrong_type(heap, "clear-dispatch", car(p), "a non-negative integer");
  clear_dispatch(heap, generic_argument(heap, "clear-dispatch", generic), places, named);
  return nil();
}

DEFUN(remember_dispatch_, "remember-dispatch", "(generic function arguments)", R"doc(
Record that GENERIC calls FUNCTION for arguments of the same classes as those in the list ARGUMENTS; return FUNCTION.
Signals: type-error.
)doc", (Heap& heap, Value generic, Function function, ProperList list)) {
  ValueVector arguments(heap);
  for (Value rest = list; is_cons(rest); rest = cdr(rest)) arguments.push(car(rest));
  remember_dispatch(heap, generic_argument(heap, "remember-dispatch", generic), function,
                    {arguments.begin(), arguments.size()});
  return function;
}

}  // namespace

}  // namespace winnow
