// Weak references: the entries of weak tables and the targets of weak pointers.
//
// They are not among the Values of an object that the collector scans (WeakVector, WeakPointer). After
// marking, the entries that their table keeps are traced until nothing changes ("ephemerons": Hayes,
// "Ephemerons: a new finalization mechanism", OOPSLA 1997). The other entries are removed then, and
// the weak pointers to dead objects are broken.
//
// A young collection needs to examine only the tables that were written to and the pointers that were
// made since the last collection, since old cells do not die in it.
//
// A chain of entries in which the value of one is the key of another takes a pass for each change of
// direction along it, so tables are passed through forwards and backwards in turns.
#include <algorithm>
#include <utility>

#include "heap/heap.hpp"

namespace winnow {

namespace {

// Does a table of weakness WEAKNESS keep an entry whose key and value are otherwise alive as given?
bool keeps(HashTable::Weakness weakness, bool key, bool value) {
  switch (weakness) {
    case HashTable::kKey: return key;
    case HashTable::kValue: return value;
    case HashTable::kKeyAndValue: return key && value;
    case HashTable::kKeyOrValue: return key || value;
    case HashTable::kStrong: break;
  }
  return true;
}

Value* entry_of(const HashTable* t, std::size_t i) { return as<Vector>(t->entries)->data + 2 * i; }

}  // namespace

void Heap::add_weak_table(Value table) { weak_tables_.push_back(table); }

Value Heap::make_weak_pointer(Value target, bool watched) {
  if (weak_pointers_.size() == weak_pointers_.capacity())
    weak_pointers_.reserve(2 * weak_pointers_.size() + 16);
  auto* pointer = allocate<WeakPointer>(Type::WeakPointer, sizeof(WeakPointer), 0, 0,
                                        watched ? WeakPointer::kWatched : 0);
  pointer->target = target;
  weak_pointers_.push_back(to_value(pointer));
  return to_value(pointer);
}

Value Heap::take_broken_pointer() {
  Value first = broken_pointers_;
  if (!is_nil(first)) broken_pointers_ = as<WeakPointer>(first)->target;
  return first;
}

void Heap::mark_broken_pointers() {
  for (Value p = broken_pointers_; !is_nil(p); p = as<WeakPointer>(p)->target) mark_value(p);
}

// Marks what weak references keep alive and clears the others. Called at the end of marking.
void Heap::process_weak(bool full) {
  if (weak_tables_.empty() && weak_pointers_.empty()) return;
  auto examines = [&](Value table) {
    return is_marked(table) && (full || as<HashTable>(table)->was_written());
  };
  bool forwards = true;
  for (bool changed = true; changed; forwards = !forwards) {
    changed = false;
    for (Value table : weak_tables_)
      if (examines(table) && trace_weak_entries(as<HashTable>(table), forwards)) changed = true;
  }
  for (Value table : weak_tables_)
    if (examines(table)) remove_dead_entries(as<HashTable>(table));
  std::erase_if(weak_tables_, [this](Value table) { return !is_marked(table); });
  break_weak_pointers(full ? 0 : old_weak_pointers_);
}

// Returns true if a cell was marked.
bool Heap::trace_weak_entries(const HashTable* t, bool forwards) {
  bool changed = false;
  for (std::size_t n = 0; n < t->used; ++n) {
    const Value* entry = entry_of(t, forwards ? n : t->used - 1 - n);
    const bool key = is_marked(entry[0]);
    const bool value = is_marked(entry[1]);
    if ((key && value) || !keeps(t->weakness(), key, value)) continue;
    mark_range(entry, 2);
    drain(~std::size_t{0});
    changed = true;
  }
  return changed;
}

// The index of the table still refers to a removed entry, as after REMHASH.
void Heap::remove_dead_entries(HashTable* t) {
  for (std::size_t i = 0; i < t->used; ++i) {
    Value* entry = entry_of(t, i);
    if (entry[0] == kAbsent || (is_marked(entry[0]) && is_marked(entry[1]))) continue;
    entry[0] = kAbsent;
    entry[1] = nil();
    --t->count;
  }
  t->header.aux = 0;
}

// A broken pointer that is watched is put into the list of broken pointers.
void Heap::break_weak_pointers(std::size_t first) {
  auto is_done = [this](Value v) {
    if (!is_marked(v)) return true;
    auto* pointer = as<WeakPointer>(v);
    if (is_marked(pointer->target)) return false;
    pointer->header.flags |= WeakPointer::kBroken;
    pointer->target = nil();
    if ((pointer->header.flags & WeakPointer::kWatched) != 0)
      pointer->target = std::exchange(broken_pointers_, v);
    return true;
  };
  auto begin = weak_pointers_.begin() + static_cast<std::ptrdiff_t>(first);
  weak_pointers_.erase(std::remove_if(begin, weak_pointers_.end(), is_done), weak_pointers_.end());
  old_weak_pointers_ = weak_pointers_.size();
}

void Heap::check_weak() {
  for (Value table : weak_tables_) {
    auto* t = as<HashTable>(table);
    std::size_t count = 0;
    for (std::size_t i = 0; i < t->used; ++i) {
      const Value* entry = entry_of(t, i);
      WINNOW_CHECK(is_marked(entry[0]) && is_marked(entry[1]));
      if (entry[0] != kAbsent) ++count;
    }
    WINNOW_CHECK(count == t->count);
  }
  for (Value p : weak_pointers_) WINNOW_CHECK(is_marked(as<WeakPointer>(p)->target));
}

}  // namespace winnow
