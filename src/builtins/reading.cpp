// Input of characters, lines and objects from streams.
#include "builtins/sequence_arguments.hpp"
#include "builtins/stream_arguments.hpp"
#include "data/unicode.hpp"
#include "shell/completion.hpp"
#include "text/nesting.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

// Signals end-of-file, or returns EOF-VALUE if EOF-ERROR-P is NIL.
Value at_end(Interpreter& lisp, Stream& in, const MaybeValue& error_p, const MaybeValue& value) {
  if (error_p && is_nil(*error_p)) return or_nil(value);
  signal_error(lisp.heap, ConditionKind::end_of_file, "~A: the end is reached",
               {make_string(lisp.heap, in.name())},
               {lisp.text.streams.object_of(in, StreamObject::kInput)});
}

void check_valid(Interpreter& lisp, Stream& in) {
  if (in.take_invalid())
    signal_error(lisp.heap, ConditionKind::stream_error, "~A:~D: this is not UTF-8 text",
                 {make_string(lisp.heap, in.name()), Value::from_fixnum(in.line())},
                 {lisp.text.streams.object_of(in, StreamObject::kInput)});
}

// Reads an object from the stream that DESIGNATOR denotes. KEEPS_SPACE: do not consume the
// whitespace character after it.
Value read_object(Interpreter& lisp, const MaybeStream& designator, const MaybeValue& error_p,
                  const MaybeValue& value, const MaybeValue& recursive, bool keeps_space) {
  StreamUse in = lisp.input(or_nil(designator));
  bool inside = recursive && !is_nil(*recursive);
  Reader reader(lisp.text, *in, nullptr, inside ? lisp.text.reading : nullptr);
  Value v = reader.read();
  if (v == kEndOfFile) return at_end(lisp, *in, error_p, value);
  if (!keeps_space && !inside) reader.skip_one_space();
  return v;
}

DEFUN(read_, "read", "(&optional stream eof-error-p eof-value recursive-p)", R"doc(
Read one object from STREAM and return it.
STREAM: an input stream; NIL (default) for *STANDARD-INPUT*.
EOF-ERROR-P: default T; if NIL, return EOF-VALUE at the end of STREAM.
RECURSIVE-P: true if a reader macro function reads a part of an object.
Signals: end-of-file; reader-error.
Example: (with-input-from-string (s "(a b) c") (read s)) => (A B)
)doc", (Interpreter& lisp, MaybeStream stream, MaybeValue error_p, MaybeValue value, MaybeValue recursive)) {
  return read_object(lisp, stream, error_p, value, recursive, false);
}

DEFUN(read_preserving_whitespace, "read-preserving-whitespace", "(&optional stream eof-error-p eof-value recursive-p)", R"doc(
Read one object from STREAM as READ does, but leave the whitespace character after it in STREAM.
Signals: end-of-file; reader-error.
Example: (with-input-from-string (s "a b") (list (read-preserving-whitespace s) (read-line s))) => (A " b")
)doc", (Interpreter& lisp, MaybeStream stream, MaybeValue error_p, MaybeValue value, MaybeValue recursive)) {
  return read_object(lisp, stream, error_p, value, recursive, true);
}

DEFUN(read_delimited_list, "read-delimited-list", "(character &optional stream recursive-p)", R"doc(
Read objects from STREAM up to the delimiter CHARACTER, and return a list of them.
Signals: end-of-file; reader-error.
Example: (with-input-from-string (s "1 2 ] 3") (read-delimited-list #\] s)) => (1 2)
)doc", (Interpreter& lisp, Character character, MaybeStream stream, MaybeValue recursive)) {
  StreamUse in = lisp.input(or_nil(stream));
  bool inside = recursive && !is_nil(*recursive);
  return Reader(lisp.text, *in, nullptr, inside ? lisp.text.reading : nullptr)
      .read_delimited(character);
}

DEFUN(read_from_string, "read-from-string", "(string &optional eof-error-p eof-value &key start end preserve-whitespace)", R"doc(
Read one object from the part of STRING from START to END and return it. The second value is the index of the first
character that was not read.
Signals: end-of-file; reader-error.
Example: (read-from-string "(1 2)") => (1 2)
)doc", (Interpreter& lisp, StringArg string, MaybeValue error_p, MaybeValue value,
        Key<Value> start, Key<Value> end, Key<Value> preserve)) {
  StringView s = string_view_of(lisp.heap, string);
  auto [from, to] = checked_range(lisp.heap, "read-from-string", s.length, start, end);
  s.offset += from;
  s.length = to - from;
  StringInput in(utf8_of(s), "string");
  Reader reader(lisp.text, in);
  Value v = reader.read();
  if (v == kEndOfFile)
    v = at_end(lisp, in, error_p, value);
  else if (!is_true(preserve))
    reader.skip_one_space();
  return lisp.vm.return_values({v, fixnum(from + *in.position())});
}

