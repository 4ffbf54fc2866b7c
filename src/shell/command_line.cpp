// The options of the command: each is declared once, together with its line in --help.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "data/dialect.hpp"
#include "host/terminal.hpp"
#include "search/algorithms.hpp"
#include "shell/session.hpp"

namespace winnow {

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kSwankPort = 4005;
constexpr long kMostCalls = 60000;  // the largest value of --native-after

const char* kUsageText =
    R"(winnow -- Common Lisp with game search built in

usage: winnow [OPTION...]                 the prompt, or a program from a pipe
       winnow [OPTION...] FILE [ARG...]   load FILE; ARGs are in *COMMAND-LINE*
       winnow [OPTION...] -               load standard input
       winnow [OPTION...] -e EXPR         evaluate EXPR and print its values
       winnow tree [TREE-OPTION...] TREE|FILE|-   evaluate nested lists
)";

const char* kNotes =
    R"(
A program from a pipe (winnow < FILE) runs as with '-', and the values of its forms are printed.
An unhandled error ends a program; at the prompt it returns you to the prompt.

In the sandbox a program can read regular files and directories below the folders of the files on
the command line. It cannot open other files, write files, run programs or read the environment.
A folder may be named through links; a link that leads out of it is refused, also as the name of
a program. A refused operation signals SANDBOX-VIOLATION. Use --max-time, --max-heap and
--max-output to limit time, memory and output: without a prompt, a program also ends after ten
times --max-time of elapsed time, which includes waiting. Where the kernel offers Landlock and
seccomp, it enforces the same rules.

files:
  ~/.config/winnow/init.lisp      loaded before the prompt appears
  ~/.local/state/winnow/history   the forms typed at the prompt
  (XDG_CONFIG_HOME and XDG_STATE_HOME replace ~/.config and ~/.local/state.)

exit status: 0 done, 1 a Lisp error or failing output, 2 wrong usage, 124 out of time,
125 too much output, 130 interrupted, 129 and 143 ended by SIGHUP and SIGTERM, or the STATUS
of (quit STATUS)
)";

std::string option_table(const CLI::App& app) {
  constexpr std::size_t kMargin = 24;
  std::string table;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_description().empty()) continue;
    std::string names = "  " + option->get_name(false, true);
    if (std::size_t comma = names.find(','); comma != names.npos) names.insert(comma + 1, " ");
    if (option->get_type_size() > 0) names += " " + option->get_type_name();
    names += names.size() < kMargin ? std::string(kMargin - names.size(), ' ')
                                    : "\n" + std::string(kMargin, ' ');
    table += names + wrapped(option->get_description(), 79, kMargin) + "\n";
  }
  return table;
}

// Prints TEXT; returns the exit status.
int show(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return 0;
  std::fprintf(stderr, "winnow: standard output: %s\n", std::strerror(errno));
  return kFailed;
}

int wrong_usage(const std::string& what) {
  std::fprintf(stderr, "winnow: %s\nTry 'winnow --help'.\n", what.c_str());
  return kUsage;
}

constexpr double kLeastHeap = 0x1p23;

// "512M" in bytes; 0 if it is not a size, or less than LEAST.
std::size_t bytes_of(const std::string& text, double least) {
  char* end = nullptr;
  double n = std::strtod(text.c_str(), &end);
  std::string unit = end;
  double scale = unit == "K"    ? 0x1p10
                 : unit == "M"  ? 0x1p20
                 : unit == "G"  ? 0x1p30
                 : unit.empty() ? 1
                                : 0;
  double bytes = n * scale;
  return bytes >= least && bytes < 0x1p46 ? static_cast<std::size_t>(bytes) : 0;
}

// Checks of single arguments; each returns an error message, or "".

std::string check_size(const std::string& text) {
  return bytes_of(text, kLeastHeap) > 0
             ? ""
             : "expected a size such as 512M or 4G, from 8M on, got " + text;
}

std::string check_output_size(const std::string& text) {
  return bytes_of(text, 1) > 0 ? "" : "expected a size such as 100K or 64M, got " + text;
}

std::string check_seconds(const std::string& text) {
  char* end = nullptr;
  double n = std::strtod(text.c_str(), &end);
  return *end == '\0' && n > 0 && n < 1e9 ? "" : "expected a number of seconds > 0, got " + text;
}

std::string check_count(const std::string& text) {
  bool ok = !text.empty() && text.size() < 9 && text.find_first_not_of("0123456789") == text.npos;
  return ok ? "" : "expected an integer >= 0, got " + text;
}

