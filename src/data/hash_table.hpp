// Hash tables that keep the order of insertion: a vector of entries, and a separate index of entry
// numbers by open addressing.
#pragma once

#include <cstddef>

#include "heap/heap.hpp"

namespace winnow {

Value make_hash_table(Heap& heap, HashTable::Test test,
                      HashTable::Weakness weakness = HashTable::kStrong);

// The value stored under KEY, or kAbsent.
Value hash_table_get(Heap& heap, Value table, Value key);
void hash_table_put(Heap& heap, Value table, Value key, Value value);
bool hash_table_remove(Heap& heap, Value table, Value key);
void hash_table_clear(Heap& heap, Value table);
// Computes the index again. Must be called if the addresses of the keys have changed.
void hash_table_rehash(Heap& heap, Value table);

// An iterator in order of insertion. The current entry may be changed or removed. If the key or value
// of a weak table is stored or given to the program, it must pass through Heap::from_weak().
class HashTableCursor {
 public:
  // AT: the number of the entry before the first one.
  explicit HashTableCursor(Value table, std::size_t at = static_cast<std::size_t>(-1))
      : table_(table), at_(at) {}
  bool next() {
    const std::size_t used = as<HashTable>(table_)->used;
    while (++at_ < used)
      if (key() != kAbsent) return true;
    return false;
  }
  std::size_t at() const { return at_; }
  Value key() const { return entries()->data[2 * at_]; }
  Value value() const { return entries()->data[2 * at_ + 1]; }

 private:
  Vector* entries() const { return as<Vector>(as<HashTable>(table_)->entries); }
  Value table_;
  std::size_t at_;
};

}  // namespace winnow
