// Dispatch of generic functions. A cache table in each generic function maps the classes of the
// arguments to the effective method, which lib/clos computes at the first call.
#pragma once

#include <array>
#include <span>

#include "heap/heap.hpp"

namespace winnow {

Value class_of(Heap& heap, Value v);

// The built-in classes, in the order of the arguments of set-built-in-classes.
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

// The layout of the table, a vector, which is the first captured value of the generic function: N,
// the number of arguments that select methods; the objects that EQL specializers name; R, the
// number of rows, a power of two; words for native code; the N positions of those arguments;
// then R rows of N keys and a function (NIL in a free row). A key is the class of an argument or,
// for an object that an EQL specializer names, the cons that the table of these objects has for it.
// A row is found by open addressing from the sum of the keys' hashes.
struct DispatchRow {
  static constexpr std::size_t kKeys = 0;
  static constexpr std::size_t kNamed = 1;
  static constexpr std::size_t kRows = 2;
  // If methods are selected by the class of one argument: its position in the high half of the
  // word, and 8 times the position in the low half; otherwise kNone in the high half.
  static constexpr std::size_t kArgument = 3;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  // (R - 1) times the size in bytes of a row with one key.
  static constexpr std::size_t kMask = 4;
  // T if one argument selects methods and these entries have all objects that EQL specializers
  // name: each an object and its function, NIL if that is not known. They are compared by EQ.
  static constexpr std::size_t kHasObjects = 5;
  static constexpr std::size_t kObjects = 6;
  static constexpr std::size_t kMostObjects = 4;
  static constexpr std::size_t kPlaces = kObjects + 2 * kMostObjects;
};

// For each heap type the built-in class of its objects; kNoBuiltIn if it varies.
constexpr auto kNoBuiltIn = static_cast<std::uint8_t>(BuiltIn::Varies);
extern const std::array<std::uint8_t, 256> built_in_of_type;

// A new generic function. It calls CLOSURE, which captures nothing, for
// arguments without a row in its table. INSTANCE: the structure with its class and slots, NIL for a
// function of the class STANDARD-GENERIC-FUNCTION. IS_PLAIN: INSTANCE is not a generic function.
Value make_generic_function(Heap& heap, Value closure, Value instance, bool is_plain);

// Empties the table of GENERIC. PLACES: a list of the positions of the arguments that select
// methods. NAMED: an EQL table from each object that an EQL specializer names to a cons of its
// own, or NIL without such specializers.
void clear_dispatch(Heap& heap, Value generic, Value places, Value named);

// Adds a row to the table of GENERIC: for arguments of the classes of ARGUMENTS it calls FUNCTION.
void remember_dispatch(Heap& heap, Value generic, Value function, std::span<const Value> arguments);

// The function in the table of GENERIC for ARGUMENTS; GENERIC itself if a row for them is missing.
Value dispatched(Heap& heap, Value generic, std::span<const Value> arguments);

}  // namespace winnow
