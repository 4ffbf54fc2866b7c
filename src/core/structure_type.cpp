#include "core/structure_type.hpp"

#include "core/list.hpp"
#include "core/string.hpp"
#include "core/symbol.hpp"

namespace winnow {

StructureType* make_structure_type(Heap& heap, Value name, Value metaclass) {
  auto* type = heap.allocate<StructureType>(Type::StructureType, sizeof(StructureType));
  for (Value* v = &type->name; v < &type->name + StructureType::kFields; ++v) *v = nil();
  // One after the other, so that the classes of a program lie in different rows.
  static std::uint16_t next_hash = 0;
  type->header.aux = next_hash;
  next_hash = static_cast<std::uint16_t>(next_hash + StructureType::kHashStep);
  type->name = name;
  type->metaclass = metaclass;
  heap.store(type->ancestors, heap.cons(to_value(type), nil()));
  return type;
}

void set_parents(Heap& heap, StructureType& type, Value parents) {
  ListBuilder ancestors(heap);
  ancestors.add(to_value(&type));
  for (Value p = parents; is_cons(p); p = cdr(p))
    for (Value a = as<StructureType>(car(p))->ancestors; is_cons(a); a = cdr(a))
      if (!memq(car(a), ancestors.list())) ancestors.add(car(a));
  heap.store(type.ancestors, ancestors.list());
  heap.store(type.parents, parents);
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

bool is_instance(Value v, Value type) {
  if (!has_type(v, Type::Structure)) return false;
  Value own = as<Structure>(v)->type;
  return own == type || memq(type, as<StructureType>(own)->ancestors);
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

}  // namespace winnow
