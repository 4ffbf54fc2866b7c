// The types of structures, conditions and objects: classes, of which lib/clos makes the rest.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// A new class called NAME, itself its only ancestor; METACLASS is the name of its class. The rest
// is NIL.
StructureType* make_structure_type(Heap& heap, Value name, Value metaclass);

// TYPE and all classes above it in the order of the standard (4.3.5): each before its parents, and
// those as it names them. Signals an error if there is no such order.
Value precedence_list(Heap& heap, Value type);

// Makes PARENTS, a list of classes, the direct superclasses of TYPE, which inherits from all that
// they inherit from.
void set_parents(Heap& heap, StructureType& type, Value parents);

// The structure type named by SYMBOL, or NIL.
Value structure_type_named(Heap& heap, Value symbol);
// May a declaration begin with KIND: a name of the standard's, a type, or what was proclaimed to be
// one?
bool is_declaration(Heap& heap, Value kind);
void set_structure_type(Heap& heap, Value symbol, Value type);

// True if V is a structure or condition of TYPE or of a type that includes it.
bool is_instance(Value v, Value type);

// Do objects of TYPE hold the values of their slots themselves? Instances of standard classes hold
// one vector instead.
bool holds_slots(const Heap& heap, Value type);

// An object of DEFSTRUCT, not an instance of a class or a condition.
bool is_structure_object(const Heap& heap, Value v);

// The name of the file that V, a pathname (lib/io/pathnames.lisp), tells of; kAbsent of anything else.
Value file_named_by(const Heap& heap, Value v);

}  // namespace winnow
