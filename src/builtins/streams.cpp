// Streams and files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "builtins/sequence_arguments.hpp"
#include "builtins/stream_arguments.hpp"

namespace winnow {

namespace {

DEFUN(make_string_input_stream, "make-string-input-stream", "(string &optional start end)", R"doc(
Return an input stream of the characters of STRING from START to END.
Signals: type-error.
Example: (read (make-string-input-stream "42")) => 42
)doc", (Interpreter& lisp, StringArg string, std::optional<Value> start, std::optional<Value> end)) {
  StringView s = string_view_of(string);
  auto [from, to] = checked_range(lisp.heap, "make-string-input-stream", s.length,
                                  Key<Value>{start}, Key<Value>{end});
  s.offset += from;
  s.length = to - from;
  return lisp.add_stream(Stream::input_string(utf8_of(s), "string"));
}

DEFUN(make_string_output_stream, "make-string-output-stream", "()", R"doc(
Return an output stream that collects what is written; GET-OUTPUT-STREAM-STRING gives it.
Example: (get-output-stream-string (make-string-output-stream)) => ""
)doc", (Interpreter& lisp)) {
  return lisp.add_stream(Stream::output_string());
}

DEFUN(get_output_stream_string, "get-output-stream-string", "(stream)", R"doc(
Return what was written on STREAM, made by MAKE-STRING-OUTPUT-STREAM, since the last call.
Signals: type-error.
Example: (let ((s (make-string-output-stream))) (princ 1 s) (get-output-stream-string s)) => "1"
)doc", (Interpreter& lisp, Value stream)) {
  Stream& s = lisp.stream(stream);
  if (!s.is_output() || s.name() != "string")
    signal_wrong_type(lisp.heap, "get-output-stream-string", stream,
                      {"a string output stream", "STRING-STREAM"});
  return make_string(lisp.heap, s.take_string());
}

DEFUN(streamp, "streamp", "(object)", R"doc(
Return T if OBJECT is a stream, else NIL.
Example: (streamp *standard-output*) => T
)doc", (Value object)) {
  return truth(has_type(object, Type::Stream));
}

DEFUN(interactive_stream_p, "interactive-stream-p", "(stream)", R"doc(
Return T if STREAM is a terminal, else NIL.
Signals: type-error.
Example: (with-input-from-string (s "a") (interactive-stream-p s)) => NIL
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_terminal());
}

DEFUN(input_stream_p, "input-stream-p", "(stream)", R"doc(
Return T if STREAM can be read from, else NIL.
Signals: type-error.
Example: (input-stream-p *standard-output*) => NIL
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_input());
}

DEFUN(output_stream_p, "output-stream-p", "(stream)", R"doc(
Return T if STREAM can be written to, else NIL.
Signals: type-error.
Example: (output-stream-p *standard-output*) => T
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_output());
}

DEFUN(open_stream_p, "open-stream-p", "(stream)", R"doc(
Return T until STREAM is closed, then NIL.
Signals: type-error.
Example: (open-stream-p *standard-output*) => T
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_open());
}

DEFUN(close_, "close", "(stream &key abort)", R"doc(
Close STREAM; return T.
Signals: type-error; stream-error.
Example: (close (make-string-output-stream)) => T
)doc", (Interpreter& lisp, Value stream, Key<Value>)) {
  if (stream == lisp.standard_input() || stream == lisp.standard_output() ||
      stream == lisp.standard_error())
    signal_error(lisp.heap, ConditionKind::stream_error, "close: the terminal's streams stay open",
                 {}, {stream});
  lisp.stream(stream).close();
  return t();
}

std::string path_of(Heap& heap, const char* name, Value v) {
  if (is_string(v)) return utf8_of(string_view_of(v));
  if (is_symbol(v) && !is_nil(v)) {  // (load 'file), as old code has it
    std::u32string text = text_of(as<String>(as_symbol(v)->name));
    std::string path;
    for (char32_t c : text) unicode::append_utf8(path, unicode::downcase(c));
    return path;
  }
  signal_wrong_type(heap, name, v, {"the name of a file", "(OR STRING SYMBOL)"});
}

[[noreturn]] void file_trouble(Heap& heap, const char* operation, const std::string& path,
                               int error) {
  Value name = make_string(heap, path);
  signal_error(heap, ConditionKind::file_error, "~A: ~A: ~A",
               {make_string(heap, operation), name, make_string(heap, std::strerror(error))},
               {name});
}

