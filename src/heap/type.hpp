// The standard types by name, and the words for them in messages.
#pragma once

#include <string_view>

#include "heap/heap.hpp"

namespace winnow {

struct TypeWords {
  const char* name;
  const char* words;
};
inline constexpr TypeWords kStandardTypes[] = {
#define TYPE(name, words, test) {name, words},
#include "heap/type.def"
#undef TYPE
};

constexpr int kNoType = -1;

// The index in type.def of the type that SYMBOL names, or kNoType.
int type_named(const Heap& heap, Value symbol);
bool is_of_type(Value v, int type);

// The standard type that messages call WORDS. Does not compile if type.def lacks these words.
consteval const char* type_called(std::string_view words) {
  for (const TypeWords& type : kStandardTypes)
    if (words == type.words) return type.name;
  throw "type.def does not have these words: add the type as a second string";
}

// A requirement on an argument: words for the message, and a type specifier in Lisp syntax. A
// standard type needs only its words.
struct Expected {
  const char* words;
  const char* type;
  consteval Expected(const char* w) : words(w), type(type_called(w)) {}
  constexpr Expected(const char* w, const char* t) : words(w), type(t) {}
};

inline constexpr Expected kProperList = {"a proper list", "(AND LIST (SATISFIES LIST-LENGTH))"};

// The type specifier of EXPECTED.
Value type_expected(Heap& heap, const Expected& expected);

}  // namespace winnow
