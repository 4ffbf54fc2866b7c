#include "data/structure_type.hpp"

#include <algorithm>

#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

StructureType* make_structure_type(Heap& heap, Value name, Value metaclass) {
  auto* type = heap.allocate<StructureType>(Type::StructureType, sizeof(StructureType));
  for (Value* v = &type->name; v < &type->name + StructureType::kFields; ++v) *v = nil();
  // Consecutive hashes, so that the classes of a program use different rows of dispatch tables.
  static std::uint16_t next_hash = 0;
  type->header.aux = next_hash;
  next_hash = static_cast<std::uint16_t>(next_hash + StructureType::kHashStep);
  type->name = name;
  type->metaclass = metaclass;
  heap.store(type->ancestors, heap.cons(to_value(type), nil()));
  return type;
}

namespace {

Value parents_of(Value type) { return as<StructureType>(type)->parents; }

// Must C follow a class in LEFT? It follows each class in ALL whose first direct superclass it is,
// and each direct superclass that a class in ALL lists immediately before it.
bool waits(Value c, Value left, Value all) {
  for (Value k = all; is_cons(k); k = cdr(k)) {
    Value before = car(k);
    for (Value p = parents_of(car(k)); is_cons(p); before = car(p), p = cdr(p))
      if (car(p) == c && memq(before, left)) return true;
  }
  return false;
}

// The next class of the precedence list after DONE (in reverse order): among the candidates the one
// with a direct subclass that is rightmost in the list so far.
Value next_in_order(Value done, Value left, Value all) {
  for (; is_cons(done); done = cdr(done))
    for (Value p = parents_of(car(done)); is_cons(p); p = cdr(p))
      if (memq(car(p), left) && !waits(car(p), left, all)) return car(p);
  return kAbsent;
}

}  // namespace

Value precedence_list(Heap& heap, Value type) {
  Value parents = parents_of(type);
  if (is_nil(parents)) return list_of(heap, {type});
  if (is_nil(cdr(parents))) return heap.cons(type, as<StructureType>(car(parents))->ancestors);
  ListBuilder all(heap);
  all.add(type);
  for (Value k = all.list(); is_cons(k); k = cdr(k))
    for (Value p = parents_of(car(k)); is_cons(p); p = cdr(p))
      if (!memq(car(p), all.list())) all.add(car(p));
  ListBuilder result(heap);
  result.add(type);
  Value done = list_of(heap, {type});
  for (Value left = cdr(all.list()); is_cons(left);) {
    Value next = next_in_order(done, left, all.list());
    if (next == kAbsent)
      signal_error(heap, ConditionKind::simple_error,
                   "The superclasses of ~S contradict each other in their order",
                   {as<StructureType>(type)->name});
    result.add(next);
    done = heap.cons(next, done);
    left = without(heap, next, left);
  }
  return result.list();
}

void set_parents(Heap& heap, StructureType& type, Value parents) {
  heap.store(type.parents, parents);
  heap.store(type.ancestors, precedence_list(heap, to_value(&type)));
}

Value structure_type_named(Heap& heap, Value symbol) {
  Value type = get_property(heap, symbol, heap.symbols->symbol(Sym::structure_type));
  return has_type(type, Type::StructureType) ? type : nil();
}

void set_structure_type(Heap& heap, Value symbol, Value type) {
  if (Value old = structure_type_named(heap, symbol); !is_nil(old) && old != type)
    as<StructureType>(old)->header.flags |= StructureType::kReplaced;
  put_property(heap, symbol, heap.symbols->symbol(Sym::structure_type), type);
}

namespace {

// Is V an OPTIMIZE quality of the standard, or a list of one and a value from 0 to 3?
bool is_quality(const SymbolTable& symbols, Value v) {
  if (is_cons(v)) {
    Value value = second(v);
    if (!is_nil(cdr(cdr(v))) || !value.is_fixnum() || value.fixnum() < 0 || value.fixnum() > 3)
      return false;
    v = car(v);
  }
  constexpr Sym kQualities[] = {Sym::speed, Sym::space, Sym::safety, Sym::debug,
                                Sym::compilation_speed};
  return std::ranges::any_of(kQualities, [&](Sym s) { return v == symbols.symbol(s); });
}

bool is_declaration_identifier(Heap& heap, Value kind) {
  const SymbolTable& s = *heap.symbols;
  if (!is_symbol(kind)) return is_cons(kind);
  return as_symbol(kind)->package == s.common_lisp_package() ||
         !is_nil(structure_type_named(heap, kind)) ||
         !is_nil(get_property(heap, kind, s.symbol(Sym::type_expander))) ||
         !is_nil(get_property(heap, kind, s.symbol(Sym::declaration)));
}

}  // namespace

bool is_declaration(Heap& heap, Value specifier) {
  const SymbolTable& s = *heap.symbols;
  Value kind = car(specifier);
  Value arguments = cdr(specifier);
  if (kind == s.symbol(Sym::optimize)) {
    while (is_cons(arguments) && is_quality(s, car(arguments))) arguments = cdr(arguments);
    return is_nil(arguments);
  }
  if (kind == s.symbol(Sym::type) || kind == s.symbol(Sym::ftype)) return is_cons(arguments);
  return is_declaration_identifier(heap, kind);
}

bool is_instance(Value v, Value type) {
  v = instance_part(v);
  if (!has_type(v, Type::Structure)) return false;
  Value own = as<Structure>(v)->type;
  return own == type || memq(type, as<StructureType>(own)->ancestors);
}

bool holds_slots(const Heap& heap, Value type) {
  Value metaclass = as<StructureType>(type)->metaclass;
  return is_symbol(metaclass) && metaclass != heap.symbols->symbol(Sym::standard_class) &&
         metaclass != heap.symbols->symbol(Sym::forward_referenced_class);
}

bool is_structure_object(const Heap& heap, Value v) {
  return has_type(v, Type::Structure) && as<StructureType>(as<Structure>(v)->type)->metaclass ==
                                             heap.symbols->symbol(Sym::structure_class);
}

Value file_named_by(const Heap& heap, Value v) {
  if (!has_type(v, Type::Structure) || header_of(v)->length < 2) return kAbsent;
  auto* s = as<Structure>(v);
  for (Value a = as<StructureType>(s->type)->ancestors; is_cons(a); a = cdr(a))
    if (as<StructureType>(car(a))->name == heap.symbols->symbol(Sym::pathname))
      return is_string(s->slots[0]) ? s->slots[0] : kAbsent;
  return kAbsent;
}

Value printer_of(const StructureType* type) {
  Value printer = nil();
  for (Value a = type->ancestors; is_cons(a) && is_nil(printer); a = cdr(a))
    printer = as<StructureType>(car(a))->printer;
  return printer;
}

}  // namespace winnow
