#include "repl/session.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "builtins/install.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "repl/history.hpp"
#include "repl/repl.hpp"
#include "repl/signals.hpp"
#include "repl/tree_command.hpp"
#include "text/streams/string_streams.hpp"

extern "C" const unsigned char winnow_image[];

namespace winnow {

namespace {

constexpr int kLispError = 1;
constexpr int kInterrupted = 130;

void run_action(Interpreter& lisp, const SessionOptions& options,
                const SessionOptions::Action& action, int& trees) {
  Interpreter::LoadOptions load;
  switch (action.kind) {
    case SessionOptions::Action::Eval: {
      StringInput text(action.text, "-e");
      load.is_typed = true;
      load.after_form = [&](Value value) { print_values(lisp, value); };
      lisp.load_stream(text, load);
      return;
    }
    case SessionOptions::Action::Load:
    case SessionOptions::Action::Script:
      if (lisp.load_file(action.text, load)) return;
      if (action.text.starts_with('('))
        signal_error(lisp.heap, ConditionKind::file_error,
                     "There is no file ~A; a form goes behind -e",
                     {make_string(lisp.heap, action.text)}, {make_string(lisp.heap, action.text)});
      lisp.cannot_read(action.text, ENOENT);
    case SessionOptions::Action::PipedInput:
      load.after_form = [&](Value value) {
        print_values(lisp, value);
        lisp.stream(lisp.standard_output()).flush();
      };
      [[fallthrough]];
    case SessionOptions::Action::StandardInput:
      load.is_typed = true;
      lisp.load_stream(lisp.stream(lisp.standard_input()), load);
      return;
    case SessionOptions::Action::Tree: return run_tree_command(lisp, options, action.text, trees);
  }
}

// The exit status of a program that CONDITION ends.
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

}  // namespace

int run_session(const SessionOptions& options) {
  InterpreterOptions settings;
  settings.max_heap_bytes = options.max_heap_bytes;
  settings.image = winnow_image;
  settings.native_after = options.native_after;
  Interpreter lisp(settings);
  install_builtins(lisp);
  if (options.sandbox) lisp.outside.restrict_to(files_of(options));
  Signals signals(lisp, options.max_seconds);
  ListBuilder arguments(lisp.heap);
  for (const std::string& a : options.arguments) arguments.add(make_string(lisp.heap, a));
  set_symbol_value(lisp.heap, Sym::star_command_line, arguments.list());
  lisp.set_dialect(options.dialect);

  int status = 0;
  lisp.diagnostics.on_error = [&](Value condition) {
    status = status_of(lisp, condition);
    lisp.print_error(condition);
    if (status == Signals::kOutOfTime) lisp.leave(status);
  };
  // Runs BODY as a script: the first error that nobody handles ends it.
  auto attempt = [&](const std::function<void()>& body) {
    return lisp.vm.guarded(body) && !lisp.quitting;
  };
  std::vector<SessionOptions::Action> actions = options.actions;
  bool has_prompt = options.interactive || (actions.empty() && isatty(0) != 0);
  if (options.reference) {
    attempt([&] { lisp.vm.call(lisp.symbols.intern("PRINT-REFERENCE"), {}); });
  } else {
    // A person reads what is printed now.
    if (has_prompt) set_symbol_value(lisp.heap, Sym::star_print_pretty, t());
    if (has_prompt && !options.no_init && !options.sandbox)
      attempt([&] { lisp.load_file(user_file("XDG_CONFIG_HOME", ".config", "init.lisp"), {}); });
    if (actions.empty() && !has_prompt) actions.push_back({SessionOptions::Action::PipedInput, ""});
    int trees = 0;
    for (const SessionOptions::Action& action : actions)
      if (lisp.quitting || !attempt([&] { run_action(lisp, options, action, trees); })) break;
    if (has_prompt && !lisp.quitting) {
      status = 0;
      run_repl(lisp, options, signals, actions.empty() && !options.quiet);
    }
  }
  lisp.flush_all();
  return lisp.quitting && status == 0 ? lisp.exit_status : status;
}

bool wants_color(const SessionOptions& options, int descriptor) {
  if (options.color != SessionOptions::Auto) return options.color == SessionOptions::Always;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return !(no_color && *no_color) && isatty(descriptor) && terminal &&
         std::string_view(terminal) != "dumb";
}

}  // namespace winnow
