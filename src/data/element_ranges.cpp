// Copying and filling ranges of the elements of arrays.
#include <algorithm>
#include <cstring>

#include "data/array.hpp"
#include "data/string.hpp"

namespace winnow {

namespace {

// The number of elements between two polls for interrupts.
constexpr std::size_t kPolledElements = std::size_t{1} << 16;
constexpr std::size_t kBitsOfWord = 64;

// Calls STORE(i, n) for parts of COUNT elements: N elements, at most SIZE, from I on. If BACKWARDS,
// the last part comes first.
template <class Store>
void for_each_part(std::size_t count, std::size_t size, bool backwards, Store store) {
  for (std::size_t done = 0; done < count;) {
    std::size_t n = std::min(size, count - done);
    store(backwards ? count - done - n : done, n);
    done += n;
  }
}

// The same for parts of a long operation.
template <class Store>
void for_each_polled_part(Heap& heap, std::size_t count, bool backwards, Store store) {
  for_each_part(count, kPolledElements, backwards, [&](std::size_t i, std::size_t n) {
    store(i, n);
    if (n == kPolledElements) heap.upcalls->poll();
  });
}

// Returns N bits, at most 64, of WORDS from bit AT on. The bits above them are undefined.
std::uint64_t load_bits(const std::uint64_t* words, std::size_t at, std::size_t n) {
  const std::uint64_t* word = words + at / kBitsOfWord;
  std::size_t shift = at % kBitsOfWord;
  std::uint64_t bits = word[0] >> shift;
  return shift + n > kBitsOfWord ? bits | word[1] << (kBitsOfWord - shift) : bits;
}

// Stores the low N of BITS.
void store_bits(std::uint64_t* words, std::size_t at, std::size_t n, std::uint64_t bits) {
  std::uint64_t* word = words + at / kBitsOfWord;
  std::size_t shift = at % kBitsOfWord;
  std::uint64_t mask = ~std::uint64_t{0} >> (kBitsOfWord - n);
  bits &= mask;
  word[0] = (word[0] & ~(mask << shift)) | bits << shift;
  if (shift + n <= kBitsOfWord) return;
  std::size_t used = kBitsOfWord - shift;
  word[1] = (word[1] & ~(mask >> used)) | bits >> used;
}

void copy_part(Heap& heap, Storage to, Storage from, std::size_t count, bool backwards) {
  if (header_of(to.data)->type != header_of(from.data)->type) {
    for (std::size_t i = 0; i < count; ++i)
      set_array_ref(heap, to.data, to.offset + i, array_ref(heap, from.data, from.offset + i));
  } else if (is_vector_object(to.data)) {
    heap.store_range(as<Vector>(to.data)->data + to.offset,
                     as<Vector>(from.data)->data + from.offset, count);
  } else if (is_string_object(to.data)) {
    copy_characters(heap, as<String>(to.data), to.offset,
                    {as<String>(from.data), from.offset, count});
  } else if (is_octet_vector_object(to.data)) {
    std::memmove(as<OctetVector>(to.data)->data + to.offset,
                 as<OctetVector>(from.data)->data + from.offset, count);
  } else {
    auto* target = as<BitVector>(to.data)->words;
    const auto* source = as<BitVector>(from.data)->words;
    for_each_part(count, kBitsOfWord, backwards, [&](std::size_t i, std::size_t n) {
      store_bits(target, to.offset + i, n, load_bits(source, from.offset + i, n));
    });
  }
}

// Copies the filled slots until all are filled, which is faster than storing them one by one.
void fill_slots(Heap& heap, Value* first, std::size_t count, Value v) {
  std::size_t filled = std::min<std::size_t>(count, 32);
  heap.fill_range(first, filled, v);
  while (filled < count) {
    std::size_t n = std::min(filled, count - filled);
    heap.store_range(first + filled, first, n);
    filled += n;
  }
}

void fill_part(Heap& heap, Storage to, std::size_t count, Value v) {
  if (is_vector_object(to.data))
    return fill_slots(heap, as<Vector>(to.data)->data + to.offset, count, v);
  set_array_ref(heap, to.data, to.offset, v);  // checks V
  if (is_string_object(to.data))
    return fill_characters(as<String>(to.data), to.offset, count, v.character());
  if (is_octet_vector_object(to.data)) {
    std::fill_n(as<OctetVector>(to.data)->data + to.offset, count,
                static_cast<std::uint8_t>(v.fixnum()));
    return;
  }
  std::uint64_t bits = v == fixnum(1) ? ~std::uint64_t{0} : 0;
  for_each_part(count, kBitsOfWord, false, [&](std::size_t i, std::size_t n) {
    store_bits(as<BitVector>(to.data)->words, to.offset + i, n, bits);
  });
}

}  // namespace

void copy_elements(Heap& heap, Value target, std::size_t to, Value source, std::size_t from,
                   std::size_t count) {
  if (count == 0) return;
  const Storage a = storage(heap, target, to, count);
  const Storage b = storage(heap, source, from, count);
  const bool backwards = a.data == b.data && a.offset > b.offset;
  for_each_polled_part(heap, count, backwards, [&](std::size_t i, std::size_t n) {
    copy_part(heap, {a.data, a.offset + i}, {b.data, b.offset + i}, n, backwards);
  });
}

void fill_elements(Heap& heap, Value array, std::size_t first, std::size_t count, Value v) {
  if (count == 0) return;
  if (is_vector_object(array) && count <= kPolledElements)
    return fill_slots(heap, as<Vector>(array)->data + first, count, v);
  const Storage s = storage(heap, array, first, count);
  for_each_polled_part(heap, count, false, [&](std::size_t i, std::size_t n) {
    fill_part(heap, {s.data, s.offset + i}, n, v);
  });
}

}  // namespace winnow
