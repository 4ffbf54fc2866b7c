// A whole heap as bytes: the live cells, gathered in blocks as the collector wants them, written
// when Winnow is built. It lies in the program, page by page as in memory, and is mapped, not read:
// starting costs what is touched. Where the blocks cannot lie at the address for which they were
// written, they are copied and every pointer in them is moved.
#pragma once

#include <cstdint>
#include <string>

#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

// The places of the image's root, a vector.
enum class Saved : std::uint8_t {
  HashTables,  // a list of all: their keys hash by address
  Packages,
  KnownSymbols,
  TypeNames,
  Builtins,  // in the order of all_builtins()
  TextTables,
  Readtables,
  ConditionTypes,  // in the order of conditions.def
  count
};

// The root itself, with all its places NIL.
Value make_image_root(Heap& heap);
// What stands at a place: a vector, but for the first.
inline Value& saved(const Heap& heap, Saved what) {
  return as<Vector>(heap.image_root)->data[static_cast<std::size_t>(what)];
}
void save(Heap& heap, Saved what, const ValueVector& values);
// Adds what was saved to VALUES.
void restore(const Heap& heap, Saved what, ValueVector& values);

// What can be reached from heap.image_root, and from NIL and T, as an image. Streams in it are
// closed.
std::string write_heap_image(Heap& heap);

}  // namespace winnow
