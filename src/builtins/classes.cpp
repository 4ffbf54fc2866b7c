// Classes and the dispatch of generic functions: what lib/clos is made of.
#include <bit>

#include "builtins/builtin.hpp"
#include "core/equality.hpp"

namespace winnow {

using ClassArg = Checked<21>;

template <>
struct From<ClassArg> {
  static ClassArg get(Arguments& a, Value v) {
    if (!has_type(v, Type::StructureType)) a.wrong(v, {"a class", "CLASS"});
    return {v};
  }
};

namespace {

// The built-in classes, in the order of the vector in %*BUILT-IN-CLASSES*.
enum class BuiltIn : std::uint8_t {
  Null,
  Cons,
  Symbol,
  Integer,
  Ratio,
  Float,
  Complex,
  Character,
  String,
  BitVector,
  Vector,
  Array,
  Function,
  GenericFunction,
  HashTable,
  Package,
  FileStream,
  StringStream,
  TwoWayStream,
  EchoStream,
  BroadcastStream,
  ConcatenatedStream,
  SynonymStream,
  Stream,
  RandomState,
  Readtable,
  Other
};

BuiltIn built_in_kind(Value v) {
  if (v.is_fixnum()) return BuiltIn::Integer;
  if (v.is_immediate_double() || v.is_single()) return BuiltIn::Float;
  if (v.is_character()) return BuiltIn::Character;
  if (is_nil(v)) return BuiltIn::Null;
  if (v.is_list()) return BuiltIn::Cons;
  if (v.is_symbol_object()) return BuiltIn::Symbol;
  switch (header_of(v)->type) {
    case Type::Bignum: return BuiltIn::Integer;
    case Type::Ratio: return BuiltIn::Ratio;
    case Type::Double: return BuiltIn::Float;
    case Type::Complex: return BuiltIn::Complex;
    case Type::String: return BuiltIn::String;
    case Type::BitVector: return BuiltIn::BitVector;
    case Type::Vector: return BuiltIn::Vector;
    case Type::Array:
      if (is_bit_vector(v)) return BuiltIn::BitVector;
      return is_string(v) ? BuiltIn::String : is_vector(v) ? BuiltIn::Vector : BuiltIn::Array;
    case Type::Closure:
      return is_generic_function(v) ? BuiltIn::GenericFunction : BuiltIn::Function;
    case Type::Builtin: return BuiltIn::Function;
    case Type::HashTable: return BuiltIn::HashTable;
    case Type::Package: return BuiltIn::Package;
    case Type::Stream: {
      auto first = static_cast<int>(BuiltIn::FileStream);
      return static_cast<BuiltIn>(first + as<StreamObject>(v)->kind());
    }
    case Type::RandomState: return BuiltIn::RandomState;
    case Type::Readtable: return BuiltIn::Readtable;
    default: return BuiltIn::Other;
  }
}

Value class_of_value(Heap& heap, Value v) {
  if (has_type(v, Type::Structure)) return as<Structure>(v)->type;
  if (has_type(v, Type::StructureType))
    return structure_type_named(heap, as<StructureType>(v)->metaclass);
  Value classes = symbol_value(heap, Sym::built_in_classes);
  auto kind = static_cast<std::uint32_t>(built_in_kind(v));
  bool known = has_type(classes, Type::Vector) && kind < as<Vector>(classes)->length();
  return known ? as<Vector>(classes)->data[kind] : nil();
}

DEFUN(class_of, "class-of", "(object)", R"doc(
Return the class of OBJECT.
Example: (class-name (class-of 'a)) => SYMBOL
)doc", (Heap& heap, Value object)) {
  return class_of_value(heap, object);
}

DEFUN(make_class, "%make-class", "(name metaclass)", R"doc(
Return a new class called NAME without any contents; METACLASS is the name of its class.
)doc", (Heap& heap, SymbolArg name, SymbolArg metaclass)) {
  return to_value(make_structure_type(heap, name, metaclass));
}

DEFUN(set_class_named, "%set-class-named", "(name class)", R"doc(
Make CLASS, or no class if it is NIL, the one that NAME names; return CLASS.
)doc", (Heap& heap, SymbolArg name, Value type)) {
  if (!is_nil(type) && !has_type(type, Type::StructureType))
    signal_wrong_type(heap, "(setf find-class)", type, {"a class or NIL", "(OR CLASS NULL)"});
  set_structure_type(heap, name, type);
  return type;
}

// The fields that Lisp reads and writes, by name.
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
  signal_wrong_type(heap, "%class", name, "the name of a field");
  __builtin_unreachable();
}

