// Streams as arguments that may be left out.
#pragma once

#include "builtins/builtin.hpp"

namespace winnow {

using MaybeStream = std::optional<Value>;
inline Value or_nil(const std::optional<Value>& v) { return v ? *v : nil(); }

}  // namespace winnow
