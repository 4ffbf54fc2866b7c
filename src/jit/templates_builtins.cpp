// Templates for calls of builtins, the functions written in C++.
//
// If a symbol's function is a builtin at compile time, the call jumps directly to its C++ code. The
// most frequent builtins have inline templates for fixnums, characters, lists and arrays. A guard
// checks that the symbol still has this function; if not, an ordinary call is made.
#include <algorithm>
#include <bit>
#include <span>

#include "jit/native_compiler.hpp"

namespace winnow::jit {

using CC = Condition;

// Returns the builtin that FUNCTION, a function or a symbol, currently denotes, if it
// accepts COUNT arguments; otherwise null. Only builtins of the image qualify, since their
// addresses are never reused.
const Builtin* NativeCompiler::known_builtin(Value function, std::size_t count) const {
  function = function_of(function);
  if (!has_type(function, Type::Builtin) || !fields_.heap.is_in_image(function)) return nullptr;
  return Vm::takes(function, count) ? as<Builtin>(function) : nullptr;
}

// Jumps to OTHER if the symbol FUNCTION no longer denotes BUILTIN. A function object needs no
// guard, since its call always denotes the same function.
void NativeCompiler::guard(Value function, const Builtin* builtin, const Label& other) {
  if (function.is_object() || slots_.knows_function(function)) return;
  Label word = a_.newLabel();
  slow_paths_.push_back([=, this] {
    a_.align(asmjit::AlignMode::kData, 8);
    a_.bind(word);
    a_.embedUInt64(to_value(builtin).bits);
  });
  load_function(kScratch, function);
  a_.cmp(kScratch, qword_ptr(word));
  a_.jne(other);
  if (never_returns(other)) slots_.note_function(function);
}

// A slow path that calls FUNCTION and returns to the fast path with the value in RESULT and the
// current registers reloaded. Its label CHANGED is for a redefined function: if the call is a tail
// call, it is then made as one.
NativeCompiler::CallSlowPath NativeCompiler::make_call_slow_path(Value function, std::size_t count,
                                                                 const Gp& result, bool is_tail) {
  if (is_inlining()) return {{fallback_call_, a_.newLabel()}, fallback_call_};
  CallSlowPath slow_path{{a_.newLabel(), a_.newLabel()}, {}};
  InlineCache& cache = next_cache(function.is_object() ? kAbsent : function);
  slow_path.changed = slow_path.entry;
  if (is_tail) {
    slow_path.changed = a_.newLabel();
    emit_out_of_line(slow_path.changed, [=, this, &cache] {
      slots_.flush();
      load_function(kValue, function);
      tail_call_stub(slots_.depth() - count, count, &cache);
    });
  }
  emit_out_of_line(slow_path.entry, [=, this, &cache] {
    std::size_t first = slots_.depth() - count;
    slots_.flush();
    call_by_stub(function, first, count, cache);
    if (is_side_exit(slow_path)) return leave_with(kValue);
    if (result.id() != kValue.id()) a_.mov(result, kValue);
    slots_.reload();
    a_.jmp(slow_path.resume);
  });
  return slow_path;
}

// Pushes the value of the call. If FUNCTION has been redefined, a tail call does not return here.
void NativeCompiler::call_builtin(Value function, const Builtin* builtin, std::size_t count,
                                  bool is_tail) {
  if (call_float_builtin(function, builtin, count, is_tail)) return;
  if (call_float_rounding(function, builtin, count, is_tail)) return;
  if (call_word_builtin(function, builtin, count, is_tail)) return;
  if (call_inlined_builtin(function, builtin, count, is_tail)) return;
  if (call_of_structure(function, builtin, count, is_tail)) return;
  if (call_constructor(function, builtin, count, is_tail)) return;
  if (call_make_array(function, builtin, count, is_tail)) return;
  slots_.flush();
  slots_.forget();
  Gp result = kValue;
  CallSlowPath slow_path = make_call_slow_path(function, count, result, is_tail);
  guard(function, builtin, slow_path.changed);
  Label after = a_.newLabel();
  save(after);
  a_.mov(fields_.value_count(), 1);
  a_.mov(kArg0, kVm);
  a_.lea(kArg1, Slots::memory(slots_.depth() - count));
  a_.mov(kArg2.r32(), static_cast<std::uint32_t>(count));
  call_cpp(builtin->info->code, after);
  resume_after(slow_path);
  slots_.pop(count);
  slots_.push(result, Kind::Any);
}

// ---- inline templates

// A set of types: immediate values, and heap types from FIRST to LAST; a value of the heap type
// UNSURE may be in it. Type::Symbol means none.
struct TypeSet {
  bool fixnums = false;
  bool doubles = false;  // immediate ones
  bool singles = false;
  bool characters = false;
  Type first = Type::Symbol;
  Type last = first;
  Type unsure = Type::Symbol;
};
constexpr TypeSet kFixnums{.fixnums = true};
constexpr TypeSet kCharacters{.characters = true};
constexpr TypeSet kSingles{.singles = true};
constexpr TypeSet kDoubles{.doubles = true, .first = Type::Double};
constexpr TypeSet kFloats{.doubles = true, .singles = true, .first = Type::Double};
constexpr TypeSet kIntegers{.fixnums = true, .first = Type::Bignum};
constexpr TypeSet kRationals{.fixnums = true, .first = Type::Bignum, .last = Type::Ratio};
constexpr TypeSet kReals{.fixnums = true,
                         .doubles = true,
                         .singles = true,
                         .first = Type::Bignum,
                         .last = Type::Double,
                         .unsure = Type::Complex};
constexpr TypeSet kNumbers{
    .fixnums = true, .doubles = true, .singles = true, .first = Type::Bignum, .last = Type::Double};
constexpr TypeSet kBignums{.first = Type::Bignum};
constexpr TypeSet kRatios{.first = Type::Ratio};
constexpr TypeSet kSimpleStrings{.first = Type::String, .unsure = Type::Array};
constexpr TypeSet kSimpleVectors{.first = Type::Vector};
constexpr TypeSet kVectors{.first = Type::String, .last = Type::OctetVector, .unsure = Type::Array};
constexpr TypeSet kArrays{.first = Type::String, .last = Type::Array};
constexpr TypeSet kFunctions{.first = Type::Closure, .last = Type::Builtin};
constexpr TypeSet kHashTables{.first = Type::HashTable};

// The set of the type that NAME, a symbol, names; null for other types.
const TypeSet* type_set_named(const Heap& heap, Value name) {
  static constexpr struct {
    const char* name;
    const TypeSet* types;
  } kTypes[] = {
      {"FIXNUM", &kFixnums},       {"BIGNUM", &kBignums},
      {"RATIO", &kRatios},         {"DOUBLE-FLOAT", &kDoubles},
      {"LONG-FLOAT", &kDoubles},   {"SINGLE-FLOAT", &kSingles},
      {"SHORT-FLOAT", &kSingles},  {"SIMPLE-VECTOR", &kSimpleVectors},
      {"BASE-CHAR", &kCharacters}, {"SIMPLE-STRING", &kSimpleStrings},
  };
  for (const auto& type : kTypes)
    if (name == heap.symbols->intern(type.name)) return type.types;
  return nullptr;
}

// An inline template for one call: of fixnums, characters, lists or arrays. X, Y and Z are the
// first three arguments; Y is X if there is only one, Z is the last one. All other arguments take
// the slow path, which makes the call.
struct NativeCompiler::InlineBuiltin {
  NativeCompiler& c;
  Assembler& a_;
  std::size_t a, b;  // of X and Y
  Value constant;    // value of Y if known, else kAbsent
  bool young;        // whether Z may be young
  Gp x, y, z, result;
  Label slow_path;
  SlowPath ending;  // for end_slow_path()
  bool is_tail;
  const TypeSet* types;

