// The interface of the module that uses MPI (src/ranks_module.cpp): a structure of functions, winnow_ranks.
#pragma once

#include <cstddef>

namespace winnow::ranks {

struct Module {
  void (*join)(int* own, int* count);
  void (*send)(int to, const char* text, std::size_t length);
  // Calls TAKE with RECEIVER, the sender and the text of the next message; returns false if no message has arrived.
  bool (*receive)(void* receiver,
                  void (*take)(void*, int from, const char* text, std::size_t length));
  void (*leave)(bool in_order);
};

inline constexpr const char* kModuleName = "winnow_ranks";

}  // namespace winnow::ranks
