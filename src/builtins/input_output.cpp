// Reading and printing, streams, files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/unicode.hpp"
#include "builtins/sequence_arguments.hpp"
#include "text/format.hpp"

namespace winnow {

namespace {

using MaybeStream = std::optional<Value>;
Value or_nil(const std::optional<Value>& v) { return v ? *v : nil(); }

// ---- printing

DEFUN(prin1, "prin1", "(object &optional stream)", R"doc(
Print OBJECT so that READ can read it back, and return it.
STREAM: an output stream; NIL, the default, for *STANDARD-OUTPUT*, T for the terminal.
Signals: wrong-type if STREAM is no stream; stream-error.
Example: (prin1-to-string "a") => "\"a\""
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  lisp.print(object, lisp.output(or_nil(stream)), true);
  return object;
}

DEFUN(princ, "princ", "(object &optional stream)", R"doc(
Print OBJECT for people, strings and characters as they are, and return it.
Signals: wrong-type if STREAM is no stream; stream-error.
Example: (princ-to-string "a") => "a"
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  lisp.print(object, lisp.output(or_nil(stream)), false);
  return object;
}

DEFUN(print_, "print", "(object &optional stream)", R"doc(
Begin a new line, print OBJECT as PRIN1 does, then a space; return OBJECT.
Signals: wrong-type if STREAM is no stream; stream-error.
Example: (with-output-to-string (s) (print 1 s)) => "
1 "
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  Stream& out = lisp.output(or_nil(stream));
  out.put('\n');
  lisp.print(object, out, true);
  out.put(' ');
  return object;
}

DEFUN(write_, "%write", "(object stream escape)", R"doc(
Print OBJECT on STREAM, as PRIN1 does if ESCAPE is true, else as PRINC does; return OBJECT.
)doc", (Interpreter& lisp, Value object, Value stream, Value escape)) {
  lisp.print(object, lisp.output(stream), !is_nil(escape));
  return object;
}

DEFUN(prin1_to_string, "prin1-to-string", "(object)", R"doc(
Return what PRIN1 would print of OBJECT, as a string.
Example: (prin1-to-string '(a "b")) => "(A \"b\")"
)doc", (Interpreter& lisp, Value object)) {
  return make_string(lisp.heap, lisp.to_text(object, true));
}

DEFUN(princ_to_string, "princ-to-string", "(object)", R"doc(
Return what PRINC would print of OBJECT, as a string.
Example: (princ-to-string '(a "b")) => "(A b)"
)doc", (Interpreter& lisp, Value object)) {
  return make_string(lisp.heap, lisp.to_text(object, false));
}

DEFUN(terpri, "terpri", "(&optional stream)", R"doc(
End the line of output; return NIL.
Signals: wrong-type if STREAM is no stream; stream-error.
Example: (with-output-to-string (s) (terpri s)) => "
"
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.output(or_nil(stream)).put('\n');
  return nil();
}

DEFUN(fresh_line, "fresh-line", "(&optional stream)", R"doc(
End the line of output unless it is empty; return T if it was not.
Signals: wrong-type if STREAM is no stream; stream-error.
Example: (with-output-to-string (s) (fresh-line s)) => ""
)doc", (Interpreter& lisp, MaybeStream stream)) {
  Stream& out = lisp.output(or_nil(stream));
  bool needed = out.column() != 0;
  out.fresh_line();
  return truth(needed);
}

Value write_text(Interpreter& lisp, const char* name, Value string, const MaybeStream& stream,
                 const Key<Value>& start, const Key<Value>& end, bool newline) {
  StringView s = string_view_of(string);
  auto [from, to] = checked_range(lisp.heap, name, s.length, start, end);
  Stream& out = lisp.output(or_nil(stream));
  for (std::size_t i = from; i < to; ++i) out.put(s.at(i));
  if (newline) out.put('\n');
  return string;
}

DEFUN(write_string, "write-string", "(string &optional stream &key start end)", R"doc(
Write the characters of STRING from START to END, and return STRING.
Signals: wrong-type; stream-error.
Example: (with-output-to-string (s) (write-string "abc" s :start 1)) => "bc"
)doc", (Interpreter& lisp, StringArg string, MaybeStream stream, Key<Value> start, Key<Value> end)) {
  return write_text(lisp, "write-string", string, stream, start, end, false);
}

DEFUN(write_line, "write-line", "(string &optional stream &key start end)", R"doc(
Write the characters of STRING from START to END and end the line; return STRING.
Signals: wrong-type; stream-error.
Example: (with-output-to-string (s) (write-line "a" s)) => "a
"
)doc", (Interpreter& lisp, StringArg string, MaybeStream stream, Key<Value> start, Key<Value> end)) {
  return write_text(lisp, "write-line", string, stream, start, end, true);
}

