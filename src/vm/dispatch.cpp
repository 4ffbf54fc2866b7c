#include "vm/dispatch.hpp"

#include "data/array.hpp"
#include "data/hash_table.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "data/symbol.hpp"
#include "heap/list.hpp"
#include "number/number.hpp"

namespace winnow {

constinit const std::array<std::uint8_t, 256> built_in_of_type = [] {
  std::array<std::uint8_t, 256> kinds{};
  kinds.fill(kNoBuiltIn);
  std::size_t type = 0;
#define HEAP_TYPE(name, extent, built_in, text) \
  kinds[type++] = static_cast<std::uint8_t>(BuiltIn::built_in);
#include "heap/heap_types.def"
#undef HEAP_TYPE
  return kinds;
}();

namespace {

BuiltIn built_in_kind(Value v) {
  if (v.is_fixnum()) return BuiltIn::Integer;
  if (v.is_immediate_double() || v.is_single()) return BuiltIn::Float;
  if (v.is_character()) return BuiltIn::Character;
  if (is_nil(v)) return BuiltIn::Null;
  if (v.is_list()) return BuiltIn::Cons;
  if (v.is_symbol_object()) return BuiltIn::Symbol;
  Type type = header_of(v)->type;
  if (std::uint8_t kind = built_in_of_type[static_cast<std::size_t>(type)]; kind != kNoBuiltIn)
    return static_cast<BuiltIn>(kind);
  switch (type) {
    case Type::Array:
      if (is_bit_vector(v)) return BuiltIn::BitVector;
      return is_string(v) ? BuiltIn::String : is_vector(v) ? BuiltIn::Vector : BuiltIn::Array;
    case Type::Closure:
      return is_generic_function(v) ? BuiltIn::GenericFunction : BuiltIn::Function;
    case Type::Stream: {
      auto first = static_cast<int>(BuiltIn::FileStream);
      return static_cast<BuiltIn>(first + as<StreamObject>(v)->kind());
    }
    default: return BuiltIn::Other;
  }
}

}  // namespace

Value class_of(Heap& heap, Value v) {
  v = instance_part(v);
  if (has_type(v, Type::Structure)) return as<Structure>(v)->type;
  if (has_type(v, Type::StructureType)) {
    Value metaclass = as<StructureType>(v)->metaclass;
    return is_symbol(metaclass) ? structure_type_named(heap, metaclass) : metaclass;
  }
  Value classes = symbol_value(heap, Sym::built_in_classes);
  auto kind = static_cast<std::uint32_t>(built_in_kind(v));
  bool known = has_type(classes, Type::Vector) && kind < as<Vector>(classes)->length();
  return known ? as<Vector>(classes)->data[kind] : nil();
}

namespace {

constexpr std::size_t kFirstRows = 4;
// A table with fewer rows is enlarged until each key is found in the first row that is probed.
constexpr std::size_t kRoomyRows = 256;
constexpr std::size_t kMostRows = std::size_t{1} << 16;
constexpr std::size_t kMostKeys = 16;  // calls that select by more arguments are not cached

class Table {
 public:
  explicit Table(Value generic)
      : data_(as<Vector>(as<Closure>(generic)->captured[0])->data),
        keys_(static_cast<std::size_t>(data_[DispatchRow::kKeys].fixnum())),
        rows_(static_cast<std::size_t>(data_[DispatchRow::kRows].fixnum())) {}

  std::size_t keys() const { return keys_; }
  std::size_t rows() const { return rows_; }
  Value named() const { return data_[DispatchRow::kNamed]; }
  bool has_objects() const { return data_[DispatchRow::kHasObjects] == t(); }
  std::size_t place(std::size_t i) const {
    return static_cast<std::size_t>(data_[DispatchRow::kPlaces + i].fixnum());
  }
  // The keys and the function of a row.
  Value* row(std::size_t i) const { return data_ + DispatchRow::kPlaces + keys_ + i * (keys_ + 1); }
  Value& function(Value* row) const { return row[keys_]; }
  // The entry of OBJECT for native code; null without one.
  Value* entry(Value object) const {
    for (std::size_t i = 0; i < DispatchRow::kMostObjects; ++i)
      if (Value* e = data_ + DispatchRow::kObjects + 2 * i; *e == object) return e;
    return nullptr;
  }

  Value key(Heap& heap, Value argument) const {
    if (!is_nil(named()))
      if (Value own = hash_table_get(heap, named(), argument); own != kAbsent) return own;
    return class_of(heap, argument);
  }

  // The first row that is probed for KEYS.
  std::size_t home(const Value* keys) const {
    std::size_t hash = 0;
    for (std::size_t i = 0; i < keys_; ++i)
      hash = hash * 31 + (has_type(keys[i], Type::StructureType)
                              ? as<StructureType>(keys[i])->header.aux / StructureType::kHashStep
                              : keys[i].bits >> 4);
    return hash & (rows_ - 1);
  }

  // The row of KEYS, or the free row for them; null if the table has neither.
  Value* find(const Value* keys) const {
    std::size_t at = home(keys);
    for (std::size_t tried = 0; tried < rows_; ++tried, ++at) {
      Value* candidate = row(at & (rows_ - 1));
      if (is_nil(function(candidate))) return candidate;
      std::size_t same = 0;
      while (same < keys_ && candidate[same] == keys[same]) ++same;
      if (same == keys_) return candidate;
    }
    return nullptr;
  }