// Appends the characters of a line to LINE; returns its terminator: a newline or Stream::kEnd.
std::int32_t take_line(Interpreter& lisp, Stream& in, std::u32string& line) {
  for (;;) {
    lisp.heap.poll_at(line.size());
    std::int32_t c = in.get();
    if (c == Stream::kEnd || c == '\n') {
      check_valid(lisp, in);
      return c;
    }
    line += static_cast<char32_t>(c);
  }
}

DEFUN(read_line, "read-line", "(&optional stream eof-error-p eof-value recursive-p)", R"doc(
Read a line from STREAM and return it without its newline; the second value is T if the newline was missing, else NIL.
Signals: end-of-file; stream-error.
Example: (with-input-from-string (s "one") (read-line s)) => "one"
)doc", (Interpreter& lisp, MaybeStream stream, MaybeValue error_p, MaybeValue value, MaybeValue)) {
  StreamUse in = lisp.input(or_nil(stream));
  if (is_instance_stream(stream)) {
    Value found = call_for_instance(lisp, "READ-INSTANCE-LINE", {*stream});
    if (is_nil(found))
      return lisp.vm.return_values({at_end(lisp, *in, error_p, value), truth(true)});
    return lisp.vm.return_values({car(found), cdr(found)});
  }
  std::u32string line;
  std::int32_t c = take_line(lisp, *in, line);
  Value text = c == Stream::kEnd && line.empty() ? at_end(lisp, *in, error_p, value)
                                                 : make_string(lisp.heap, line);
  return lisp.vm.return_values({text, truth(c == Stream::kEnd)});
}

DEFUN(open_syntax, "open-syntax", "(text)", R"doc(
Return NIL if no list, string, symbol or comment in TEXT is open, so that its forms are complete; otherwise what the next
line's prompt shows, a string: the number of open parentheses, or the character that closes a string, symbol or comment.
Example: (list (open-syntax "(car ; (") (open-syntax "(car #\\()") (open-syntax "\"a")) => ("1" NIL "\"")
)doc", (Interpreter& lisp, StringArg text)) {
  Nesting nesting(lisp.dialect());
  nesting.add(utf8_of(string_view_of(lisp.heap, text)));
  return nesting.is_open() ? make_string(lisp.heap, nesting.continuation_mark()) : nil();
}

DEFUN(completions, "completions", "(text)", R"doc(
Return the completions of the word at the end of TEXT, as Tab does at the prompt: a list of the position at which the word
begins and of the words, all strings.
Example: (cdr (completions "(print 'most-positive-fix")) => ("most-positive-fixnum")
)doc", (Interpreter& lisp, StringArg text)) {
  std::string line = utf8_of(string_view_of(lisp.heap, text));
  Completion found = completion_of(lisp, Nesting(lisp.dialect()), line);
  ListBuilder result(lisp.heap);
  result.add(fixnum(unicode::decode_all(line.substr(0, found.start)).size()));
  for (const std::string& word : found.words) result.add(make_string(lisp.heap, word));
  return result.list();
}

DEFUN(prompt_line, "prompt-line", "(prompt answers)", R"doc(
Print PROMPT and return the line that the user types, or NIL at the end of input. At a terminal the line can be edited, and
Tab completes it to one of ANSWERS, a list of strings. If ANSWERS is T, the line is one of forms: it enters the history, Tab
completes it as at the prompt, and an interrupt returns :INTERRUPT.
Example: (with-input-from-string (*standard-input* "yes") (prompt-line "" nil)) => "yes"
)doc", (Interpreter& lisp, StringArg prompt, Value answers)) {
  if (answers != t() && proper_length(lisp.heap, answers) < 0)
    signal_wrong_type(lisp.heap, "prompt-line", answers, {"a list of strings, or T", "LIST"});
  StreamUse in = lisp.input(nil());
  StreamUse out = lisp.output(nil());
  if (lisp.ask_user && &*in == &lisp.standard.input() && !in->ready()) {
    std::vector<std::string> words;
    for (Value l = answers; is_cons(l); l = cdr(l))
      if (is_string(car(l))) words.push_back(utf8_of(string_view_of(lisp.heap, car(l))));
    using Answer = Interpreter::Answer;
    const Answer answer = lisp.ask_user(utf8_of(string_view_of(lisp.heap, prompt)),
                                        answers == t() ? nullptr : &words);
    if (answer.kind == Answer::Interrupted) return lisp.symbols.intern(":INTERRUPT");
    return answer.kind == Answer::Line ? make_string(lisp.heap, answer.text) : nil();
  }
  lisp.print(prompt, *out, false);
  out->flush();
  std::u32string line;
  std::int32_t c = take_line(lisp, *in, line);
  return c == Stream::kEnd && line.empty() ? nil() : make_string(lisp.heap, line);
}

