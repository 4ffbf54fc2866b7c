// A whole heap as bytes: the live cells, gathered in blocks as the collector wants them, written
// when Winnow is built. It lies in the program, page by page as in memory, and is mapped, not read:
// starting costs what is touched. Where the blocks cannot lie at the address for which they were
// written, they are copied and every pointer in them is moved.
#pragma once

#include <cstdint>
#include <string>

#include "core/heap.hpp"

namespace winnow {

// What is reached from the image's root, a vector.
enum class Saved : std::uint8_t {
  HashTables,  // a list of all: their keys hash by address
  Packages,
  KnownSymbols,
  TypeNames,
  Builtins,  // a vector, in the order of all_builtins()
  Layouts,   // the standard dispatch table
  count
};

// The root itself, with all its places NIL.
Value make_image_root(Heap& heap);
inline Value saved(const Heap& heap, Saved what) {
  return as<Vector>(heap.image_root)->data[static_cast<std::size_t>(what)];
}
inline void save(Heap& heap, Saved what, Value v) {
  heap.store(as<Vector>(heap.image_root)->data[static_cast<std::size_t>(what)], v);
}

// What can be reached from heap.image_root, and from NIL and T, as an image. Streams in it are
// closed.
std::string write_heap_image(Heap& heap);

}  // namespace winnow
