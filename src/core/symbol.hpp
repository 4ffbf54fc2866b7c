// Symbols: the table of interned ones, those that C++ knows, property lists.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/heap.hpp"
#include "core/roots.hpp"

namespace winnow {

enum class Sym : std::uint16_t {
#define SYMBOL(name, lisp_name) name,
#include "core/symbols.def"
#undef SYMBOL
  count
};

class SymbolTable {
 public:
  // Makes NIL, T and the symbols of symbols.def.
  explicit SymbolTable(Heap& heap);

  // The symbol of that NAME, made if there is none. A name that begins with a colon makes a
  // keyword; the colon is not part of its name.
  Value intern(std::string_view utf8_name);
  Value intern(std::u32string_view name, bool keyword);
  // The same, or kAbsent if there is none.
  Value find(std::u32string_view name, bool keyword) const;

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
  as<Symbol>(heap.symbols->symbol(s))->value = v;
}

// Property lists. get_property returns NIL for a property that is not there.
Value get_property(Value symbol, Value indicator);
void put_property(Heap& heap, Value symbol, Value indicator, Value value);
bool remove_property(Value symbol, Value indicator);

// The symbol whose function cell holds what (defun (setf NAME) ...) defines.
Value setf_function_symbol(Heap& heap, Value name);

}  // namespace winnow
