// Packages: tables of symbols by name. This is the part that the reader needs; name conflicts and
// DEFPACKAGE are handled in lib/core/packages.lisp.
#pragma once

#include <cstdint>
#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

enum class SymbolStatus : std::uint8_t { None, Internal, External, Inherited };

struct FoundSymbol {
  Value symbol = kAbsent;  // not found
  SymbolStatus status = SymbolStatus::None;
};

// A new package that uses no other. NAME: a string.
Value make_package(Heap& heap, Value name);

// The symbol NAME that is accessible in PACKAGE.
FoundSymbol find_symbol(Value package, std::u32string_view name);
// The symbol NAME that is present in PACKAGE.
FoundSymbol find_present(Value package, std::u32string_view name);
// As find_symbol, but makes a symbol if it finds none: an internal one or, in the keyword package,
// an external one that is its own value. The status is the one before the call.
FoundSymbol intern_symbol(Heap& heap, Value package, std::u32string_view name);

// Makes SYMBOL present in PACKAGE, or changes its status there. PACKAGE must not have another
// symbol of the same name.
void add_to_package(Heap& heap, Value package, Value symbol, SymbolStatus status);
// Removes SYMBOL from PACKAGE; if that is its home package, it becomes homeless. Returns false if
// SYMBOL was not present.
bool remove_from_package(Heap& heap, Value package, Value symbol);

// Calls VISIT(symbol, status) for each symbol that is present in PACKAGE.
template <class Visit>
void for_each_present(Value package, Visit visit) {
  auto* p = as<Package>(package);
  for (SymbolStatus status : {SymbolStatus::Internal, SymbolStatus::External}) {
    Value table = status == SymbolStatus::Internal ? p->internal : p->external;
    for (std::uint32_t i = 0; i < as<Vector>(table)->length(); ++i)
      if (as<Vector>(table)->data[i] != kAbsent) visit(as<Vector>(table)->data[i], status);
  }
}

// Is another symbol of the same name present in PACKAGE?
bool is_shadowed(Value package, Value symbol);

// Calls VISIT(symbol, status) for each symbol that is accessible in PACKAGE and not shadowed.
template <class Visit>
void for_each_accessible(Value package, Visit visit) {
  for_each_present(package, visit);
  for (Value used = as<Package>(package)->uses; is_cons(used); used = cdr(used))
    for_each_present(car(used), [&](Value symbol, SymbolStatus status) {
      if (status == SymbolStatus::External && !is_shadowed(package, symbol))
        visit(symbol, SymbolStatus::Inherited);
    });
}

std::uint32_t hash_name(std::u32string_view name);
std::uint32_t hash_name(const String* name);

}  // namespace winnow
