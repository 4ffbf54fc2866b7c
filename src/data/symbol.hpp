// Symbols: the symbol table, the symbols that C++ refers to, and property lists.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

enum class Sym : std::uint16_t {
#define SYMBOL(name, lisp_name) name,
#include "data/symbols.def"
#undef SYMBOL
  count
};

constexpr std::string_view kKnownNames[] = {
#define SYMBOL(name, lisp_name) lisp_name,
#include "data/symbols.def"
#undef SYMBOL
};

// The keyword of symbols.def whose name is NAME, in lower case and without the colon. In a constant
// expression an unknown name is a compile-time error.
constexpr Sym keyword_named(std::string_view name) {
  for (std::size_t k = 0; k < std::size(kKnownNames); ++k) {
    std::string_view known = kKnownNames[k];
    bool same = known.size() == name.size() + 1 && known[0] == ':';
    for (std::size_t i = 0; same && i < name.size(); ++i) {
      char c = name[i];
      same = known[i + 1] == (c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    }
    if (same) return static_cast<Sym>(k);
  }
  throw "data/symbols.def does not have this keyword";
}

class SymbolTable {
 public:
  // Takes everything from the image of HEAP. Without an image, makes the packages, NIL, T, the
  // symbols of COMMON-LISP and WINNOW, and those of symbols.def.
  explicit SymbolTable(Heap& heap);
  // Stores the table in the root of an image.
  void save();

  // The symbol NAME: ":X" is a keyword, "P:X" an external symbol of the package P, and other names
  // are interned in SYSTEM, which uses COMMON-LISP and WINNOW.
  Value intern(std::string_view name);
  // The same for NAME converted to upper case. NAME must be ASCII.
  Value intern_upcased(std::string_view name);
  // The keyword NAME, in upper case.
  Value keyword(std::u32string_view name);

  // The index in type.def of the type that SYMBOL names, or -1.
  int type_index(Value symbol) const;

  // Is SYMBOL internal to the library, in the package SYSTEM?
  bool is_internal(Value symbol) const { return as_symbol(symbol)->package == system_package(); }

  // Can the user write SYMBOL, which is interned outside of the package SYSTEM?
  bool is_for_users(Value symbol) const {
    return !is_nil(as_symbol(symbol)->package) && !is_internal(symbol);
  }

  Value symbol(Sym s) const { return table_known_[static_cast<std::size_t>(s)]; }

  Value keyword_package() const { return packages_[Keyword]; }
  Value common_lisp_package() const { return packages_[CommonLisp]; }
  Value system_package() const { return packages_[System]; }
  Value user_package() const { return packages_[User]; }

  // All packages, in order of creation.
  ValueVector& packages() { return packages_; }
  // The package with the name or nickname NAME, or kAbsent. Nicknames that are local to the current
  // package precede all others.
  Value find_package(std::u32string_view name) const;
  // Is PACKAGE one of the predefined packages?
  bool is_own(Value package) const;
  // Is PACKAGE the program's: COMMON-LISP-USER, or none of Winnow's own?
  bool is_of_program(Value package) const { return !is_own(package) || package == user_package(); }
  // Removes PACKAGE, which was deleted, from packages().
  void forget_package(Value package);
  // The value of *PACKAGE*, or the user's package if that is not a package.
  Value current_package() const;

 private:
  enum { Keyword, CommonLisp, Winnow, MacLisp, System, User, OwnCount };

  void make();
  void restore();

  Value intern_external(Value package, std::string_view name);
  Value add_package(std::string_view name, std::initializer_list<std::string_view> nicknames,
                    std::initializer_list<Value> uses);

  Value package_named(std::u32string_view name) const;
  std::size_t type_place(Value symbol) const;
  void add_type(Value symbol, int index);

  Heap& heap_;
  ValueVector packages_;
  mutable std::size_t found_last_ = 0;
  ValueVector table_known_;
  // The names of types, by open addressing.
  struct TypeName {
    Value symbol;
    int index = -1;  // in type.def; negative if the place is empty
  };
  static constexpr unsigned kTypePlaceBits = 8;
  std::array<TypeName, std::size_t{1} << kTypePlaceBits> types_;
};

// A new uninterned symbol.
Value make_symbol(Heap& heap, Value name);

// The current value of a special variable of symbols.def.
inline Value symbol_value(const Heap& heap, Sym s) {
  return as<Symbol>(heap.symbols->symbol(s))->value;
}
inline void set_symbol_value(Heap& heap, Sym s, Value v) {
  heap.store(as<Symbol>(heap.symbols->symbol(s))->value, v);
}

// Property lists. get_property returns NIL if SYMBOL lacks the property.
Value get_property(Heap& heap, Value symbol, Value indicator);
// The tail of the property list that begins with INDICATOR, or NIL.
Value find_property(Heap& heap, Value symbol, Value indicator);
void put_property(Heap& heap, Value symbol, Value indicator, Value value);
// The tail of SYMBOL's property list that user programs see. The library's own properties, such as
// types and SETF functions, come before it.
Value& program_properties(Heap& heap, Value symbol);
bool remove_property(Heap& heap, Value symbol, Value indicator);

// The symbol whose function cell holds the function (setf NAME).
Value setf_function_symbol(Heap& heap, Value name);
// The symbol whose function cell holds the function NAME: a symbol or (setf symbol).
// For any other NAME kAbsent.
Value function_symbol(Heap& heap, Value name);

}  // namespace winnow
