#include "shell/session.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "host/terminal.hpp"
#include "shell/history.hpp"
#include "shell/repl.hpp"
#include "shell/signals.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

constexpr int kLispError = 1;
constexpr int kInterrupted = 130;

void run_action(Interpreter& lisp, const SessionOptions& options,
                const SessionOptions::Action& action, int& trees, int& expressions) {
  LoadOptions load;
  switch (action.kind) {
    case SessionOptions::Action::Eval: {
      StringInput text(action.text, "-e " + std::to_string(++expressions));
      load.is_typed = load.keeps_text = true;
      load.sink.print = [&](Value, Value value) { print_values(lisp, value); };
      lisp.loader.load_stream(text, load);
      return;
    }
    case SessionOptions::Action::Script:
      if (lisp.host_files.drawings.contains("report")) {
        lisp.vm.call(lisp.symbols.intern("REPORT-FILE"), {make_string(lisp.heap, action.text)});
        return;
      }
      [[fallthrough]];
    case SessionOptions::Action::Load:
      if (lisp.loader.load_file(action.text, load)) return;
      if (action.text.starts_with('('))
        signal_error(lisp.heap, ConditionKind::file_error,
                     "The file ~A does not exist; use -e to evaluate a form",
                     {make_string(lisp.heap, action.text)}, {make_string(lisp.heap, action.text)});
      lisp.cannot_read(action.text, ENOENT);
    case SessionOptions::Action::PipedInput:
      load.sink.print = [&](Value, Value value) {
        print_values(lisp, value);
        lisp.standard.output().flush();
      };
      [[fallthrough]];
    case SessionOptions::Action::StandardInput:
      load.is_typed = true;
      lisp.loader.load_stream(lisp.standard.input(), load);
      return;
    case SessionOptions::Action::Tree:
      trees = run_tree_command(lisp, options, action.text, trees);
      return;
  }
}

// The exit status of a program that ends with the unhandled CONDITION.
int status_of(Interpreter& lisp, Value condition) {
  auto is = [&](const char* name) {
    return is_instance(condition, structure_type_named(lisp.heap, lisp.symbols.intern(name)));
  };
  return is("INTERRUPTED") ? kInterrupted : is("TIME-EXHAUSTED") ? Signals::kOutOfTime : kLispError;
}

// The files on the command line.
std::vector<std::string> files_of(const SessionOptions& options) {
  std::vector<std::string> files;
  for (const SessionOptions::Action& action : options.actions)
    if (action.kind == SessionOptions::Action::Load ||
        action.kind == SessionOptions::Action::Script ||
        (action.kind == SessionOptions::Action::Tree && names_file(action.text)))
      files.push_back(action.text);
  return files;
}

// Files of the system that the C library and the line editor read.
std::vector<std::string> system_files() {
  std::vector<std::string> files = {
      "/etc/passwd",     "/etc/nsswitch.conf", "/etc/localtime",      "/usr/share/zoneinfo",
      "/usr/lib/locale", "/usr/share/locale",  "/etc/inputrc",        "/etc/terminfo",
      "/lib/terminfo",   "/usr/lib/terminfo",  "/usr/share/terminfo", "/dev/null"};
  const char* home = std::getenv("HOME");
  for (const char* name : {".inputrc", ".editrc", ".terminfo"})
    if (home && *home) files.push_back(std::string(home) + "/" + name);
  for (const char* variable : {"INPUTRC", "TERMINFO"})
    if (const char* file = std::getenv(variable)) files.emplace_back(file);
  return files;
}

void enter_sandbox(Interpreter& lisp, const SessionOptions& options) {
  lisp.host_files.restrict_to(files_of(options));
  // Let the C library load the time zone and user database before the sandbox closes.
  tzset();
  static_cast<void>(getpwuid(getuid()));
  // `winnow tree` writes its drawings after the search, so the kernel must still allow writing.
  if (options.tree.drawings.empty()) lisp.host_files.restrict_kernel(system_files());
}

