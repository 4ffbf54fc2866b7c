#include "data/hash_table.hpp"

#include "data/array.hpp"
#include "data/equality.hpp"
#include "number/number.hpp"

namespace winnow {

namespace {

constexpr std::uint32_t kLeastEntries = 8;

HashTable* table_of(Value v) { return as<HashTable>(v); }
std::uint32_t capacity_of(const HashTable* t) { return as<Vector>(t->entries)->length() / 2; }

// The hashes of the entries follow the index: keys with different hashes need not be compared, and
// a growing table need not compute them again.
std::uint32_t* index_of(HashTable* t) {
  return reinterpret_cast<std::uint32_t*>(as<Bytes>(t->index)->data);
}
std::size_t index_size(std::size_t capacity) { return 2 * capacity; }
std::uint32_t* hashes_of(HashTable* t) { return index_of(t) + index_size(capacity_of(t)); }

// Is KEY in T only if it is identical with a key there?
bool is_compared_by_identity(const HashTable* t, Value key) {
  return t->test() == HashTable::kEq ||
         (t->test() == HashTable::kEql && (!key.is_object() || !is_number(key)));
}

std::uint32_t hash_key(Heap& heap, HashTable* t, Value key) {
  if (is_compared_by_identity(t, key)) return static_cast<std::uint32_t>(eq_hash(key));
  switch (t->test()) {
    case HashTable::kEql: return static_cast<std::uint32_t>(eql_hash(key));
    case HashTable::kEqual: return static_cast<std::uint32_t>(equal_hash(heap, key));
    default: return static_cast<std::uint32_t>(equalp_hash(heap, key));
  }
}

bool same_key(Heap& heap, HashTable* t, Value a, Value b) {
  switch (t->test()) {
    case HashTable::kEql: return eql(a, b);
    case HashTable::kEqual: return equal(heap, a, b);
    default: return equalp(heap, a, b);
  }
}

// The number of the entry of KEY, whose hash is HASH, or -1.
std::int64_t find_entry(Heap& heap, HashTable* t, Value key, std::uint32_t hash) {
  std::size_t mask = index_size(capacity_of(t)) - 1;
  const std::uint32_t* index = index_of(t);
  const std::uint32_t* hashes = hashes_of(t);
  const bool by_identity = is_compared_by_identity(t, key);
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    if (index[i] == 0) return -1;
    std::uint32_t entry = index[i] - 1;
    if (hashes[entry] != hash) continue;
    Value found = as<Vector>(t->entries)->data[2 * entry];
    if (found == key || (!by_identity && same_key(heap, t, found, key))) return entry;
  }
}

void enter_index(std::uint32_t* index, std::size_t mask, std::uint32_t hash, std::uint32_t entry) {
  std::size_t i = hash & mask;
  while (index[i] != 0) i = (i + 1) & mask;
  index[i] = entry + 1;
}

// Removes ENTRY from the index and moves the entries after it that it kept from a better place (Knuth,
// "The Art of Computer Programming", volume 3, algorithm 6.4R).
void leave_index(std::uint32_t* index, const std::uint32_t* hashes, std::size_t mask,
                 std::uint32_t entry) {
  std::size_t hole = hashes[entry] & mask;
  while (index[hole] != entry + 1) hole = (hole + 1) & mask;
  for (std::size_t i = (hole + 1) & mask; index[i] != 0; i = (i + 1) & mask) {
    const std::size_t distance = (i - hashes[index[i] - 1]) & mask;  // from its best place
    if (distance < ((i - hole) & mask)) continue;
    index[hole] = index[i];
    hole = i;
  }
  index[hole] = 0;
}

Value make_index(Heap& heap, std::size_t capacity) {
  std::size_t bytes = sizeof(std::uint32_t) * (index_size(capacity) + capacity);
  return to_value(heap.allocate<Bytes>(Type::Bytes, sizeof(Header), bytes, 1));
}

Value make_entries(Heap& heap, HashTable::Weakness weakness, std::size_t capacity) {
  if (weakness == HashTable::kStrong) return make_vector(heap, 2 * capacity, kAbsent);
  auto* v = heap.allocate<Vector>(Type::WeakVector, sizeof(Header), 2 * capacity, sizeof(Value));
  heap.fill(v->data, 2 * capacity, kAbsent);
  return to_value(v);
}

// Makes room for CAPACITY entries (a power of two) and drops removed ones. After the allocations,
// which may remove entries of a weak table, it cannot be interrupted.
void rebuild(Heap& heap, Value table, std::size_t capacity) {
  Value index_value = make_index(heap, capacity);
  Value entries = make_entries(heap, table_of(table)->weakness(), capacity);
  HashTable* t = table_of(table);
  Value* from = as<Vector>(t->entries)->data;
  Value* to = as<Vector>(entries)->data;
  auto* index = reinterpret_cast<std::uint32_t*>(as<Bytes>(index_value)->data);
  std::uint32_t* hashes = index + index_size(capacity);
  const std::uint32_t* old_hashes = t->used > 0 ? hashes_of(t) : nullptr;
  std::uint32_t used = 0;
  for (std::uint32_t i = 0; i < t->used; ++i) {
    if (from[2 * i] == kAbsent) continue;
    to[2 * used] = from[2 * i];
    to[2 * used + 1] = from[2 * i + 1];
    hashes[used] = old_hashes[i];
    enter_index(index, index_size(capacity) - 1, hashes[used], used);
    ++used;
  }
  heap.store(t->entries, entries);
  heap.store(t->index, index_value);
  t->used = used;
}

}  // namespace

