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

// Stores in FOUND the values of KEYWORDS in ARGUMENTS, in the order of KEYWORDS: the leftmost value
// of each, or kAbsent if it is missing. It is a fault if ARGUMENTS are not pairs or contain another
// keyword, unless LENIENT or :ALLOW-OTHER-KEYS allows it.
KeywordFault find_keywords(Heap& heap, std::span<const Value> keywords, bool lenient,
                           std::span<const Value> arguments, Value* found);

// Signals a program-error for FAULT in a call of NAME, a symbol or a string.
[[noreturn]] void signal_keyword_fault(Heap& heap, Value name, const KeywordFault& fault);

}  // namespace winnow
