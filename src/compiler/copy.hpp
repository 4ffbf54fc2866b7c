// Copies of small local functions, for calls that are replaced by the body.
#pragma once

#include "compiler/node.hpp"

namespace winnow {

// Whether F contains no closure and no reference to a local function.
bool can_copy(const FunctionNode& f);

// Returns a copy of F with variables, blocks and tags of its own.
FunctionNode* copy_of(const FunctionNode& f, NodeArena& arena);

}  // namespace winnow
