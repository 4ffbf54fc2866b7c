// Vectors, bit vectors and arrays of any rank.
#pragma once

#include <cstddef>
#include <span>

#include "heap/heap.hpp"

namespace winnow {

Value make_vector(Heap& heap, std::size_t length, Value fill);
Value make_bit_vector(Heap& heap, std::size_t length, bool fill);

constexpr std::size_t kArrayRankLimit = 1024;

struct ArrayOptions {
  Value data;  // Vector, String or BitVector of the right size, or the array displaced to
  Value fill_pointer = nil();
  std::size_t offset = 0;
  bool adjustable = false;
  bool displaced = false;
};
// An Array over OPTIONS.data. DIMENSIONS are fixnums.
Value make_array(Heap& heap, std::span<const Value> dimensions, const ArrayOptions& options);

// The Vector, String or BitVector that holds the elements of ARRAY, for questions about its type.
Value underlying(Value array);
// Where COUNT elements of ARRAY from FIRST on are; all access to elements goes through here.
// Signals an error unless they exist: an array that ARRAY is displaced to may have been shortened.
struct Storage {
  Value data;
  std::size_t offset;
};
Storage storage(Heap& heap, Value array, std::size_t first, std::size_t count);

inline bool is_array(Value v) {
  if (!v.is_object()) return false;
  Type type = header_of(v)->type;
  return type == Type::Vector || type == Type::String || type == Type::BitVector ||
         type == Type::Array;
}
bool is_vector(Value v);  // an array of one dimension: vectors, strings, ...
bool is_bit_array(Value v);
bool is_bit_vector(Value v);
// No fill pointer, not adjustable, not displaced.
bool is_simple_array(Value v);
std::size_t array_rank(Value array);
std::size_t array_dimension(Value array, std::size_t axis);
std::size_t array_total_size(Value array);
// Length of a vector as sequences see it: up to its fill pointer.
std::size_t vector_length(Value vector);

// INDEX, if it is one of a row of SIZE elements; else signals a type-error, for the operator NAME.
std::size_t checked_index(Heap& heap, const char* name, Value index, std::size_t size);
// The row-major index of COUNT subscripts; signals if they are not those of an element of ARRAY.
std::size_t checked_subscripts(Heap& heap, const char* name, Value array, const Value* subscripts,
                               std::size_t count);

// Where the element of COUNT subscripts is, if ARRAY, of whatever rank but a plain vector, has its
// objects in a vector of its own. Null if not, or if they are no subscripts of it.
inline Value* place_in_own_vector(Value array, const Value* subscripts, std::size_t count) {
  if (!has_type(array, Type::Array)) return nullptr;
  const Array* a = as<Array>(array);
  if (a->rank() != count || (a->header.flags & Array::kDisplaced) != 0) return nullptr;
  if (!has_type(a->data, Type::Vector)) return nullptr;
  std::int64_t index = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Value size = a->dimensions[i];
    // As numbers without sign: a negative one is too large.
    if (!subscripts[i].is_fixnum() || subscripts[i].bits >= size.bits) return nullptr;
    index = index * size.fixnum() + subscripts[i].fixnum();
  }
  return &as<Vector>(a->data)->data[index];
}

// Elements by row-major index. ARRAY itself may have become shorter since the caller found its
// size: there is NIL after its end, and nothing is stored.
Value array_ref(Heap& heap, Value array, std::size_t index);
// Signals a type-error if a string is to hold something that is no character, or a bit vector
// something that is no bit.
void set_array_ref(Heap& heap, Value array, std::size_t index, Value v);

}  // namespace winnow