  // The consequences of an inline template for the code after it.
  enum class Effect : std::uint8_t {
    None,
    Leaves,  // the slow path is a side exit, since the template tests types that loops remember
    Stores,  // the same, and the template stores Z in the argument X
  };
  struct Entry {
    std::string_view name;
    std::size_t count;
    void (InlineBuiltin::*body)();
    Kind kind = Kind::Any;  // of an inline result; if not Any, the slow path is a side exit
    Effect effect = Effect::None;
    bool takes_immediate = false;    // a small constant Y is not loaded
    const TypeSet* types = nullptr;  // for test_types(); null: those that the second argument names
  };
  static constexpr Entry type_predicate(std::string_view name, const TypeSet& types) {
    return {name, 1, &InlineBuiltin::test_types, Kind::Any, Effect::None, false, &types};
  }
  static std::span<const Entry> all();
  static const Entry* find(const Builtin* builtin, std::size_t count);

  // Divides X by Y, both tagged; Y is positive. kArg2 becomes the tagged remainder and kValue the
  // untagged quotient, those of FLOOR if kDown, else of TRUNCATE. Saves both registers in the spill
  // slots.
  template <bool kDown>
  void divide() {
    std::int64_t by = constant.is_fixnum() ? constant.fixnum() : 0;
    if (by > 1) return divide_by<kDown>(by);
    c.test_fixnums(a, b, x, y, slow_path);
    a_.test(y, y);
    a_.j(CC::kLE, slow_path);
    a_.mov(spill_slot(0), kValue);
    a_.mov(spill_slot(1), kArg2);
    a_.mov(kScratch, y);
    if (x.id() != kValue.id()) a_.mov(kValue, x);
    divide_signed<kDown>();
  }
  // Divides kValue by the scratch register.
  template <bool kDown>
  void divide_signed() {
    a_.divide_signed();
    if (!kDown) return;
    Label done = a_.newLabel();
    a_.cmp(kArg2, 0);
    a_.j(CC::kGE, done);
    a_.add(kArg2, kScratch);
    a_.sub(kValue, 1);
    a_.bind(done);
  }
  // Division by a constant: multiplies by the reciprocal, rounded up, with enough bits to make the
  // quotient of a fixnum (61 bits) exact (Granlund and Montgomery, "Division by Invariant Integers
  // using Multiplication", PLDI 1994). Negative dividends are divided out of line.
  template <bool kDown>
  void divide_by(std::int64_t by) {
    int bits = std::bit_width(static_cast<std::uint64_t>(by - 1));
    auto power = static_cast<unsigned __int128>(1) << (61 + bits);
    Label negative = a_.newLabel();
    Label divided = a_.newLabel();
    c.test_fixnum(a, x, slow_path);
    a_.mov(spill_slot(0), kValue);
    a_.mov(spill_slot(1), kArg2);
    a_.test(x, x);
    a_.js(negative);
    a_.mov(kScratch, x);  // X as a tagged fixnum, 4X
    c.load_word(kValue, static_cast<std::uint64_t>(power / static_cast<std::uint64_t>(by)) + 1);
    a_.multiply_high();
    a_.shr(kArg2, bits - 1);
    c.load_word(kValue, constant.bits);
    a_.imul(kValue, kArg2);
    a_.sub(kScratch, kValue);
    a_.mov(kValue, kArg2);
    a_.mov(kArg2, kScratch);
    a_.bind(divided);
    c.slow_paths_.push_back([=, call = *this]() mutable {
      call.a_.bind(negative);
      call.divide_out_of_line<kDown>();
      call.a_.jmp(divided);
    });
  }
  template <bool kDown>
  void divide_out_of_line() {
    if (x.id() != kValue.id()) a_.mov(kValue, x);
    c.load_word(kScratch, constant.bits);
    divide_signed<kDown>();
  }
  // Restores the registers that divide() saved and returns the scratch register as the result.
  void end_division() {
    a_.mov(kValue, spill_slot(0));
    a_.mov(kArg2, spill_slot(1));
    a_.mov(result, kScratch);
  }
  template <bool kDown>
  void remainder() {
    divide<kDown>();
    a_.mov(kScratch, kArg2);
    end_division();
  }
  template <bool kDown>
  void quotient() {
    divide<kDown>();
    if (c.needs_value_count(is_tail)) {
      a_.mov(c.fields_.value_count(), 2);
      a_.mov(c.fields_.value_after_first(1), kArg2);
    }
    a_.lea(kScratch, ptr(kValue, kValue));  // the quotient, tagged
    a_.add(kScratch, kScratch);
    end_division();
  }