DEFUN(write_char, "write-char", "(character &optional stream)", R"doc(
Write CHARACTER, and return it.
Signals: wrong-type; stream-error.
Example: (with-output-to-string (s) (write-char #\a s)) => "a"
)doc", (Interpreter& lisp, Character character, MaybeStream stream)) {
  lisp.output(or_nil(stream)).put(character);
  return Value::from_character(character);
}

DEFUN(finish_output, "finish-output", "(&optional stream)", R"doc(
Send what was written so far on its way; return NIL.
Signals: wrong-type if STREAM is no stream; stream-error.
Example: (finish-output) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.output(or_nil(stream)).flush();
  return nil();
}

DEFUN(force_output, "force-output", "(&optional stream)", R"doc(
Send what was written so far on its way; return NIL.
Signals: wrong-type if STREAM is no stream; stream-error.
Example: (force-output) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.output(or_nil(stream)).flush();
  return nil();
}

DEFUN(format_, "format", "(destination control &rest arguments)", R"doc(
Write ARGUMENTS as the CONTROL string says.
DESTINATION: T for *STANDARD-OUTPUT*, a stream, or NIL to return a string; otherwise NIL is returned.
CONTROL: text with directives: ~A ~S ~D ~B ~O ~X ~C ~F ~E ~$ ~R ~% ~& ~~ ~T ~* ~? ~P ~( ~) ~[ ~] ~{ ~} ~^.
Signals: an error for an unknown directive or a missing argument.
Example: (format nil "~A and ~S" "a" "b") => "a and \"b\""
Example: (format nil "~R ~:R ~@R" 4 4 4) => "four fourth IV"
)doc", (Interpreter& lisp, Value destination, Value control, Rest arguments)) {
  if (is_function(control)) signal_wrong_type(lisp.heap, "format", control, "a control string");
  if (!is_string(control)) signal_wrong_type(lisp.heap, "format", control, "a control string");
  Value list = list_of(lisp.heap, arguments.begin(), arguments.size());
  std::u32string text = text_of(string_view_of(control));
  if (is_nil(destination)) {
    Stream out = Stream::output_string();
    format(lisp.heap, out, text, list, lisp.print_options(true));
    return make_string(lisp.heap, out.take_string());
  }
  Stream& out = lisp.output(destination == t() ? nil() : destination);
  format(lisp.heap, out, text, list, lisp.print_options(true));
  return nil();
}

// ---- reading

// What to do at the end of a stream: an error, or EOF-VALUE.
Value at_end(Interpreter& lisp, Stream& stream, const std::optional<Value>& error_p,
             const std::optional<Value>& value) {
  if (error_p && is_nil(*error_p)) return or_nil(value);
  signal_error(lisp.heap, ConditionKind::end_of_file, "~A: the end is reached",
               {make_string(lisp.heap, stream.name())});
}

DEFUN(read_, "read", "(&optional stream eof-error-p eof-value recursive-p)", R"doc(
Read one object from STREAM and return it.
STREAM: an input stream; NIL, the default, for *STANDARD-INPUT*.
EOF-ERROR-P: default T; if NIL, the end of the stream gives EOF-VALUE.
Signals: end-of-file; reader-error.
Example: (with-input-from-string (s "(a b) c") (read s)) => (A B)
)doc", (Interpreter& lisp, MaybeStream stream, std::optional<Value> error_p, std::optional<Value> value, std::optional<Value>)) {
  Stream& in = lisp.input(or_nil(stream));
  Reader reader(lisp.heap, in, lisp.reader_options(nullptr));
  Value v = reader.read();
  if (v == kEndOfFile) return at_end(lisp, in, error_p, value);
  reader.skip_one_space();
  return v;
}

DEFUN(read_from_string, "read-from-string", "(string &optional eof-error-p eof-value &key start end preserve-whitespace)", R"doc(
Read one object from STRING, between START and END, and return it; the second value is the index behind it.
Signals: end-of-file; reader-error.
Example: (read-from-string "(1 2)") => (1 2)
)doc", (Interpreter& lisp, StringArg string, std::optional<Value> error_p, std::optional<Value> value,
        Key<Value> start, Key<Value> end, Key<Value> preserve)) {
  StringView s = string_view_of(string);
  auto [from, to] = checked_range(lisp.heap, "read-from-string", s.length, start, end);
  s.offset += from;
  s.length = to - from;
  Stream in = Stream::input_string(utf8_of(s), "string");
  Reader reader(lisp.heap, in, lisp.reader_options(nullptr));
  Value v = reader.read();
  if (v == kEndOfFile) return at_end(lisp, in, error_p, value);
  if (!is_true(preserve)) reader.skip_one_space();
  Value index = fixnum(from + in.characters_read());
  return lisp.vm.return_values({v, index});
}

