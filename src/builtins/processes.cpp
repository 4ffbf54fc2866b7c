// Processes, the working directory, variables of the environment, and connections from this host.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "builtins/builtin.hpp"
#include "builtins/stream_arguments.hpp"
#include "shell/signals.hpp"

namespace winnow {

namespace {

std::string text(Interpreter& lisp, Value string, const char* operation = "run-program") {
  if (!is_string(string)) signal_wrong_type(lisp.heap, operation, string, "a string");
  return utf8_of(string_view_of(lisp.heap, string));
}

[[noreturn]] void fail(Interpreter& lisp, const char* operation, const std::string& what,
                       int error) {
  signal_error(lisp.heap, ConditionKind::error, "~A: ~A: ~A",
               {operation_named(lisp.heap, operation), make_string(lisp.heap, what),
                make_string(lisp.heap, std::strerror(error))});
}

// A stream of characters and bytes.
Value stream_of_descriptor(Interpreter& lisp, int descriptor, const char* name, unsigned flags) {
  return lisp.text.streams.add(std::make_unique<FileStream>(lisp.heap, descriptor, name, true),
                               StreamObject::Other, flags);
}

DEFUN(set_variable, "set-variable", "(name value)", R"doc(
Set the environment variable NAME to the string VALUE, or remove it if VALUE is NIL; return VALUE.
Signals: type-error; error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, StringArg name, Value value)) {
  std::string variable = text(lisp, name);
  std::string contents = is_nil(value) ? "" : text(lisp, value, "setenv");
  if (lisp.host_files.set_variable("setenv", variable, is_nil(value) ? nullptr : &contents) != 0)
    fail(lisp, "setenv", variable, errno);
  return value;
}

DEFUN(working_directory, "working-directory", "()", R"doc(
Return the name of the working directory, which ends with a slash.
Signals: sandbox-violation in the sandbox.
)doc", (Interpreter& lisp)) {
  return make_string(lisp.heap, lisp.host_files.working_directory("getcwd"));
}

DEFUN(change_directory, "change-directory", "(directory)", R"doc(
Make DIRECTORY the working directory; return NIL.
Signals: type-error; file-error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, StringArg directory)) {
  std::string path = text(lisp, directory);
  if (lisp.host_files.change_directory("chdir", path) != 0)
    signal_file_error(lisp.heap, "chdir", path, errno);
  return nil();
}

DEFUN(process_id, "process-id", "()", R"doc(
Return the number of the process of Winnow.
Example: (plusp (process-id)) => T
)doc", ()) {
  return fixnum(static_cast<std::int64_t>(getpid()));
}

// A standard stream of a program to be started.
struct Channel {
  int childs = -1;  // its descriptor for the child
  int ours = -1;    // our end of a pipe
  ~Channel() {
    if (childs > 2) ::close(childs);
    if (ours >= 0) ::close(ours);
  }
};

// WHAT: T for the stream of this process, NIL for none, :STREAM for a pipe, or the name of a file.
void open_channel(Interpreter& lisp, Channel& channel, int number, Value what) {
  const int way = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND;
  if (what == t()) {
    channel.childs = number;
  } else if (what == lisp.symbols.intern(":STREAM")) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail(lisp, "run-program", "pipe", errno);
    channel.childs = ends[number == 0 ? 0 : 1];
    channel.ours = ends[number == 0 ? 1 : 0];
  } else {
    std::string path = is_nil(what) ? "/dev/null" : text(lisp, what);
    channel.childs = lisp.open_descriptor("run-program", path, way);
    if (channel.childs < 0) signal_file_error(lisp.heap, "run-program", path, errno);
  }
}

DEFUN(start_process, "start-process", "(arguments search environment directory input output error)", R"doc(
Start a program; return a list of its number and of the streams that are connected to it: its input, output and error, each
NIL without a pipe.
ARGUMENTS: a list of strings, its file first.  SEARCH: true to search for the file in the directories of PATH.
ENVIRONMENT: a list of strings "NAME=value", or T for ours.  DIRECTORY: a string, "" for ours.
INPUT, OUTPUT, ERROR: T for ours, NIL for none, :STREAM for a pipe, or the name of a file, to which output is appended;
ERROR may be :OUTPUT.
Signals: type-error; error; file-error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, ProperList arguments, Value search, Value environment, StringArg directory, Value input,
        Value output, Value error)) {
  HostFiles::Program program;
  for (Value rest = arguments; is_cons(rest); rest = cdr(rest))
    program.arguments.push_back(text(lisp, car(rest)));
  if (environment != t()) {
    program.environment.emplace();
    for (Value rest = environment; is_cons(rest); rest = cdr(rest))
      program.environment->push_back(text(lisp, car(rest)));
  }
  program.directory = text(lisp, directory);
  program.search = !is_nil(search);
  if (program.arguments.empty())
    signal_wrong_type(lisp.heap, "run-program", arguments, {"a list of strings", "CONS"});
  lisp.flush_all();
  Channel channels[3];
  bool joined = error == lisp.symbols.intern(":OUTPUT");
  open_channel(lisp, channels[0], 0, input);
  open_channel(lisp, channels[1], 1, output);
  if (!joined) open_channel(lisp, channels[2], 2, error);
  pid_t child = lisp.host_files.start(
      "run-program", program,
      {channels[0].childs, channels[1].childs, channels[joined ? 1 : 2].childs});
  if (child < 0) fail(lisp, "run-program", program.arguments[0], -child);
  ListBuilder result(lisp.heap);
  result.add(fixnum(static_cast<std::int64_t>(child)));
  for (int i = 0; i < 3; ++i) {
    int ours = std::exchange(channels[i].ours, -1);
    result.add(ours < 0
                   ? nil()
                   : stream_of_descriptor(lisp, ours, "process",
                                          i == 0 ? StreamObject::kOutput : StreamObject::kInput));
  }
  return result.list();
}

