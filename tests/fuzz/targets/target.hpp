// The common part of the libFuzzer targets: a Lisp that accepts any input.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "unit/fixture.hpp"

namespace winnow::fuzz {

// Calls BODY, which an error or, after some time, an interrupt ends. The Lisp is replaced
// regularly, since interned symbols and definitions accumulate. Then the heap is verified.
void with_lisp(const std::function<void(Lisp&)>& body);

// Gives the variable NAME the value V.
inline void set(Lisp& lisp, const char* name, Value v) {
  lisp.heap.store(as_symbol(lisp.symbols.intern(name))->value, v);
}

// Ends the process, since the property PROMISE does not hold for INPUT; returns if an interrupt or
// the small heap may be the cause.
void broken(const char* promise, std::string_view input);

// The input as text.
inline std::string_view text_of_input(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace winnow::fuzz
