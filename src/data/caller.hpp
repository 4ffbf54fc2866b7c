// The interface by which the layers below the VM call Lisp functions.
#pragma once

#include <initializer_list>
#include <span>

#include "heap/value.hpp"

namespace winnow {

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

}  // namespace winnow
