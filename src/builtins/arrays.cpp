// Arrays: construction, access, properties and fill pointers.
#include <algorithm>
#include <array>
#include <vector>

#include "builtins/builtin.hpp"

namespace winnow {

namespace {

// The kinds of elements are symbols: CHARACTER, BIT, OCTET for (UNSIGNED-BYTE 8), NIL and T.

// If TYPE is (UNSIGNED-BYTE n) or (SIGNED-BYTE n) with more than two bits, the kind of elements of
// an array for it, else kAbsent.
Value kind_of_byte_type(Heap& heap, Value type) {
  if (!is_cons(type) || !is_cons(cdr(type)) || !is_nil(cdr(cdr(type)))) return kAbsent;
  Value bits = second(type);
  if (!bits.is_fixnum() || bits.fixnum() <= 2) return kAbsent;
  if (car(type) == heap.symbols->symbol(Sym::signed_byte)) return t();
  if (car(type) != heap.symbols->symbol(Sym::unsigned_byte)) return kAbsent;
  return bits.fixnum() <= 8 ? heap.symbols->symbol(Sym::octet) : t();
}

// Returns the kind of elements of an array for elements of TYPE. If TYPE is a symbol, the Lisp
// function has cached the answer as a property of it; the cache is valid until a type is defined.
Value kind_for_type(Vm& vm, Value type) {
  Heap& heap = vm.heap();
  SymbolTable& s = *heap.symbols;
  if (type == t() || type == s.symbol(Sym::character)) return type;
  if (Value kind = kind_of_byte_type(heap, type); kind != kAbsent) return kind;
  if (is_symbol(type)) {
    Value known = get_property(heap, type, s.symbol(Sym::element_kind));
    if (is_cons(known) && car(known) == as_symbol(s.symbol(Sym::star_type_stamp))->value)
      return cdr(known);
  }
  return vm.call(vm.function_of(s.symbol(Sym::element_kind)), {type});
}

Value element_kind_of(Heap& heap, Value array) {
  if (is_array_of_nil(array)) return nil();
  Value data = underlying(array);
  if (is_string_object(data)) return heap.symbols->symbol(Sym::character);
  if (is_octet_vector_object(data)) return heap.symbols->symbol(Sym::octet);
  return is_bit_vector_object(data) ? heap.symbols->symbol(Sym::bit) : t();
}

// The element type of arrays of KIND.
Value type_of_kind(Heap& heap, Value kind) {
  if (kind != heap.symbols->symbol(Sym::octet)) return kind;
  return list_of(heap, {heap.symbols->symbol(Sym::unsigned_byte), fixnum(8)});
}

// The dimensions of an array: fixnums. Up to eight need no memory of their own.
class Dimensions {
 public:
  void push(Value v) {
    if (count_ == few_.size()) many_.assign(few_.begin(), few_.end());
    if (count_ >= few_.size())
      many_.push_back(v);
    else
      few_[count_] = v;
    ++count_;
  }
  std::size_t size() const { return count_; }
  Value operator[](std::size_t axis) const { return begin()[axis]; }
  const Value* begin() const { return count_ > few_.size() ? many_.data() : few_.data(); }
  const Value* end() const { return begin() + count_; }

