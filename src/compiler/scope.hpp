// What names mean at a point of the program: a chain of entries, innermost first.
#pragma once

#include "compiler/node.hpp"

namespace winnow {

struct Scope {
  enum Kind : std::uint8_t {
    Lexical,      // variable
    Special,      // locally declared
    SymbolMacro,  // value: expansion
    Function,     // variable holds it; function: the FunctionNode, where it is known
    Macro,        // value: expander
    NotInline,    // the function is called as the form says
    Block,        // target
    Tag,          // target, index
  };
  const Scope* outer = nullptr;
  const Scope* hidden = nullptr;  // the next entry outwards whose name has the same hash
  Kind kind;
  Value name;
  Variable* variable = nullptr;
  FunctionNode* function = nullptr;
  Value value = nil();
  JumpTarget* target = nullptr;
  std::uint32_t index = 0;
  mutable Value environment = kAbsent;  // what macros are given here, once one was
};

}  // namespace winnow
