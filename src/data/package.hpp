// Packages: tables of symbols by name. What has to do with conflicts, DEFPACKAGE and its like is
// Lisp (lib/core/packages.lisp); here is what the reader needs.
#pragma once

#include <cstdint>
#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

enum class SymbolStatus : std::uint8_t { None, Internal, External, Inherited };

struct FoundSymbol {
  Value symbol = kAbsent;  // if there is none
  SymbolStatus status = SymbolStatus::None;
};

// A package that uses none. NAME: a string.
Value make_package(Heap& heap, Value name);

// The symbol NAME that is accessible in PACKAGE.
FoundSymbol find_symbol(Value package, std::u32string_view name);
// The same of those that are present in it.
FoundSymbol find_present(Value package, std::u32string_view name);
// The same as find_symbol; if there is none, a new internal symbol of PACKAGE. In the keyword
// package it is external and its own value. The status is that from before.
FoundSymbol intern_symbol(Heap& heap, Value package, std::u32string_view name);

// Makes SYMBOL present in PACKAGE, where there is no other of that name, or changes its status
// there.
void add_to_package(Heap& heap, Value package, Value symbol, SymbolStatus status);
// Takes SYMBOL out of PACKAGE; a symbol whose home that is has none then. False if it was not
// present.
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

// The same for each symbol that is accessible in it, and not hidden by another of that name.
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

}  // namespace winnow