 private:
  std::array<Value, 8> few_;
  std::vector<Value> many_;
  std::size_t count_ = 0;
};

// Checks DESIGNATOR, an integer or a list of integers, and appends its dimensions to DIMENSIONS.
void check_dimensions(Heap& heap, const char* name, Value designator, Dimensions& dimensions) {
  if (is_integer(designator)) {
    dimensions.push(designator);
  } else {
    if (proper_length(heap, designator) < 0)
      signal_wrong_type(heap, name, designator,
                        {"a dimension or a list of dimensions", "(OR UNSIGNED-BYTE LIST)"});
    for (; is_cons(designator); designator = cdr(designator)) dimensions.push(car(designator));
  }
  if (dimensions.size() > kArrayRankLimit)
    signal_error(heap, ConditionKind::storage_condition, "~A: an array of rank ~D is too large",
                 {operation_named(heap, name), fixnum(dimensions.size())});
  std::int64_t total = 1;
  for (Value d : dimensions) {
    if (!d.is_fixnum() || d.fixnum() < 0)
      signal_wrong_type(heap, name, d, {"a dimension (an integer >= 0)", "UNSIGNED-BYTE"});
    if (__builtin_mul_overflow(total, d.fixnum(), &total) ||
        static_cast<std::uint64_t>(total) > Heap::kMaxLength)
      signal_error(
          heap, ConditionKind::storage_condition, "~A: an array of dimensions ~S is too large",
          {operation_named(heap, name), list_of(heap, dimensions.begin(), dimensions.size())});
  }
}

// Stores the nested sequences CONTENTS in DATA, starting at INDEX.
void fill_from(Heap& heap, Value data, Value contents, const Dimensions& dimensions,
               std::size_t axis, std::size_t& index) {
  if (axis == dimensions.size()) return set_array_ref(heap, data, index++, contents);
  std::size_t size = static_cast<std::size_t>(dimensions[axis].fixnum());
  std::ptrdiff_t given = contents.is_list() ? proper_length(heap, contents)
                         : is_vector(contents)
                             ? static_cast<std::ptrdiff_t>(vector_length(contents))
                             : -1;
  if (given != static_cast<std::ptrdiff_t>(size))
    signal_error(heap, ConditionKind::type_error,
                 "MAKE-ARRAY: the contents ~S do not have ~D element~:P", {contents, fixnum(size)},
                 {contents, nil()});
  for (std::size_t i = 0; i < size; ++i) {
    heap.poll_at(i + 1);
    if (contents.is_list()) {
      fill_from(heap, data, car(contents), dimensions, axis + 1, index);
      contents = cdr(contents);
    } else {
      fill_from(heap, data, array_ref(heap, contents, i), dimensions, axis + 1, index);
    }
  }
}

[[noreturn]] void wrong_fill_pointer(Heap& heap, const char* name, Value got, Value size) {
  Value type = list_of(heap, {heap.symbols->intern("INTEGER"), fixnum(0), size});
  signal_error(heap, ConditionKind::type_error, "~A: expected a fill pointer from 0 to ~D, got ~S",
               {operation_named(heap, name), size, got}, {got, type});
}

// A new simple vector of COUNT elements of KIND. FILL: the initial element of a vector of kind T, if
// none is given.
Value make_elements(Heap& heap, Value kind, std::size_t count, Key<Value> initial_element,
                    Value fill) {
  if (is_nil(kind)) {
    if (initial_element)
      signal_wrong_type(heap, "make-array", *initial_element,
                        {"no initial element, as the element type is NIL", "NIL"});
    return make_string(heap, 0, ' ');
  }
  if (kind == heap.symbols->symbol(Sym::character)) {
    Value c = value_or(initial_element, Value::from_character(' '));
    if (!c.is_character())
      signal_wrong_type(heap, "make-array", c, {"a character as initial element", "CHARACTER"});
    return make_string(heap, count, c.character());
  }
  if (kind == heap.symbols->symbol(Sym::octet)) {
    Value octet = value_or(initial_element, fixnum(0));
    if (!is_octet(octet))
      signal_wrong_type(heap, "make-array", octet,
                        {"an integer from 0 to 255 as initial element", "(UNSIGNED-BYTE 8)"});
    return make_octet_vector(heap, count, static_cast<std::uint8_t>(octet.fixnum()));
  }
  if (kind != t()) {
    Value bit = value_or(initial_element, fixnum(0));
    if (bit != fixnum(0) && bit != fixnum(1))
      signal_wrong_type(heap, "make-array", bit, {"0 or 1 as initial element", "BIT"});
    return make_bit_vector(heap, count, bit == fixnum(1));
  }
  return make_vector(heap, count, value_or(initial_element, fill));
}

std::size_t total_size(const Dimensions& sizes) {
  std::size_t total = 1;
  for (Value d : sizes) total *= static_cast<std::size_t>(d.fixnum());
  return total;
}

bool is_small_dimension(Value v) { return v.is_fixnum() && v.fixnum() >= 0 && v.fixnum() < 65536; }

// Signals an error if arguments of MAKE-ARRAY exclude each other. KIND: of the elements of the new
// array.
void check_agreement(Heap& heap, Value kind, Key<Value> initial_element,
                     Key<Value> initial_contents, Key<Value> displaced_to, Key<Value> offset) {
  auto refuse = [&](const char* both) {
    signal_error(heap, ConditionKind::program_error, "MAKE-ARRAY: ~A exclude each other",
                 {make_string(heap, both)});
  };
  if (initial_element && initial_contents) refuse(":INITIAL-ELEMENT and :INITIAL-CONTENTS");
  if (!is_true(displaced_to)) {
    if (offset)
      signal_error(heap, ConditionKind::program_error,
                   "MAKE-ARRAY: :DISPLACED-INDEX-OFFSET needs :DISPLACED-TO", {});
    return;
  }
  if (initial_element) refuse(":INITIAL-ELEMENT and :DISPLACED-TO");
  if (initial_contents) refuse(":INITIAL-CONTENTS and :DISPLACED-TO");
  Value target = *displaced_to;
  if (!is_array(target))
    signal_wrong_type(heap, "make-array", target, {"an array as :DISPLACED-TO", "ARRAY"});
  if (element_kind_of(heap, target) == kind) return;
  Value type = type_of_kind(heap, kind);
  signal_error(heap, ConditionKind::type_error,
               "MAKE-ARRAY: expected an array of element type ~S to displace to, got ~S",
               {type, target}, {target, list_of(heap, {heap.symbols->intern("ARRAY"), type})});
}

DEFUN(make_array_, "make-array", "(dimensions &key element-type initial-element initial-contents adjustable fill-pointer displaced-to displaced-index-offset)", R"doc(
Return a new array.
DIMENSIONS: an integer or a list of integers >= 0.  ELEMENT-TYPE: CHARACTER for a string, BIT for a bit vector,
(UNSIGNED-BYTE 8) for an array with a byte for each element, NIL for an array that cannot hold anything; an array of any
other type holds all objects.
INITIAL-CONTENTS: nested sequences of the same shape as the array.
FILL-POINTER: for vectors only: an index, or T for the length.
DISPLACED-TO: an array of the same element type. The new array shares its elements, starting at DISPLACED-INDEX-OFFSET.
Signals: type-error unless DIMENSIONS is a non-negative integer or a list of them, and the other arguments fit them;
program-error for arguments that exclude each other; storage-condition if the array is too large.
Example: (make-array 3 :initial-element 0) => #(0 0 0)
Example: (make-array '(2 2) :initial-contents '((1 2) (3 4))) => #2A((1 2) (3 4))
)doc", (Vm& vm, Value dimensions, Key<Value> element_type, Key<Value> initial_element,
        Key<Value> initial_contents, Key<Value> adjustable, Key<Value> fill_pointer,
        Key<Value> displaced_to, Key<Value> offset)) {
  Heap& heap = vm.heap();
  const Value type = value_or(element_type, t());
  bool plain = !initial_contents && !adjustable && !fill_pointer && !displaced_to && !offset;
  const Value kind = kind_for_type(vm, type);
  // Arrays of any other element type than T are filled with zeros, as in other implementations.
  const Value fill_value = type == t() ? nil() : fixnum(0);
  if (plain && !is_nil(kind) && is_small_dimension(dimensions))
    return make_elements(heap, kind, static_cast<std::size_t>(dimensions.fixnum()), initial_element,
                         fill_value);
  Dimensions sizes;
  check_dimensions(heap, "make-array", dimensions, sizes);
  const std::size_t total = total_size(sizes);
  ArrayOptions options;
  options.adjustable = is_true(adjustable);
  Value fill = value_or(fill_pointer, nil());
  if (!is_nil(fill)) {
    if (sizes.size() != 1)
      signal_wrong_type(
          heap, "make-array", dimensions,
          {"one dimension, for a fill pointer", "(OR UNSIGNED-BYTE (CONS UNSIGNED-BYTE NULL))"});
    if (fill == t()) fill = sizes[0];
    if (!fill.is_fixnum() || fill.fixnum() < 0 || fill.fixnum() > sizes[0].fixnum())
      wrong_fill_pointer(heap, "make-array", fill, sizes[0]);
    options.fill_pointer = fill;
  }
  options.of_nil = is_nil(kind);
  check_agreement(heap, kind, initial_element, initial_contents, displaced_to, offset);
  if (is_true(displaced_to)) {
    Value target = *displaced_to;
    Value from = value_or(offset, fixnum(0));
    if (!from.is_fixnum() || from.fixnum() < 0 ||
        static_cast<std::size_t>(from.fixnum()) + total > array_total_size(target))
      signal_wrong_type(heap, "make-array", from,
                        {"an offset within the array displaced to", "UNSIGNED-BYTE"});
    options.data = target;
    options.displaced = true;
    options.offset = static_cast<std::size_t>(from.fixnum());
  } else {
    options.data = make_elements(heap, kind, total, initial_element, fill_value);
  }
  if (initial_contents && options.of_nil && total > 0)
    signal_wrong_type(heap, "make-array", *initial_contents,
                      {"no initial contents, as the element type is NIL", "NIL"});
  if (initial_contents) {
    std::size_t index = 0;
    fill_from(heap, options.data, *initial_contents, sizes, 0, index);
  }
  if (sizes.size() == 1 && !options.adjustable && !options.displaced && !options.of_nil &&
      is_nil(options.fill_pointer))
    return options.data;
  return make_array(heap, std::span<const Value>(sizes.begin(), sizes.size()), options);
}