std::string check_guess(const std::string& text) {
  const bool ok = check_count(text.substr(text.starts_with("-") ? 1 : 0)).empty();
  return ok ? "" : "expected an integer, got " + text;
}

std::string check_port(const std::string& text) {
  bool ok = check_count(text).empty() && std::stol(text) <= 65535;
  return ok || text.empty() ? "" : "expected the number of a port, 0 for a free one, got " + text;
}

std::string check_calls(const std::string& text) {
  bool ok = check_count(text).empty() && std::stol(text) >= 1 && std::stol(text) <= kMostCalls;
  return ok ? "" : "expected an integer from 1 to " + std::to_string(kMostCalls) + ", got " + text;
}

std::string check_seed(const std::string& text) {
  bool ok = check_count(text).empty() && std::stol(text) >= 1;
  return ok ? "" : "expected an integer > 0, got " + text;
}

// Reads TEXT, two integers with SEPARATOR between them; returns false if it is something else.
bool read_pair(const std::string& text, const std::string& separator, int& first, int& second) {
  auto read = [](std::string_view digits, int& n) {
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  const std::size_t at = text.find(separator);
  return at != text.npos && read(std::string_view(text).substr(0, at), first) &&
         read(std::string_view(text).substr(at + separator.size()), second);
}

std::string check_tree_size(const std::string& text) {
  int width = 0;
  int plies = 0;
  bool ok = read_pair(text, "x", width, plies) && width > 0 && plies > 0;
  return ok ? "" : "expected moves and plies, such as 3x4, got " + text;
}

std::string check_range(const std::string& text) {
  int least = 0;
  int greatest = 0;
  bool ok = read_pair(text, "..", least, greatest) && least <= greatest;
  return ok ? "" : "expected a range, such as 0..9, got " + text;
}

// Returns the message for an error that the option parser found.
std::string message_of(const CLI::ParseError& e, const CLI::App& app) {
  for (const std::string& left : app.remaining())
    if (dynamic_cast<const CLI::ExtrasError*>(&e)) return "unknown option " + left;
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e))
    for (const CLI::Option* option : app.get_options())
      if (std::string(e.what()).starts_with(option->get_name() + ":"))
        return option->get_name() + " needs " + option->get_type_name();
  return e.what();
}

class CommandLine {
 public:
  explicit CommandLine(SessionOptions& options) : options_(options) {
    main_.set_help_flag();
    main_.prefix_command();
    action("-e,--eval", SessionOptions::Action::Eval, "EXPR",
           "evaluate EXPR and print its values (may be repeated)");
    action("--load", SessionOptions::Action::Load, "FILE", "load FILE (mixes with -e, in order)");
    main_.add_flag("-i,--interactive", options_.interactive,
                   "show the prompt afterwards, even without a terminal");
    std::vector<std::string> dialects(kDialectNames.begin(), kDialectNames.end());
    main_.add_option("--dialect", dialect_, "common-lisp (default), maclisp, franz or lisp-1.5")
        ->type_name("NAME")
        ->check(one_of(dialects));
    main_
        .add_option(
            "--max-heap", heap_,
            "heap limit, such as 512M or 4G (default: half of memory, at most 4G); excludes "
            "stacks and native code")
        ->type_name("SIZE")
        ->check(check_size);
    main_
        .add_option("--max-time", options_.max_seconds,
                    "processor time limit: signals TIME-EXHAUSTED, and ends the program one second "
                    "later")
        ->type_name("SECONDS")
        ->check(check_seconds);
    main_
        .add_option("--max-output", output_,
                    "limit of standard output and standard error together; the program ends there "
                    "(default: none; 64M in the sandbox)")
        ->type_name("SIZE")
        ->check(check_output_size);
    auto* native_after =
        main_
            .add_option("--native-after", options_.native_after,
                        "compile a function to native code after N calls (default: 300)")
            ->type_name("N")
            ->check(check_calls);
    main_
        .add_flag_callback(
            "--no-native", [this] { options_.native_after = 0; }, "do not compile to native code")
        ->excludes(native_after);
    main_.add_flag("--sandbox", options_.sandbox,
                   "run untrusted programs: read access to their own folders only (see below)");
    main_
        .add_option_function<std::string>(
            "--swank",
            [this](const std::string& port) {
              options_.swank_port = port.empty() ? kSwankPort : std::stoi(port);
            },
            "serve SLIME, in Emacs or another editor, on PORT of this host (default: 4005)")
        ->type_name("[PORT]")
        ->expected(0, 1)
        ->default_str("")
        ->check(check_port);
    main_.add_flag("--no-init", options_.no_init, "do not load the init file");
    main_.add_flag("--quiet", options_.quiet,
                   "print no greeting; with tree, print only the first line of each answer");
    main_.add_flag(
        "--plain-editor", options_.plain_editor,
        "edit lines without colours and without the line of arguments, for screen readers");
    color(main_, "auto (default), always or never; NO_COLOR=1 means never");
    only("--reference", "PRINT-REFERENCE", "print the documentation of every operator");
    only("--reference-html", "PRINT-HTML-REFERENCE",
         "print the same, and that of variables and types, as an HTML page");
    only("--install-kernel", "INSTALL-KERNEL", "make Winnow known to Jupyter as a kernel");
    main_
        .add_option_function<std::string>(
            "--report",
            [this](const std::string& page) { options_.tree.drawings["report"] = page; },
            "write a page about the run of FILE: each form, its output, values and pictures")
        ->type_name("PAGE");
    main_.add_flag("--version", version_, "print the version");
    main_.add_flag("-h,--help", help_, "print this help");
  }