Value make_hash_table(Heap& heap, HashTable::Test test, HashTable::Weakness weakness) {
  const auto flags = static_cast<std::uint8_t>(test + HashTable::kTests * weakness);
  auto* t = heap.allocate<HashTable>(Type::HashTable, sizeof(HashTable), 0, 0, flags);
  t->entries = t->index = nil();
  Value table = to_value(t);
  rebuild(heap, table, kLeastEntries);
  if (weakness != HashTable::kStrong) heap.add_weak_table(table);
  return table;
}

void hash_table_clear(Heap& heap, Value table) {
  Value index = make_index(heap, kLeastEntries);
  Value entries = make_entries(heap, table_of(table)->weakness(), kLeastEntries);
  HashTable* t = table_of(table);
  heap.store(t->entries, entries);
  heap.store(t->index, index);
  t->count = t->used = 0;
}

void hash_table_rehash(Heap& heap, Value table) {
  HashTable* t = table_of(table);
  std::size_t size = index_size(capacity_of(t));
  std::uint32_t* index = index_of(t);
  std::fill_n(index, size, 0);
  for (std::uint32_t i = 0; i < t->used; ++i) {
    Value key = as<Vector>(t->entries)->data[std::size_t{2} * i];
    if (key == kAbsent) continue;
    hashes_of(t)[i] = hash_key(heap, t, key);
    enter_index(index, size - 1, hashes_of(t)[i], i);
  }
}

Value hash_table_get(Heap& heap, Value table, Value key) {
  HashTable* t = table_of(table);
  std::int64_t entry = find_entry(heap, t, key, hash_key(heap, t, key));
  return entry < 0 ? kAbsent : heap.from_weak(as<Vector>(t->entries)->data[2 * entry + 1]);
}

void hash_table_put(Heap& heap, Value table, Value key, Value value) {
  HashTable* t = table_of(table);
  std::uint32_t hash = hash_key(heap, t, key);
  std::int64_t entry = find_entry(heap, t, key, hash);
  if (entry >= 0) {
    t->header.aux = 1;
    heap.store(as<Vector>(t->entries)->data[2 * entry + 1], value);
    return;
  }
  std::size_t capacity = capacity_of(t);
  if (t->used == capacity)
    rebuild(heap, table, std::size_t{2} * t->count > capacity ? 2 * capacity : capacity);
  Value* place = as<Vector>(t->entries)->data + std::size_t{2} * t->used;
  t->header.aux = 1;
  heap.store(place[0], key);
  heap.store(place[1], value);
  hashes_of(t)[t->used] = hash;
  enter_index(index_of(t), index_size(capacity_of(t)) - 1, hash, t->used);
  ++t->used;
  ++t->count;
}

bool hash_table_remove(Heap& heap, Value table, Value key) {
  HashTable* t = table_of(table);
  std::int64_t entry = find_entry(heap, t, key, hash_key(heap, t, key));
  if (entry < 0) return false;
  const auto number = static_cast<std::uint32_t>(entry);
  leave_index(index_of(t), hashes_of(t), index_size(capacity_of(t)) - 1, number);
  Value* place = as<Vector>(t->entries)->data + 2 * entry;
  heap.store(place[0], kAbsent);
  heap.store(place[1], nil());
  if (number + 1 == t->used) --t->used;
  --t->count;
  return true;
}

}  // namespace winnow