  void absolute() {
    c.test_fixnum(a, x, slow_path);
    a_.mov(result, 0);
    a_.sub(result, x);
    a_.jo(slow_path);
    a_.move_if(CC::kL, result, x);
  }

  void begin_bits() {
    c.test_fixnums(a, b, x, y, slow_path);
    a_.mov(result, x);
  }
  void logand() {
    begin_bits();
    with_second([&](auto second) { a_.and_(result, second); });
  }
  void logior() {
    begin_bits();
    with_second([&](auto second) { a_.or_(result, second); });
  }
  void logxor() {
    begin_bits();
    with_second([&](auto second) { a_.xor_(result, second); });
  }
  // Emits an operation on Y, which is not in a register if it is a small constant.
  template <class Emit>
  void with_second(Emit emit) {
    if (is_small_fixnum(constant))
      emit(static_cast<std::int32_t>(constant.bits));
    else
      emit(y);
  }
  void lognot() {
    c.test_fixnum(a, x, slow_path);
    a_.mov(result, -4);
    a_.xor_(result, x);
  }
  void ash() {
    if (!constant.is_fixnum() && Assembler::has_variable_shifts()) return ash_by_variable();
    std::int64_t by = constant.is_fixnum() ? constant.fixnum() : INT64_MAX;
    if (by < -61 || by > 61) return void(a_.jmp(slow_path));
    bool wraps = by > 0 && c.may_wrap_fixnums(2, slow_path);
    c.test_fixnum(a, x, slow_path);
    a_.mov(result, x);
    if (by < 0) {
      a_.sar(result, static_cast<int>(-by));
      a_.and_(result, ~3);
      return;
    }
    a_.shl(result, static_cast<int>(by));
    if (wraps) return;
    a_.mov(kScratch, result);
    a_.sar(kScratch, static_cast<int>(by));
    a_.cmp(kScratch, x);
    a_.jne(slow_path);
  }
  void ash_by_variable() {
    Label right = a_.newLabel();
    Label shift = a_.newLabel();
    Label done = a_.newLabel();
    c.test_fixnums(a, b, x, y, slow_path);
    a_.mov(kScratch, y);
    a_.mov(result, x);
    a_.sar(kScratch, 2);
    a_.test(kScratch, kScratch);
    a_.js(right);
    a_.cmp(kScratch, 61);
    a_.ja(slow_path);
    a_.shift_left(result, kScratch);
    a_.shift_right_signed(result, kScratch);
    a_.cmp(result, x);
    a_.jne(slow_path);
    a_.shift_left(result, kScratch);
    a_.jmp(done);
    a_.bind(right);
    a_.neg(kScratch);
    a_.cmp(kScratch, 63);
    a_.jbe(shift);
    a_.mov(kScratch, 63);
    a_.bind(shift);
    a_.shift_right_signed(result, kScratch);
    a_.and_(result, ~3);
    a_.bind(done);
  }
  // LOGCOUNT counts the zeros of a negative number.
  void logcount() {
    c.test_fixnum(a, x, slow_path);
    a_.mov(result, x);
    a_.sar(result, 63);
    a_.xor_(result, x);
    a_.shr(result, 2);
    a_.count_ones(result);
    a_.shl(result, 2);
  }