DEFUN(read_char, "read-char", "(&optional stream eof-error-p eof-value recursive-p)", R"doc(
Read one character from STREAM and return it.
Signals: end-of-file; stream-error.
Example: (with-input-from-string (s "ab") (read-char s)) => #\a
)doc", (Interpreter& lisp, MaybeStream stream, MaybeValue error_p, MaybeValue value, MaybeValue)) {
  StreamUse in = lisp.input(or_nil(stream));
  std::int32_t c = in->get();
  check_valid(lisp, *in);
  return c == Stream::kEnd ? at_end(lisp, *in, error_p, value)
                           : Value::from_character(static_cast<char32_t>(c));
}

DEFUN(read_char_no_hang, "read-char-no-hang", "(&optional stream eof-error-p eof-value recursive-p)", R"doc(
Read one character from STREAM and return it, or NIL if no character is available yet.
Signals: end-of-file; stream-error.
Example: (with-input-from-string (s "ab") (read-char-no-hang s)) => #\a
)doc", (Interpreter& lisp, MaybeStream stream, MaybeValue error_p, MaybeValue value, MaybeValue recursive)) {
  StreamUse in = lisp.input(or_nil(stream));
  if (is_instance_stream(stream)) {
    Value c = call_for_instance(lisp, "READ-INSTANCE-CHAR-NO-HANG", {*stream});
    return c.is_character() || is_nil(c) ? c : at_end(lisp, *in, error_p, value);
  }
  if (in->must_wait()) return nil();
  return read_char(lisp, stream, error_p, value, recursive);
}

DEFUN(peek_char, "peek-char", "(&optional kind stream eof-error-p eof-value recursive-p)", R"doc(
Return the next character of STREAM and leave it there.
KIND: NIL to skip nothing, T to skip whitespace as *READTABLE* defines it, or a character: skip all characters before it.
Signals: type-error for any other KIND; end-of-file; stream-error.
Example: (with-input-from-string (s "  b") (peek-char t s)) => #\b
)doc", (Interpreter& lisp, MaybeValue kind, MaybeStream stream, MaybeValue error_p, MaybeValue value, MaybeValue)) {
  StreamUse in = lisp.input(or_nil(stream));
  Value skip = or_nil(kind);
  if (!is_nil(skip) && skip != t() && !skip.is_character())
    signal_wrong_type(lisp.heap, "peek-char", skip,
                      {"a character, T or NIL", "(OR CHARACTER BOOLEAN)"});
  Value table = symbol_value(lisp.heap, Sym::star_readtable);
  auto is_space = [&](char32_t u) {
    if (!has_type(table, Type::Readtable)) return unicode::is_space(u);
    return syntax_of(lisp.heap, as<Readtable>(table), u) == Syntax::Whitespace;
  };
  std::int32_t c = in->peek();
  for (std::size_t skipped = 0; c != Stream::kEnd; ++skipped, c = in->peek()) {
    lisp.heap.poll_at(skipped);
    auto u = static_cast<char32_t>(c);
    if (is_nil(skip) || (skip == t() ? !is_space(u) : u == skip.character())) break;
    in->get();
  }
  check_valid(lisp, *in);
  return c == Stream::kEnd ? at_end(lisp, *in, error_p, value)
                           : Value::from_character(static_cast<char32_t>(c));
}

DEFUN(unread_char, "unread-char", "(character &optional stream)", R"doc(
Put CHARACTER, the character that was read last, back into STREAM; return NIL.
Signals: type-error unless CHARACTER is a character and STREAM is an input stream; stream-error if CHARACTER is not the one
that was read last.
Example: (with-input-from-string (s "ab") (unread-char (read-char s) s) (read-char s)) => #\a
)doc", (Interpreter& lisp, Character character, MaybeStream stream)) {
  StreamUse in = lisp.input(or_nil(stream));
  if (!in->unget(character))
    signal_error(lisp.heap, ConditionKind::stream_error,
                 "UNREAD-CHAR: ~S is not the character that was read last",
                 {Value::from_character(character)},
                 {lisp.text.streams.object_of(*in, StreamObject::kInput)});
  return nil();
}

DEFUN(listen, "listen", "(&optional stream)", R"doc(
Return T if a character can be read from STREAM without waiting, else NIL.
Signals: type-error unless STREAM is an input stream.
Example: (with-input-from-string (s "a") (listen s)) => T
)doc", (Interpreter& lisp, MaybeStream stream)) {
  return truth(lisp.input(or_nil(stream), Interpreter::Content::Any)->ready());
}

DEFUN(clear_input, "clear-input", "(&optional stream)", R"doc(
Discard the buffered input of a terminal; return NIL.
Signals: type-error unless STREAM is an input stream.
Example: (clear-input (make-string-input-stream "a")) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  StreamUse in = lisp.input(or_nil(stream), Interpreter::Content::Any);
  if (is_instance_stream(stream) || in->is_terminal()) in->drop_input();
  return nil();
}

}  // namespace

}  // namespace winnow
