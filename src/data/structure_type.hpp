// Classes of structures, conditions and standard objects: the part in C++. The rest is in lib/clos.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// A new class NAME without superclasses. METACLASS: the name of its class. Other fields are NIL.
StructureType* make_structure_type(Heap& heap, Value name, Value metaclass);

// The class precedence list of TYPE (4.3.5): a topological order of TYPE and its superclasses.
// Signals an error if such an order does not exist.
Value precedence_list(Heap& heap, Value type);

// Makes PARENTS, a list of classes, the direct superclasses of TYPE.
void set_parents(Heap& heap, StructureType& type, Value parents);

// The class named by SYMBOL, or NIL.
Value structure_type_named(Heap& heap, Value symbol);
// Is SPECIFIER, a proper list, a declaration that the standard or a proclamation defines? (3.3)
bool is_declaration(Heap& heap, Value specifier);
void set_structure_type(Heap& heap, Value symbol, Value type);

// Is V an instance of TYPE or of a subclass of it?
bool is_instance(Value v, Value type);

// Do instances of TYPE contain the values of their slots? (Instances of standard classes contain a
// vector of them.)
bool holds_slots(const Heap& heap, Value type);

// Is V a structure made by DEFSTRUCT, not a condition or a standard object?
bool is_structure_object(const Heap& heap, Value v);

// The namestring of V if it is a pathname (lib/io/pathnames.lisp); else kAbsent.
Value file_named_by(const Heap& heap, Value v);

// The function that prints the structures and conditions of TYPE: its own or that of the nearest
// ancestor that has one; else NIL.
Value printer_of(const StructureType* type);

}  // namespace winnow