  // X is the index.
  void logbitp() {
    if (!Assembler::has_variable_shifts()) return void(a_.jmp(slow_path));
    c.test_fixnums(a, b, x, y, slow_path);
    a_.mov(kScratch, x);
    a_.sar(kScratch, 2);
    a_.cmp(kScratch, 61);  // the sign bit of Y
    a_.ja(slow_path);
    a_.mov(result, y);
    a_.shift_right(result, kScratch);
    a_.test(result.r8(), 4);
    c.load_truth(result, CC::kNZ);
  }

  template <Condition kYInstead>
  void least() {
    begin_bits();
    a_.cmp(y, x);
    a_.move_if(kYInstead, result, y);
  }
  template <Condition kYes>
  void parity() {
    c.test_fixnum(a, x, slow_path);
    a_.test(x.r8(), 4);
    c.load_truth(result, kYes);
  }

  void test_character(const Gp& r) {
    a_.cmp(r.r8(), static_cast<int>(Value::from_character(0).bits));
    a_.jne(slow_path);
  }
  template <Condition kYes>
  void compare_characters() {
    test_character(x);
    test_character(y);
    a_.cmp(x, y);
    c.load_truth(result, kYes);
  }
  void char_code() {
    test_character(x);
    a_.mov(result, x);
    a_.shr(result, 8);
    a_.shl(result, 2);
  }
  void code_char() {
    c.test_fixnum(a, x, slow_path);
    a_.cmp(x, 0xD800 << 2);  // unsigned; higher codes may be surrogates
    a_.jae(slow_path);
    a_.mov(result, x);
    a_.shl(result, 6);
    a_.or_(result.r32(), static_cast<int>(Value::from_character(0).bits));
  }
  // Compares the ASCII character X, as FOLD changes its code, with COUNT characters from FIRST on:
  // condition B holds if it is one of them. Its distance from FIRST is in the scratch register.
  void compare_ascii(char first, int count, int fold = 0) {
    test_character(x);
    a_.mov(kScratch, x);
    a_.shr(kScratch, 8);
    a_.cmp(kScratch, 128);
    a_.jae(slow_path);
    if (fold != 0) a_.or_(kScratch.r32(), fold);
    a_.sub(kScratch.r32(), first);
    a_.cmp(kScratch.r32(), count);
  }
  void alpha_char_p() {
    compare_ascii('a', 26, 'a' - 'A');
    c.load_truth(result, CC::kB);
  }
  template <char kFirst>
  void has_case() {
    compare_ascii(kFirst, 26);
    c.load_truth(result, CC::kB);
  }
  template <char kFrom, char kTo>
  void change_case() {
    compare_ascii(kFrom, 26);
    a_.lea(result, ptr(x, (kTo - kFrom) * 256));
    a_.move_if(CC::kAE, result, x);
  }
  void digit_char_p() {
    compare_ascii('0', 10);
    a_.lea(result, ptr(kScratch, kScratch));  // the digit, tagged
    a_.lea(result, ptr(result, result));
    a_.move_if(CC::kAE, result, kNil);
  }

