// Heap images: all live cells of a heap, in blocks as the collector uses them. The image is written
// when Winnow is built, and becomes a part of the executable. At start-up it is mapped from there,
// so that only pages that are accessed are read. If the preferred address of the blocks is not
// free, they are mapped elsewhere and all pointers in them are relocated.
#pragma once

#include <cstdint>
#include <string>

#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

// Indices into the root of an image, which is a vector.
enum class Saved : std::uint8_t {
  HashTables,  // a list of all hash tables, since keys may hash by address
  Packages,
  KnownSymbols,
  TypeNames,
  Builtins,  // in the order of all_builtins()
  TextTables,
  Readtables,
  ConditionTypes,  // in the order of conditions.def
  count
};

// A new root, whose elements are NIL.
Value make_image_root(Heap& heap);
// The element WHAT of the root: a vector, except for HashTables.
inline Value& saved(const Heap& heap, Saved what) {
  return as<Vector>(heap.image_root)->data[static_cast<std::size_t>(what)];
}
void save(Heap& heap, Saved what, const ValueVector& values);
// Appends the saved values to VALUES.
void restore(const Heap& heap, Saved what, ValueVector& values);

// An image of all cells that are reachable from heap.image_root, NIL and T. Its streams are closed.
std::string write_heap_image(Heap& heap);

}  // namespace winnow