void check_valid(Interpreter& lisp, Stream& in) {
  if (in.take_invalid())
    signal_error(lisp.heap, ConditionKind::stream_error, "~A, line ~D: this is not UTF-8 text",
                 {make_string(lisp.heap, in.name()), Value::from_fixnum(in.line())});
}

// Reads a line without its end; returns the character that ended it, or Stream::kEnd.
std::int32_t take_line(Interpreter& lisp, Stream& in, std::u32string& line) {
  std::int32_t c = in.get();
  for (; c != Stream::kEnd && c != '\n'; c = in.get()) line += static_cast<char32_t>(c);
  check_valid(lisp, in);
  return c;
}

DEFUN(read_line, "read-line", "(&optional stream eof-error-p eof-value)", R"doc(
Read a line from STREAM and return it without its end; the second value is T if the end was missing.
Signals: end-of-file; stream-error.
Example: (with-input-from-string (s "one") (read-line s)) => "one"
)doc", (Interpreter& lisp, MaybeStream stream, std::optional<Value> error_p, std::optional<Value> value)) {
  Stream& in = lisp.input(or_nil(stream));
  std::u32string line;
  std::int32_t c = take_line(lisp, in, line);
  if (c == Stream::kEnd && line.empty()) return at_end(lisp, in, error_p, value);
  return lisp.vm.return_values({make_string(lisp.heap, line), truth(c == Stream::kEnd)});
}

DEFUN(prompt_line, "%prompt-line", "(prompt answers)", R"doc(
Print PROMPT and return the line that the user types, or NIL at the end of input. At a terminal the line can be edited, and
Tab completes it to one of ANSWERS, a list of strings.
Example: (with-input-from-string (*standard-input* "yes") (%prompt-line "" nil)) => "yes"
)doc", (Interpreter& lisp, StringArg prompt, ProperList answers)) {
  Stream& in = lisp.input(nil());
  Stream& out = lisp.output(nil());
  if (lisp.ask_user && &in == &lisp.stream(lisp.standard_input()) && !in.ready()) {
    std::vector<std::string> words;
    for (Value l = answers; is_cons(l); l = cdr(l))
      if (is_string(car(l))) words.push_back(utf8_of(string_view_of(car(l))));
    std::optional<std::string> line = lisp.ask_user(utf8_of(string_view_of(prompt)), words);
    return line ? make_string(lisp.heap, *line) : nil();
  }
  lisp.print(prompt, out, false);
  out.flush();
  std::u32string line;
  std::int32_t c = take_line(lisp, in, line);
  return c == Stream::kEnd && line.empty() ? nil() : make_string(lisp.heap, line);
}

DEFUN(read_char, "read-char", "(&optional stream eof-error-p eof-value)", R"doc(
Read one character from STREAM and return it.
Signals: end-of-file; stream-error.
Example: (with-input-from-string (s "ab") (read-char s)) => #\a
)doc", (Interpreter& lisp, MaybeStream stream, std::optional<Value> error_p, std::optional<Value> value)) {
  Stream& in = lisp.input(or_nil(stream));
  std::int32_t c = in.get();
  check_valid(lisp, in);
  return c == Stream::kEnd ? at_end(lisp, in, error_p, value)
                           : Value::from_character(static_cast<char32_t>(c));
}

DEFUN(peek_char, "peek-char", "(&optional kind stream eof-error-p eof-value)", R"doc(
Return the next character of STREAM and leave it there.
KIND: NIL, or T to skip white space first, or a character to skip up to.
Signals: end-of-file; stream-error.
Example: (with-input-from-string (s "  b") (peek-char t s)) => #\b
)doc", (Interpreter& lisp, std::optional<Value> kind, MaybeStream stream, std::optional<Value> error_p, std::optional<Value> value)) {
  Stream& in = lisp.input(or_nil(stream));
  Value skip = or_nil(kind);
  std::int32_t c = in.peek();
  while (c != Stream::kEnd &&
         ((skip == t() && unicode::is_space(static_cast<char32_t>(c))) ||
          (skip.is_character() && static_cast<char32_t>(c) != skip.character()))) {
    in.get();
    c = in.peek();
  }
  check_valid(lisp, in);
  return c == Stream::kEnd ? at_end(lisp, in, error_p, value)
                           : Value::from_character(static_cast<char32_t>(c));
}

