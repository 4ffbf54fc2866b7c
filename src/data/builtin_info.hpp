// What the machine and the documentation know of a function written in C++.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "data/symbol.hpp"

namespace winnow {

class Vm;

// ARGUMENTS lie on the Lisp stack, so the collector sees them.
using NativeFunction = Value (*)(Vm& vm, Value* arguments, std::size_t count);

struct Keywords {
  static constexpr std::size_t kMost = 12;
  std::array<Sym, kMost> names;
  std::size_t count;
  std::size_t first;  // how many arguments stand before them
};

struct BuiltinInfo {
  std::string_view name;         // as Lisp spells it, in lower case
  std::string_view lambda_list;  // as help shows it
  std::string_view docstring;
  NativeFunction code;
  std::size_t least;  // arguments
  std::size_t most;   // or kNoLimit
  Keywords keywords;
  std::string_view file;
  int line;

  static constexpr std::size_t kNoLimit = ~std::size_t{0};
};

}  // namespace winnow