// Signals a type-error unless KIND is one of arrays that have elements.
void check_kind(Heap& heap, const char* name, Value kind) {
  const SymbolTable& s = *heap.symbols;
  if (kind != t() && kind != s.symbol(Sym::character) && kind != s.symbol(Sym::bit) &&
      kind != s.symbol(Sym::octet))
    signal_wrong_type(heap, name, kind, {"a kind of elements", "(MEMBER CHARACTER BIT OCTET T)"});
}

// A new array of the dimensions SIZES with DATA, a new simple vector.
Value array_with(Heap& heap, const Dimensions& sizes, Value data) {
  if (sizes.size() == 1) return data;
  ArrayOptions options;
  options.data = data;
  return make_array(heap, std::span<const Value>(sizes.begin(), sizes.size()), options);
}

DEFUN(make_plain_array, "make-plain-array", "(kind dimensions &optional initial-element)", R"doc(
Return a new array with elements of KIND: CHARACTER, BIT, OCTET or T. For compiled calls of MAKE-ARRAY.
Signals: type-error; storage-condition.
Example: (make-plain-array 'bit 3) => #*000
)doc", (Heap& heap, SymbolArg kind, Value dimensions, std::optional<Value> initial_element)) {
  const Key<Value> initial{initial_element ? *initial_element : kAbsent};
  check_kind(heap, "make-plain-array", kind);
  if (is_small_dimension(dimensions))
    return make_elements(heap, kind, static_cast<std::size_t>(dimensions.fixnum()), initial, nil());
  Dimensions sizes;
  check_dimensions(heap, "make-array", dimensions, sizes);
  return array_with(heap, sizes, make_elements(heap, kind, total_size(sizes), initial, nil()));
}

