// Templates for elements of arrays: simple vectors inline; strings with one byte per character,
// octet vectors and simple bit vectors out of line; and arrays of two or three dimensions that
// store their elements in a simple vector. A variable that held an octet vector or a bit vector
// when the function was compiled is expected to be one, and tested for that type inline, in block
// versions.
#include <algorithm>

#include "data/array.hpp"
#include "jit/native_compiler.hpp"
#include "jit/runtime.hpp"

namespace winnow::jit {

using CC = Condition;

namespace {

// The character at INDEX, which is not tagged, of STRING.
Mem character(const Gp& string, const Gp& index) {
  return byte_ptr(string, index, 0,
                  static_cast<int>(offsetof(String, narrow)) - static_cast<int>(kObjectTag));
}

// The octet at INDEX, which is not tagged, of OCTETS.
Mem octet(const Gp& octets, const Gp& index) {
  return byte_ptr(octets, index, 0,
                  static_cast<int>(offsetof(OctetVector, data)) - static_cast<int>(kObjectTag));
}

// The word I of BITS.
Mem word_of_bits(const Gp& bits, const Gp& i) {
  return qword_ptr(bits, i, 3,
                   static_cast<int>(offsetof(BitVector, words)) - static_cast<int>(kObjectTag));
}

Mem dimension(const Gp& array, std::size_t k) {
  return field(array, offsetof(Array, dimensions) + 8 * k);
}

}  // namespace

// ---- tests

// Jumps to OTHERWISE unless INDEX, in SLOT, is a valid index for the object in R.
void NativeCompiler::test_index(const Gp& r, std::size_t slot, const Gp& index,
                                const Label& otherwise) {
  test_fixnum(slot, index, otherwise);
  a_.mov(kScratch.r32(), length_of(r));
  a_.shl(kScratch, 2);
  a_.cmp(index, kScratch);  // unsigned, so that negative indices are out of range
  a_.jae(otherwise);
}

// Jumps to OTHERWISE unless VECTOR, in SLOT, is a simple vector that has an element INDEX.
// INDEX is in the next slot.
void NativeCompiler::test_vector(std::size_t slot, const Gp& vector, const Gp& index,
                                 const Label& otherwise) {
  if (slots_.kind(slot) != Kind::Vector) {
    test_tag(a_, vector, kObjectTag);
    a_.jnz(otherwise);
    a_.cmp(type_of(vector), static_cast<int>(Type::Vector));
    a_.jne(otherwise);
    if (never_returns(otherwise)) slots_.set_kind(vector, Kind::Vector);
  }
  test_index(vector, slot + 1, index, otherwise);
}

// Jumps to OTHERWISE unless R is an object, and to OTHER_TYPE unless it is one of TYPE without
// flags: for a string, one byte per character and not the name of a symbol.
void NativeCompiler::test_type(const Gp& r, Type type, const Label& otherwise,
                               const Label& other_type) {
  test_tag(a_, r, kObjectTag);
  a_.jnz(otherwise);
  a_.cmp(type_and_flags_of(r), static_cast<int>(type));
  a_.jne(other_type);
}

void NativeCompiler::test_type(const Gp& r, Type type, const Label& otherwise) {
  test_type(r, type, otherwise, otherwise);
}

// The same before a load: a string may also be the name of a symbol.
void NativeCompiler::test_type_to_load(const Gp& r, Type type, const Label& otherwise) {
  if (type != Type::String) return test_type(r, type, otherwise);
  Label other = a_.newLabel();
  Label matches = a_.newLabel();
  slow_paths_.push_back([=, this] {
    a_.bind(other);
    a_.cmp(type_and_flags_of(r), static_cast<int>(Type::String) | String::kConstant << 8);
    a_.je(matches);
    a_.jmp(otherwise);
  });
  test_type(r, type, otherwise, other);
  a_.bind(matches);
}

// ---- strings, octet vectors and bit vectors

// Loads element INDEX, a tagged fixnum, of STRING, OCTETS or BITS into R.
void NativeCompiler::load_character(const Gp& r, const Gp& string, const Gp& index) {
  a_.mov(kScratch, index);
  a_.shr(kScratch, 2);
  a_.movzx(r.r32(), character(string, kScratch));
  a_.shl(r.r32(), 8);
  a_.or_(r.r32(), static_cast<int>(Value::from_character(0).bits));
}

void NativeCompiler::load_octet(const Gp& r, const Gp& octets, const Gp& index) {
  a_.mov(kScratch, index);
  a_.shr(kScratch, 2);
  a_.movzx(r.r32(), octet(octets, kScratch));
  a_.shl(r.r32(), 2);
}

namespace {

// Loads the mask of bit INDEX, a tagged fixnum, into MASK, and the index of its word into the
// scratch register.
void load_bit_position(Assembler& a, const Gp& mask, const Gp& index) {
  a.mov(kScratch, index);
  a.shr(kScratch, 2);
  a.load_mask(mask, kScratch);
  a.shr(kScratch, 6);
}

}  // namespace

void NativeCompiler::load_bit(const Gp& r, const Gp& bits, const Gp& index) {
  load_bit_position(a_, r, index);
  a_.and_(r, word_of_bits(bits, kScratch));
  a_.test(r, r);
  a_.mov(r.r32(), 0);
  a_.mov(kScratch.r32(), 4);
  a_.move_if(CC::kNZ, r, kScratch);
}

// Saves two registers other than USED in the spill slots, and returns them.
NativeCompiler::Temporaries NativeCompiler::spill_two_registers(std::initializer_list<Gp> used) {
  std::vector<Gp> free;
  for (const Gp& r : kPool)
    if (std::none_of(used.begin(), used.end(), [&](const Gp& u) { return u.id() == r.id(); }))
      free.push_back(r);
  for (int i : {0, 1}) a_.mov(spill_slot(i), free[static_cast<std::size_t>(i)]);
  return {free[0], free[1]};
}

void NativeCompiler::reload_spilled(const Temporaries& free) {
  for (int i : {0, 1}) a_.mov(free[static_cast<std::size_t>(i)], spill_slot(i));
}

// Stores the untagged VALUE, a byte whose tag has TAG_BITS, as element INDEX of ARRAY at PLACE.
void NativeCompiler::store_byte(const Gp& array, const Gp& index, const Gp& value,
                                unsigned tag_bits, Mem (*place)(const Gp&, const Gp&),
                                const Temporaries& free) {
  a_.mov(free[0], index);
  a_.shr(free[0], 2);
  a_.mov(free[1], value);
  a_.shr(free[1], tag_bits);
  a_.mov(place(array, free[0]), free[1].r8());
}

// Jump to OTHERWISE unless VALUE is a character of one byte, an octet or a bit.
void NativeCompiler::test_character(const Gp& value, const Label& otherwise) {
  a_.cmp(value.r8(), static_cast<int>(Value::from_character(0).bits));
  a_.jne(otherwise);
  a_.mov(kScratch, value);
  a_.shr(kScratch, 16);
  a_.test(kScratch, kScratch);
  a_.jnz(otherwise);
}

void NativeCompiler::test_octet(const Gp& value, const Label& otherwise) {
  a_.mov(kScratch, value);
  a_.and_(kScratch, ~(255 << 2));
  a_.test(kScratch, kScratch);
  a_.jnz(otherwise);
}

void NativeCompiler::test_bit(const Gp& value, const Label& otherwise) {
  a_.mov(kScratch, value);
  a_.and_(kScratch, ~4);
  a_.test(kScratch, kScratch);
  a_.jnz(otherwise);
}

// Store VALUE, which has been tested, as element INDEX. FREE: registers that may be overwritten.
void NativeCompiler::store_character(const Gp& string, const Gp& index, const Gp& value,
                                     const Temporaries& free) {
  store_byte(string, index, value, 8, character, free);
}

void NativeCompiler::store_octet(const Gp& octets, const Gp& index, const Gp& value,
                                 const Temporaries& free) {
  store_byte(octets, index, value, 2, octet, free);
}

void NativeCompiler::store_bit(const Gp& bits, const Gp& index, const Gp& value,
                               const Temporaries& free) {
  const auto& [mask, word] = free;
  Label is_one = a_.newLabel();
  load_bit_position(a_, mask, index);
  a_.mov(word, word_of_bits(bits, kScratch));
  a_.or_(word, mask);
  a_.test(value, value);
  a_.jnz(is_one);
  a_.xor_(word, mask);
  a_.bind(is_one);
  a_.mov(word_of_bits(bits, kScratch), word);
}

// ---- one subscript

namespace {

bool is_narrow_character(Value v) { return v.is_character() && v.character() <= 0xFF; }
bool is_bit(Value v) { return v == Value::from_fixnum(0) || v == Value::from_fixnum(1); }

}  // namespace

const NativeCompiler::CompactType NativeCompiler::kCompactTypes[] = {
    {Type::String, Kind::Any, &NativeCompiler::load_character, &is_narrow_character,
     &NativeCompiler::test_character, &NativeCompiler::store_character},
    {Type::OctetVector, Kind::Octets, &NativeCompiler::load_octet, &is_octet,
     &NativeCompiler::test_octet, &NativeCompiler::store_octet},
    {Type::BitVector, Kind::Bits, &NativeCompiler::load_bit, &is_bit, &NativeCompiler::test_bit,
     &NativeCompiler::store_bit}};

const NativeCompiler::CompactType& NativeCompiler::compact_type_of(Type type) {
  return *std::ranges::find(kCompactTypes, type, &CompactType::type);
}

// Returns the type of vectors of KIND if that is Octets or Bits, otherwise null.
const NativeCompiler::CompactType* NativeCompiler::compact_type_of(Kind kind) {
  for (const CompactType& type : kCompactTypes)
    if (type.kind != Kind::Any && type.kind == kind) return &type;
  return nullptr;
}

// Returns the type of the vector in SLOT if that is known to be an octet vector or a bit vector, or
// is expected to be one; otherwise null.
const NativeCompiler::CompactType* NativeCompiler::compact_type(std::size_t slot) const {
  Kind kind = slots_.kind(slot);
  return compact_type_of(kind == Kind::Any && specializing_ ? seen_kind(slot) : kind);
}

// Returns the kind of the compact vector or fixnum that was seen in a variable that now shares its
// register with SLOT, or of the fixnum that was seen in SLOT itself.
Kind NativeCompiler::seen_kind(std::size_t slot) const {
  for (const auto& [variable, kind] : seen_.variables)
    if (variable == slot ? kind == Kind::Fixnum : variable < slot && slots_.is_same(variable, slot))
      return kind;
  return Kind::Any;
}

// Jumps to OTHERWISE unless VECTOR, in SLOT, is of TYPE and has an element INDEX, which is in the
// next slot.
void NativeCompiler::test_compact(const CompactType& type, std::size_t slot, const Gp& vector,
                                  const Gp& index, const Label& otherwise) {
  if (slots_.kind(slot) != type.kind) {
    test_type(vector, type.type, otherwise);
    if (never_returns(otherwise)) slots_.set_kind(vector, type.kind);
  }
  test_index(vector, slot + 1, index, otherwise);
}

// Takes SLOW_PATH unless ARRAY, in slot FIRST, is an Array of one dimension that is not displaced,
// and INDEX, in the next slot, is a valid subscript. Such an array has its elements in a simple
// vector of its own; if it is adjustable or has a fill pointer, a larger vector may replace that.
void NativeCompiler::test_own_elements(std::size_t first, const Gp& array, const Gp& index,
                                       const SlowPath& slow_path) {
  constexpr auto kHeader = static_cast<unsigned>(Type::Array) | 1U << 8 * offsetof(Header, aux);
  constexpr unsigned kAdjustable = kHeader | Array::kAdjustable << 8 * offsetof(Header, flags);
  Mem header = dword_ptr(array, -static_cast<int>(kObjectTag));
  Label matches = a_.newLabel();
  test_tag(a_, array, kObjectTag);
  a_.jnz(slow_path.entry);
  a_.cmp(header, static_cast<int>(kHeader));
  a_.je(matches);
  a_.cmp(header, static_cast<int>(kAdjustable));
  a_.jne(slow_path.entry);
  a_.bind(matches);
  test_fixnum(first + 1, index, slow_path.entry);
  a_.cmp(index, dimension(array, 0));  // unsigned, so that negative indices are out of range
  a_.jae(slow_path.entry);
}

// Loads element INDEX of VALUE into VALUE if that is a vector of TYPE, without flags.
void NativeCompiler::load_compact(Type type, const Gp& index, const Gp& value,
                                  const SlowPath& slow_path) {
  Label next = a_.newLabel();
  a_.cmp(type_and_flags_of(value), static_cast<int>(type));
  a_.jne(next);
  (this->*compact_type_of(type).load)(value, value, index);
  end_slow_path(slow_path, value);
  a_.bind(next);
}

// Loads element INDEX of such an array into VALUE if it is in a simple vector, a string with one
// byte per character or an octet vector.
void NativeCompiler::load_own_element(std::size_t first, const Gp& array, const Gp& index,
                                      const Gp& value, const SlowPath& slow_path) {
  Label compact = a_.newLabel();
  test_own_elements(first, array, index, slow_path);
  a_.mov(value, field(array, offsetof(Array, data)));
  a_.cmp(type_of(value), static_cast<int>(Type::Vector));
  a_.jne(compact);
  a_.mov(value, element(value, index));
  end_slow_path(slow_path, value);
  a_.bind(compact);
  for (Type type : {Type::String, Type::OctetVector}) load_compact(type, index, value, slow_path);
  a_.jmp(slow_path.entry);
}

// The same: stores VALUE there.
void NativeCompiler::store_own_element(std::size_t first, const Gp& array, const Gp& index,
                                       const Gp& value, const SlowPath& slow_path) {
  Label compact = a_.newLabel();
  Mem data = field(array, offsetof(Array, data));
  test_own_elements(first, array, index, slow_path);
  a_.mov(kScratch, data);
  a_.cmp(type_of(kScratch), static_cast<int>(Type::Vector));
  a_.jne(compact);
  auto place = [=, this] {
    a_.mov(kScratch, data);
    a_.lea(kScratch, element(kScratch, index));
  };
  store(place, value, true, true);
  end_slow_path(slow_path, value);
  a_.bind(compact);
  for (Type type : {Type::String, Type::OctetVector}) {
    const CompactType& elements = compact_type_of(type);
    Label next = a_.newLabel();
    a_.mov(kScratch, data);
    a_.cmp(type_and_flags_of(kScratch), static_cast<int>(type));
    a_.jne(next);
    (this->*elements.test)(value, slow_path.entry);
    Temporaries free = spill_two_registers({array, index, value});
    a_.mov(kScratch, data);
    (this->*elements.store)(kScratch, index, value, free);
    reload_spilled(free);
    end_slow_path(slow_path, value);
    a_.bind(next);
  }
  a_.jmp(slow_path.entry);
}

// Returns the label of a slow path for element INDEX of ARRAY, if that is a string, an octet vector
// or a bit vector, or an Array that is not displaced: loads it into VALUE, or stores VALUE there.
// For other arrays SLOW_PATH is taken.
Label NativeCompiler::compact_element(bool stores, std::size_t first, const Gp& array,
                                      const Gp& index, const Gp& value, const SlowPath& slow_path) {
  Label entry = a_.newLabel();
  emit_out_of_line(entry, [=, this] {
    for (const CompactType& type : kCompactTypes) {
      Label next = a_.newLabel();
      if (stores)
        test_type(array, type.type, next);
      else
        test_type_to_load(array, type.type, next);
      test_index(array, first + 1, index, slow_path.entry);
      if (stores) {
        (this->*type.test)(value, slow_path.entry);
        Temporaries free = spill_two_registers({array, index, value});
        (this->*type.store)(array, index, value, free);
        reload_spilled(free);
      } else {
        (this->*type.load)(value, array, index);
      }
      end_slow_path(slow_path, value);
      a_.bind(next);
    }
    if (stores)
      store_own_element(first, array, index, value, slow_path);
    else
      load_own_element(first, array, index, value, slow_path);
  });
  return entry;
}

void NativeCompiler::vector_reference(Value (*slow)(Vm&, Value, Value), bool is_simple_vector) {
  Gp vector = slots_.in_register(top(1));
  Gp index = slots_.in_register(top());
  Gp value = slots_.fresh();
  std::size_t first = top(1);
  const CompactType* compact = is_simple_vector ? nullptr : compact_type(first);
  SlowPath slow_path = make_slow_path(slow, &value, load_slots(first, 2));
  if (compact == nullptr && !is_simple_vector && !is_inlining())
    slow_path.entry = compact_element(false, first, vector, index, value, slow_path);
  slow_path = as_side_exit(slow_path);
  if (compact != nullptr) {
    test_compact(*compact, first, vector, index, slow_path.entry);
    (this->*compact->load)(value, vector, index);
  } else {
    test_vector(first, vector, index, slow_path.entry);
    a_.mov(value, element(vector, index));
  }
  resume_after(slow_path);
  slots_.set_kind(index, Kind::Fixnum);
  slots_.pop(2);
  slots_.push(value, compact != nullptr ? Kind::Fixnum : Kind::Any);
}

void NativeCompiler::Aref() { vector_reference(&slow_aref, false); }
void NativeCompiler::Svref() { vector_reference(&slow_svref, true); }

void NativeCompiler::set_vector_reference(void (*slow)(Vm&, Value, Value, Value),
                                          bool is_simple_vector) {
  Gp vector = slots_.in_register(top(2));
  Gp index = slots_.in_register(top(1));
  bool young = may_be_young(top());
  Gp value = slots_.in_register(top());
  std::size_t first = top(2);
  const CompactType* compact = is_simple_vector ? nullptr : compact_type(first);
  std::optional<Temporaries> free;
  if (compact != nullptr) free = {slots_.fresh(), slots_.fresh()};
  SlowPath slow_path = make_slow_path(slow, nullptr, load_slots(first, 3));
  if (compact == nullptr && !is_simple_vector && !is_inlining())
    slow_path.entry = compact_element(true, first, vector, index, value, slow_path);
  slow_path = as_side_exit(slow_path);
  if (compact != nullptr) {
    test_compact(*compact, first, vector, index, slow_path.entry);
    if (!slots_.is_constant(top()) || !compact->may_contain(slots_.constant(top())))
      (this->*compact->test)(value, slow_path.entry);
    (this->*compact->store)(vector, index, value, *free);
  } else {
    test_vector(first, vector, index, slow_path.entry);
    store([=, this] { a_.lea(kScratch, element(vector, index)); }, value, young, true);
  }
  resume_after(slow_path);
  slots_.set_kind(index, Kind::Fixnum);
  slots_.copy(top(), first);
  slots_.pop(2);
}

void NativeCompiler::SetAref() { set_vector_reference(&slow_set_aref, false); }
void NativeCompiler::SetSvref() { set_vector_reference(&slow_set_svref, true); }

void NativeCompiler::Char() {
  Gp string = slots_.in_register(top(1));
  Gp index = slots_.in_register(top());
  Gp value = slots_.fresh();
  std::size_t first = top(1);
  SlowPath slow_path = make_slow_path(&slow_char, &value, load_slots(first, 2));
  Label other = is_inlining() ? slow_path.entry : a_.newLabel();
  if (!is_inlining())
    emit_out_of_line(other, [=, this] {
      test_own_elements(first, string, index, slow_path);
      a_.mov(value, field(string, offsetof(Array, data)));
      load_compact(Type::String, index, value, slow_path);
      a_.jmp(slow_path.entry);
    });
  test_type_to_load(string, Type::String, other);
  test_index(string, first + 1, index, slow_path.entry);
  load_character(value, string, index);
  resume_after(slow_path);
  slots_.set_kind(index, Kind::Fixnum);
  slots_.pop(2);
  slots_.push(value);
}

// ---- two and three subscripts, for calls of AREF and (SETF AREF)

// Jumps to OTHERWISE unless slot FIRST is an array of RANK dimensions that is not adjustable and
// has its elements in a simple vector of its own, and the slots after it are valid subscripts.
// Jumps to OTHER_DATA if the type of that vector is not DATA. Such an array always remains so:
// ADJUST-ARRAY returns another.
void NativeCompiler::test_matrix(std::size_t first, std::size_t rank, Type data,
                                 const Label& otherwise, const Label& other_data) {
  Gp array = slots_.in_register(first);
  const Kind kind = rank == 2 ? Kind::Matrix : Kind::Cube;  // of arrays of objects
  if (slots_.kind(first) != kind) {
    test_tag(a_, array, kObjectTag);
    a_.jnz(otherwise);
    auto header = static_cast<unsigned>(Type::Array) | rank << 8 * offsetof(Header, aux);
    a_.cmp(dword_ptr(array, -static_cast<int>(kObjectTag)), static_cast<int>(header));
    a_.jne(otherwise);
    a_.mov(kScratch, field(array, offsetof(Array, data)));
    a_.cmp(type_of(kScratch), static_cast<int>(data));
    a_.jne(other_data);
    if (data == Type::Vector && never_returns(otherwise)) slots_.set_kind(array, kind);
  }
  for (std::size_t k = 0; k < rank; ++k) {
    Gp index = slots_.in_register(first + 1 + k);
    test_fixnum(first + 1 + k, index, otherwise);
    a_.cmp(index, dimension(array, k));  // unsigned, so that negative indices are out of range
    a_.jae(otherwise);
  }
}

// Loads the row-major index of the element of that array, tagged, into INDEX and the vector of its
// elements into the scratch register.
void NativeCompiler::load_index_of_matrix(std::size_t first, std::size_t rank, const Gp& index) {
  Gp array = slots_.in_register(first);
  a_.mov(index, slots_.in_register(first + 1));
  for (std::size_t k = 1; k < rank; ++k) {
    a_.shr(index, 2);
    a_.mov(kScratch, dimension(array, k));
    a_.imul(index, kScratch);
    a_.add(index, slots_.in_register(first + 1 + k));
  }
  a_.mov(kScratch, field(array, offsetof(Array, data)));
}

// Returns the element of that array. Overwrites INDEX and the scratch register.
Mem NativeCompiler::element_of_matrix(std::size_t first, std::size_t rank, const Gp& index) {
  load_index_of_matrix(first, rank, index);
  return element(kScratch, index);
}

// The same for an array of octets: loads the address of the element into R.
void NativeCompiler::load_octet_place(std::size_t first, std::size_t rank, const Gp& r) {
  load_index_of_matrix(first, rank, r);
  a_.shr(r, 2);
  a_.lea(r, octet(kScratch, r));
}

}  // namespace winnow::jit
