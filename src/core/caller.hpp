// How the layers below the machine run Lisp functions.
#pragma once

#include <initializer_list>

#include "core/value.hpp"

namespace winnow {

class FunctionCaller {
 public:
  virtual ~FunctionCaller() = default;
  // What FUNCTION returns; may leave by a non-local exit instead.
  virtual Value call_function(Value function, std::initializer_list<Value> arguments) = 0;
};

}  // namespace winnow