DEFUN(make_filled_array, "make-filled-array", "(kind dimensions contents)", R"doc(
Return a new array with elements of KIND: CHARACTER, BIT, OCTET or T. For compiled calls of MAKE-ARRAY.
CONTENTS: the argument :INITIAL-CONTENTS.
Signals: type-error; storage-condition.
Example: (make-filled-array 'bit 3 '(1 0 1)) => #*101
)doc", (Heap& heap, SymbolArg kind, Value dimensions, Value contents)) {
  check_kind(heap, "make-filled-array", kind);
  Dimensions sizes;
  check_dimensions(heap, "make-array", dimensions, sizes);
  Value data = make_elements(heap, kind, total_size(sizes), {}, nil());
  std::size_t index = 0;
  fill_from(heap, data, contents, sizes, 0, index);
  return array_with(heap, sizes, data);
}

DEFUN(vector_, "vector", "(&rest objects)", R"doc(
Return a new vector of OBJECTS.
Example: (vector 1 'a) => #(1 A)
)doc", (Heap& heap, Rest objects)) {
  Value v = make_vector(heap, objects.size(), fixnum(0));
  std::copy(objects.begin(), objects.end(), as<Vector>(v)->data);
  return v;
}

DEFUN(aref, "aref", "(array &rest subscripts)", R"doc(
Return the element of ARRAY at SUBSCRIPTS, one for each dimension, counted from 0.
Signals: type-error if ARRAY is not an array or a subscript is out of range.
Example: (aref #(a b c) 1) => B
)doc", (Heap& heap, ArrayArg array, Rest subscripts)) {
  if (Value* place = place_in_own_vector(array, subscripts.begin(), subscripts.size()))
    return *place;
  return array_ref(heap, array,
                   checked_subscripts(heap, "aref", array, subscripts.begin(), subscripts.size()));
}

DEFUN(set_aref, "set-aref", "(array &rest subscripts-and-value)", R"doc(
Store the last argument in ARRAY at the subscripts before it, and return it. Implements (setf aref).
Signals: type-error.
Example: (let ((v (vector 1 2))) (set-aref v 0 9) v) => #(9 2)
)doc", (Heap& heap, ArrayArg array, Rest rest)) {
  if (rest.size() == 0)
    signal_error(heap, ConditionKind::program_error,
                 "(SETF AREF): expected at least 2 arguments, got 1", {});
  Value v = rest[rest.size() - 1];
  if (Value* place = place_in_own_vector(array, rest.begin(), rest.size() - 1))
    heap.store(*place, v);
  else
    set_array_ref(heap, array,
                  checked_subscripts(heap, "(setf aref)", array, rest.begin(), rest.size() - 1), v);
  return v;
}

