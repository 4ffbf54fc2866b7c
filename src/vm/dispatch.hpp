// Dispatch of generic functions. A cache table in each generic function maps the classes of the
// arguments to the effective method, which lib/clos computes at the first call.
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

// The table is a vector, the first value that the generic function captured: N, the number of
// arguments that select methods; the list of the objects named by EQL specializers; R, the number
// of rows, a power of two; two words for native code; the N positions of those arguments; then rows
// of N keys and a function (a closure; NIL in a free row). Rows are found by open addressing from
// the sum of the keys' hashes.
struct DispatchRow {
  static constexpr std::size_t kKeys = 0;
  static constexpr std::size_t kNamed = 1;
  static constexpr std::size_t kRows = 2;
  // If the class of one argument decides: 8 times its position in the low half of the word, and the
  // position itself in the high half; otherwise kNone.
  static constexpr std::size_t kArgument = 3;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  // R - 1, times the bytes of a row of one key.
  static constexpr std::size_t kMask = 4;
  static constexpr std::size_t kPlaces = 5;
};

// The built-in class of all objects of a heap type; kNoBuiltIn if it varies.
constexpr auto kNoBuiltIn = static_cast<std::uint8_t>(BuiltIn::Varies);
extern const std::array<std::uint8_t, 256> built_in_of_type;

// A generic function that calls CLOSURE, which captures nothing, when its table has no row.
Value make_generic_function(Heap& heap, Value closure);

// Empties the table of GENERIC. PLACES: a list of the positions of the arguments that select
// methods.
// NAMED: a list of the objects that EQL specializers name.
void clear_dispatch(Heap& heap, Value generic, Value places, Value named);

// Makes GENERIC call FUNCTION for arguments of the classes of ARGUMENTS.
void remember_dispatch(Heap& heap, Value generic, Value function, std::span<const Value> arguments);

// The function that the table of GENERIC has for ARGUMENTS; GENERIC itself if it has none.
Value dispatched(Heap& heap, Value generic, std::span<const Value> arguments);

}  // namespace winnow