// The limit of elapsed time, which also ends a waiting program in the sandbox. It is generous,
// since programs run slowly on a busy host.
double elapsed_limit(const SessionOptions& options, bool has_prompt) {
  constexpr double kOverProcessorTime = 10;
  return options.sandbox && !has_prompt ? kOverProcessorTime * options.max_seconds : 0;
}

std::size_t output_limit(const SessionOptions& options) {
  constexpr std::size_t kInSandbox = std::size_t{64} << 20;
  return options.max_output_bytes > 0 ? options.max_output_bytes
         : options.sandbox            ? kInSandbox
                                      : SIZE_MAX;
}

}  // namespace

int run_session(const SessionOptions& options, const Library& library) {
  InterpreterOptions settings;
  settings.max_heap_bytes = options.max_heap_bytes;
  settings.max_output_bytes = output_limit(options);
  settings.image = library.image;
  settings.native_after = options.native_after;
  std::vector<SessionOptions::Action> actions = options.actions;
  const bool serves = options.swank_port >= 0;
  bool has_prompt = options.interactive || (actions.empty() && !serves && isatty(0) != 0);
  settings.counts_tail_calls = has_prompt || serves;
  Interpreter lisp(settings);
  library.install_builtins(lisp);
  std::optional<History> history;
  if (has_prompt && edits_lines())
    history.emplace(user_file("XDG_STATE_HOME", ".local/state", "history"));
  lisp.host_files.drawings = options.tree.drawings;
  if (options.sandbox) enter_sandbox(lisp, options);
  Signals signals(lisp, options.max_seconds, elapsed_limit(options, has_prompt));
  ListBuilder arguments(lisp.heap);
  for (const std::string& a : options.arguments) arguments.add(make_string(lisp.heap, a));
  set_symbol_value(lisp.heap, Sym::star_command_line, arguments.list());
  lisp.set_dialect(options.dialect);

  int status = 0;
  lisp.diagnostics.on_error = [&](Value condition) {
    status = status_of(lisp, condition);
    bool had_time = !signals.is_out_of_time();
    lisp.print_error(condition);
    // Reporting the error may have used up the time limit.
    if (had_time && signals.is_out_of_time()) status = Signals::kOutOfTime;
    if (status == Signals::kOutOfTime) lisp.leave(status);
  };
  // Runs BODY as a script: the first unhandled error ends it.
  auto attempt = [&](const std::function<void()>& body) {
    return lisp.vm.guarded(body) && !lisp.quitting;
  };
  if (options.only != nullptr) {
    attempt([&] { lisp.vm.call(lisp.symbols.intern(options.only), {}); });
  } else {
    // Output goes to a person.
    if (has_prompt) set_symbol_value(lisp.heap, Sym::star_print_pretty, t());
    if (has_prompt && !options.no_init && !options.sandbox)
      attempt(
          [&] { lisp.loader.load_file(user_file("XDG_CONFIG_HOME", ".config", "init.lisp"), {}); });
    if (actions.empty() && !has_prompt && !serves)
      actions.push_back({SessionOptions::Action::PipedInput, ""});
    int trees = 0;
    int expressions = 0;
    bool is_done = true;
    for (const SessionOptions::Action& action : actions)
      if (is_done = attempt([&] { run_action(lisp, options, action, trees, expressions); });
          !is_done)
        break;
    if (serves && is_done)
      attempt([&] {
        lisp.vm.call(lisp.symbols.intern("START-SWANK-ON"), {fixnum(options.swank_port)});
      });
    if (has_prompt && !lisp.quitting) {
      status = 0;
      run_repl(lisp, options, signals, history ? &*history : nullptr,
               actions.empty() && !options.quiet);
    }
  }
  lisp.close_files();
  return lisp.quitting && status == 0 ? lisp.exit_status : status;
}

bool wants_color(const SessionOptions& options, int descriptor) {
  if (options.color != SessionOptions::Auto) return options.color == SessionOptions::Always;
  const char* no_color = std::getenv("NO_COLOR");
  return !(no_color && *no_color) && isatty(descriptor) && !terminal_is_dumb();
}

}  // namespace winnow
