// What the libFuzzer targets share: a Lisp that may be given anything.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "unit/fixture.hpp"

namespace winnow::fuzz {

// Calls BODY; what it signals ends it, and so does an interrupt after a while. The Lisp is a new
// one now and then, as what is interned and defined stays. Then the heap is verified.
void with_lisp(const std::function<void(Lisp&)>& body);

// Gives the variable NAME the value V.
inline void set(Lisp& lisp, const char* name, Value v) {
  lisp.heap.store(as_symbol(lisp.symbols.intern(name))->value, v);
}

// Ends the process, as what is promised does not hold for INPUT; not if an interrupt, or the little
// memory there is, may be why.
void broken(const char* promise, std::string_view input);

// An input as text.
inline std::string_view text_of_input(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace winnow::fuzz
