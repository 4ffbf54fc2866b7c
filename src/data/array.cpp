#include "data/array.hpp"

#include <algorithm>

#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

Value make_vector(Heap& heap, std::size_t length, Value fill) {
  auto* v = heap.allocate<Vector>(Type::Vector, sizeof(Header), length, sizeof(Value));
  if (fill != fixnum(0)) heap.fill(v->data, length, fill);  // it is zeroed
  return to_value(v);
}

Value make_bit_vector(Heap& heap, std::size_t length, bool fill) {
  if (length > Heap::kMaxLength)
    signal_error(heap, ConditionKind::storage_condition, "A bit vector of ~D bits is too large",
                 {fixnum(length)});
  std::size_t words = BitVector::words_for(length);
  auto* v = heap.allocate<BitVector>(Type::BitVector, sizeof(Header), words, sizeof(std::uint64_t));
  v->header.length = static_cast<std::uint32_t>(length);
  if (fill && words > 0) {
    heap.fill(v->words, words, ~std::uint64_t{0});
    v->words[words - 1] >>= (64 - length % 64) % 64;
  }
  return to_value(v);
}

Value make_octet_vector(Heap& heap, std::size_t length, std::uint8_t fill) {
  auto* v = heap.allocate<OctetVector>(Type::OctetVector, sizeof(Header), length, 1);
  if (fill != 0) heap.fill(v->data, length, fill);
  return to_value(v);
}

Value make_vector_like(Heap& heap, Value array, std::size_t count, Value fill) {
  Value data = underlying(array);
  if (is_string_object(data)) return make_string(heap, count, ' ');
  if (is_bit_vector_object(data)) return make_bit_vector(heap, count, false);
  if (is_octet_vector_object(data)) return make_octet_vector(heap, count, 0);
  return make_vector(heap, count, fill);
}

Value make_array(Heap& heap, std::span<const Value> dimensions, const ArrayOptions& options) {
  constexpr std::size_t kFixed = 4;
  std::size_t rank = dimensions.size();
  auto* a = heap.allocate<Array>(Type::Array, sizeof(Header), kFixed + rank, sizeof(Value));
  a->header.aux = static_cast<std::uint16_t>(rank);
  a->header.flags = static_cast<std::uint8_t>((options.adjustable ? Array::kAdjustable : 0) |
                                              (options.displaced ? Array::kDisplaced : 0) |
                                              (options.of_nil ? Array::kOfNil : 0));
  a->data = options.data;
  a->fill_pointer = options.fill_pointer;
  a->offset = fixnum(options.offset);
  std::int64_t total = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    a->dimensions[i] = dimensions[i];
    total *= dimensions[i].fixnum();
  }
  a->total_size = Value::from_fixnum(total);
  return to_value(a);
}

Value underlying(Value array) {
  while (has_type(array, Type::Array)) array = as<Array>(array)->data;
  return array;
}

bool is_array_of_nil(Value array) {
  for (; has_type(array, Type::Array); array = as<Array>(array)->data)
    if ((as<Array>(array)->header.flags & Array::kOfNil) != 0) return true;
  return false;
}

namespace {

// Signals that elements of ARRAY before END are missing.
[[noreturn]] void signal_missing(Heap& heap, Value array, std::size_t end) {
  if (is_array_of_nil(array))
    signal_error(heap, ConditionKind::simple_error,
                 "~A: an array of element type NIL has no elements",
                 {operation_named(heap, "%aref")});
  signal_error(
      heap, ConditionKind::simple_error,
      "~A: element ~D is missing, as the array is displaced to one that has been shortened",
      {operation_named(heap, "%aref"), fixnum(end - 1)});
}

// The location of element INDEX of ARRAY; kAbsent if INDEX is out of range.
inline Storage storage_of_element(Heap& heap, Value array, std::size_t index) {
  Storage s{array, index};
  while (has_type(s.data, Type::Array)) {
    const Array* a = as<Array>(s.data);
    if (s.offset >= static_cast<std::size_t>(a->total_size.fixnum())) [[unlikely]]
      break;
    s.offset += static_cast<std::size_t>(a->offset.fixnum());
    s.data = a->data;
  }
  bool is_there = !has_type(s.data, Type::Array) && s.offset < header_of(s.data)->length;
  if (is_there) [[likely]]
    return s;
  if (index < array_total_size(array)) signal_missing(heap, array, index + 1);
  return {kAbsent, 0};
}

}  // namespace

Storage storage(Heap& heap, Value array, std::size_t first, std::size_t count) {
  if (count == 0) return {underlying(array), 0};
  Storage s{array, first};
  while (has_type(s.data, Type::Array)) {
    s.offset += static_cast<std::size_t>(as<Array>(s.data)->offset.fixnum());
    s.data = as<Array>(s.data)->data;
    if (s.offset + count > array_total_size(s.data)) signal_missing(heap, array, first + count);
  }
  return s;
}