DEFUN(class_field, "%class", "(class field)", R"doc(
Return what CLASS has in FIELD: :NAME, :PRECEDENCE, :METACLASS, :PARENTS, :LAYOUT, :DETAILS, :PRINTER or :DOCUMENTATION.
)doc", (Heap& heap, ClassArg type, Value field)) {
  return *field_of(heap, type, field);
}

DEFUN(set_class_field, "%set-class", "(class field value)", R"doc(
Make VALUE what CLASS has in FIELD, as %CLASS returns it; return VALUE.
)doc", (Heap& heap, ClassArg type, Value field, Value value)) {
  Value* place = field_of(heap, type, field);
  if (field == heap.symbols->symbol(Sym::k_precedence) ||
      field == heap.symbols->symbol(Sym::k_parents))
    for (Value v = value; is_cons(v); v = cdr(v))
      if (!has_type(car(v), Type::StructureType))
        signal_wrong_type(heap, "%set-class", car(v), {"a class", "CLASS"});
  if ((place == &as<StructureType>(type)->name || place == &as<StructureType>(type)->metaclass) &&
      !is_symbol(value))
    signal_wrong_type(heap, "%set-class", value, "a symbol");
  heap.store(*place, value);
  return value;
}

// ---- instances of standard classes: a structure with one slot, a vector of the layout with which
// it was made and the values

Value storage_of(Value object) {
  if (!has_type(object, Type::Structure) || as<Structure>(object)->header.length != 2)
    return kAbsent;
  Value storage = as<Structure>(object)->slots[0];
  bool whole = has_type(storage, Type::Vector) && as<Vector>(storage)->length() > 0;
  return whole ? storage : kAbsent;
}

DEFUN(slot_place, "%slot-place", "(object name)", R"doc(
Return the place of the slot NAME in the storage of OBJECT, an instance of a standard class; NIL if it is none, is not
up to date with its class, or has no such slot of its own.
)doc", (Value object, Value name)) {
  Value storage = storage_of(object);
  if (storage == kAbsent) return nil();
  Value layout = as<Vector>(storage)->data[0];
  if (layout != as<StructureType>(as<Structure>(object)->type)->layout) return nil();
  std::uint32_t place = 1;
  for (; is_cons(layout) && car(layout) != name; layout = cdr(layout)) ++place;
  return is_cons(layout) && place < as<Vector>(storage)->length() ? fixnum(place) : nil();
}

DEFUN(storage, "%storage", "(instance)", R"doc(
Return the storage of INSTANCE, an instance of a standard class: a vector of the layout and the values of the slots.
Signals: type-error.
)doc", (Heap& heap, Value instance)) {
  Value storage = storage_of(instance);
  if (storage == kAbsent)
    signal_wrong_type(heap, "%storage", instance, {"a standard object", "STANDARD-OBJECT"});
  return storage;
}

DEFUN(change_instance, "%change-instance", "(instance class storage)", R"doc(
Make INSTANCE, an instance of a standard class, one of CLASS with STORAGE; return it.
Signals: type-error.
)doc", (Heap& heap, Value instance, ClassArg type, Value storage)) {
  if (storage_of(instance) == kAbsent)
    signal_wrong_type(heap, "change-class", instance, {"a standard object", "STANDARD-OBJECT"});
  heap.store(as<Structure>(instance)->type, type);
  heap.store(as<Structure>(instance)->slots[0], storage);
  return instance;
}

// ---- generic functions

DEFUN(make_generic, "%make-generic", "(function)", R"doc(
Mark FUNCTION, a closure, as a generic function, and return it.
Signals: type-error.
)doc", (Heap& heap, Value function)) {
  if (!has_type(function, Type::Closure))
    signal_wrong_type(heap, "%make-generic", function, {"a function", "FUNCTION"});
  header_of(function)->flags = Closure::kGeneric;
  return function;
}

// A cache is a vector: the number of arguments that count, N; a list of the objects that EQL
// specializers name; the number of rows, a power of two; the places of those arguments; then rows
// of N keys and a function, found by open addressing.
constexpr std::size_t kPlaces = 3;
constexpr std::size_t kMostKeys = 16;

