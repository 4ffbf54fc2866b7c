// Reading.
#include "base/unicode.hpp"
#include "builtins/sequence_arguments.hpp"
#include "builtins/stream_arguments.hpp"

namespace winnow {

namespace {

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
Signals: type-error; stream-error.
Example: (with-input-from-string (s "ab") (unread-char (read-char s) s) (read-char s)) => #\a
)doc", (Interpreter& lisp, Character character, MaybeStream stream)) {
  lisp.input(or_nil(stream)).unget(character);
  return nil();
}

DEFUN(listen, "listen", "(&optional stream)", R"doc(
Return T if a character can be read from STREAM at once, else NIL.
Signals: type-error.
Example: (with-input-from-string (s "a") (listen s)) => T
)doc", (Interpreter& lisp, MaybeStream stream)) {
  return truth(lisp.input(or_nil(stream)).ready());
}

DEFUN(clear_input, "clear-input", "(&optional stream)", R"doc(
Forget what was typed ahead; return NIL.
Signals: type-error.
Example: (clear-input (make-string-input-stream "a")) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.input(or_nil(stream)).drop_input();
  return nil();
}

}  // namespace

}  // namespace winnow