DEFUN(svref, "svref", "(vector index)", R"doc(
Return the element of the simple VECTOR at INDEX, counted from 0.
Signals: type-error if VECTOR is not a simple vector or INDEX is out of range.
Example: (svref #(a b c) 1) => B
)doc", (Heap& heap, ArrayArg vector, Value index)) {
  if (!is_vector_object(vector)) signal_wrong_type(heap, "svref", vector, "a simple vector");
  return array_ref(heap, vector, checked_subscripts(heap, "svref", vector, &index, 1));
}

DEFUN(set_svref, "set-svref", "(vector index value)", R"doc(
Store VALUE in the simple VECTOR at INDEX, and return it. Implements (setf svref).
Signals: type-error if VECTOR is not a simple vector or INDEX is out of range.
Example: (let ((v (vector 1 2))) (set-svref v 0 9) v) => #(9 2)
)doc", (Heap& heap, ArrayArg vector, Value index, Value value)) {
  if (!is_vector_object(vector)) signal_wrong_type(heap, "(setf svref)", vector, "a simple vector");
  std::size_t at = checked_subscripts(heap, "(setf svref)", vector, &index, 1);
  heap.store(as<Vector>(vector)->data[at], value);
  return value;
}

DEFUN(row_major_aref, "row-major-aref", "(array index)", R"doc(
Return the element of ARRAY at the row-major INDEX.
Signals: type-error unless ARRAY is an array and INDEX is a non-negative integer less than its number of elements.
Example: (row-major-aref #2A((1 2) (3 4)) 2) => 3
)doc", (Heap& heap, ArrayArg array, Index index)) {
  return array_ref(heap, array,
                   checked_index(heap, "row-major-aref", fixnum(index), array_total_size(array)));
}

DEFUN(set_row_major_aref, "set-row-major-aref", "(array index value)", R"doc(
Store VALUE at the row-major INDEX of ARRAY, and return it. Implements (setf row-major-aref).
Signals: type-error.
Example: (set-row-major-aref (vector 1) 0 2) => 2
)doc", (Heap& heap, ArrayArg array, Index index, Value value)) {
  set_array_ref(
      heap, array,
      checked_index(heap, "(setf row-major-aref)", fixnum(index), array_total_size(array)), value);
  return value;
}

DEFUN(arrayp, "arrayp", "(object)", R"doc(
Return T if OBJECT is an array of any rank, else NIL.
Example: (arrayp "abc") => T
)doc", (Value object)) {
  return truth(is_array(object));
}

DEFUN(vectorp, "vectorp", "(object)", R"doc(
Return T if OBJECT is an array of one dimension, else NIL.
Example: (vectorp #(1)) => T
)doc", (Value object)) {
  return truth(is_vector(object));
}

DEFUN(simple_vector_p, "simple-vector-p", "(object)", R"doc(
Return T if OBJECT is a vector of element type T that has no fill pointer and is not adjustable, else NIL.
Example: (simple-vector-p "abc") => NIL
)doc", (Value object)) {
  return truth(is_vector_object(object));
}

DEFUN(simple_string_p, "simple-string-p", "(object)", R"doc(
Return T if OBJECT is a string that has no fill pointer and is not adjustable, else NIL.
Example: (simple-string-p "abc") => T
)doc", (Value object)) {
  return truth(is_simple_string(object));
}

DEFUN(bit_vector_p, "bit-vector-p", "(object)", R"doc(
Return T if OBJECT is a vector of bits, else NIL.
Example: (bit-vector-p #*01) => T
)doc", (Value object)) {
  return truth(is_bit_vector(object));
}

DEFUN(simple_bit_vector_p, "simple-bit-vector-p", "(object)", R"doc(
Return T if OBJECT is a bit vector that has no fill pointer and is not adjustable, else NIL.
Example: (simple-bit-vector-p #*01) => T
)doc", (Value object)) {
  return truth(is_bit_vector_object(object));
}

DEFUN(simple_octet_vector_p, "simple-octet-vector-p", "(object)", R"doc(
Return T if OBJECT is a vector of octets that has no fill pointer, is not adjustable and not displaced, else NIL.
)doc", (Value object)) {
  return truth(is_octet_vector_object(object));
}