DEFUN(unread_char, "unread-char", "(character &optional stream)", R"doc(
Put CHARACTER, the last one read, back into STREAM; return NIL.
Signals: wrong-type; stream-error.
Example: (with-input-from-string (s "ab") (unread-char (read-char s) s) (read-char s)) => #\a
)doc", (Interpreter& lisp, Character character, MaybeStream stream)) {
  lisp.input(or_nil(stream)).unget(character);
  return nil();
}

DEFUN(listen, "listen", "(&optional stream)", R"doc(
Return T if a character can be read from STREAM at once, else NIL.
Signals: wrong-type.
Example: (with-input-from-string (s "a") (listen s)) => T
)doc", (Interpreter& lisp, MaybeStream stream)) {
  return truth(lisp.input(or_nil(stream)).ready());
}

DEFUN(clear_input, "clear-input", "(&optional stream)", R"doc(
Forget what was typed ahead; return NIL.
Signals: wrong-type.
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.input(or_nil(stream)).drop_input();
  return nil();
}

// ---- streams and files

DEFUN(make_string_input_stream, "make-string-input-stream", "(string &optional start end)", R"doc(
Return an input stream of the characters of STRING from START to END.
Signals: wrong-type.
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
Signals: wrong-type.
Example: (let ((s (make-string-output-stream))) (princ 1 s) (get-output-stream-string s)) => "1"
)doc", (Interpreter& lisp, Value stream)) {
  Stream& s = lisp.stream(stream);
  if (!s.is_output() || s.name() != "string")
    signal_wrong_type(lisp.heap, "get-output-stream-string", stream, "a string output stream");
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
Signals: wrong-type.
Example: (with-input-from-string (s "a") (interactive-stream-p s)) => NIL
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_terminal());
}

DEFUN(input_stream_p, "input-stream-p", "(stream)", R"doc(
Return T if STREAM can be read from, else NIL.
Signals: wrong-type.
Example: (input-stream-p *standard-output*) => NIL
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_input());
}

DEFUN(output_stream_p, "output-stream-p", "(stream)", R"doc(
Return T if STREAM can be written to, else NIL.
Signals: wrong-type.
Example: (output-stream-p *standard-output*) => T
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_output());
}

DEFUN(open_stream_p, "open-stream-p", "(stream)", R"doc(
Return T until STREAM is closed, then NIL.
Signals: wrong-type.
Example: (open-stream-p *standard-output*) => T
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.stream(stream).is_open());
}

DEFUN(close_, "close", "(stream &key abort)", R"doc(
Close STREAM; return T.
Signals: wrong-type; stream-error.
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
  signal_wrong_type(heap, name, v, "the name of a file");
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
    signal_wrong_type(heap, "open", *direction, ":INPUT, :OUTPUT or :PROBE");
  std::string exists = if_exists ? name_of(*if_exists, "") : "SUPERSEDE";
  std::string missing = if_missing ? name_of(*if_missing, "") : output ? "CREATE" : "ERROR";
  struct stat status {};
  bool there = ::stat(path.c_str(), &status) == 0;
  if (there && S_ISDIR(status.st_mode)) file_trouble(heap, "open", path, EISDIR);
  if (!there && missing == "NIL") return nil();
  if (!there && missing == "ERROR") file_trouble(heap, "open", path, ENOENT);
  if (there && output && exists == "NIL") return nil();
  if (there && output && exists == "ERROR") file_trouble(heap, "open", path, EEXIST);
  int flags = output ? O_WRONLY | O_CREAT : O_RDONLY;
  if (output && exists == "APPEND") flags |= O_APPEND;
  if (output && exists != "APPEND" && exists != "OVERWRITE") flags |= O_TRUNC;
  int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor < 0) file_trouble(heap, "open", path, errno);
  Value stream = lisp.add_stream(output ? Stream::output_file(descriptor, path, true)
                                        : Stream::input_file(descriptor, path, true));
  if (way == "PROBE") lisp.stream(stream).close();
  return stream;
}

DEFUN(probe_file, "probe-file", "(filename)", R"doc(
Return the name of the file FILENAME if it exists, else NIL.
Signals: wrong-type.
Example: (probe-file "/no/such/file") => NIL
)doc", (Heap& heap, Value filename)) {
  std::string path = path_of(heap, "probe-file", filename);
  return ::access(path.c_str(), F_OK) == 0 ? make_string(heap, path) : nil();
}

DEFUN(delete_file, "delete-file", "(filename)", R"doc(
Delete the file FILENAME; return T.
Signals: file-error.
)doc", (Heap& heap, Value filename)) {
  std::string path = path_of(heap, "delete-file", filename);
  if (::unlink(path.c_str()) != 0) file_trouble(heap, "delete-file", path, errno);
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
