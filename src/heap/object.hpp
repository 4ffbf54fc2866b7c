// The layouts of heap objects, one struct for each type. The Values of an object are contiguous, so
// that the collector can scan them (trace.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "heap/value.hpp"

namespace winnow {

enum class Type : std::uint8_t {
#define HEAP_TYPE(name, extent, built_in, text) name,
#include "heap/heap_types.def"
#undef HEAP_TYPE
};

struct Header {
  Type type;
  std::uint8_t flags;
  std::uint16_t aux;
  std::uint32_t length;  // in elements, characters, limbs or slots, as the type defines
};
static_assert(sizeof(Header) == 8);

struct Symbol {
  // aux: for a special form or an inlined operator its index among these, plus 1.
  // length: the hash of the name.
  Header header;
  Value value;
  Value function;  // a function, a macro or the undefined function, so calls need no other test
  Value name;
  Value plist;
  Value package;  // the home package, or NIL

  enum Flag : std::uint8_t {
    kSpecial = 1,   // proclaimed special: every binding is dynamic
    kConstant = 2,  // cannot be bound or assigned
    kKeyword = 4,
    kInlined = 16,       // calls are compiled to instructions while this is set
    kLibrary = 64,       // its function belongs to Winnow and has not been redefined
    kSpecialForm = 128,  // names a special form
  };
  bool has(Flag f) const { return (header.flags & f) != 0; }
};

// A string of one byte per character. Storing a wider character widens the string in place: `wide`
// then refers to a Bytes object with four bytes per character, and the string keeps its identity.
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

// Bit I is bit I % 64 of word I / 64. The unused bits of the last word are 0.
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

// A simple vector of element type (UNSIGNED-BYTE 8).
struct OctetVector {
  Header header;
  std::uint8_t data[8];
};

// An array that is not a simple vector, string, bit vector or octet vector: one whose rank is not 1,
// or that has a fill pointer, is adjustable or displaced. Its elements are in an object of one of
// these types; those of a displaced array are in another array.
struct Array {
  Header header;  // aux: rank; length: number of Values
  // kOfNil: the element type is NIL, so that no element can be accessed; `data` is an empty string.
  enum Flag : std::uint8_t { kAdjustable = 1, kDisplaced = 2, kOfNil = 4 };
  Value data;
  Value fill_pointer;  // fixnum, or NIL
  Value offset;        // fixnum: the index in `data` of the first element
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
  Value denominator;  // greater than 1 and coprime to the numerator
};

struct Complex {
  Header header;
  Value real;  // both parts are rational, or both are floats of one format
  Value imaginary;
};

struct Double {
  Header header;
  double value;
};

struct Code {
  Header header;  // length: number of Values from `name` on
  std::uint32_t unit_count;
  std::int32_t simple_argc;  // the number of parameters if all are required; else -1
  std::uint16_t required;
  std::uint16_t optional;
  std::uint16_t keys;  // number of keywords, which are the first constants
  std::uint16_t flags;
  std::uint32_t max_stack;     // stack slots from the base of the frame on
  std::uint32_t boxed;         // bit I: argument I is assigned and captured, so it is boxed
  std::uint32_t* entry;        // the instructions, which follow the constants
  const std::uint32_t* start;  // where a call starts: `entry` or an instruction of StaticCells
  const void* native;          // entry point of the native code, or null
  enum Flag : std::uint16_t {
    kRest = 1,
    kKey = 2,
    kAllowOtherKeys = 4,
    kSealed = 8,
    kInterpreted = 16,  // the native compiler has refused this code
    kDialect = 3 << 5,  // the dialect of the source (data/dialect.hpp), times kDialectUnit
    kTopLevel = 128,    // a top-level form
    // Variables are declared to be integers of 64 bits, unsigned or signed, beyond the fixnums.
    kWords = 256,
    kSignedWords = 512
  };
  static constexpr std::uint16_t kDialectUnit = 1 << 5;
  Value name;
  Value lambda_list;
  Value docstring;  // string or NIL
  Value source;     // the name of the file, a list with the text that was typed, or NIL
  Value positions;  // Bytes: the lines of instructions (assembler.cpp), or NIL
  Value operators;  // Vector: offset, name, ...: the user's operators in expansions; or NIL
  Value
      variables;  // Vector: the names and places of variables (compiler/variable_names.hpp); or NIL
  Value constants[1];

