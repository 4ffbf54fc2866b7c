// Keyword arguments, however the function that takes them is written.
#pragma once

#include <cstddef>
#include <span>

#include "heap/heap.hpp"

namespace winnow {

struct KeywordFault {
  Value keyword = kAbsent;  // one that is not known, or that has no value; kAbsent: all is well
  bool has_value = true;
};

// Puts the values of the KEYWORDS among ARGUMENTS into FOUND, in the order of KEYWORDS: the
// leftmost value of each, kAbsent for one that was not given. It is a fault if ARGUMENTS are no
// pairs or if, unless LENIENT or they say so, another keyword is among them.
KeywordFault find_keywords(Heap& heap, std::span<const Value> keywords, bool lenient,
                           std::span<const Value> arguments, Value* found);

// Signals program-error for the function NAME, a symbol or string.
[[noreturn]] void signal_keyword_fault(Heap& heap, Value name, std::span<const Value> keywords,
                                       const KeywordFault& fault);

}  // namespace winnow
