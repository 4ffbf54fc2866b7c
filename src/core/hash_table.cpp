#include "core/hash_table.hpp"

#include <cstring>

#include "core/array.hpp"
#include "core/equality.hpp"

namespace winnow {

namespace {

constexpr std::uint32_t kLeastEntries = 8;

HashTable* table_of(Value v) { return as<HashTable>(v); }
std::uint32_t* index_of(HashTable* t) {
  return reinterpret_cast<std::uint32_t*>(as<Bytes>(t->index)->data);
}
std::size_t index_mask(HashTable* t) { return as<Bytes>(t->index)->header.length / 4 - 1; }

std::uint64_t hash_key(Heap& heap, HashTable* t, Value key) {
  switch (t->header.flags) {
    case HashTable::kEq: return eq_hash(key);
    case HashTable::kEql: return eql_hash(key);
    case HashTable::kEqual: return equal_hash(key);
    default: return equalp_hash(heap, key);
  }
}

bool same_key(Heap& heap, HashTable* t, Value a, Value b) {
  if (a == b) return true;
  switch (t->header.flags) {
    case HashTable::kEq: return false;
    case HashTable::kEql: return eql(a, b);
    case HashTable::kEqual: return equal(heap, a, b);
    default: return equalp(heap, a, b);
  }
}

// The number of KEY's entry, or -1.
std::int64_t find_entry(Heap& heap, HashTable* t, Value key) {
  std::size_t mask = index_mask(t);
  for (std::size_t i = hash_key(heap, t, key) & mask;; i = (i + 1) & mask) {
    std::uint32_t entry = index_of(t)[i];
    if (entry == 0) return -1;
    if (same_key(heap, t, as<Vector>(t->entries)->data[2 * (entry - 1)], key)) return entry - 1;
  }
}

void enter_index(Heap& heap, HashTable* t, Value key, std::uint32_t entry) {
  std::size_t mask = index_mask(t);
  std::size_t i = hash_key(heap, t, key) & mask;
  while (index_of(t)[i] != 0) i = (i + 1) & mask;
  index_of(t)[i] = entry + 1;
}

// Makes room for CAPACITY entries (a power of two) and drops removed ones.
void rebuild(Heap& heap, Value table, std::uint32_t capacity) {
  Value entries = make_vector(heap, 2 * capacity, kAbsent);
  std::size_t bytes = sizeof(std::uint32_t) * 2 * capacity;
  Value index = to_value(heap.allocate<Bytes>(Type::Bytes, sizeof(Header), bytes, 1));
  HashTable* t = table_of(table);
  Vector* old = as<Vector>(t->entries);
  std::uint32_t used = 0;
  for (std::uint32_t i = 0; i < t->used; ++i) {
    if (old->data[2 * i] == kAbsent) continue;
    as<Vector>(entries)->data[2 * used] = old->data[2 * i];
    as<Vector>(entries)->data[2 * used + 1] = old->data[2 * i + 1];
    ++used;
  }
  t->entries = entries;
  t->index = index;
  t->used = used;
  for (std::uint32_t i = 0; i < used; ++i)
    enter_index(heap, t, as<Vector>(entries)->data[2 * i], i);
}

}  // namespace

Value make_hash_table(Heap& heap, HashTable::Test test) {
  auto* t = heap.allocate<HashTable>(Type::HashTable, sizeof(HashTable), 0, 0, test);
  t->entries = t->index = nil();
  Value table = to_value(t);
  hash_table_clear(heap, table);
  return table;
}

void hash_table_clear(Heap& heap, Value table) {
  Value none = make_vector(heap, 0, nil());
  HashTable* t = table_of(table);
  t->entries = none;
  t->count = t->used = 0;
  rebuild(heap, table, kLeastEntries);
}

Value hash_table_get(Heap& heap, Value table, Value key) {
  HashTable* t = table_of(table);
  std::int64_t entry = find_entry(heap, t, key);
  return entry < 0 ? kAbsent : as<Vector>(t->entries)->data[2 * entry + 1];
}

void hash_table_put(Heap& heap, Value table, Value key, Value value) {
  HashTable* t = table_of(table);
  std::int64_t entry = find_entry(heap, t, key);
  if (entry >= 0) {
    as<Vector>(t->entries)->data[2 * entry + 1] = value;
    return;
  }
  std::uint32_t capacity = as<Vector>(t->entries)->length() / 2;
  if (t->used == capacity) rebuild(heap, table, t->count * 2 > capacity ? 2 * capacity : capacity);
  as<Vector>(t->entries)->data[2 * t->used] = key;
  as<Vector>(t->entries)->data[2 * t->used + 1] = value;
  enter_index(heap, t, key, t->used);
  ++t->used;
  ++t->count;
}

bool hash_table_remove(Heap& heap, Value table, Value key) {
  HashTable* t = table_of(table);
  std::int64_t entry = find_entry(heap, t, key);
  if (entry < 0) return false;
  // The index still leads here; a removed key equals no other.
  as<Vector>(t->entries)->data[2 * entry] = kAbsent;
  as<Vector>(t->entries)->data[2 * entry + 1] = nil();
  --t->count;
  return true;
}

bool HashTableCursor::next() {
  std::uint32_t used = as<HashTable>(table_)->used;
  while (++at_ < used)
    if (key() != kAbsent) return true;
  return false;
}

}  // namespace winnow
