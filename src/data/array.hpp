// Vectors, bit vectors, octet vectors and arrays of any rank.
#pragma once

#include <cstddef>
#include <span>

#include "heap/heap.hpp"

namespace winnow {

Value make_vector(Heap& heap, std::size_t length, Value fill);
Value make_bit_vector(Heap& heap, std::size_t length, bool fill);
Value make_octet_vector(Heap& heap, std::size_t length, std::uint8_t fill);
// A new simple vector of COUNT elements, of the element type of ARRAY: 0, spaces, or FILL if it is T.
Value make_vector_like(Heap& heap, Value array, std::size_t count, Value fill);

constexpr std::size_t kArrayRankLimit = 1024;

struct ArrayOptions {
  Value data;  // a simple vector of the right size, or the array displaced to
  Value fill_pointer = nil();
  std::size_t offset = 0;
  bool adjustable = false;
  bool displaced = false;
  bool of_nil = false;  // the element type is NIL
};
// A new Array with the elements of OPTIONS.data. DIMENSIONS are fixnums.
Value make_array(Heap& heap, std::span<const Value> dimensions, const ArrayOptions& options);

// The simple vector that holds the elements of ARRAY. Its type is the element type.
Value underlying(Value array);
// Is NIL the element type of ARRAY? Such vectors are strings (15.1.2.2).
bool is_array_of_nil(Value array);
// The location of COUNT elements of ARRAY from FIRST on. All access to elements goes through this.
// Signals an error if they do not exist, since the array that ARRAY is displaced to may have been
// shortened in the meantime.
struct Storage {
  Value data;
  std::size_t offset;
};
Storage storage(Heap& heap, Value array, std::size_t first, std::size_t count);

inline bool is_array(Value v) {
  if (!v.is_object()) return false;
  Type type = header_of(v)->type;
  return type == Type::Vector || type == Type::String || type == Type::BitVector ||
         type == Type::OctetVector || type == Type::Array;
}
bool is_vector(Value v);  // an array of one dimension: vectors, strings, ...
bool is_bit_array(Value v);
bool is_bit_vector(Value v);
// No fill pointer, not adjustable, not displaced.
bool is_simple_array(Value v);
bool is_simple_string(Value v);
std::size_t array_rank(Value array);
std::size_t array_dimension(Value array, std::size_t axis);
std::size_t array_total_size(Value array);
// The length of a vector as a sequence: its fill pointer, if it has one.
std::size_t vector_length(Value vector);

// INDEX as a number; unless it is below SIZE, signals a type-error that names the operator NAME.
std::size_t checked_index(Heap& heap, const char* name, Value index, std::size_t size);
// The row-major index of COUNT subscripts; signals an error unless they are valid for ARRAY.
std::size_t checked_subscripts(Heap& heap, const char* name, Value array, const Value* subscripts,
                               std::size_t count);

// The fast path of AREF for an Array whose elements are in a Vector of its own: the location of the
// element with COUNT subscripts. Null if ARRAY is of another kind or the subscripts are not valid.
inline Value* place_in_own_vector(Value array, const Value* subscripts, std::size_t count) {
  if (!has_type(array, Type::Array)) return nullptr;
  const Array* a = as<Array>(array);
  if (a->rank() != count || (a->header.flags & Array::kDisplaced) != 0) return nullptr;
  if (!has_type(a->data, Type::Vector)) return nullptr;
  std::int64_t index = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Value size = a->dimensions[i];
    // Unsigned comparison also rejects negative subscripts.
    if (!subscripts[i].is_fixnum() || subscripts[i].bits >= size.bits) return nullptr;
    index = index * size.fixnum() + subscripts[i].fixnum();
  }
  return &as<Vector>(a->data)->data[index];
}

// Is V an integer from 0 to 255?
bool is_octet(Value v);

// Elements by row-major index. If ARRAY has been shortened since the caller checked its size, reads
// after its end return NIL, and writes are ignored.
Value array_ref(Heap& heap, Value array, std::size_t index);
// Signals a type-error if V is not of the element type of ARRAY.
void set_array_ref(Heap& heap, Value array, std::size_t index, Value v);

// Ranges of elements by row-major index (element_ranges.cpp). Both poll for interrupts, and signal
// an error if the elements do not exist or cannot be stored.
//
// Copies COUNT elements of SOURCE from FROM on to TARGET from TO on, as if all were read before the
// first is stored.
void copy_elements(Heap& heap, Value target, std::size_t to, Value source, std::size_t from,
                   std::size_t count);
// Stores V in COUNT elements of ARRAY from FIRST on.
void fill_elements(Heap& heap, Value array, std::size_t first, std::size_t count, Value v);

}  // namespace winnow
