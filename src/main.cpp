// Arguments and exit status, nothing else.
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "base/native_stack.hpp"
#include "repl/session.hpp"
#include "search/algorithms.hpp"

namespace {

using winnow::SessionOptions;

constexpr int kUsage = 2;

const char* kHelp =
    R"(winnow -- a small Lisp with game search built in

usage: winnow [OPTION...]                 the prompt
       winnow [OPTION...] FILE [ARG...]   load FILE; ARGs are in *COMMAND-LINE*
       winnow [OPTION...] -               load standard input
       winnow [OPTION...] -e EXPR         evaluate EXPR and print the value
       winnow tree [TREE-OPTION...] TREE|FILE|-   evaluate nested lists

  -e, --eval EXPR        evaluate EXPR and print the value (may be repeated)
  --load FILE            load FILE (mixes with -e, in order)
  --dialect NAME         common-lisp (default) or maclisp
  --max-heap SIZE        most memory for the heap: 512M, 4G (default: 3/4 of memory)
  --no-init              do not load the init file
  --quiet                no greeting; with tree, only the first line of each answer
  --color WHEN           auto (default), always or never; NO_COLOR=1 means never
  --reference            print what is known about every function
  --help, --version

tree options:
  --player NAME          who moves first: max (default) or min
  --depth N              look N moves ahead at most
  --algorithm NAME       alpha-beta (default), minimax, f1, fail-hard, winston, bratko, scout, negascout, mtdf, sss,
                         dual, mt-sss or mt-dual
  --svg FILE, --dot FILE, --tikz FILE   draw the search (for a browser, for Graphviz, for LaTeX)
  --html FILE            a page that steps through the search
  --draw-depth N         draw N plies, and count what lies below
  --record               draw large trees, too
  --quiet                the first line of each answer only

exit status: 0 done, 1 a Lisp error, 2 wrong usage, 130 interrupted
)";

int wrong_usage(const std::string& what) {
  std::fprintf(stderr, "winnow: %s\nTry 'winnow --help'.\n", what.c_str());
  return kUsage;
}

// "512M" in bytes; 0 if it is no size.
std::size_t bytes_of(const std::string& text) {
  char* end = nullptr;
  double n = std::strtod(text.c_str(), &end);
  std::string unit = end;
  double scale = unit == "K"    ? 0x1p10
                 : unit == "M"  ? 0x1p20
                 : unit == "G"  ? 0x1p30
                 : unit.empty() ? 1
                                : 0;
  double bytes = n * scale;
  return bytes >= 0x1p20 && bytes < 0x1p46 ? static_cast<std::size_t>(bytes) : 0;
}

// Parses the command line into OPTIONS; -1 to go on, else the exit status.
int parse(int argc, char** argv, SessionOptions& options) {
  CLI::App app;
  app.set_help_flag();
  app.prefix_command();
  std::string dialect = "common-lisp";
  std::string heap;
  std::string color = "auto";
  bool help = false;
  bool version = false;
  auto add_action = [&](SessionOptions::Action::Kind kind) {
    return [&options, kind](const std::string& text) { options.actions.push_back({kind, text}); };
  };
  app.add_option_function<std::string>("-e,--eval", add_action(SessionOptions::Action::Eval))
      ->take_all()
      ->trigger_on_parse()
      ->allow_extra_args(false);
  app.add_option_function<std::string>("--load", add_action(SessionOptions::Action::Load))
      ->take_all()
      ->trigger_on_parse()
      ->allow_extra_args(false);
  app.add_option("--dialect", dialect)->check(CLI::IsMember({"common-lisp", "maclisp"}));
  app.add_option("--max-heap", heap);
  app.add_option("--color", color)->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_flag("--no-init", options.no_init);
  app.add_flag("--quiet", options.quiet);
  app.add_flag("--reference", options.reference);
  app.add_flag("--help,-h", help);
  app.add_flag("--version", version);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return wrong_usage(e.what());
  }
  if (help) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  if (version) {
    std::puts("winnow " WINNOW_VERSION);
    return 0;
  }
  options.maclisp = dialect == "maclisp";
  options.color = color == "always"  ? SessionOptions::Always
                  : color == "never" ? SessionOptions::Never
                                     : SessionOptions::Auto;
  if (!heap.empty() && (options.max_heap_bytes = bytes_of(heap)) == 0)
    return wrong_usage("--max-heap takes a size such as 512M or 4G, from 1M on, not " + heap);
  std::vector<std::string> rest = app.remaining();
  if (rest.empty()) return -1;
  if (rest[0] == "tree") {
    CLI::App tree;
    tree.set_help_flag();
    std::string player = "max";
    std::vector<std::string> algorithms;
    for (const auto& n : winnow::search::kAlgorithmNames) algorithms.emplace_back(n.name);
    tree.add_option("--player", player)->check(CLI::IsMember({"max", "min"}));
    tree.add_option("--depth", options.tree.depth)->check(CLI::NonNegativeNumber);
    tree.add_option("--algorithm", options.tree.algorithm)->check(CLI::IsMember(algorithms));
    tree.add_option("--svg", options.tree.svg);
    tree.add_option("--html", options.tree.html);
    tree.add_option("--dot", options.tree.dot);
    tree.add_option("--tikz", options.tree.tikz);
    tree.add_option("--draw-depth", options.tree.draw_depth)->check(CLI::NonNegativeNumber);
    tree.add_flag("--record", options.tree.record);
    tree.add_flag("--quiet", options.quiet);
    tree.add_flag("--help,-h", help);
    std::vector<std::string> trees;
    tree.add_option("trees", trees);
    try {
      tree.parse(std::vector<std::string>(rest.rbegin(), rest.rend() - 1));
    } catch (const CLI::ParseError& e) {
      return wrong_usage(e.what());
    }
    if (help) {
      std::fputs(kHelp, stdout);
      return 0;
    }
    if (trees.empty()) return wrong_usage("tree needs a tree, such as '((3) (1 4))', a file, or -");
    options.tree.minimizer_first = player == "min";
    for (std::string& t : trees) options.actions.push_back({SessionOptions::Action::Tree, t});
    return -1;
  }
  if (rest[0].size() > 1 && rest[0][0] == '-') return wrong_usage("there is no option " + rest[0]);
  options.actions.push_back(
      {rest[0] == "-" ? SessionOptions::Action::StandardInput : SessionOptions::Action::Script,
       rest[0]});
  options.arguments.assign(rest.begin() + 1, rest.end());
  return -1;
}

}  // namespace

#if defined(__SANITIZE_ADDRESS__)
// The collector reads the C++ stack, which must therefore be the real one.
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=0:detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  SessionOptions options;
  int status = parse(argc, argv, options);
  if (status >= 0) return status;
  signal(SIGPIPE, SIG_IGN);
  winnow::run_on_large_stack(winnow::kLargeStackBytes,
                             [&] { status = winnow::run_session(options); });
  return status;
}
