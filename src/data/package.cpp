#include "data/package.hpp"

#include "data/array.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/list.hpp"
#include "host/random.hpp"

namespace winnow {

namespace {

// A table is a vector of symbols with open addressing, at most half full.
// Its length is a power of two.
constexpr std::size_t kLeastTable = 16;

const String* name_of(Value symbol) { return as<String>(as_symbol(symbol)->name); }
std::uint32_t hash_of(Value symbol) { return as_symbol(symbol)->header.length; }

// The index of the symbol NAME in TABLE, or -1.
std::int64_t place_in(Value table, std::u32string_view name, std::uint32_t hash) {
  auto* t = as<Vector>(table);
  std::size_t mask = t->length() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    Value v = t->data[i];
    if (v == kAbsent) return -1;
    if (hash_of(v) == hash && text_equals(name_of(v), name)) return static_cast<std::int64_t>(i);
  }
}

void enter(Heap& heap, Value table, Value symbol) {
  auto* t = as<Vector>(table);
  std::size_t mask = t->length() - 1;
  std::size_t i = hash_of(symbol) & mask;
  while (t->data[i] != kAbsent) i = (i + 1) & mask;
  heap.store(t->data[i], symbol);
}

// A table of LENGTH places with the symbols of TABLE.
Value enlarged(Heap& heap, Value table, std::size_t length) {
  Value fresh = make_vector(heap, length, kAbsent);
  auto* old = as<Vector>(table);
  for (std::uint32_t i = 0; i < old->length(); ++i)
    if (old->data[i] != kAbsent) enter(heap, fresh, old->data[i]);
  return fresh;
}

// Frees PLACE of TABLE, and moves symbols of the following places towards it, so that each is still
// found by probing from its hash.
void free_place(Heap& heap, Value table, std::size_t place) {
  auto* t = as<Vector>(table);
  const std::size_t mask = t->length() - 1;
  for (std::size_t i = (place + 1) & mask; t->data[i] != kAbsent; i = (i + 1) & mask) {
    const std::size_t home = hash_of(t->data[i]) & mask;
    if (((i - home) & mask) < ((i - place) & mask)) continue;
    heap.store(t->data[place], t->data[i]);
    place = i;
  }
  heap.store(t->data[place], kAbsent);
}

// Adds SYMBOL to the table in SLOT, which holds COUNT symbols.
void add_to_table(Heap& heap, Value& slot, std::uint32_t& count, Value symbol) {
  std::size_t length = as<Vector>(slot)->length();
  if (2 * (std::size_t{count} + 1) > length) heap.store(slot, enlarged(heap, slot, 2 * length));
  enter(heap, slot, symbol);
  ++count;
}

bool take_out(Heap& heap, Value& slot, std::uint32_t& count, Value symbol) {
  std::int64_t place = place_in(slot, text_of(name_of(symbol)), hash_of(symbol));
  if (place < 0 || as<Vector>(slot)->data[place] != symbol) return false;
  free_place(heap, slot, static_cast<std::size_t>(place));
  --count;
  return true;
}

FoundSymbol find_with_hash(Value package, std::u32string_view name, std::uint32_t hash) {
  auto* p = as<Package>(package);
  if (std::int64_t i = place_in(p->internal, name, hash); i >= 0)
    return {as<Vector>(p->internal)->data[i], SymbolStatus::Internal};
  if (std::int64_t i = place_in(p->external, name, hash); i >= 0)
    return {as<Vector>(p->external)->data[i], SymbolStatus::External};
  return {};
}

template <class CharacterAt>
std::uint32_t hash_characters(std::size_t count, CharacterAt at) {
  std::uint64_t h = 3;
  for (std::size_t i = 0; i < count; ++i) h = (h ^ at(i)) * 0x100000001B3ULL;
  return static_cast<std::uint32_t>(mix64(h));
}

}  // namespace

std::uint32_t hash_name(std::u32string_view name) {
  return hash_characters(name.size(), [&](std::size_t i) { return name[i]; });
}

std::uint32_t hash_name(const String* name) {
  return hash_characters(name->length(), [&](std::size_t i) { return string_char(name, i); });
}

Value make_package(Heap& heap, Value name) {
  Value internal = make_vector(heap, kLeastTable, kAbsent);
  Value external = make_vector(heap, kLeastTable, kAbsent);
  auto* p = heap.allocate<Package>(Type::Package, sizeof(Package));
  p->name = name;
  p->internal = internal;
  p->external = external;
  p->nicknames = p->uses = p->used_by = p->shadowing = p->documentation = p->local_nicknames =
      nil();
  return to_value(p);
}

FoundSymbol find_present(Value package, std::u32string_view name) {
  return find_with_hash(package, name, hash_name(name));
}

FoundSymbol find_symbol(Value package, std::u32string_view name) {
  std::uint32_t hash = hash_name(name);
  FoundSymbol found = find_with_hash(package, name, hash);
  if (found.symbol != kAbsent) return found;
  for (Value used = as<Package>(package)->uses; is_cons(used); used = cdr(used)) {
    Value table = as<Package>(car(used))->external;
    if (std::int64_t i = place_in(table, name, hash); i >= 0)
      return {as<Vector>(table)->data[i], SymbolStatus::Inherited};
  }
  return {};
}

FoundSymbol intern_symbol(Heap& heap, Value package, std::u32string_view name) {
  FoundSymbol found = find_symbol(package, name);
  if (found.symbol != kAbsent) return found;
  Value text = make_string(heap, name);
  as<String>(text)->header.flags |= String::kConstant;
  Value symbol = make_symbol(heap, text);
  Symbol* s = as<Symbol>(symbol);
  s->package = package;
  bool keyword = package == heap.symbols->keyword_package();
  if (keyword) {
    s->header.flags |= Symbol::kKeyword | Symbol::kConstant | Symbol::kSpecial;
    s->value = symbol;
  }
  add_to_package(heap, package, symbol, keyword ? SymbolStatus::External : SymbolStatus::Internal);
  return {symbol, SymbolStatus::None};
}

bool is_shadowed(Value package, Value symbol) {
  FoundSymbol found = find_present(package, text_of(name_of(symbol)));
  return found.symbol != kAbsent && found.symbol != symbol;
}

void add_to_package(Heap& heap, Value package, Value symbol, SymbolStatus status) {
  auto* p = as<Package>(package);
  bool external = status == SymbolStatus::External;
  std::u32string name = text_of(name_of(symbol));
  FoundSymbol present = find_present(package, name);
  if (present.status == status) return;
  // Add before removing: after an interrupt in between, the symbol is in both tables, and the
  // lookup finds one of them.
  if (external)
    add_to_table(heap, p->external, p->external_count, symbol);
  else
    add_to_table(heap, p->internal, p->internal_count, symbol);
  if (present.symbol == kAbsent) return;
  if (external)
    take_out(heap, p->internal, p->internal_count, symbol);
  else
    take_out(heap, p->external, p->external_count, symbol);
}

bool remove_from_package(Heap& heap, Value package, Value symbol) {
  auto* p = as<Package>(package);
  bool removed = take_out(heap, p->internal, p->internal_count, symbol) ||
                 take_out(heap, p->external, p->external_count, symbol);
  if (removed && as_symbol(symbol)->package == package)
    heap.store(as_symbol(symbol)->package, nil());
  return removed;
}

}  // namespace winnow
