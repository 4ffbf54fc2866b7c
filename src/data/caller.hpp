// How the layers below the machine run Lisp functions.
#pragma once

#include <initializer_list>
#include <span>

#include "heap/value.hpp"

namespace winnow {

class FunctionCaller {
 public:
  virtual ~FunctionCaller() = default;
  // What FUNCTION (or the function that a symbol names) returns; may leave by a non-local exit
  // instead. ARGUMENTS: where the collector sees them.
  virtual Value call_function(Value function, std::span<const Value> arguments) = 0;
  Value call_function(Value function, std::initializer_list<Value> arguments) {
    return call_function(function, std::span<const Value>(arguments.begin(), arguments.size()));
  }
  // How many values the last call returned.
  virtual std::size_t value_count() const = 0;
  // The value of that number, counted from 0, beside the first.
  virtual Value other_value(std::size_t i) const = 0;
};

}  // namespace winnow