DEFUN(array_rank_, "array-rank", "(array)", R"doc(
Return the number of dimensions of ARRAY.
Signals: type-error unless ARRAY is an array.
Example: (array-rank #2A((1))) => 2
)doc", (ArrayArg array)) {
  return fixnum(array_rank(array));
}

DEFUN(array_dimension_, "array-dimension", "(array axis)", R"doc(
Return the size of ARRAY along AXIS, counted from 0.
Signals: type-error unless ARRAY is an array and AXIS is a non-negative integer less than its rank.
Example: (array-dimension #(1 2 3) 0) => 3
)doc", (Heap& heap, ArrayArg array, Index axis)) {
  if (axis >= array_rank(array))
    checked_index(heap, "array-dimension", fixnum(axis), array_rank(array));
  return fixnum(array_dimension(array, axis));
}

DEFUN(array_dimensions, "array-dimensions", "(array)", R"doc(
Return a list of the sizes of ARRAY along its dimensions.
Signals: type-error unless ARRAY is an array.
Example: (array-dimensions #2A((1 2 3))) => (1 3)
)doc", (Heap& heap, ArrayArg array)) {
  ListBuilder list(heap);
  for (std::size_t i = 0; i < array_rank(array); ++i) list.add(fixnum(array_dimension(array, i)));
  return list.list();
}

DEFUN(array_total_size_, "array-total-size", "(array)", R"doc(
Return the number of elements of ARRAY.
Signals: type-error unless ARRAY is an array.
Example: (array-total-size #2A((1 2 3))) => 3
)doc", (ArrayArg array)) {
  return fixnum(array_total_size(array));
}

DEFUN(array_row_major_index, "array-row-major-index", "(array &rest subscripts)", R"doc(
Return the row-major index of the element of ARRAY at SUBSCRIPTS.
Signals: type-error unless ARRAY is an array and SUBSCRIPTS are valid indices; program-error unless ARRAY has that many
dimensions.
Example: (array-row-major-index #2A((1 2) (3 4)) 1 0) => 2
)doc", (Heap& heap, ArrayArg array, Rest subscripts)) {
  return fixnum(checked_subscripts(heap, "array-row-major-index", array, subscripts.begin(),
                                   subscripts.size()));
}

DEFUN(array_in_bounds_p, "array-in-bounds-p", "(array &rest subscripts)", R"doc(
Return T if SUBSCRIPTS are valid for ARRAY, else NIL.
Signals: type-error unless ARRAY is an array and SUBSCRIPTS are integers; program-error unless ARRAY has that many dimensions.
Example: (array-in-bounds-p #(1 2) 2) => NIL
)doc", (Heap& heap, ArrayArg array, Rest subscripts)) {
  if (subscripts.size() != array_rank(array))
    signal_error(heap, ConditionKind::program_error,
                 "ARRAY-IN-BOUNDS-P: expected ~D subscript~:P, got ~D",
                 {fixnum(array_rank(array)), fixnum(subscripts.size())});
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    if (!is_integer(subscripts[i]))
      signal_wrong_type(heap, "array-in-bounds-p", subscripts[i], "an integer");
    if (!subscripts[i].is_fixnum() || subscripts[i].fixnum() < 0 ||
        static_cast<std::size_t>(subscripts[i].fixnum()) >= array_dimension(array, i))
      return nil();
  }
  return t();
}

DEFUN(array_element_type, "array-element-type", "(array)", R"doc(
Return the type of ARRAY's elements: CHARACTER for a string, BIT for a bit vector, (UNSIGNED-BYTE 8) for an array of bytes,
NIL if it was made for elements of type NIL, else T.
Signals: type-error unless ARRAY is an array.
Example: (array-element-type "a") => CHARACTER
Example: (array-element-type (make-array 2 :element-type '(unsigned-byte 8))) => (UNSIGNED-BYTE 8)
)doc", (Heap& heap, ArrayArg array)) {
  return type_of_kind(heap, element_kind_of(heap, array));
}

DEFUN(array_element_kind, "array-element-kind", "(array)", R"doc(
Return the kind of ARRAY's elements: CHARACTER, BIT, OCTET, NIL or T, as ELEMENT-KIND does.
Signals: type-error unless ARRAY is an array.
)doc", (Heap& heap, ArrayArg array)) {
  return element_kind_of(heap, array);
}

