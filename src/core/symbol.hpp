// Symbols: the table of interned ones, those that C++ knows, property lists.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "core/heap.hpp"
#include "core/roots.hpp"

namespace winnow {

enum class Sym : std::uint16_t {
#define SYMBOL(name, lisp_name) name,
#include "core/symbols.def"
#undef SYMBOL
  count
};

constexpr std::string_view kKnownNames[] = {
#define SYMBOL(name, lisp_name) lisp_name,
#include "core/symbols.def"
#undef SYMBOL
};

// The known keyword whose name is NAME in lower case, without colon. Where constants are computed:
// does not compile if there is none.
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
  throw "core/symbols.def does not have this keyword";
}

class SymbolTable {
 public:
  // Makes NIL, T and the symbols of symbols.def.
  explicit SymbolTable(Heap& heap);

  // The symbol of that NAME, made if there is none. A name that begins with a colon makes a
  // keyword; the colon is not part of its name.
  Value intern(std::string_view utf8_name);
  Value intern(std::u32string_view name, bool keyword);
  // The symbol whose name is NAME, in ASCII, in upper case.
  Value intern_upcased(std::string_view name);
  // The same, or kAbsent if there is none.
  Value find(std::u32string_view name, bool keyword) const;

  // The place in type.def of the type that SYMBOL names, or -1.
  int type_place(Value symbol) const;

  Value symbol(Sym s) const { return table_known_[static_cast<std::size_t>(s)]; }

  // Every interned symbol, in no particular order (kAbsent in empty places).
  ValueVector& entries() { return table_; }

  // Removes SYMBOL from the table.
  void unintern(Value symbol);

 private:
  std::size_t place_of(std::u32string_view name, bool keyword) const;
  void grow();

  Heap& heap_;
  ValueVector table_;  // open addressing; size a power of two
  ValueVector table_known_;
  std::vector<std::pair<std::uint64_t, int>>
      types_;  // sorted: words of symbols, places in type.def
  std::size_t count_ = 0;
};

// Does the name of SYMBOL say that it is Winnow's own business?
bool is_internal_name(Value symbol);

// A symbol in no table.
Value make_symbol(Heap& heap, Value name);

// The value of a known special variable.
inline Value symbol_value(const Heap& heap, Sym s) {
  return as<Symbol>(heap.symbols->symbol(s))->value;
}
inline void set_symbol_value(Heap& heap, Sym s, Value v) {
  heap.store(as<Symbol>(heap.symbols->symbol(s))->value, v);
}

// Property lists. get_property returns NIL for a property that is not there.
Value get_property(Heap& heap, Value symbol, Value indicator);
// The tail of the property list that begins with INDICATOR, or NIL.
Value find_property(Heap& heap, Value symbol, Value indicator);
void put_property(Heap& heap, Value symbol, Value indicator, Value value);
bool remove_property(Heap& heap, Value symbol, Value indicator);

// The symbol whose function cell holds what (defun (setf NAME) ...) defines.
Value setf_function_symbol(Heap& heap, Value name);

}  // namespace winnow
