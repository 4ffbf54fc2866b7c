// Primitives for DEFSTRUCT and DEFINE-CONDITION.
#include "builtins/builtin.hpp"
#include "data/structure_type.hpp"

namespace winnow {

namespace {

// Tests whether TYPE, which may be NIL, is of the same kind and has the same PARENTS and slot names.
bool same_shape(Value type, Value parents, Value slots, Value condition) {
  if (is_nil(type)) return false;
  auto* t = as<StructureType>(type);
  if (is_nil(t->is_condition) != is_nil(condition)) return false;
  Value p = t->parents;
  for (; is_cons(p) && is_cons(parents); p = cdr(p), parents = cdr(parents))
    if (car(parents) != car(p)) return false;
  Value s = t->slots;
  for (; is_cons(s) && is_cons(slots); s = cdr(s), slots = cdr(slots))
    if (car(car(s)) != car(car(slots))) return false;
  return is_nil(p) && is_nil(parents) && is_nil(s) && is_nil(slots);
}

DEFUN(make_structure_type, "make-structure-type", "(name parents slots docstring condition-p)", R"doc(
Define or redefine the structure or condition type NAME; return it. It remains the same object if its parents and slots are
the same as before.
PARENTS: a list of type names.
SLOTS: a list of (name initform-function type initform read-only), inherited slots first; for a condition, a list of
(name initform-function type initform initargs cell). CELL: for a shared slot, a list of its value.
Signals: an error if a parent is unknown, or if a structure type has a condition type as parent, or the reverse.
)doc", (Heap& heap, SymbolArg name, ProperList parents, ProperList slots, Value docstring, Value condition)) {
  ListBuilder direct(heap);
  for (Value p = parents; is_cons(p); p = cdr(p)) {
    Value parent = is_symbol(car(p)) ? structure_type_named(heap, car(p)) : nil();
    if (is_nil(parent))
      signal_error(heap, ConditionKind::simple_error,
                   "~S does not name a structure or condition type", {car(p)});
    if (is_nil(as<StructureType>(parent)->is_condition) != is_nil(condition))
      signal_error(heap, ConditionKind::simple_error,
                   is_nil(condition) ? "~S is a condition type: ~S cannot include it"
                                     : "~S is not a condition type: ~S cannot inherit from it",
                   {car(p), name});
    direct.add(parent);
  }
  if (Value known = structure_type_named(heap, name);
      same_shape(known, direct.list(), slots, condition)) {
    heap.store(as<StructureType>(known)->slots, slots);
    heap.store(as<StructureType>(known)->docstring, docstring);
    return known;
  }
  const char* metaclass = is_nil(condition) ? "STRUCTURE-CLASS" : "CONDITION-CLASS";
  StructureType* type = make_structure_type(heap, name, heap.symbols->intern(metaclass));
  heap.store(type->slots, slots);
  heap.store(type->docstring, docstring);
  heap.store(type->is_condition, condition);
  set_parents(heap, *type, direct.list());
  set_structure_type(heap, name, to_value(type));
  return to_value(type);
}

StructureType* type_argument(Heap& heap, Value name) {
  Value type = has_type(name, Type::StructureType) ? name
               : is_symbol(name)                   ? structure_type_named(heap, name)
                                                   : nil();
  if (is_nil(type))
    signal_error(heap, ConditionKind::simple_error,
                 "~S does not name a structure or condition type", {name});
  return as<StructureType>(type);
}

DEFUN(structure_type_p, "structure-type", "(name)", R"doc(
Return the structure or condition type NAME, or NIL if there is none.
Example: (structure-type 'no-such-type) => NIL
)doc", (Heap& heap, SymbolArg name)) {
  return structure_type_named(heap, name);
}

DEFUN(structure_type_slots, "structure-type-slots", "(name)", R"doc(
Return the slots of the structure type NAME: a list of (name initform-function type initform read-only).
)doc", (Heap& heap, Value name)) {
  return type_argument(heap, name)->slots;
}

DEFUN(structure_type_ancestors, "structure-type-ancestors", "(name)", R"doc(
Return a list of the names of the structure type NAME and of the types that it includes.
Example: (car (structure-type-ancestors 'error)) => ERROR
)doc", (Heap& heap, Value name)) {
  ListBuilder names(heap);
  for (Value a = type_argument(heap, name)->ancestors; is_cons(a); a = cdr(a))
    names.add(as<StructureType>(car(a))->name);
  return names.list();
}

DEFUN(set_structure_printer, "set-structure-printer", "(name printer report)", R"doc(
Set the printer and the report of the structure or condition type NAME; return NAME.
PRINTER: a function of the object, a stream and a depth, or NIL.
REPORT: for conditions, a function of the condition and a stream, a string, or NIL.
)doc", (Heap& heap, Value name, Value printer, Value report)) {
  StructureType* type = type_argument(heap, name);
  heap.store(type->printer, printer);
  heap.store(type->report, report);
  return name;
}

