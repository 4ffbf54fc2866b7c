// One run of the command: what the arguments ask for, then perhaps the prompt.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace winnow {

struct SessionOptions {
  struct Action {
    enum Kind { Eval, Load, Script, StandardInput, Tree } kind;
    std::string text;
  };
  std::vector<Action> actions;  // none: the prompt
  std::vector<std::string> arguments;
  bool maclisp = false;
  bool no_init = false;
  bool quiet = false;
  bool reference = false;
  enum { Auto, Always, Never } color = Auto;
  std::size_t max_heap_bytes = 0;
  bool minimizer_first = false;  // tree
  int depth = -1;                // tree: plies, or -1
};

// Returns the exit status: 0 done, 1 a Lisp error, 130 interrupted, or what (quit) said.
int run_session(const SessionOptions& options);

}  // namespace winnow
