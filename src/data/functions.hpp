// Descriptions of the builtins, the functions written in C++.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "data/symbol.hpp"

namespace winnow {

class Vm;

// ARGUMENTS are on the Lisp stack, where the collector finds them.
using NativeFunction = Value (*)(Vm& vm, Value* arguments, std::size_t count);

struct Keywords {
  static constexpr std::size_t kMost = 12;
  std::array<Sym, kMost> names;
  std::size_t count;
  std::size_t first;  // the number of arguments before the keywords
};

struct BuiltinInfo {
  std::string_view name;         // the Lisp name in lower case
  std::string_view lambda_list;  // as printed by HELP
  std::string_view docstring;
  NativeFunction code;
  std::size_t least;  // number of arguments
  std::size_t most;   // number of arguments, or kNoLimit
  Keywords keywords;
  std::string_view file;
  int line;

  static constexpr std::size_t kNoLimit = ~std::size_t{0};
};

}  // namespace winnow