bool is_simple_array(Value v) {
  if (!has_type(v, Type::Array)) return is_array(v);
  return is_nil(as<Array>(v)->fill_pointer) &&
         (as<Array>(v)->header.flags & (Array::kAdjustable | Array::kDisplaced)) == 0;
}

bool is_simple_string(Value v) {
  return is_string_object(v) || (is_string(v) && is_array_of_nil(v) && is_simple_array(v));
}

bool is_vector(Value v) { return is_array(v) && array_rank(v) == 1; }

bool is_bit_array(Value v) { return is_array(v) && is_bit_vector_object(underlying(v)); }
bool is_bit_vector(Value v) { return is_vector(v) && is_bit_array(v); }

std::size_t array_rank(Value array) {
  return has_type(array, Type::Array) ? as<Array>(array)->rank() : 1;
}

std::size_t array_dimension(Value array, std::size_t axis) {
  if (has_type(array, Type::Array))
    return static_cast<std::size_t>(as<Array>(array)->dimensions[axis].fixnum());
  return header_of(array)->length;
}

std::size_t array_total_size(Value array) {
  if (has_type(array, Type::Array))
    return static_cast<std::size_t>(as<Array>(array)->total_size.fixnum());
  return header_of(array)->length;
}

std::size_t vector_length(Value vector) {
  if (has_type(vector, Type::Array) && !is_nil(as<Array>(vector)->fill_pointer))
    return static_cast<std::size_t>(as<Array>(vector)->fill_pointer.fixnum());
  return array_total_size(vector);
}

std::size_t checked_index(Heap& heap, const char* name, Value index, std::size_t size) {
  if (index.is_fixnum() && index.fixnum() >= 0 && static_cast<std::size_t>(index.fixnum()) < size)
    return static_cast<std::size_t>(index.fixnum());
  if (!is_integer(index)) signal_wrong_type(heap, name, index, {"an index", "UNSIGNED-BYTE"});
  Value bound = list_of(heap, {fixnum(size)});
  signal_error(
      heap, ConditionKind::type_error,
      "~A: index ~D is out of range for ~D element~:P~@[ (0 to ~D)~]",
      {operation_named(heap, name), index, fixnum(size), size > 1 ? fixnum(size - 1) : nil()},
      {index, list_of(heap, {heap.symbols->intern("INTEGER"), fixnum(0), bound})});
}

std::size_t checked_subscripts(Heap& heap, const char* name, Value array, const Value* subscripts,
                               std::size_t count) {
  if (count != array_rank(array))
    signal_error(heap, ConditionKind::program_error, "~A: expected ~D subscript~:P, got ~D",
                 {operation_named(heap, name), fixnum(array_rank(array)), fixnum(count)});
  std::size_t index = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t size = array_dimension(array, i);
    index = index * size + checked_index(heap, name, subscripts[i], size);
  }
  return index;
}

bool is_octet(Value v) { return v.is_fixnum() && v.fixnum() >= 0 && v.fixnum() < 256; }

Value array_ref(Heap& heap, Value array, std::size_t index) {
  auto [data, at] = storage_of_element(heap, array, index);
  if (is_vector_object(data)) return as<Vector>(data)->data[at];
  if (is_string_object(data)) return Value::from_character(string_char(as<String>(data), at));
  if (is_octet_vector_object(data)) return fixnum(as<OctetVector>(data)->data[at]);
  if (is_bit_vector_object(data)) return fixnum(as<BitVector>(data)->get(at) ? 1 : 0);
  return nil();
}

void set_array_ref(Heap& heap, Value array, std::size_t index, Value v) {
  auto [data, at] = storage_of_element(heap, array, index);
  if (is_vector_object(data)) {
    heap.store(as<Vector>(data)->data[at], v);
  } else if (is_string_object(data)) {
    if (!v.is_character())
      signal_wrong_type(heap, "(setf aref)", v,
                        {"a character, as the array is a string", "CHARACTER"});
    set_string_char(heap, as<String>(data), at, v.character());
  } else if (is_bit_vector_object(data)) {
    if (v != fixnum(0) && v != fixnum(1))
      signal_wrong_type(heap, "(setf aref)", v, {"0 or 1, as the array is one of bits", "BIT"});
    as<BitVector>(data)->set(at, v == fixnum(1));
  } else if (is_octet_vector_object(data)) {
    if (!is_octet(v))
      signal_wrong_type(
          heap, "(setf aref)", v,
          {"an integer from 0 to 255, as the array is one of octets", "(UNSIGNED-BYTE 8)"});
    as<OctetVector>(data)->data[at] = static_cast<std::uint8_t>(v.fixnum());
  }
}

}  // namespace winnow