  int parse(int argc, char** argv) {
    try {
      main_.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      return wrong_usage(message_of(e, main_));
    }
    if (help_) return show(help());
    if (version_) return show("winnow " WINNOW_VERSION " (line editor: " WINNOW_LINE_EDITOR ")\n");
    for (Dialect d : kDialects)
      if (d.name() == dialect_) options_.dialect = d;
    if (!heap_.empty()) options_.max_heap_bytes = bytes_of(heap_, kLeastHeap);
    if (!output_.empty()) options_.max_output_bytes = bytes_of(output_, 1);
    std::vector<std::string> rest = main_.remaining();
    // After -- any name is that of a file.
    const bool is_file = !rest.empty() && rest[0] == "--";
    if (is_file) rest.erase(rest.begin());
    const bool reports = options_.tree.drawings.contains("report");
    if (reports && (rest.empty() || rest[0] == "-" || (!is_file && rest[0] == "tree")))
      return wrong_usage("--report needs a program, as in winnow --report page.html program.lisp");
    if (rest.empty()) return -1;
    if (!is_file && rest[0] == "tree") return parse_tree({rest.begin() + 1, rest.end()});
    if (!is_file && rest[0].size() > 1 && rest[0][0] == '-') {
      std::string name = rest[0].substr(0, rest[0].find('='));
      return wrong_usage(tree_options().get_option_no_throw(name) ? name + " belongs after tree"
                                                                  : "unknown option " + rest[0]);
    }
    options_.actions.push_back(
        {rest[0] == "-" ? SessionOptions::Action::StandardInput : SessionOptions::Action::Script,
         rest[0]});
    options_.arguments.assign(rest.begin() + 1, rest.end());
    return -1;
  }