DEFUN(open_, "open", "(filename &key direction if-exists if-does-not-exist element-type external-format)", R"doc(
Open the file FILENAME and return a stream.
DIRECTION: :INPUT (default), :OUTPUT or :PROBE.
IF-EXISTS (for output): :SUPERSEDE (default), :APPEND, :OVERWRITE, :ERROR or NIL.
IF-DOES-NOT-EXIST: :ERROR (default for input), :CREATE (default for output) or NIL.
Signals: file-error.
Example: (open "/no/such/file" :if-does-not-exist nil) => NIL
)doc", (Interpreter& lisp, Value filename, Key<Value> direction, Key<Value> if_exists, Key<Value> if_missing, Key<Value>, Key<Value>)) {
  Heap& heap = lisp.heap;
  std::string path = path_of(heap, "open", filename);
  auto name_of = [&](Value v, const char* otherwise) {
    return !is_symbol(v)  ? std::string("?")
           : v == kAbsent ? otherwise
                          : utf8_of(as<String>(as_symbol(v)->name));
  };
  std::string way = direction ? name_of(*direction, "") : "INPUT";
  bool output = way == "OUTPUT" || way == "IO";
  if (!output && way != "INPUT" && way != "PROBE")
    signal_wrong_type(heap, "open", *direction,
                      {":INPUT, :OUTPUT or :PROBE", "(MEMBER :INPUT :OUTPUT :PROBE)"});
  std::string exists = if_exists ? name_of(*if_exists, "") : "SUPERSEDE";
  std::string missing = if_missing ? name_of(*if_missing, "") : output ? "CREATE" : "ERROR";
  struct stat status {};
  bool there = lisp.outside.status("open", path, status) == 0;
  if (there && S_ISDIR(status.st_mode)) file_trouble(heap, "open", path, EISDIR);
  if (!there && missing == "NIL") return nil();
  if (!there && missing == "ERROR") file_trouble(heap, "open", path, ENOENT);
  if (there && output && exists == "NIL") return nil();
  if (there && output && exists == "ERROR") file_trouble(heap, "open", path, EEXIST);
  int flags = output ? O_WRONLY | O_CREAT : O_RDONLY;
  if (output && exists == "APPEND") flags |= O_APPEND;
  if (output && exists != "APPEND" && exists != "OVERWRITE") flags |= O_TRUNC;
  int descriptor = lisp.outside.open("open", path, flags);
  if (descriptor < 0) file_trouble(heap, "open", path, errno);
  Value stream = lisp.add_stream(output ? Stream::output_file(descriptor, path, true)
                                        : Stream::input_file(descriptor, path, true));
  if (way == "PROBE") lisp.stream(stream).close();
  return stream;
}

DEFUN(probe_file, "probe-file", "(filename)", R"doc(
Return the name of the file FILENAME if it exists, else NIL.
Signals: type-error.
Example: (probe-file "/no/such/file") => NIL
)doc", (Interpreter& lisp, Value filename)) {
  std::string path = path_of(lisp.heap, "probe-file", filename);
  struct stat status {};
  return lisp.outside.status("probe-file", path, status) == 0 ? make_string(lisp.heap, path)
                                                              : nil();
}

DEFUN(delete_file, "delete-file", "(filename)", R"doc(
Delete the file FILENAME; return T.
Signals: file-error.
Example: (handler-case (delete-file "no/such/file") (file-error () 'nothing)) => NOTHING
)doc", (Interpreter& lisp, Value filename)) {
  std::string path = path_of(lisp.heap, "delete-file", filename);
  if (lisp.outside.remove("delete-file", path) != 0)
    file_trouble(lisp.heap, "delete-file", path, errno);
  return t();
}

DEFUN(load, "load", "(filename &key verbose print if-does-not-exist)", R"doc(
Read and evaluate the forms of the file FILENAME; return T.
FILENAME: a string, a symbol, or an input stream; ".lisp" is added if there is no such file without it.
IF-DOES-NOT-EXIST: NIL to return NIL in place of an error.
Signals: file-error; whatever the forms do.
Example: (load "/no/such/file" :if-does-not-exist nil) => NIL
)doc", (Interpreter& lisp, Value filename, Key<Value>, Key<Value> print, Key<Value> if_missing)) {
  Interpreter::LoadOptions options;
  options.print = is_true(print);
  if (has_type(filename, Type::Stream)) {
    lisp.load_stream(lisp.input(filename), options);
    return t();
  }
  std::string path = path_of(lisp.heap, "load", filename);
  if (lisp.load_file(path, options) || lisp.load_file(path + ".lisp", options) ||
      lisp.load_file(path + ".lsp", options))
    return t();
  if (if_missing && is_nil(*if_missing)) return nil();
  file_trouble(lisp.heap, "load", path, ENOENT);
}

}  // namespace

}  // namespace winnow