DEFUN(make_structure, "make-structure", "(type &rest slots)", R"doc(
Return a new structure of TYPE (a name or a type) with the slot values SLOTS.
Signals: an error if TYPE names a standard class.
)doc", (Heap& heap, Value type, Rest slots)) {
  Value t = to_value(type_argument(heap, type));
  if (is_symbol(type) && !holds_slots(heap, t))
    signal_error(heap, ConditionKind::simple_error, "~S is a standard class, not a structure type",
                 {type});
  // A condition gets all slots of its type, also if an old structure constructor of the same name
  // passes fewer values.
  std::size_t count = slots.size();
  if (!is_nil(as<StructureType>(t)->is_condition))
    count = std::max(count, list_length(as<StructureType>(t)->slots)) + kPlaceWords;
  auto* s = heap.allocate<Structure>(Type::Structure, sizeof(Header), 1 + count, sizeof(Value));
  s->type = t;
  std::fill(std::copy(slots.begin(), slots.end(), s->slots), s->slots + count, nil());
  return to_value(s);
}

// Tests whether V is a structure or condition of TYPE (NIL: of any type) with numbered slots.
bool has_slots_of(Heap& heap, Value v, Value type) {
  if (!has_type(v, Type::Structure)) return false;
  return is_nil(type) || (is_instance(v, to_value(type_argument(heap, type))) &&
                          holds_slots(heap, to_value(type_argument(heap, type))));
}

Structure* checked_structure(Heap& heap, Value object, Value type, Index index,
                             const char* accessor) {
  if (!has_slots_of(heap, object, type)) {
    bool is_instance_of_class =
        has_type(object, Type::Structure) && !holds_slots(heap, as<Structure>(object)->type);
    std::string expected = "a structure";
    if (!is_nil(type) && is_symbol(type) && !is_instance_of_class) {
      std::string word = utf8_of(as<String>(as_symbol(type)->name));
      expected = (word.find_first_of("AEIO") == 0 ? "an " : "a ") + word;
    }
    bool is_old = is_symbol(type) && has_type(object, Type::Structure) && !is_instance_of_class &&
                  as<StructureType>(as<Structure>(object)->type)->name == type;
    signal_error(heap, ConditionKind::type_error,
                 is_old ? "~A: expected ~A, got ~S, made before that was redefined"
                        : "~A: expected ~A, got ~S",
                 {operation_named(heap, accessor), make_string(heap, expected), object},
                 {object, is_nil(type) ? heap.symbols->intern("STRUCTURE-OBJECT") : type});
  }
  if (index.n >= slot_count(as<Structure>(object)))
    signal_error(heap, ConditionKind::simple_error,
                 "~S has no slot number ~D (its type was redefined)", {object, fixnum(index.n)});
  return as<Structure>(object);
}

DEFUN(structure_ref, "structure-ref", "(object type index)", R"doc(
Return slot INDEX of OBJECT, a structure of TYPE (NIL: of any type).
Signals: type-error.
)doc", (Heap& heap, Value object, Value type, Index index)) {
  return checked_structure(heap, object, type, index, "structure-ref")->slots[index];
}

DEFUN(structure_set, "structure-set", "(object type index value)", R"doc(
Store VALUE in slot INDEX of OBJECT, a structure of TYPE (NIL: of any type), and return VALUE.
Signals: type-error.
)doc", (Heap& heap, Value object, Value type, Index index, Value value)) {
  heap.store(checked_structure(heap, object, type, index, "structure-set")->slots[index], value);
  return value;
}

DEFUN(structure_p, "structure-p", "(object type)", R"doc(
Return T if OBJECT is a structure or condition of TYPE or of a type that includes it, else NIL. TYPE: NIL for any type.
Example: (structure-p 1 'error) => NIL
)doc", (Heap& heap, Value object, Value type)) {
  if (is_nil(type)) return truth(has_type(object, Type::Structure));
  Value known = is_symbol(type) ? structure_type_named(heap, type) : type;
  return truth(!is_nil(known) && is_instance(object, known));
}

DEFUN(structure_type_of, "structure-type-name", "(object)", R"doc(
Return the name of the type of OBJECT, a structure or condition.
Signals: type-error.
)doc", (Heap& heap, Value object)) {
  if (!has_type(object, Type::Structure))
    signal_wrong_type(heap, "type-of", object, {"a structure", "STRUCTURE-OBJECT"});
  return as<StructureType>(as<Structure>(object)->type)->name;
}

DEFUN(copy_structure, "copy-structure", "(structure)", R"doc(
Return a copy of STRUCTURE; the values of its slots are shared.
Signals: type-error unless STRUCTURE is a structure.
Example: (progn (defstruct town size) (let ((a (make-town :size 1))) (list (equalp a (copy-structure a)) (eq a (copy-structure a))))) => (T NIL)
)doc", (Heap& heap, Value structure)) {
  if (!has_type(structure, Type::Structure))
    signal_wrong_type(heap, "copy-structure", structure, {"a structure", "STRUCTURE-OBJECT"});
  std::uint32_t n = as<Structure>(structure)->header.length;
  auto* copy = heap.allocate<Structure>(Type::Structure, sizeof(Header), n, sizeof(Value));
  copy->type = as<Structure>(structure)->type;
  std::copy_n(as<Structure>(structure)->slots, n - 1, copy->slots);
  return to_value(copy);
}

}  // namespace

}  // namespace winnow
