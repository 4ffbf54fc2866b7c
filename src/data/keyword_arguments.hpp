// Parsing of keyword arguments, for functions in Lisp and in C++.
#pragma once

#include <cstddef>
#include <span>

#include "heap/heap.hpp"

namespace winnow {

struct KeywordFault {
  Value keyword = kAbsent;  // an unknown keyword, or one without a value; kAbsent: no fault
  bool has_value = true;
};

// Stores the values of the keyword ARGUMENTS in FOUND, one for each of COUNT keywords, those that
// KEYWORD_AT returns by number (or kAbsent). Returns false for an unknown or repeated keyword and
// for a keyword without a value.
template <class KeywordAt>
bool find_distinct_keywords(std::size_t count, KeywordAt keyword_at,
                            std::span<const Value> arguments, Value* found) {
  if (arguments.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < count; ++i) found[i] = kAbsent;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    std::size_t k = 0;
    while (k < count && keyword_at(k) != arguments[i]) ++k;
    if (k == count || found[k] != kAbsent) return false;
    found[k] = arguments[i + 1];
  }
  return true;
}

// Stores in FOUND the values of KEYWORDS in ARGUMENTS, in the order of KEYWORDS: the leftmost value
// of each, or kAbsent if it is missing. It is a fault if ARGUMENTS are not pairs or contain another
// keyword, unless LENIENT or :ALLOW-OTHER-KEYS allows it.
KeywordFault find_keywords(Heap& heap, std::span<const Value> keywords, bool lenient,
                           std::span<const Value> arguments, Value* found);

// Signals a program-error for FAULT in a call of NAME, a symbol or a string.
[[noreturn]] void signal_keyword_fault(Heap& heap, Value name, const KeywordFault& fault);

}  // namespace winnow
