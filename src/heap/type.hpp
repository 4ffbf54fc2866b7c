// The standard types by name, and what messages call them.
#pragma once

#include <string>
#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

constexpr int kNoType = -1;

// The place in type.def of the type that SYMBOL names, or kNoType.
int type_named(const Heap& heap, Value symbol);
bool is_of_type(Value v, int type);

// What an operation wanted, in the words of a message; the type is that of these words in type.def,
// or given beside them, in Lisp's notation.
struct Expected {
  const char* words;
  const char* type;
  Expected(const char* w, const char* t = nullptr) : words(w), type(t) {}
};

inline const Expected kProperList = {"a list that ends", "(AND LIST (SATISFIES LIST-LENGTH))"};

// The type specifier for EXPECTED.
Value type_expected(Heap& heap, const Expected& expected);

}  // namespace winnow