DEFUN(array_displacement, "array-displacement", "(array)", R"doc(
Return the array to which ARRAY is displaced and the index of the first shared element; NIL and 0 if ARRAY is not displaced.
Signals: type-error unless ARRAY is an array.
Example: (array-displacement #(1 2)) => NIL
)doc", (Vm& vm, ArrayArg array)) {
  if (!has_type(array, Type::Array) || (as<Array>(array)->header.flags & Array::kDisplaced) == 0)
    return vm.return_values({nil(), fixnum(0)});
  return vm.return_values({as<Array>(array)->data, as<Array>(array)->offset});
}

DEFUN(copy_row, "copy-row", "(target to source from count)", R"doc(
Copy COUNT elements of the array SOURCE, starting at the row-major index FROM, to the array TARGET, starting at TO.
Return TARGET.
Signals: type-error.
Example: (copy-row (vector 1 2 3) 1 #(8 9) 0 2) => #(1 8 9)
)doc", (Heap& heap, ArrayArg target, Index to, ArrayArg source, Index from, Index count)) {
  if (count == 0) return target;
  checked_index(heap, "copy-row", fixnum(to + count - 1), array_total_size(target));
  checked_index(heap, "copy-row", fixnum(from + count - 1), array_total_size(source));
  copy_elements(heap, target, to, source, from, count);
  return target;
}

DEFUN(become_array, "become-array", "(array other)", R"doc(
Give the adjustable ARRAY the dimensions and the elements of OTHER, an adjustable array of the same rank; return ARRAY.
Signals: type-error unless both are such arrays; an error if OTHER is displaced to ARRAY.
Example: (become-array (make-array 1 :adjustable t) (make-array 2 :adjustable t :initial-element 0)) => #(0 0)
)doc", (Heap& heap, Value array, Value other)) {
  for (Value v : {array, other})
    if (!has_type(v, Type::Array) || (as<Array>(v)->header.flags & Array::kAdjustable) == 0)
      signal_wrong_type(heap, "adjust-array", v,
                        {"an adjustable array", "(AND ARRAY (SATISFIES ADJUSTABLE-ARRAY-P))"});
  auto* a = as<Array>(array);
  auto* b = as<Array>(other);
  if (a->rank() != b->rank())
    signal_wrong_type(heap, "adjust-array", other, {"an array of the same rank", "ARRAY"});
  for (Value v = b->data; has_type(v, Type::Array); v = as<Array>(v)->data)
    if (v == array)
      signal_error(heap, ConditionKind::simple_error,
                   "ADJUST-ARRAY: ~S cannot be displaced to itself", {array});
  heap.store(a->data, b->data);
  a->header.flags = b->header.flags;
  a->fill_pointer = b->fill_pointer;
  a->offset = b->offset;
  a->total_size = b->total_size;
  std::copy_n(b->dimensions, b->rank(), a->dimensions);
  return array;
}

DEFUN(adjustable_array_p, "adjustable-array-p", "(array)", R"doc(
Return T if ADJUST-ARRAY changes ARRAY in place, else NIL.
Signals: type-error unless ARRAY is an array.
Example: (adjustable-array-p #(1)) => NIL
)doc", (ArrayArg array)) {
  return truth(has_type(array, Type::Array) &&
               (as<Array>(array)->header.flags & Array::kAdjustable) != 0);
}

DEFUN(array_has_fill_pointer_p, "array-has-fill-pointer-p", "(array)", R"doc(
Return T if ARRAY has a fill pointer, else NIL.
Signals: type-error unless ARRAY is an array.
Example: (array-has-fill-pointer-p #(1)) => NIL
)doc", (ArrayArg array)) {
  return truth(has_type(array, Type::Array) && !is_nil(as<Array>(array)->fill_pointer));
}

Array* with_fill_pointer(Heap& heap, const char* name, Value v) {
  if (!has_type(v, Type::Array) || is_nil(as<Array>(v)->fill_pointer))
    signal_wrong_type(
        heap, name, v,
        {"a vector with a fill pointer", "(AND VECTOR (SATISFIES ARRAY-HAS-FILL-POINTER-P))"});
  return as<Array>(v);
}

DEFUN(fill_pointer_, "fill-pointer", "(vector)", R"doc(
Return the fill pointer of VECTOR.
Signals: type-error unless VECTOR has a fill pointer.
Example: (fill-pointer (make-array 4 :fill-pointer 2)) => 2
)doc", (Heap& heap, Value vector)) {
  return with_fill_pointer(heap, "fill-pointer", vector)->fill_pointer;
}

