// Lexical scopes: chains of entries that give names a meaning, innermost first.
#pragma once

#include "compiler/node.hpp"

namespace winnow {

struct Scope {
  enum Kind : std::uint8_t {
    Lexical,      // variable
    Special,      // locally declared
    SymbolMacro,  // value: expansion
    Function,     // variable holds it
    Macro,        // value: expander
    NotInline,    // the function must not be inlined
    Block,        // target
    Tag,          // target, index
  };
  const Scope* outer = nullptr;
  const Scope* hidden = nullptr;  // the next outer entry whose name has the same hash
  Kind kind;
  Value name;
  Variable* variable = nullptr;
  Value value = nil();
  JumpTarget* target = nullptr;
  std::uint32_t index = 0;
  mutable Value environment = kAbsent;  // the environment for macros, created on first use
};

}  // namespace winnow
