#include "repl/session.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "builtins/install.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "interpreter/image.hpp"
#include "repl/repl.hpp"
#include "repl/tree_command.hpp"
#include "text/streams/string_streams.hpp"

extern "C" const unsigned char winnow_image_begin[];
extern "C" const unsigned char winnow_image_end[];

namespace winnow {

namespace {

constexpr int kLispError = 1;
constexpr int kInterrupted = 130;

Vm* interrupted_machine = nullptr;

void on_interrupt(int) { interrupted_machine->request_interrupt(); }

// Without SA_RESTART, so that a read that waits comes back.
void catch_interrupts(Vm& vm) {
  interrupted_machine = &vm;
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

std::string configuration_file() {
  const char* xdg = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (xdg && *xdg) return std::string(xdg) + "/winnow/init.lisp";
  return home ? std::string(home) + "/.config/winnow/init.lisp" : "";
}

void run_action(Interpreter& lisp, const SessionOptions& options,
                const SessionOptions::Action& action, int& trees) {
  Interpreter::LoadOptions load;
  switch (action.kind) {
    case SessionOptions::Action::Eval: {
      StringInput text(action.text, "-e");
      load.after_form = [&](Value value) {
        Stream& out = lisp.stream(lisp.standard_output());
        out.fresh_line();
        lisp.print(value, out, true);
        out.put('\n');
      };
      lisp.load_stream(text, load);
      return;
    }
    case SessionOptions::Action::Load:
    case SessionOptions::Action::Script:
      if (lisp.load_file(action.text, load)) return;
      signal_error(
          lisp.heap, ConditionKind::file_error, "Cannot read ~A: ~A",
          {make_string(lisp.heap, action.text), make_string(lisp.heap, std::strerror(ENOENT))});
    case SessionOptions::Action::StandardInput:
      lisp.load_stream(lisp.stream(lisp.standard_input()), load);
      return;
    case SessionOptions::Action::Tree: return run_tree_command(lisp, options, action.text, trees);
  }
}

int run(const SessionOptions& options) {
  InterpreterOptions settings;
  settings.max_heap_bytes = options.max_heap_bytes;
  Interpreter lisp(settings);
  install_builtins(lisp);
  load_image(lisp, {winnow_image_begin, winnow_image_end});
  catch_interrupts(lisp.vm);
  ListBuilder arguments(lisp.heap);
  for (const std::string& a : options.arguments) arguments.add(make_string(lisp.heap, a));
  set_symbol_value(lisp.heap, Sym::star_command_line, arguments.list());
  if (options.maclisp) lisp.set_dialect(kMacLisp);

  int status = 0;
  Value interrupt = structure_type_named(lisp.heap, lisp.symbols.intern("INTERRUPTED"));
  lisp.on_error = [&](Value condition) {
    status = is_instance(condition, interrupt) ? kInterrupted : kLispError;
    lisp.print_error(condition);
  };
  // Runs BODY as a script: the first error that nobody handles ends it.
  auto attempt = [&](const std::function<void()>& body) {
    return lisp.vm.guarded(body) && !lisp.quitting;
  };
  if (options.reference) {
    attempt([&] { lisp.vm.call(lisp.symbols.intern("%PRINT-REFERENCE"), {}); });
  } else if (options.actions.empty()) {
    // A person reads what is printed now.
    set_symbol_value(lisp.heap, Sym::star_print_pretty, t());
    if (!options.no_init) attempt([&] { lisp.load_file(configuration_file(), {}); });
    if (!lisp.quitting) {
      status = 0;
      run_repl(lisp, options);
    }
  } else {
    int trees = 0;
    for (const SessionOptions::Action& action : options.actions)
      if (!attempt([&] { run_action(lisp, options, action, trees); })) break;
  }
  attempt([&] { lisp.flush_all(); });
  return lisp.quitting && status == 0 ? lisp.exit_status : status;
}

}  // namespace

bool wants_color(const SessionOptions& options, int descriptor) {
  if (options.color != SessionOptions::Auto) return options.color == SessionOptions::Always;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return !(no_color && *no_color) && isatty(descriptor) && terminal &&
         std::string_view(terminal) != "dumb";
}

int run_session(const SessionOptions& options) {
  try {
    return run(options);
  } catch (const std::bad_alloc&) {
    std::fputs("winnow: the system has no memory left\n", stderr);
    return kLispError;
  }
}

}  // namespace winnow
