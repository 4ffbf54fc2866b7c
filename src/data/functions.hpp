// Functions between C++ and Lisp: the interface to call Lisp functions, and descriptions of the
// builtins, the functions written in C++.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "data/symbol.hpp"

namespace winnow {

class Vm;

// The interface by which the layers below the VM call Lisp functions.
class FunctionCaller {
 public:
  virtual ~FunctionCaller() = default;
  // Calls FUNCTION, a function or a symbol, and returns its first value; may exit non-locally.
  // ARGUMENTS must be in memory that the collector scans.
  virtual Value call_function(Value function, std::span<const Value> arguments) = 0;
  Value call_function(Value function, std::initializer_list<Value> arguments) {
    return call_function(function, std::span<const Value>(arguments.begin(), arguments.size()));
  }
  // The number of values that the last call returned.
  virtual std::size_t value_count() const = 0;
  // Value I of the last call, counted from 0 without the first value.
  virtual Value other_value(std::size_t i) const = 0;
};

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
