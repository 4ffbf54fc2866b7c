// Generic functions: which function their methods make for the classes of the arguments. What was
// worked out once (by lib/clos) is remembered in a table that the generic function holds.
#pragma once

#include <array>
#include <span>

#include "heap/heap.hpp"

namespace winnow {

Value class_of(Heap& heap, Value v);

// The built-in classes, in the order that set-built-in-classes takes.
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
  Other,
  Varies = 0xFF  // in heap_types.def: objects of the type are of several classes
};
constexpr std::size_t kBuiltInCount = static_cast<std::size_t>(BuiltIn::Other) + 1;

// The table is a vector, the first that the generic function captured: N, how many arguments count;
// the list of the objects that count by themselves; R, the number of rows, a power of two; two
// words for native code; the N places of those arguments; then rows of N keys and a function (a
// closure, NIL in a free row), found by open addressing from the sum of the keys' hashes on.
struct DispatchRow {
  static constexpr std::size_t kKeys = 0;
  static constexpr std::size_t kNamed = 1;
  static constexpr std::size_t kRows = 2;
  // Of the argument whose class alone counts, 8 times its place in the low half of the word and the
  // place itself in the high half; kNone there where it is not so.
  static constexpr std::size_t kArgument = 3;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  // R - 1, times the bytes of a row of one key.
  static constexpr std::size_t kMask = 4;
  static constexpr std::size_t kPlaces = 5;
};

// The built-in class of all objects of a heap type; kNoBuiltIn if it varies.
constexpr auto kNoBuiltIn = static_cast<std::uint8_t>(BuiltIn::Varies);
extern const std::array<std::uint8_t, 256> built_in_of_type;

// A generic function that calls CLOSURE, which closes over nothing, where it remembers nothing.
Value make_generic_function(Heap& heap, Value closure);

// Lets GENERIC forget all. PLACES: a list of the numbers of the arguments whose classes count.
// NAMED: a list of the objects that EQL specializers name, which count by themselves.
void clear_dispatch(Heap& heap, Value generic, Value places, Value named);

// GENERIC is to call FUNCTION for arguments of the classes of ARGUMENTS.
void remember_dispatch(Heap& heap, Value generic, Value function, std::span<const Value> arguments);

// What GENERIC is to call for ARGUMENTS; GENERIC itself if it does not remember that.
Value dispatched(Heap& heap, Value generic, std::span<const Value> arguments);

}  // namespace winnow