 private:
  static std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
  }

  static CLI::Validator one_of(const std::vector<std::string>& words) {
    return CLI::Validator(
        [words](std::string& text) {
          bool ok = std::find(words.begin(), words.end(), text) != words.end();
          return ok ? "" : "expected one of " + listed(words) + ", got " + text;
        },
        "");
  }

  void action(const char* names, SessionOptions::Action::Kind kind, const char* type,
              const char* description) {
    auto add = [this, kind](const std::string& text) { options_.actions.push_back({kind, text}); };
    main_.add_option_function<std::string>(names, add, description)
        ->type_name(type)
        ->take_all()
        ->trigger_on_parse()
        ->allow_extra_args(false);
  }

  // The option NAME: call FUNCTION of the library and do nothing else.
  void only(const char* name, const char* function, const char* description) {
    main_.add_flag_callback(
        name, [this, function] { options_.only = function; }, description);
  }

  void color(CLI::App& app, const char* description) {
    auto choose = [this](const std::string& when) {
      options_.color = when == "always"  ? SessionOptions::Always
                       : when == "never" ? SessionOptions::Never
                                         : SessionOptions::Auto;
    };
    app.add_option_function<std::string>("--color", choose, description)
        ->type_name("WHEN")
        ->check(one_of({"auto", "always", "never"}));
  }

  void picture(const char* option, const char* description) {
    auto draw = [this, format = std::string(option + 2)](const std::string& file) {
      if (!file.empty()) options_.tree.drawings[format] = file;
    };
    tree_.add_option_function<std::string>(option, draw, description)->type_name("FILE");
  }

  // The options after `tree`, declared at the first use: it takes a tenth of the start-up time.
  CLI::App& tree_options() {
    if (!tree_.get_option_no_throw("--player")) declare_tree_options();
    return tree_;
  }

  void declare_tree_options() {
    tree_.set_help_flag();
    SessionOptions::Tree& tree = options_.tree;
    tree_.add_option("--player", player_, "who moves first: max (default) or min")
        ->type_name("NAME")
        ->check(one_of({"max", "min"}));
    tree_
        .add_option("--depth", tree.depth,
                    "search at most N plies deep; a list there has the value of "
                    "its first leaf")
        ->type_name("N")
        ->check(check_count);
    std::vector<std::string> algorithms;
    algorithms.reserve(search::kAlgorithmNames.size());
    for (const auto& n : search::kAlgorithmNames) algorithms.emplace_back(n.name);
    tree_
        .add_option("--algorithm", tree.algorithm,
                    "search algorithm: " + listed(algorithms) + " (default: alpha-beta)")
        ->type_name("NAME")
        ->check(one_of(algorithms));
    tree_.add_option("--first-guess", tree.first_guess, "the first guess of MTD(f) (default: 0)")
        ->type_name("N")
        ->check(check_guess);
    picture("--svg",
            "draw the search as SVG ('-': to standard output; the answer then goes to standard "
            "error); of a second tree to FILE with -2 before its ending, and so on");
    picture("--dot", "draw the search for Graphviz");
    picture("--tikz", "draw the search for LaTeX");
    picture("--html", "write a page that steps through the search");
    tree_
        .add_option("--draw-depth", tree.draw_depth, "draw N plies and count the nodes below them")
        ->type_name("N")
        ->check(check_count);
    tree_.add_flag("--blank", tree.blank,
                   "draw each tree without the answers, for exercises, and then with them");
    tree_
        .add_option("--steps", tree.steps,
                    "draw the steps of the search, each in a file of its own (SVG, LaTeX), or "
                    "describe them: all, or the ends of passes")
        ->type_name("WHICH")
        ->check(one_of({"all", "passes"}));
    tree_
        .add_option("--fold", tree.fold,
                    "draw each pruned subtree as one triangle, or with 'all' also the finished "
                    "ones next to the best line")
        ->type_name("WHICH")
        ->check(one_of({"pruned", "all"}));
    tree_.add_flag("--record", tree.record, "draw large trees as well");
    tree_
        .add_option_function<std::string>(
            "--random",
            [&tree](const std::string& size) { read_pair(size, "x", tree.width, tree.plies); },
            "search a random tree of W moves at each position and P plies")
        ->type_name("WxP")
        ->check(check_tree_size);
    tree_.add_option("--seed", tree.seed, "the seed of the random tree (default: 1)")
        ->type_name("N")
        ->check(check_seed);
    tree_
        .add_option_function<std::string>(
            "--leaves",
            [&tree](const std::string& range) {
              read_pair(range, "..", tree.least, tree.greatest);
            },
            "the range of its leaves (default: 0..9)")
        ->type_name("A..B")
        ->check(check_range);
    tree_.add_flag("--quiet", options_.quiet, "print only the first line of each answer");
    color(tree_, "");
    tree_.add_flag("-h,--help", help_);
    tree_.add_option("trees", trees_);
  }

  int parse_tree(std::vector<std::string> arguments) {
    try {
      tree_options().parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& e) {
      for (const std::string& left : tree_.remaining())
        if (std::string name = left.substr(0, left.find('=')); main_.get_option_no_throw(name))
          return wrong_usage(name + " belongs before tree");
      return wrong_usage(message_of(e, tree_));
    }
    if (help_) return show(help());
    if (trees_.empty() && options_.tree.width == 0)
      return wrong_usage("tree needs a tree, such as '((3) (1 4))', a file, or -");
    if (!options_.tree.steps.empty())
      for (const auto& [format, file] : options_.tree.drawings)
        if (file == "-" || (format != "svg" && format != "tikz"))
          return wrong_usage("--steps needs --svg FILE or --tikz FILE, not --" + format + " " +
                             file);
    options_.tree.minimizer_first = player_ == "min";
    if (options_.tree.width > 0) trees_.insert(trees_.begin(), std::string());
    for (std::string& t : trees_) options_.actions.push_back({SessionOptions::Action::Tree, t});
    return -1;
  }

  std::string help() {
    return std::string(kUsageText) + "\noptions:\n" + option_table(main_) + "\ntree options:\n" +
           option_table(tree_options()) + kNotes;
  }

  SessionOptions& options_;
  CLI::App main_;
  CLI::App tree_;
  std::string dialect_ = "common-lisp";
  std::string heap_;
  std::string output_;
  std::string player_ = "max";
  std::vector<std::string> trees_;
  bool help_ = false;
  bool version_ = false;
};

}  // namespace

int parse_command_line(int argc, char** argv, SessionOptions& options) {
  return CommandLine(options).parse(argc, argv);
}

}  // namespace winnow
