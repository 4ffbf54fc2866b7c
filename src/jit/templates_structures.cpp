// Templates for structures, and for the allocation of structures, vectors and closures: inline
// MAKE-STRUCTURE, STRUCTURE-REF, STRUCTURE-SET, STRUCTURE-P, VECTOR and accessor calls.
//
// Inline caches hold the expected type and the last subtype found, as weak references (stubs.hpp).
// When a structure type is redefined, the old type is marked as replaced, and the code makes an
// ordinary call from then on.
#include <bit>

#include "data/structure_type.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

namespace {

// Slot INDEX of the structure in R.
Mem slot_of(const Gp& r, std::int64_t index) {
  return field(r, offsetof(Structure, slots) + 8 * static_cast<std::size_t>(index));
}

// Returns the structure type NAME if its instances store their slots directly, otherwise NIL.
Value type_with_slots(Heap& heap, Value name) {
  Value type = structure_type_named(heap, name);
  return !is_nil(type) && holds_slots(heap, type) ? type : nil();
}

bool is_builtin_named(Value function, std::string_view name) {
  return has_type(function, Type::Builtin) && as<Builtin>(function)->info->name == name;
}

}  // namespace

// Recognises an accessor as DEFSTRUCT defines it: (lambda (structure)
// (structure-ref structure 'type index)).
struct NativeCompiler::Accessor {
  Value type = nil();
  std::int64_t index = 0;

  Accessor(Heap& heap, Value function) {
    if (!has_type(function, Type::Closure) || is_generic_function(function)) return;
    const Code* code = as<Code>(as<Closure>(function)->code);
    constexpr Op kBody[] = {Op::Local, Op::Const, Op::Fixnum};
    if (code->simple_argc != 1 || code->unit_count != std::size(kBody) + 1) return;
    for (std::size_t i = 0; i < std::size(kBody); ++i)
      if (opcode(code->entry[i]) != kBody[i]) return;
    const Op call = opcode(code->entry[3]);
    if (call != Op::TailCallGlobal && call != Op::TailCallSealed) return;
    Value called = function_of(code->constants[operand_b16(code->entry[3])]);
    Value name = code->constants[operand_a24(code->entry[1])];
    index = operand_s24(code->entry[2]);
    if (!is_builtin_named(called, "structure-ref") || !is_symbol(name)) return;
    type = type_with_slots(heap, name);
  }
};

std::size_t NativeCompiler::structure_caches(Value function) const {
  function = function_of(function);
  if (has_type(function, Type::Builtin)) {
    const std::string_view name = as<Builtin>(function)->info->name;
    return name.starts_with("structure-") || name.starts_with("slot-") || name == "make-structure"
               ? 1
               : 0;
  }
  return is_nil(Accessor(fields_.heap, function).type) ? 0 : 2;
}

// Returns the type that the constant in SLOT names, or NIL.
Value NativeCompiler::structure_type_in(std::size_t slot) const {
  const Value name = slots_.constant(slot);
  return is_symbol(name) ? structure_type_named(fields_.heap, name) : nil();
}

InlineCache& NativeCompiler::cache_of(Value v) {
  InlineCache& cache = next_cache(kAbsent);
  cache.function = v;
  return cache;
}

// Jumps to NO unless R is a structure of TYPE or a subtype, to SLOW_PATH if TYPE was redefined.
void NativeCompiler::test_structure(const Gp& r, Value type, const Label& no,
                                    const Label& slow_path) {
  if (slots_.structure_in(r).type == type.bits) return;
  InlineCache& cache = cache_of(type);
  Mem exact = word_at(&cache.function);
  auto jump_if_replaced = [this, slow_path] {
    a_.test(byte_field(kScratch, offsetof(Header, flags)), StructureType::kReplaced);
    a_.jnz(slow_path);
  };
  Label other_type = a_.newLabel();
  Label matches = a_.newLabel();
  emit_out_of_line(other_type, [=, this, &cache] {
    a_.mov(kScratch, exact);
    a_.cmp(kScratch, static_cast<int>(kAbsent.bits));  // the type has been collected
    a_.je(slow_path);
    jump_if_replaced();
    a_.mov(kScratch, field(r, offsetof(Structure, type)));
    a_.cmp(kScratch, word_at(&cache.symbol));
    a_.je(matches);
    call_with_all_stored(&includes_type, [&] {
      if (r.id() != kArg1.id()) a_.mov(kArg1, r);
      load_address(kArg2, &cache);
    });
    a_.mov(spill_slot(0), kValue);
    slots_.reload();
    a_.cmp(spill_slot(0), 0);
    a_.jz(no);
    a_.jmp(matches);
  });
  test_tag(a_, r, kObjectTag);
  a_.jnz(no);
  a_.cmp(type_of(r), static_cast<int>(Type::Structure));
  a_.jne(no);
  a_.mov(kScratch, field(r, offsetof(Structure, type)));
  a_.cmp(kScratch, exact);
  a_.jne(other_type);
  jump_if_replaced();
  a_.bind(matches);
  slots_.forget_specials();
}

