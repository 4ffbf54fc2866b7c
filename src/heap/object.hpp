// The layouts of all heap objects, one struct each. In every one of them the Values lie in a row,
// which is what the collector walks (trace.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "heap/value.hpp"

namespace winnow {

enum class Type : std::uint8_t {
  Symbol,
  String,
  Vector,
  BitVector,
  Array,
  Bignum,
  Ratio,
  Complex,
  Double,
  Closure,
  Builtin,
  Undefined,
  Macro,
  Code,
  HashTable,
  Structure,
  StructureType,
  Package,
  Exit,
  Stream,
  RandomState,
  Bytes,
  DispatchTable,
  Readtable,
};

struct Header {
  Type type;
  std::uint8_t flags;
  std::uint16_t aux;
  std::uint32_t length;  // elements, characters, limbs, slots: what the type counts
};
static_assert(sizeof(Header) == 8);

struct Symbol {
  // aux: of special forms and inlined operators the place among them, plus 1; length: hash of the
  // name
  Header header;
  Value value;
  Value function;  // always a function, a macro or the undefined function: calls need no other test
  Value name;
  Value plist;
  Value package;  // its home, or NIL

  enum Flag : std::uint8_t {
    kSpecial = 1,   // proclaimed: every binding of it is dynamic
    kConstant = 2,  // may be neither bound nor assigned
    kKeyword = 4,
    kInlined = 16,       // calls are compiled to instructions while this is set
    kLibrary = 64,       // its function came with Winnow and was not replaced since
    kSpecialForm = 128,  // the compiler knows what a form of it means
  };
  bool has(Flag f) const { return (header.flags & f) != 0; }
};

// One byte per character; once a wider one is stored, `wide` bytes of four each. A narrow string
// that is widened in place keeps its identity: its first eight bytes then hold the Bytes object
// with the text.
struct String {
  Header header;
  enum Flag : std::uint8_t {
    kWide = 1,
    kConstant = 2,  // the name of an interned symbol
  };
  constexpr String() : header{}, narrow{} {}
  bool is_wide() const { return (header.flags & kWide) != 0; }
  std::uint32_t length() const { return header.length; }
  union {
    std::uint8_t narrow[8];
    Value wide;
  };
};

struct Bytes {
  Header header;
  std::uint8_t data[8];
};

struct Vector {
  Header header;
  std::uint32_t length() const { return header.length; }
  Value data[1];
};

// Bit I is bit I % 64 of word I / 64; those behind the last one are 0.
struct BitVector {
  Header header;  // length: bits
  std::uint64_t words[1];
  static constexpr std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }
  bool get(std::size_t i) const { return ((words[i / 64] >> (i % 64)) & 1) != 0; }
  void set(std::size_t i, bool one) {
    std::uint64_t mask = std::uint64_t{1} << (i % 64);
    words[i / 64] = one ? words[i / 64] | mask : words[i / 64] & ~mask;
  }
};

// Every array that is not a plain vector, string or bit vector: of another rank than one, with a
// fill pointer, adjustable or displaced. Its elements live in a Vector, a String, a BitVector or,
// displaced, in another array's.
struct Array {
  Header header;  // aux: rank; length: number of Values
  enum Flag : std::uint8_t { kAdjustable = 1, kDisplaced = 2 };
  Value data;
  Value fill_pointer;  // fixnum, or NIL
  Value offset;        // fixnum: where in `data` the elements begin
  Value total_size;    // fixnum
  Value dimensions[1];
  std::uint16_t rank() const { return header.aux; }
};

struct Bignum {
  Header header;  // flags: 1 if negative; length: limbs
  std::uint64_t limbs[1];
  bool negative() const { return header.flags != 0; }
};

struct Ratio {
  Header header;
  Value numerator;
  Value denominator;  // > 1, and prime to the numerator
};

struct Complex {
  Header header;
  Value real;  // both parts are rationals, or both are floats
  Value imaginary;
};

struct Double {
  Header header;
  double value;
};