  // The same for the keys of ARGUMENTS, which it stores in KEYS; null also if there
  // are too few arguments.
  Value* find(Heap& heap, std::span<const Value> arguments, Value* keys) const {
    for (std::size_t i = 0; i < keys_; ++i) {
      if (place(i) >= arguments.size()) return nullptr;
      keys[i] = key(heap, arguments[place(i)]);
    }
    return find(keys);
  }

 private:
  Value* data_;
  std::size_t keys_;
  std::size_t rows_;
};

// Whether EQL objects are the same object.
bool is_compared_by_eq(Value v) { return v.is_fixnum() || !is_number(v); }

// Makes the entries of DATA, the contents of a table, for the objects in NAMED.
void make_entries(Heap& heap, Value* data, Value named) {
  Value* entry = data + DispatchRow::kObjects;
  for (std::size_t i = 0; i < DispatchRow::kMostObjects; ++i) entry[2 * i] = kAbsent;
  std::size_t count = 0;
  for (HashTableCursor at(named); at.next(); ++count) {
    if (count == DispatchRow::kMostObjects || !is_compared_by_eq(at.key())) return;
    heap.store(entry[2 * count], at.key());
  }
  data[DispatchRow::kHasObjects] = t();
}

// Gives GENERIC an empty table with ROWS rows.
void make_table(Heap& heap, Value generic, Value places, Value named, std::size_t rows) {
  std::size_t keys = list_length(places);
  if (keys > kMostKeys) places = nil(), keys = rows = 0;
  Value table = make_vector(heap, DispatchRow::kPlaces + keys + rows * (keys + 1), nil());
  Value* data = as<Vector>(table)->data;
  data[DispatchRow::kKeys] = fixnum(keys);
  heap.store(data[DispatchRow::kNamed], named);
  data[DispatchRow::kRows] = fixnum(rows);
  bool by_one_class = keys == 1 && is_nil(named);
  auto place = by_one_class ? static_cast<std::uint64_t>(car(places).fixnum()) : 0;
  data[DispatchRow::kArgument].bits = (by_one_class ? place : DispatchRow::kNone) << 32 | place * 8;
  data[DispatchRow::kMask].bits = (rows - 1) * StructureType::kHashStep;
  static_assert(StructureType::kHashStep == 2 * sizeof(Value));
  if (keys == 1 && !is_nil(named)) make_entries(heap, data, named);
  for (std::size_t i = DispatchRow::kPlaces; is_cons(places); places = cdr(places))
    data[i++] = car(places);
  heap.store(as<Closure>(generic)->captured[0], table);
}

}  // namespace

Value make_generic_function(Heap& heap, Value closure, Value instance, bool is_plain) {
  bool is_instance = !is_nil(instance);
  std::size_t length = is_instance ? 3 : 2;
  auto* generic = heap.allocate<Closure>(Type::Closure, sizeof(Header), length, sizeof(Value));
  generic->header.flags =
      Closure::kGeneric | (is_instance ? Closure::kInstance : 0) | (is_plain ? Closure::kPlain : 0);
  generic->code = as<Closure>(closure)->code;
  if (is_instance) generic->captured[1] = instance;
  make_table(heap, to_value(generic), nil(), nil(), kFirstRows);
  as<Code>(generic->code)->simple_argc = -1;  // so that every call reaches dispatched()
  return to_value(generic);
}

void clear_dispatch(Heap& heap, Value generic, Value places, Value named) {
  make_table(heap, generic, places, named, kFirstRows);
}

void remember_dispatch(Heap& heap, Value generic, Value function,
                       std::span<const Value> arguments) {
  // The VM enters the function that it finds in the table without further checks.
  if (!has_type(function, Type::Closure) || is_generic_function(function)) return;
  Value keys[kMostKeys];
  Table old(generic);
  Value* row = old.find(heap, arguments, keys);
  bool is_crowded = row != nullptr && old.rows() < kRoomyRows && row != old.row(old.home(keys));
  if (row == nullptr || is_crowded) {
    // The table is full or slow: start again with an empty one of twice the size, up to a limit.
    if (old.rows() == 0 || old.keys() == 0) return;
    ListBuilder places(heap);
    for (std::size_t i = 0; i < old.keys(); ++i) {
      if (old.place(i) >= arguments.size()) return;
      places.add(fixnum(old.place(i)));
    }
    make_table(heap, generic, places.list(), old.named(), std::min(2 * old.rows(), kMostRows));
    row = Table(generic).find(keys);
  }
  Table table(generic);
  for (std::size_t i = 0; i < table.keys(); ++i) heap.store(row[i], keys[i]);
  heap.store(table.function(row), function);
  if (table.has_objects())
    if (Value* entry = table.entry(arguments[table.place(0)])) heap.store(entry[1], function);
}

Value dispatched(Heap& heap, Value generic, std::span<const Value> arguments) {
  struct Keys {
    Keys() {}  // not initialised: that would take as long as the search
    union {
      Value values[kMostKeys];
    };
  } keys;
  Table table(generic);
  Value* row = table.find(heap, arguments, keys.values);
  if (row == nullptr || is_nil(table.function(row))) return generic;
  return table.function(row);
}

}  // namespace winnow