DEFUN(set_fill_pointer, "set-fill-pointer", "(vector index)", R"doc(
Make INDEX the fill pointer of VECTOR, and return it. Implements (setf fill-pointer).
Signals: type-error.
Example: (set-fill-pointer (make-array 4 :fill-pointer 2) 3) => 3
)doc", (Heap& heap, Value vector, Index index)) {
  Array* a = with_fill_pointer(heap, "(setf fill-pointer)", vector);
  if (index > static_cast<std::size_t>(a->total_size.fixnum()))
    wrong_fill_pointer(heap, "(setf fill-pointer)", fixnum(index), a->total_size);
  return a->fill_pointer = fixnum(index);
}

DEFUN(vector_push, "vector-push", "(object vector)", R"doc(
Store OBJECT at the fill pointer of VECTOR and increment it; return the old fill pointer, or NIL if VECTOR is full.
Signals: type-error if VECTOR has no fill pointer.
Example: (vector-push 'a (make-array 2 :fill-pointer 0)) => 0
)doc", (Heap& heap, Value object, Value vector)) {
  Array* a = with_fill_pointer(heap, "vector-push", vector);
  Value at = a->fill_pointer;
  if (at == a->total_size) return nil();
  set_array_ref(heap, vector, static_cast<std::size_t>(at.fixnum()), object);
  a->fill_pointer = Value::from_fixnum(at.fixnum() + 1);
  return at;
}

// Changes the total size of a one-dimensional Array to SIZE; the array is not displaced afterwards.
void resize_vector(Heap& heap, Value vector, std::size_t size) {
  Array* a = as<Array>(vector);
  std::size_t old = array_total_size(vector);
  const std::size_t room = is_array_of_nil(vector) ? 0 : size;
  Value data = make_vector_like(heap, vector, room, nil());
  copy_elements(heap, data, 0, vector, 0, std::min(old, size));
  heap.store(a->data, data);
  a->offset = fixnum(0);
  a->header.flags &= static_cast<std::uint8_t>(~Array::kDisplaced);
  a->total_size = a->dimensions[0] = fixnum(size);
}

DEFUN(vector_push_extend, "vector-push-extend", "(object vector &optional extension)", R"doc(
Store OBJECT at the fill pointer of VECTOR and increment it; return the old fill pointer. A full VECTOR is enlarged.
EXTENSION: the least number of elements to add then.
Signals: type-error if VECTOR has no fill pointer; an error if it is full and not adjustable.
Example: (let ((v (make-array 0 :adjustable t :fill-pointer 0))) (vector-push-extend 'a v) v) => #(A)
)doc", (Heap& heap, Value object, Value vector, std::optional<Index> extension)) {
  const std::size_t least = extension ? extension->n : 1;
  Array* a = with_fill_pointer(heap, "vector-push-extend", vector);
  Value at = a->fill_pointer;
  if (at == a->total_size) {
    if ((a->header.flags & Array::kAdjustable) == 0)
      signal_error(heap, ConditionKind::simple_error,
                   "VECTOR-PUSH-EXTEND: the vector is full and not adjustable (make-array ... "
                   ":adjustable t)",
                   {});
    std::size_t size = static_cast<std::size_t>(at.fixnum());
    std::size_t more = std::max<std::size_t>({least, size, 4});
    resize_vector(heap, vector, size + std::min(more, Heap::kMaxLength));
  }
  set_array_ref(heap, vector, static_cast<std::size_t>(at.fixnum()), object);
  as<Array>(vector)->fill_pointer = Value::from_fixnum(at.fixnum() + 1);
  return at;
}

DEFUN(vector_pop, "vector-pop", "(vector)", R"doc(
Decrement the fill pointer of VECTOR and return the element at it.
Signals: type-error if VECTOR has no fill pointer; an error if it is empty.
Example: (vector-pop (make-array 2 :fill-pointer 2 :initial-contents '(a b))) => B
)doc", (Heap& heap, Value vector)) {
  Array* a = with_fill_pointer(heap, "vector-pop", vector);
  if (a->fill_pointer == fixnum(0))
    signal_error(heap, ConditionKind::simple_error, "VECTOR-POP: the vector is empty", {});
  Value last = Value::from_fixnum(a->fill_pointer.fixnum() - 1);
  Value element = array_ref(heap, vector, static_cast<std::size_t>(last.fixnum()));
  a->fill_pointer = last;
  return element;
}

}  // namespace

}  // namespace winnow