// Jumps to SLOW_PATH unless R is a structure of TYPE with the slot INDEX.
void NativeCompiler::test_slot(const Gp& r, Value type, std::int64_t index,
                               const Label& slow_path) {
  test_structure(r, type, slow_path, slow_path);
  Slots::Structure& known = slots_.structure_in(r);
  if (known.slot >= index) return;
  a_.cmp(length_of(r), static_cast<int>(index + 1));
  a_.jbe(slow_path);
  if (never_returns(slow_path)) known = {type.bits, index};
}

void NativeCompiler::read_slot(const Gp& structure, Value type, std::int64_t index,
                               const CallSlowPath& slow_path, const Gp& result) {
  test_slot(structure, type, index, slow_path.entry);
  a_.mov(result, slot_of(structure, index));
  resume_after(slow_path);
}

bool NativeCompiler::call_of_structure(Value function, const Builtin* builtin, std::size_t count,
                                       bool is_tail) {
  bool reads = builtin->info->name == "structure-ref";
  bool writes = builtin->info->name == "structure-set";
  if (!reads && !writes && builtin->info->name != "structure-p") return false;
  std::size_t object = slots_.depth() - count;
  Value type = structure_type_in(object + 1);
  if (is_nil(type)) return false;
  std::int64_t index = 0;
  if (reads || writes) {
    if (!holds_slots(fields_.heap, type)) return false;
    if (!slots_.is_constant(object + 2) || !slots_.constant(object + 2).is_fixnum()) return false;
    index = slots_.constant(object + 2).fixnum();
    if (index < 0 || index > 10'000) return false;
  }
  Gp r = slots_.in_register(object);
  bool young = writes && may_be_young(top());
  Gp value = writes ? slots_.in_register(top()) : r;
  Gp result = slots_.fresh();
  CallSlowPath slow_path = make_call_slow_path(function, count, result, is_tail);
  if ((reads || writes) && !is_tail) leave_by_slow_path(slow_path);
  guard(function, builtin, slow_path.changed);
  set_single_value(is_tail);
  if (reads) {
    read_slot(r, type, index, slow_path, result);
  } else if (writes) {
    test_slot(r, type, index, slow_path.entry);
    store([=, this] { a_.lea(kScratch, slot_of(r, index)); }, value, young);
    a_.mov(result, value);
    resume_after(slow_path);
  } else {
    Label no = a_.newLabel();
    test_structure(r, type, no, slow_path.entry);
    emit_out_of_line(no, [=, this] {
      a_.mov(result, kNil);
      a_.jmp(slow_path.resume);
    });
    load_word(result, t().bits);
    resume_after(slow_path);
  }
  slots_.pop(count);
  slots_.push(result);
  return true;
}

// Loads the address of a new object of TYPE and LENGTH with WORDS words after its header, which are
// zero, into R. Jumps to OTHERWISE if that needs a call of the heap. Overwrites FREE.
void NativeCompiler::allocate_object(const Gp& r, Type type, std::size_t words, std::size_t length,
                                     const Gp& free, const Label& otherwise) {
  const std::size_t granules =
      (sizeof(Header) + words * sizeof(Value) + Heap::kGranuleBytes - 1) / Heap::kGranuleBytes;
  a_.mov(r, fields_.object_next());
  a_.lea(kScratch, ptr(r, static_cast<int>(granules * Heap::kGranuleBytes)));
  a_.cmp(kScratch, fields_.object_zeroed());
  a_.ja(otherwise);
  a_.mov(fields_.object_next(), kScratch);
  mark_new_object(a_, fields_, r, granules, free);
  load_word(free,
            std::bit_cast<std::uint64_t>(Header{type, 0, 0, static_cast<std::uint32_t>(length)}));
  a_.mov(qword_ptr(r), free);
}

// The same for an object that consists of values.
void NativeCompiler::allocate_object(const Gp& r, Type type, std::size_t length, const Gp& free,
                                     const Label& otherwise) {
  allocate_object(r, type, length, length, free, otherwise);
}

// Stores COUNT slots from FIRST on in the words from OFFSET on of the object in R, and tags it.
void NativeCompiler::fill_object(const Gp& r, std::size_t offset, std::size_t first,
                                 std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    slots_.write(first + i, qword_ptr(r, static_cast<int>(offset + i * sizeof(Value))));
  a_.add(r, kObjectTag);
}

namespace {

// An object with more values or words is made out of line.
constexpr std::size_t kMostValues = 16;

// The type of simple vectors with elements of KIND, and the number of words for LENGTH elements. The
// elements must not be characters.
struct VectorLayout {
  Type type;
  std::size_t words;
};
VectorLayout vector_layout(const SymbolTable& symbols, Value kind, std::size_t length) {
  if (kind == symbols.symbol(Sym::bit)) return {Type::BitVector, BitVector::words_for(length)};
  if (kind == symbols.symbol(Sym::octet))
    return {Type::OctetVector, (length + sizeof(Value) - 1) / sizeof(Value)};
  return {Type::Vector, length};
}

// Word I of LENGTH elements FILL in a vector of TYPE. The bits after the last element are zero.
std::uint64_t filled_word(Type type, std::size_t i, std::size_t length, Value fill) {
  const auto element = static_cast<std::uint64_t>(fill.fixnum());
  const std::uint64_t word =
      type == Type::BitVector ? std::uint64_t{0} - element : element * 0x0101010101010101;
  const std::size_t bits = length * (type == Type::BitVector ? 1 : 8) - 64 * i;
  return bits >= 64 ? word : word & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace

// Emits a call of MAKE-PLAIN-ARRAY for a small vector of constant size, of objects, or of constant
// octets or bits.
bool NativeCompiler::call_make_array(Value function, const Builtin* builtin, std::size_t count,
                                     bool is_tail) {
  if (is_inlining() || builtin->info->name != "make-plain-array" || count < 2 || count > 3)
    return false;
  const std::size_t first = slots_.depth() - count;
  if (!slots_.is_constant(first) || !slots_.is_constant(first + 1)) return false;
  const SymbolTable& symbols = *fields_.heap.symbols;
  const Value kind = slots_.constant(first);
  const Value size = slots_.constant(first + 1);
  if (kind == symbols.symbol(Sym::character) || !size.is_fixnum() || size.fixnum() < 0 ||
      size.fixnum() > 64 * static_cast<std::int64_t>(kMostValues))
    return false;
  const auto length = static_cast<std::size_t>(size.fixnum());
  const VectorLayout layout = vector_layout(symbols, kind, length);
  const bool is_of_objects = layout.type == Type::Vector;
  const bool has_element = count == 3;
  const Value fill = !has_element                    ? (is_of_objects ? nil() : fixnum(0))
                     : slots_.is_constant(first + 2) ? slots_.constant(first + 2)
                                                     : kAbsent;
  if (layout.words > kMostValues ||
      (!is_of_objects && !compact_type_of(layout.type).may_contain(fill)))
    return false;
  Gp element = has_element && is_of_objects ? slots_.in_register(first + 2) : kNil;
  Gp result = slots_.fresh();
  Gp free = slots_.fresh();
  CallSlowPath slow_path = make_call_slow_path(function, count, result, is_tail);
  guard(function, builtin, slow_path.changed);
  set_single_value(is_tail);
  allocate_object(result, layout.type, layout.words, length, free, slow_path.entry);
  for (std::size_t i = 0; i < layout.words && fill != fixnum(0); ++i) {
    const int offset = static_cast<int>(offsetof(Vector, data) + i * sizeof(Value));
    if (!is_of_objects) load_word(free, filled_word(layout.type, i, length, fill));
    a_.mov(qword_ptr(result, offset), is_of_objects ? element : free);
  }
  a_.add(result, kObjectTag);
  resume_after(slow_path);
  slots_.pop(count);
  slots_.push(result, is_of_objects && never_returns(slow_path.entry) ? Kind::Vector : Kind::Any);
  return true;
}

// Emits a call of VECTOR, or of MAKE-STRUCTURE or MAKE-INSTANCE-OF for a constant type or class.
bool NativeCompiler::call_constructor(Value function, const Builtin* builtin, std::size_t count,
                                      bool is_tail) {
  const std::size_t first = slots_.depth() - count;
  if (is_inlining() || count == 0 || count > kMostValues) return false;
  const std::string_view name = builtin->info->name;
  const bool is_vector = name == "vector";
  const bool is_instance = name == "make-instance-of" && count > 1 &&
                           has_type(slots_.constant(first), Type::StructureType);
  const Value type = name == "make-structure" ? structure_type_in(first) : nil();
  const bool is_structure = !is_nil(type) && holds_slots(fields_.heap, type) &&
                            is_nil(as<StructureType>(type)->is_condition);
  if (!is_vector && !is_instance && !is_structure) return false;
  Gp result = slots_.fresh();
  Gp storage = slots_.fresh();
  Gp free = slots_.fresh();
  CallSlowPath slow_path = make_call_slow_path(function, count, result, is_tail);
  guard(function, builtin, slow_path.changed);
  set_single_value(is_tail);
  if (is_vector) {
    allocate_object(result, Type::Vector, count, free, slow_path.entry);
    fill_object(result, offsetof(Vector, data), first, count);
  } else if (is_instance) {
    allocate_object(storage, Type::Vector, count - 1, free, slow_path.entry);
    fill_object(storage, offsetof(Vector, data), first + 1, count - 1);
    allocate_object(result, Type::Structure, 2, free, slow_path.entry);
    a_.mov(qword_ptr(result, offsetof(Structure, slots)), storage);
    fill_object(result, offsetof(Structure, type), first, 1);
  } else {
    load_current_type(storage, type, slow_path.entry);
    allocate_object(result, Type::Structure, count, free, slow_path.entry);
    a_.mov(qword_ptr(result, offsetof(Structure, type)), storage);
    fill_object(result, offsetof(Structure, slots), first + 1, count - 1);
  }
  resume_after(slow_path);
  slots_.pop(count);
  slots_.push(result, is_vector && never_returns(slow_path.entry) ? Kind::Vector : Kind::Any);
  return true;
}

// Loads TYPE into R. Jumps to OTHERWISE if it has been collected or redefined.
void NativeCompiler::load_current_type(const Gp& r, Value type, const Label& otherwise) {
  a_.mov(r, word_at(&cache_of(type).function));
  a_.cmp(r, static_cast<int>(kAbsent.bits));
  a_.je(otherwise);
  a_.test(byte_field(r, offsetof(Header, flags)), StructureType::kReplaced);
  a_.jnz(otherwise);
}

void NativeCompiler::MakeClosure() {
  const std::uint32_t count = code_->entry[at_ + 1];
  const std::size_t first = slots_.depth() - count;
  const Value code = constant(a24());
  Gp result = slots_.fresh();
  Gp free = slots_.fresh();
  SlowPath slow_path = make_slow_path(&make_closure, &result, [=, this] {
    load_word(kArg1, code.bits);
    a_.lea(kArg2, Slots::memory(first));
    a_.mov(kArg3.r32(), count);
  });
  allocate_object(result, Type::Closure, 1 + count, free, slow_path.entry);
  load_word(free, code.bits);
  a_.mov(qword_ptr(result, offsetof(Closure, code)), free);
  fill_object(result, offsetof(Closure, captured), first, count);
  resume_after(slow_path);
  slots_.pop(count);
  slots_.push(result);
}

// FUNCTION is a function or a symbol. Returns false if it is not an accessor now.
bool NativeCompiler::call_accessor(Value function, std::size_t count, bool is_tail) {
  Accessor accessor(fields_.heap, function_of(function));
  if (count != 1 || is_nil(accessor.type)) return false;
  Gp r = slots_.in_register(top());
  Gp result = slots_.fresh();
  CallSlowPath slow_path = make_call_slow_path(function, count, result, is_tail);
  if (!is_tail) leave_by_slow_path(slow_path);
  guard_current(function, slow_path.changed);
  set_single_value(is_tail);
  read_slot(r, accessor.type, accessor.index, slow_path, result);
  slots_.pop();
  slots_.push(result);
  return true;
}

}  // namespace winnow::jit