struct Cache {
  Vector* row;
  std::size_t count;
  std::size_t rows;
  Value place(std::size_t i) const { return row->data[kPlaces + i]; }
  Value* entry(std::size_t i) const { return row->data + kPlaces + count + i * (count + 1); }
};

bool open_cache(Value v, Cache& cache) {
  if (!has_type(v, Type::Vector) || as<Vector>(v)->length() < kPlaces) return false;
  cache.row = as<Vector>(v);
  Value count = cache.row->data[0];
  Value rows = cache.row->data[2];
  if (!count.is_fixnum() || !rows.is_fixnum()) return false;
  cache.count = static_cast<std::size_t>(count.fixnum());
  cache.rows = static_cast<std::size_t>(rows.fixnum());
  return cache.count <= kMostKeys && cache.rows <= Heap::kMaxLength &&
         std::has_single_bit(cache.rows) &&
         kPlaces + cache.count + cache.rows * (cache.count + 1) <= cache.row->length();
}

// The row of ARGUMENTS: where they are, or, if FOUND stays false, where they may be put; null if
// there is no room.
struct Keys {
  Keys() {}  // not cleared: that would cost as much as the search
  union {
    Value values[kMostKeys];
  };
};

Value* row_of(Heap& heap, const Cache& cache, std::span<const Value> arguments, Keys& keys_made,
              bool& found) {
  Value* keys = keys_made.values;
  std::uint64_t hash = 0;
  Value named = cache.row->data[1];
  for (std::size_t i = 0; i < cache.count; ++i) {
    Value place = cache.place(i);
    if (!place.is_fixnum() || static_cast<std::uint64_t>(place.fixnum()) >= arguments.size())
      return nullptr;
    Value v = arguments[static_cast<std::size_t>(place.fixnum())];
    bool by_itself = false;
    for (Value e = named; is_cons(e) && !by_itself; e = cdr(e)) by_itself = eql(car(e), v);
    keys[i] = by_itself ? v : class_of_value(heap, v);
    hash = hash * 31 + (by_itself ? eql_hash(v) : keys[i].bits >> 4);
  }
  std::size_t mask = cache.rows - 1;
  std::size_t at = (hash ^ hash >> 7) & mask;
  for (std::size_t tried = 0; tried < cache.rows; ++tried, at = (at + 1) & mask) {
    Value* entry = cache.entry(at);
    if (is_nil(entry[cache.count])) return entry;
    std::size_t same = 0;
    while (same < cache.count && (entry[same] == keys[same] || eql(entry[same], keys[same])))
      ++same;
    found = same == cache.count;
    if (found) return entry;
  }
  return nullptr;
}

DEFUN(dispatch, "%dispatch", "(generic &rest arguments)", R"doc(
Return the function that the cache of GENERIC, a structure whose first slot it is, has for ARGUMENTS; NIL if it has none.
)doc", (Heap& heap, Value generic, Rest arguments)) {
  Cache cache;
  if (!has_type(generic, Type::Structure) || header_of(generic)->length < 2 ||
      !open_cache(as<Structure>(generic)->slots[0], cache))
    return nil();
  bool found = false;
  Keys keys;
  Value* row = row_of(heap, cache, {arguments.begin(), arguments.size()}, keys, found);
  return found ? row[cache.count] : nil();
}

DEFUN(remember_dispatch, "%remember-dispatch", "(cache function arguments)", R"doc(
Put FUNCTION into CACHE for the list ARGUMENTS; NIL if there is no room.
)doc", (Heap& heap, Value v, Value function, ProperList list)) {
  Cache cache;
  ValueVector arguments(heap);
  for (Value rest = list; is_cons(rest); rest = cdr(rest)) arguments.push(car(rest));
  bool found = false;
  Keys keys;
  Value* row = open_cache(v, cache)
                   ? row_of(heap, cache, {arguments.begin(), arguments.size()}, keys, found)
                   : nullptr;
  if (row == nullptr) return nil();
  for (std::size_t i = 0; i < cache.count; ++i) heap.store(row[i], keys.values[i]);
  heap.store(row[cache.count], function);
  return t();
}

}  // namespace

}  // namespace winnow