  // ---- elements of arrays
  void elt() {
    c.test_vector(a, x, y, slow_path);
    a_.mov(result, element(x, y));
  }
  void set_elt() {
    c.test_vector(a, x, y, slow_path);
    c.store([*this] { a_.lea(kScratch, element(x, y)); }, z, young, true);
    a_.mov(result, z);
  }
  void set_char() {
    c.test_type(x, Type::String, slow_path);
    c.test_index(x, b, y, slow_path);
    c.test_character(z, slow_path);
    NativeCompiler::Temporaries free = c.spill_two_registers({x, y, z});
    c.store_character(x, y, z, free);
    c.reload_spilled(free);
    a_.mov(result, z);
  }
  void bit() {
    c.test_compact(*compact_type_of(Kind::Bits), a, x, y, slow_path);
    c.load_bit(result, x, y);
  }
  // Returns the label of a slow path for an array of octets of RANK dimensions: loads an element
  // into the result or, if STORES, stores Z.
  Label octet_of_matrix(std::size_t rank, bool stores) {
    if (c.is_inlining()) return slow_path;
    Label entry = a_.newLabel();
    c.emit_out_of_line(entry, [*this, rank, stores] {
      c.test_matrix(a, rank, Type::OctetVector, slow_path, slow_path);
      if (stores) {
        c.test_octet(z, slow_path);
        c.load_octet_place(a, rank, result);
        a_.mov(kScratch, z);
        a_.shr(kScratch, 2);
        a_.mov(byte_ptr(result), kScratch.r8());
        a_.mov(result, z);
      } else {
        c.load_octet_place(a, rank, result);
        a_.movzx(result.r32(), byte_ptr(result));
        a_.shl(result.r32(), 2);
      }
      c.end_slow_path(ending, result);
    });
    return entry;
  }
  template <std::size_t kRank>
  void aref() {
    c.test_matrix(a, kRank, Type::Vector, slow_path, octet_of_matrix(kRank, false));
    a_.mov(result, c.element_of_matrix(a, kRank, result));
  }
  template <std::size_t kRank>
  void set_aref() {
    c.test_matrix(a, kRank, Type::Vector, slow_path, octet_of_matrix(kRank, true));
    auto place = [*this] { a_.lea(kScratch, c.element_of_matrix(a, kRank, result)); };
    c.store(place, z, young, true);
    a_.mov(result, z);
  }

  // ---- slots of instances
  // Loads the index of the slot Y in the storage of the instance X into the result, and the storage
  // into the scratch register. Takes the slow path unless builtins/classes.cpp finds the slot. For a
  // constant name, an inline cache holds the last layout and the index in it.
  void find_slot() {
    c.test_type(x, Type::Structure, slow_path);
    if (constant == kAbsent) return search_slot();
    InlineCache& cache = c.next_cache(kAbsent);
    Label search = a_.newLabel();
    Label found = a_.newLabel();
    load_layout(kScratch);
    a_.cmp(kScratch, c.word_at(&cache.function));
    a_.jne(search);
    a_.mov(result, storage());
    a_.cmp(kScratch, field(result, offsetof(Vector, data)));
    a_.jne(slow_path);
    a_.mov(kScratch, result);
    a_.mov(result, c.word_at(&cache.entry));
    a_.jmp(found);
    a_.bind(search);
    search_slot();
    a_.mov(spill_slot(0), result);
    c.load_address(result, &cache);
    load_layout(kScratch);
    a_.mov(qword_ptr(result, offsetof(InlineCache, function)), kScratch);
    a_.mov(kScratch, spill_slot(0));
    a_.mov(qword_ptr(result, offsetof(InlineCache, entry)), kScratch);
    a_.mov(result, kScratch);
    a_.mov(kScratch, storage());
    a_.bind(found);
  }
  Mem storage() const { return field(x, offsetof(Structure, slots)); }
  void load_layout(const Gp& r) {
    a_.mov(r, field(x, offsetof(Structure, type)));
    a_.mov(r, field(r, offsetof(StructureType, layout)));
  }
  // The same for a structure X, without a cache.
  void search_slot() {
    Label next = a_.newLabel();
    Label found = a_.newLabel();
    a_.cmp(length_of(x), 2);
    a_.jne(slow_path);
    a_.mov(result, storage());
    c.test_type(result, Type::Vector, slow_path);
    a_.cmp(length_of(result), 0);
    a_.je(slow_path);
    load_layout(kScratch);
    a_.cmp(kScratch, field(result, offsetof(Vector, data)));
    a_.jne(slow_path);
    a_.bind(next);
    a_.cmp(kScratch, kNil);
    a_.je(slow_path);
    step_down(slow_path);
    a_.add(result, 8);
    a_.cmp(y, qword_ptr(kScratch, offsetof(Pair, car)));
    a_.je(found);
    a_.mov(kScratch, qword_ptr(kScratch, offsetof(Pair, cdr)));
    a_.jmp(next);
    a_.bind(found);
    a_.mov(kScratch, storage());
    a_.sub(result, kScratch);
    a_.shr(result, 3);
    a_.cmp(result.r32(), length_of(kScratch));
    a_.jae(slow_path);
  }
  void slot_ref() {
    find_slot();
    a_.mov(result, qword_ptr(kScratch, result, 3, kElements));
  }
  void slot_place() {
    find_slot();
    a_.shl(result, 2);
  }
  void slot_set() {
    find_slot();
    a_.shl(result, 3);
    a_.mov(spill_slot(1), result);  // a slow path of store() overwrites the result
    auto place = [*this] {
      a_.mov(kScratch, field(x, offsetof(Structure, slots)));
      a_.add(kScratch, spill_slot(1));
      a_.lea(kScratch, ptr(kScratch, kElements));
    };
    c.store(place, z, young, true);
    c.load_word(result, t().bits);
  }
  static constexpr int kElements = static_cast<int>(offsetof(Vector, data) - kObjectTag);