struct Code {
  Header header;  // length: number of Values from `name` on
  std::uint32_t word_count;
  std::int32_t simple_argc;  // number of arguments, where all are required; else -1
  std::uint16_t required;
  std::uint16_t optional;
  std::uint16_t keys;  // that many of the first constants are the keywords
  std::uint16_t flags;
  std::uint32_t max_stack;     // slots beyond the frame's base
  std::uint32_t boxed;         // bit I: argument I is assigned and captured, so it lives in a box
  std::uint32_t* entry;        // the words, which follow the constants
  const std::uint32_t* start;  // where a call begins: `entry`, or a word of StaticCells
  const void* native;          // where a call of its native code begins; null: it has none
  enum Flag : std::uint16_t {
    kRest = 1,
    kKey = 2,
    kAllowOtherKeys = 4,
    kSealed = 8,
    kInterpreted = 16,  // native code was tried for, and could not be had
    kDialect = 3 << 5   // the kind of its dialect (data/dialect.hpp), times kDialectUnit
  };
  static constexpr std::uint16_t kDialectUnit = 1 << 5;
  Value name;
  Value lambda_list;
  Value docstring;  // string or NIL
  Value source;     // name of the file, a list of the text that was typed, or NIL
  Value positions;  // Bytes: where in the source instructions come from (assembler.cpp), or NIL
  Value operators;  // Vector: word, name, ...: what the program calls what macros made; or NIL
  Value constants[1];

  static constexpr std::uint32_t kFixedValues = 6;
  std::uint32_t constant_count() const { return header.length - kFixedValues; }
  // Where the words must be; sets `entry` when the object is made.
  void set_entry() { entry = reinterpret_cast<std::uint32_t*>(constants + constant_count()); }
};

struct Closure {
  Header header;                              // length: 1 + captured values
  enum Flag : std::uint8_t { kGeneric = 1 };  // a generic function
  Value code;
  Value captured[1];
};

struct BuiltinInfo;  // data/builtin_info.hpp: name, lambda list, docstring, code

struct Builtin {
  Header header;
  const BuiltinInfo* info;
};

struct Macro {
  Header header;
  Value expander;     // function of the form and the environment
  Value lambda_list;  // as the definition has it
};

struct HashTable {
  Header header;  // flags: test
  enum Test : std::uint8_t { kEq, kEql, kEqual, kEqualp };
  std::uint32_t count;  // entries in use
  std::uint32_t used;   // entries in use or removed
  Value entries;        // Vector: key, value, key, value, ... in order of insertion
  Value index;  // Bytes: open addressing, 32-bit entry numbers + 1; then the entries' hashes
};

struct Structure {
  Header header;  // length: 1 + slots
  Value type;
  Value slots[1];
};

// A class: of structures, of conditions, of standard objects, or one that is built in.
struct StructureType {
  Header header;  // aux: its hash, a multiple of kHashStep
  static constexpr std::uint16_t kHashStep = 16;
  Value name;
  Value ancestors;  // list of StructureTypes, itself first, in order of precedence
  Value slots;      // list of slot descriptions (name initform-function type read-only)
  Value docstring;
  Value printer;  // function (object stream) or NIL
  Value is_condition;
  Value report;     // for conditions: function (condition stream) or NIL
  Value metaclass;  // its name
  Value parents;    // list of the direct superclasses
  Value layout;     // of standard objects: list of the names of the slots in an instance
  Value details;    // what lib/clos knows of it
  static constexpr std::size_t kFields = 11;
  enum Flag : std::uint8_t { kReplaced = 1 };  // a name of it stands for another type by now
};

// A table of symbols by name (package.hpp).
struct Package {
  Header header;
  Value name;       // a string; NIL once it was deleted
  Value nicknames;  // lists of strings, packages, symbols
  Value uses;
  Value used_by;
  Value shadowing;
  Value documentation;
  Value internal;  // Vectors
  Value external;
  std::uint32_t internal_count;
  std::uint32_t external_count;
};

// What RETURN-FROM or GO out of a closure holds on to; dead once its block has been left.
struct Exit {
  Header header;        // flags: 1 while the block is active
  std::uint64_t depth;  // index of its record on the dynamic stack
};

class Stream;  // text/streams/stream.hpp

struct StreamObject {
  Header header;  // aux: its kind
  enum Kind : std::uint16_t { File, String, TwoWay, Echo, Broadcast, Concatenated, Synonym, Other };
  enum Flag : std::uint8_t { kInput = 1, kOutput = 2, kOpen = 4, kBinary = 8 };
  Stream* stream;  // null for two-way and synonym streams, and once it is closed
  Value first;     // of a file its name; else the streams behind, or where input comes from
  Value second;    // of a file its element type; else where output goes
  Kind kind() const { return static_cast<Kind>(header.aux); }
  bool has(Flag f) const { return (header.flags & f) != 0; }
};

// How the pretty printer lays out which objects (text/pprint_dispatch.hpp).
struct DispatchTable {
  Header header;
  enum Flag : std::uint8_t { kReadOnly = 1 };
  Value operators;  // hash table: for lists by what stands first
  Value others;     // list of entries, by priority
};