  static constexpr std::uint32_t kFixedValues = 7;
  std::uint32_t constant_count() const { return header.length - kFixedValues; }
  // Sets `entry` to the first instruction, after the constants.
  void set_entry() { entry = reinterpret_cast<std::uint32_t*>(constants + constant_count()); }
};

struct Closure {
  Header header;  // length: 1 + captured values
  enum Flag : std::uint8_t {
    kGeneric = 1,   // calls dispatch by the table captured[0] (vm/dispatch.hpp)
    kInstance = 2,  // also an instance of a program's class: the Structure captured[1]
    kPlain = 4,     // of such an instance: its class is not a subclass of GENERIC-FUNCTION
  };
  Value code;
  Value captured[1];
};

struct BuiltinInfo;  // data/functions.hpp: name, lambda list, docstring, code

struct Builtin {
  Header header;
  const BuiltinInfo* info;
};

struct Macro {
  Header header;
  Value expander;     // a function of the form and the environment
  Value lambda_list;  // as in the definition
};

struct HashTable {
  // flags: the test, plus kTests times the weakness. aux: 1 if a weak table was written to after the
  // last collection (weak.cpp).
  Header header;
  enum Test : std::uint8_t { kEq, kEql, kEqual, kEqualp };
  enum Weakness : std::uint8_t { kStrong, kKey, kValue, kKeyAndValue, kKeyOrValue };
  static constexpr std::uint8_t kTests = 4;
  std::uint32_t count;  // entries in use
  std::uint32_t used;   // entries in use or removed
  Value entries;        // Vector or WeakVector: key, value, key, value, ... in order of insertion
  Value index;  // Bytes: 32-bit entry numbers + 1 by open addressing; then the entries' hashes
  Test test() const { return static_cast<Test>(header.flags % kTests); }
  Weakness weakness() const { return static_cast<Weakness>(header.flags / kTests); }
  bool was_written() const { return header.aux != 0; }
};

struct WeakPointer {
  Header header;
  enum Flag : std::uint8_t {
    kBroken = 1,   // the target is dead
    kWatched = 2,  // it will be put into the heap's list of broken pointers
  };
  Value target;  // of a watched, broken pointer: the next one of that list, or NIL
};

struct Structure {
  Header header;  // length: 1 + slots
  Value type;
  Value slots[1];
};

// A class: a structure class, a condition class, a standard class or a built-in class.
struct StructureType {
  Header header;  // aux: the hash of the class, a multiple of kHashStep
  static constexpr std::uint16_t kHashStep = 16;
  Value name;
  Value ancestors;  // class precedence list: StructureTypes, this one first
  Value slots;      // list of slot descriptions (name initform-function type read-only)
  Value docstring;
  Value printer;  // function (object stream) or NIL
  Value is_condition;
  Value report;     // for conditions: function (condition stream) or NIL
  Value metaclass;  // its name; a metaclass that a program defined is the class itself
  Value parents;    // list of the direct superclasses
  Value layout;     // of a standard class: list of the names of the slots in an instance
  Value details;    // data of lib/clos
  static constexpr std::size_t kFields = 11;
  enum Flag : std::uint8_t { kReplaced = 1 };  // its name now refers to another class
};

// A table of symbols by name (package.hpp).
struct Package {
  Header header;
  Value name;       // a string; NIL after the package was deleted
  Value nicknames;  // lists of strings, packages, symbols
  Value uses;
  Value used_by;
  Value shadowing;
  Value documentation;
  Value local_nicknames;  // alist from strings to packages, valid while this is the current package
  Value internal;         // Vectors
  Value external;
  std::uint32_t internal_count;
  std::uint32_t external_count;
};

struct DynamicRecord;  // vm/frame.hpp

// The target of a RETURN-FROM or GO out of a closure. It is dead after its block has exited.
struct Exit {
  static constexpr std::uint8_t kActive = 1;
  Header header;          // flags: kActive until its block has exited
  DynamicRecord* record;  // on the dynamic stack
};

class Stream;  // text/streams/stream.hpp

struct StreamObject {
  Header header;  // aux: the Kind
  enum Kind : std::uint16_t { File, String, TwoWay, Echo, Broadcast, Concatenated, Synonym, Other };
  enum Flag : std::uint8_t { kInput = 1, kOutput = 2, kOpen = 4, kBinary = 8 };
  Stream* stream;  // null for two-way and synonym streams, and after CLOSE
  Value first;     // of a file: its name; of a composite stream: its input, or all its streams
  Value second;    // of a file: its element type; of a composite stream: its output
  Kind kind() const { return static_cast<Kind>(header.aux); }
  bool has(Flag f) const { return (header.flags & f) != 0; }
};

// A pprint dispatch table (text/pprint_dispatch.hpp).
struct DispatchTable {
  Header header;
  enum Flag : std::uint8_t { kReadOnly = 1 };
  Value operators;  // hash table: entries for lists, by their first element
  Value others;     // list of the other entries, by priority
};

// The syntax of each character for the reader (text/readtable.hpp).
struct Readtable {
  Header header;  // aux: the readtable case
  enum Flag : std::uint8_t { kReadOnly = 1 };
  Value syntax;       // Bytes: the syntax type of each ASCII character
  Value macros;       // Vector: the macro function of each ASCII character, or NIL
  Value others;       // hash table: (syntax type . macro function) of other characters
  Value dispatching;  // hash table: the functions of each dispatching macro character
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

// NIL, T and other cells at a fixed address, the same in every process and image. The address fits
// into an instruction, so that native code tests for NIL without loading it.
struct StaticCells {
  alignas(16) Pair nil;
  alignas(16) Symbol nil_symbol;  // the symbol fields of NIL
  alignas(16) Symbol t;
  alignas(16) String nil_name;
  alignas(16) String t_name;
  alignas(16) Header undefined;  // the function cell of undefined functions
  alignas(16) Double zero;       // 0d0 and -0d0, which are not immediate
  alignas(16) Double negative_zero;
  // Instructions outside any Code (vm/native_code.hpp).
  std::uint32_t count_call;
  std::uint32_t enter_native;
  std::uint32_t resume_native;
  std::uint32_t land_native;
  std::uint32_t leave_transition;
};
constexpr std::uintptr_t kStaticCellsAddress = 0x50000000;
inline StaticCells& static_cells() { return *reinterpret_cast<StaticCells*>(kStaticCellsAddress); }
// Maps the page at that address. Throws std::runtime_error if the address is in use.
void map_static_cells();

inline Value nil() { return to_value(&static_cells().nil); }
inline Value t() { return to_value(&static_cells().t); }
inline Value undefined_function() { return to_value(&static_cells().undefined); }
// The only objects for 0d0 and -0d0.
inline Value zero_double(bool is_negative) {
  return to_value(is_negative ? &static_cells().negative_zero : &static_cells().zero);
}
inline Value truth(bool b) { return b ? t() : nil(); }
inline bool is_nil(Value v) { return v == nil(); }
inline bool is_cons(Value v) { return v.is_list() && !is_nil(v); }
inline bool is_symbol(Value v) { return v.is_symbol_object() || is_nil(v); }
inline Symbol* as_symbol(Value v) { return is_nil(v) ? &static_cells().nil_symbol : as<Symbol>(v); }
inline bool is_keyword(Value v) {
  return v.is_symbol_object() && as<Symbol>(v)->has(Symbol::kKeyword);
}

// CAR and CDR return NIL for anything but a list: user code may change a list during a walk in C++.
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
inline bool is_octet_vector_object(Value v) { return has_type(v, Type::OctetVector); }
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
// Also true for funcallable instances that are not generic functions.
inline bool is_generic_function(Value v) {
  return has_type(v, Type::Closure) && header_of(v)->flags != 0;
}
inline bool is_funcallable_instance(Value v) {
  return has_type(v, Type::Closure) && (header_of(v)->flags & Closure::kInstance) != 0;
}
// The structure with the class and the slots of V, a funcallable instance; V itself for other objects.
inline Value instance_part(Value v) {
  return is_funcallable_instance(v) ? as<Closure>(v)->captured[1] : v;
}
inline bool is_function(Value v) {
  return has_type(v, Type::Closure) || has_type(v, Type::Builtin);
}

}  // namespace winnow
