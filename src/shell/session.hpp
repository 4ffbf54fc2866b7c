// A session: parses the command line, runs its actions, then the prompt if there is one.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "data/dialect.hpp"

namespace winnow {

struct SessionOptions {
  struct Action {
    // PipedInput: standard input, each value printed, as at the prompt.
    enum Kind { Eval, Load, Script, StandardInput, PipedInput, Tree } kind;
    std::string text;
  };
  std::vector<Action> actions;  // none: the prompt, or the program from a pipe
  bool interactive = false;     // show the prompt after the actions
  std::vector<std::string> arguments;
  Dialect dialect;
  int swank_port = -1;  // serve SLIME on it after the actions; -1: no
  bool no_init = false;
  bool quiet = false;
  bool plain_editor = false;   // lines are drawn by the library that edits them
  const char* only = nullptr;  // a function of lib, which alone is called: --reference and others
  bool sandbox = false;
  enum { Auto, Always, Never } color = Auto;
  std::size_t max_heap_bytes = 0;
  std::size_t max_output_bytes = 0;  // 0: no limit; in the sandbox 64 MiB
  unsigned native_after = 300;       // calls
  double max_seconds = 0;            // of processor time; 0: no limit
  // Options of `winnow tree`.
  struct Tree {
    bool minimizer_first = false;
    int depth = -1;           // plies to search, or -1
    std::string first_guess;  // of MTD(f); empty: none is given
    std::string algorithm = "alpha-beta";
    bool record = false;                          // draw large trees as well
    bool blank = false;                           // draw without the answers first
    std::string steps;                            // which steps to draw: "", "all" or "passes"
    std::string fold;                             // what to fold: "", "pruned" or "all"
    int draw_depth = -1;                          // plies to draw; -1: all
    std::map<std::string, std::string> drawings;  // files to draw to, by format; "report"
    int width = 0, plies = 0;                     // of a random tree; 0: none is asked for
    int seed = 1, least = 0, greatest = 9;        // its seed and the range of its leaves
  } tree;
};

// Parses the arguments into OPTIONS (command_line.cpp). Returns -1 if the session should run, else
// the exit status: after --help, --version or wrong usage.
int parse_command_line(int argc, char** argv, SessionOptions& options);

// Is output to DESCRIPTOR coloured? Depends on --color, NO_COLOR and whether it is a terminal.
bool wants_color(const SessionOptions& options, int descriptor);

class Interpreter;

// `winnow tree` (tree_command.cpp): opens the trees and calls TREE-COMMAND of lib/search. SOURCE: a
// tree, the name of a file of trees, or "-" for standard input. COUNT: the number of trees before.
// Returns the count after SOURCE.
int run_tree_command(Interpreter& lisp, const SessionOptions& options, const std::string& source,
                     int count);
// Is SOURCE the name of a file, and neither a tree nor "-"?
bool names_file(const std::string& source);

// The parts of a session that come from higher layers.
struct Library {
  const unsigned char* image;              // of the Lisp library
  void (*install_builtins)(Interpreter&);  // defines the functions written in C++
};

// Returns the exit status: 0 done, 1 a Lisp error, 124 out of time, 125 too much output, 130
// interrupted, 128 + the signal that asked for the end, or the argument of (quit).
int run_session(const SessionOptions& options, const Library& library);

}  // namespace winnow