  // ---- lists and sequences
  void listp() {
    test_tag(a_, x, kPairTag);
    c.load_truth(result, CC::kZ);
  }
  void endp() {
    test_tag(a_, x, kPairTag);
    a_.jnz(slow_path);
    a_.cmp(x, kNil);
    c.load_truth(result, CC::kE);
  }
  // Whether X is in TYPES.
  void test_types() {
    Label immediate = a_.newLabel();
    Label yes = a_.newLabel();
    Label no = a_.newLabel();
    Label done = a_.newLabel();
    test_tag(a_, x, kObjectTag);
    a_.jnz(immediate);
    if (types->first != Type::Symbol) {
      a_.movzx(kScratch.r32(), type_of(x));
      if (types->unsure != Type::Symbol) {
        a_.cmp(kScratch.r32(), static_cast<int>(types->unsure));
        a_.je(slow_path);
      }
      a_.sub(kScratch.r32(), static_cast<int>(types->first));
      a_.cmp(kScratch.r32(), static_cast<int>(types->last) - static_cast<int>(types->first));
      a_.jbe(yes);
    }
    a_.bind(no);
    a_.mov(result, kNil);
    a_.jmp(done);
    a_.bind(immediate);
    if (types->singles) {
      a_.cmp(x.r8(), static_cast<int>(Value::from_single(0).bits));
      a_.je(yes);
    }
    if (types->characters) {
      a_.cmp(x.r8(), static_cast<int>(Value::from_character(0).bits));
      a_.je(yes);
    }
    if (types->fixnums) {
      a_.test(x.r8(), types->doubles ? 1 : 3);
      a_.jz(yes);
    } else if (types->doubles) {
      a_.test(x.r8(), 1);
      a_.jnz(no);
      a_.test(x.r8(), 2);
      a_.jnz(yes);
    }
    a_.jmp(no);
    a_.bind(yes);
    c.load_word(result, t().bits);
    a_.bind(done);
  }
  // Inline only for strings, simple vectors and lists of fewer than kMostCounted elements, which
  // are not circular.
  void length() {
    constexpr int kMostCounted = 1000;
    Label known = a_.newLabel();
    Label list = a_.newLabel();
    Label next = a_.newLabel();
    Label done = a_.newLabel();
    test_tag(a_, x, kObjectTag);
    a_.jnz(list);
    a_.cmp(type_of(x), static_cast<int>(Type::String));
    a_.je(known);
    a_.cmp(type_of(x), static_cast<int>(Type::Vector));
    a_.je(known);
    a_.cmp(type_of(x), static_cast<int>(Type::OctetVector));
    a_.je(known);
    a_.cmp(type_of(x), static_cast<int>(Type::Array));
    a_.jne(slow_path);
    a_.mov(result, field(x, offsetof(Array, fill_pointer)));
    a_.test(result.r8(), 3);
    a_.jnz(slow_path);
    a_.jmp(done);
    a_.bind(known);
    a_.mov(result.r32(), length_of(x));
    a_.shl(result, 2);
    a_.jmp(done);
    a_.bind(list);
    a_.mov(kScratch, x);
    a_.mov(result, 0);
    a_.bind(next);
    a_.cmp(kScratch, kNil);
    a_.je(done);
    step_down(slow_path);
    a_.mov(kScratch, qword_ptr(kScratch, offsetof(Pair, cdr)));
    a_.add(result, 4);
    a_.cmp(result, 4 * kMostCounted);
    a_.jb(next);
    a_.jmp(slow_path);
    a_.bind(done);
  }
  // Loads the cons after X conses of the list Y into the scratch register, as an address. NIL counts
  // as a cons whose parts are NIL. Takes the slow path unless X is a small index and there is such a
  // cons.
  void skip_conses() {
    constexpr int kMostSkipped = 1000;
    Label next = a_.newLabel();
    Label last = a_.newLabel();
    c.test_fixnum(a, x, slow_path);
    a_.cmp(x, 4 * kMostSkipped);  // unsigned, so that negative indices are out of range
    a_.j(CC::kA, slow_path);
    a_.mov(result, x);
    a_.mov(kScratch, y);
    a_.bind(next);
    step_down(slow_path);
    a_.sub(result, 4);
    a_.j(CC::kL, last);
    a_.mov(kScratch, qword_ptr(kScratch, offsetof(Pair, cdr)));
    a_.jmp(next);
    a_.bind(last);
  }
  void nth() {
    skip_conses();
    a_.mov(result, qword_ptr(kScratch, offsetof(Pair, car)));
  }
  void nthcdr() {
    skip_conses();
    a_.lea(result, ptr(kScratch, static_cast<int>(kPairTag)));
  }
  // FIFTH to TENTH
  template <int kIndex>
  void element_of_list() {
    a_.mov(kScratch, x);
    for (int i = 0; i < kIndex; ++i) {
      step_down(slow_path);
      a_.mov(kScratch, qword_ptr(kScratch, offsetof(Pair, cdr)));
    }
    step_down(slow_path);
    a_.mov(result, qword_ptr(kScratch, offsetof(Pair, car)));
  }
  // Replaces the cons in the scratch register by its address. Jumps to OTHERWISE if it is not a
  // list.
  void step_down(const Label& otherwise) {
    a_.sub(kScratch, static_cast<int>(kPairTag));
    a_.test(kScratch.r8(), 7);
    a_.jnz(otherwise);
  }
};

std::span<const NativeCompiler::InlineBuiltin::Entry> NativeCompiler::InlineBuiltin::all() {
  static const Entry kAll[] = {
      {"mod", 2, &InlineBuiltin::remainder<true>, Kind::Fixnum},
      {"rem", 2, &InlineBuiltin::remainder<false>, Kind::Fixnum},
      {"floor", 2, &InlineBuiltin::quotient<true>, Kind::Fixnum},
      {"truncate", 2, &InlineBuiltin::quotient<false>, Kind::Fixnum},
      {"abs", 1, &InlineBuiltin::absolute},
      {"logand", 2, &InlineBuiltin::logand, Kind::Fixnum, Effect::None, true},
      {"logior", 2, &InlineBuiltin::logior, Kind::Fixnum, Effect::None, true},
      {"logxor", 2, &InlineBuiltin::logxor, Kind::Fixnum, Effect::None, true},
      {"lognot", 1, &InlineBuiltin::lognot, Kind::Fixnum},
      {"ash", 2, &InlineBuiltin::ash, Kind::Fixnum, Effect::None, true},
      {"min", 2, &InlineBuiltin::least<CC::kL>, Kind::Fixnum},
      {"max", 2, &InlineBuiltin::least<CC::kG>, Kind::Fixnum},
      {"logbitp", 2, &InlineBuiltin::logbitp},
      {"evenp", 1, &InlineBuiltin::parity<CC::kZ>},
      {"oddp", 1, &InlineBuiltin::parity<CC::kNZ>},
      {"char=", 2, &InlineBuiltin::compare_characters<CC::kE>},
      {"char<", 2, &InlineBuiltin::compare_characters<CC::kB>},
      {"char>", 2, &InlineBuiltin::compare_characters<CC::kA>},
      {"char<=", 2, &InlineBuiltin::compare_characters<CC::kBE>},
      {"char>=", 2, &InlineBuiltin::compare_characters<CC::kAE>},
      {"char-code", 1, &InlineBuiltin::char_code, Kind::Fixnum},
      {"code-char", 1, &InlineBuiltin::code_char},
      {"alpha-char-p", 1, &InlineBuiltin::alpha_char_p},
      {"upper-case-p", 1, &InlineBuiltin::has_case<'A'>},
      {"lower-case-p", 1, &InlineBuiltin::has_case<'a'>},
      {"char-upcase", 1, &InlineBuiltin::change_case<'a', 'A'>},
      {"char-downcase", 1, &InlineBuiltin::change_case<'A', 'a'>},
      {"digit-char-p", 1, &InlineBuiltin::digit_char_p},
      {"elt", 2, &InlineBuiltin::elt, Kind::Any, Effect::Leaves},
      {"set-elt", 3, &InlineBuiltin::set_elt, Kind::Any, Effect::Stores},
      {"set-char", 3, &InlineBuiltin::set_char, Kind::Any, Effect::Stores},
      {"bit", 2, &InlineBuiltin::bit, Kind::Fixnum, Effect::Leaves},
      {"sbit", 2, &InlineBuiltin::bit, Kind::Fixnum, Effect::Leaves},
      {"aref", 3, &InlineBuiltin::aref<2>, Kind::Any, Effect::Leaves},
      {"aref", 4, &InlineBuiltin::aref<3>, Kind::Any, Effect::Leaves},
      {"set-aref", 4, &InlineBuiltin::set_aref<2>, Kind::Any, Effect::Stores},
      {"set-aref", 5, &InlineBuiltin::set_aref<3>, Kind::Any, Effect::Stores},
      {"slot-ref", 2, &InlineBuiltin::slot_ref},
      {"slot-place", 2, &InlineBuiltin::slot_place},
      {"slot-set", 3, &InlineBuiltin::slot_set, Kind::Any, Effect::Stores},
      {"listp", 1, &InlineBuiltin::listp},
      {"endp", 1, &InlineBuiltin::endp},
      {"length", 1, &InlineBuiltin::length},
      {"nth", 2, &InlineBuiltin::nth},
      {"nthcdr", 2, &InlineBuiltin::nthcdr},
      {"fifth", 1, &InlineBuiltin::element_of_list<4>},
      {"sixth", 1, &InlineBuiltin::element_of_list<5>},
      {"seventh", 1, &InlineBuiltin::element_of_list<6>},
      {"eighth", 1, &InlineBuiltin::element_of_list<7>},
      {"ninth", 1, &InlineBuiltin::element_of_list<8>},
      {"tenth", 1, &InlineBuiltin::element_of_list<9>},
      type_predicate("integerp", kIntegers),
      type_predicate("numberp", kNumbers),
      type_predicate("rationalp", kRationals),
      type_predicate("realp", kReals),
      type_predicate("floatp", kFloats),
      type_predicate("characterp", kCharacters),
      type_predicate("stringp", kSimpleStrings),
      type_predicate("simple-string-p", kSimpleStrings),
      type_predicate("simple-vector-p", kSimpleVectors),
      type_predicate("vectorp", kVectors),
      type_predicate("arrayp", kArrays),
      type_predicate("functionp", kFunctions),
      type_predicate("hash-table-p", kHashTables),
      {"standard-typep", 2, &InlineBuiltin::test_types},
      {"logcount", 1, &InlineBuiltin::logcount, Kind::Fixnum},
  };
  return std::span(kAll).first(std::size(kAll) - (Assembler::has_count_of_ones() ? 0 : 1));
}

// Returns the template for a call of BUILTIN with COUNT arguments, or null.
const NativeCompiler::InlineBuiltin::Entry* NativeCompiler::InlineBuiltin::find(
    const Builtin* builtin, std::size_t count) {
  for (const Entry& entry : all())
    if (entry.count == count && builtin->info->name == entry.name) return &entry;
  return nullptr;
}

bool NativeCompiler::gives_fixnum(const Builtin* builtin, std::size_t count) {
  const InlineBuiltin::Entry* entry = InlineBuiltin::find(builtin, count);
  return entry != nullptr && entry->kind == Kind::Fixnum;
}

bool NativeCompiler::has_inline_template(const Builtin* builtin) {
  return has_float_template(builtin) || has_word_template(builtin) ||
         std::ranges::any_of(InlineBuiltin::all(), [&](const InlineBuiltin::Entry& entry) {
           return builtin->info->name == entry.name;
         });
}

// Whether a call of BUILTIN with COUNT arguments can be part of an inlined body.
NativeCompiler::InlineCost NativeCompiler::measure_builtin(const Builtin* builtin,
                                                           std::size_t count) {
  const InlineBuiltin::Entry* entry = InlineBuiltin::find(builtin, count);
  // Not if the constant type is unknown here, which may need a call.
  const bool can_inline =
      entry != nullptr && (entry->body != &InlineBuiltin::test_types || entry->types != nullptr);
  return {.can_inline = can_inline,
          .has_effect = can_inline && entry->effect == InlineBuiltin::Effect::Stores};
}

// The same as guard(), with one shared flag for all inlined functions of the library, which are
// seldom redefined. The flag is tested again only after code that may redefine a function.
void NativeCompiler::guard_inlined_builtin(Value function, const Builtin* builtin,
                                           const Label& other) {
  const bool is_of_library = !function.is_object() && as_symbol(function)->has(Symbol::kLibrary);
  if (!is_of_library || fields_.vm.inlined_builtin_replaced != 0)
    return guard(function, builtin, other);
  if (slots_.knows_library()) return;
  a_.cmp(fields_.inlined_builtin_replaced(), 0);
  a_.jne(other);
  slots_.note_library();
}

bool NativeCompiler::call_inlined_builtin(Value function, const Builtin* builtin, std::size_t count,
                                          bool is_tail) {
  const InlineBuiltin::Entry* entry = InlineBuiltin::find(builtin, count);
  if (entry == nullptr) return false;
  std::size_t a = top(count - 1);
  std::size_t b = count == 1 ? a : a + 1;
  const bool is_for_integers = entry->kind == Kind::Fixnum;
  if (is_for_integers && !is_inlining() &&
      (is_float_kind(slots_.kind(a)) || is_float_kind(slots_.kind(b))))
    return false;
  Value constant = slots_.is_constant(b) ? slots_.constant(b) : kAbsent;
  const TypeSet* types = entry->types;
  if (!types && entry->body == &InlineBuiltin::test_types) {
    types = type_set_named(fields_.vm.heap(), constant);
    if (!types) return false;
  }
  bool young = may_be_young(top());
  const bool has_immediate = entry->takes_immediate && is_small_fixnum(constant);
  for (std::size_t i = a; i < slots_.depth() - has_immediate; ++i) slots_.in_register(i);
  Gp x = slots_.in_register(a);
  Gp y = has_immediate ? x : slots_.in_register(b);
  Gp z = has_immediate ? x : slots_.in_register(top());
  Gp result = slots_.fresh();
  CallSlowPath slow_path = make_call_slow_path(function, count, result, is_tail);
  const SlowPath ending = slow_path;
  bool may_leave =
      !is_tail && (entry->kind != Kind::Any || entry->effect != InlineBuiltin::Effect::None);
  if (may_leave) leave_by_slow_path(slow_path);
  guard_inlined_builtin(function, builtin, slow_path.changed);
  set_single_value(is_tail);
  InlineBuiltin call{*this,           a_,     a,       b,    constant, young, x, y, z, result,
                     slow_path.entry, ending, is_tail, types};
  (call.*entry->body)();
  resume_after(slow_path);
  slots_.pop(count);
  slots_.push(result, never_returns(slow_path.entry) ? entry->kind : Kind::Any);
  return true;
}

}  // namespace winnow::jit