DEFUN(process_result, "process-result", "(process wait)", R"doc(
Return the exit status of the child PROCESS, minus the number of the signal that ended it, or NIL while it runs.
WAIT: true to wait until it has ended.
Signals: type-error; error if it is not a child whose status is still unknown.
)doc", (Interpreter& lisp, Index process, Value wait)) {
  int status = 0;
  for (;;) {
    pid_t found = waitpid(static_cast<pid_t>(process.n), &status, WNOHANG);
    if (found < 0 && errno != EINTR) fail(lisp, "process-wait", std::to_string(process.n), errno);
    if (found > 0)
      return fixnum(
          static_cast<std::int64_t>(WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status)));
    if (is_nil(wait)) return nil();
    constexpr useconds_t kMicroseconds = 1000;
    usleep(kMicroseconds);
    lisp.poll();
  }
}

DEFUN(kill_process, "kill-process", "(process signal)", R"doc(
Send SIGNAL, a number, to PROCESS; return T.
Signals: type-error; error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, Index process, Index signal)) {
  if (lisp.host_files.kill("process-kill", static_cast<pid_t>(process.n),
                           static_cast<int>(signal.n)) != 0)
    fail(lisp, "process-kill", std::to_string(process.n), errno);
  return t();
}

DEFUN(ignore_interrupts, "ignore-interrupts", "(flag)", R"doc(
Ignore interrupts (SIGINT) from now on if FLAG is true, take them again if it is NIL; return FLAG. A pending one is dropped.
)doc", (Interpreter& lisp, Value flag)) {
  if (lisp.signals != nullptr) lisp.signals->ignore_interrupts(!is_nil(flag));
  return flag;
}

DEFUN(wait_for_input, "wait-for-input", "(streams milliseconds)", R"doc(
Wait until one of STREAMS, a list of streams of pipes or connections, has input or is at its end; return T, or NIL if that did
not happen within MILLISECONDS, or if STREAMS is empty.
MILLISECONDS: NIL to wait without a limit.
Signals: type-error.
)doc", (Interpreter& lisp, ProperList streams, Value milliseconds)) {
  std::vector<pollfd> polled;
  for (Value rest = streams; is_cons(rest); rest = cdr(rest)) {
    StreamUse in = lisp.input(car(rest), StreamTable::Content::Any);
    const auto* pipe = dynamic_cast<FileStream*>(&*in);
    if (pipe == nullptr)
      signal_wrong_type(lisp.heap, "wait-for-input", car(rest), {"a pipe", "STREAM"});
    if (!in->must_wait()) return t();
    polled.push_back({pipe->descriptor(), POLLIN, 0});
  }
  if (polled.empty()) return nil();    // nothing to wait for
  constexpr std::int64_t kStep = 100;  // milliseconds between polls for interrupts
  for (std::int64_t left = is_nil(milliseconds) ? INT64_MAX : milliseconds.fixnum(); left > 0;
       left -= kStep) {
    if (::poll(polled.data(), polled.size(), static_cast<int>(std::min(left, kStep))) > 0)
      return t();
    lisp.poll();
  }
  return nil();
}

DEFUN(listen_on, "listen-on", "(port)", R"doc(
Listen for connections from this host on PORT, 0 for a free one; return a list of the socket, a number, and of the port.
Signals: type-error; error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, Index port)) {
  auto number = static_cast<std::uint16_t>(port.n);
  int listener = lisp.host_files.listen("listen-on", number);
  if (listener < 0) fail(lisp, "listen-on", std::to_string(number), errno);
  return list_of(lisp.heap, {fixnum(static_cast<std::int64_t>(listener)),
                             fixnum(static_cast<std::int64_t>(number))});
}

DEFUN(accept_connection, "accept-connection", "(socket binary)", R"doc(
Wait for a connection to SOCKET, which LISTEN-ON returned; return a stream in both directions.
BINARY: true for a stream of bytes, NIL for one of characters.
Signals: type-error; error; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp, Index socket, Value binary)) {
  int connection = lisp.host_files.accept("accept-connection", static_cast<int>(socket.n));
  if (connection < 0) fail(lisp, "accept-connection", std::to_string(socket.n), errno);
  return stream_of_descriptor(
      lisp, connection, "connection",
      StreamObject::kInput | StreamObject::kOutput | (is_nil(binary) ? 0 : +StreamObject::kBinary));
}

DEFUN(close_socket, "close-socket", "(socket)", R"doc(
Close SOCKET, which LISTEN-ON returned; return T.
Signals: type-error.
)doc", (Index socket)) {
  return truth(::close(static_cast<int>(socket.n)) == 0);
}

}  // namespace

}  // namespace winnow