// What each character means to the reader (text/readtable.hpp).
struct Readtable {
  Header header;  // aux: its case
  enum Flag : std::uint8_t { kReadOnly = 1 };
  Value syntax;       // Bytes: a syntax type for each ASCII character
  Value macros;       // Vector: their macro functions, or NIL
  Value others;       // hash table: for other characters (syntax type . macro function)
  Value dispatching;  // hash table: for dispatching macro characters the functions behind them
};

struct RandomState {
  Header header;
  std::uint64_t state;
};

// ---- tests and conversions

inline Header* header_of(Value v) { return reinterpret_cast<Header*>(v.bits - kObjectTag); }
inline bool has_type(Value v, Type t) { return v.is_object() && header_of(v)->type == t; }

template <class T>
T* as(Value v) {
  return reinterpret_cast<T*>(v.bits - kObjectTag);
}
template <>
inline Symbol* as<Symbol>(Value v) {
  return reinterpret_cast<Symbol*>(v.bits - kSymbolTag);
}

inline Value to_value(const Symbol* s) { return Value::tagged(s, kSymbolTag); }
inline Value to_value(const Pair* p) { return Value::tagged(p, kPairTag); }
template <class T>
Value to_value(const T* object) {
  return Value::tagged(object, kObjectTag);
}

// NIL and T are the same for every interpreter and every image, at an address that fits into an
// instruction, so tests for them need no context.
struct StaticCells {
  alignas(16) Pair nil;
  alignas(16) Symbol nil_symbol;  // what NIL is as a symbol
  alignas(16) Symbol t;
  alignas(16) String nil_name;
  alignas(16) String t_name;
  alignas(16) Header undefined;  // the function of a symbol that has none
  // Instructions that stand in no code (vm/native_code.hpp).
  std::uint32_t count_call;
  std::uint32_t enter_native;
  std::uint32_t resume_native;
  std::uint32_t land_native;
  std::uint32_t leave_bridge;
};
constexpr std::uintptr_t kStaticCellsAddress = 0x50000000;
inline StaticCells& static_cells() { return *reinterpret_cast<StaticCells*>(kStaticCellsAddress); }
// Makes the page there is at that address. Throws std::runtime_error if something else has it.
void map_static_cells();

inline Value nil() { return to_value(&static_cells().nil); }
inline Value t() { return to_value(&static_cells().t); }
inline Value undefined_function() { return to_value(&static_cells().undefined); }
inline Value truth(bool b) { return b ? t() : nil(); }
inline bool is_nil(Value v) { return v == nil(); }
inline bool is_cons(Value v) { return v.is_list() && !is_nil(v); }
inline bool is_symbol(Value v) { return v.is_symbol_object() || is_nil(v); }
inline Symbol* as_symbol(Value v) { return is_nil(v) ? &static_cells().nil_symbol : as<Symbol>(v); }
inline bool is_keyword(Value v) {
  return v.is_symbol_object() && as<Symbol>(v)->has(Symbol::kKeyword);
}

// CAR and CDR are total: of anything but a list they are NIL, so that what a program made of its
// lists while we walk them cannot lead out of the heap.
inline Value car(Value v) { return v.is_list() ? car_unchecked(v) : nil(); }
inline Value cdr(Value v) { return v.is_list() ? cdr_unchecked(v) : nil(); }
inline Value second(Value v) { return car(cdr(v)); }
inline Value third(Value v) { return car(cdr(cdr(v))); }

inline bool is_stream_of_kind(Value v, StreamObject::Kind kind) {
  return has_type(v, Type::Stream) && as<StreamObject>(v)->kind() == kind;
}
inline bool is_string_object(Value v) { return has_type(v, Type::String); }
inline bool is_vector_object(Value v) { return has_type(v, Type::Vector); }
inline bool is_bit_vector_object(Value v) { return has_type(v, Type::BitVector); }
inline bool is_double(Value v) { return v.is_immediate_double() || has_type(v, Type::Double); }
inline bool is_float(Value v) { return v.is_single() || is_double(v); }
inline double float_value(Value v) {
  if (v.is_single()) return v.single();
  return v.is_immediate_double() ? v.immediate_double() : as<Double>(v)->value;
}
inline bool is_integer(Value v) { return v.is_fixnum() || has_type(v, Type::Bignum); }
inline bool is_ratio(Value v) { return has_type(v, Type::Ratio); }
inline bool is_complex(Value v) { return has_type(v, Type::Complex); }
inline bool is_real(Value v) {
  return v.is_fixnum() || is_float(v) || is_integer(v) || is_ratio(v);
}
inline bool is_generic_function(Value v) {
  return has_type(v, Type::Closure) && header_of(v)->flags != 0;
}
inline bool is_function(Value v) {
  return has_type(v, Type::Closure) || has_type(v, Type::Builtin);
}

}  // namespace winnow
