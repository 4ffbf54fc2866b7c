// Printing.
#include "builtins/sequence_arguments.hpp"
#include "builtins/stream_arguments.hpp"
#include "text/format.hpp"

namespace winnow {

namespace {

DEFUN(prin1, "prin1", "(object &optional stream)", R"doc(
Print OBJECT so that READ can read it back, and return it.
STREAM: an output stream; NIL, the default, for *STANDARD-OUTPUT*, T for the terminal.
Signals: type-error if STREAM is no stream; stream-error.
Example: (prin1-to-string "a") => "\"a\""
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  lisp.print(object, lisp.output(or_nil(stream)), true);
  return object;
}

DEFUN(princ, "princ", "(object &optional stream)", R"doc(
Print OBJECT for people, strings and characters as they are, and return it.
Signals: type-error if STREAM is no stream; stream-error.
Example: (princ-to-string "a") => "a"
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  lisp.print(object, lisp.output(or_nil(stream)), false);
  return object;
}

DEFUN(print_, "print", "(object &optional stream)", R"doc(
Begin a new line, print OBJECT as PRIN1 does, then a space; return OBJECT.
Signals: type-error if STREAM is no stream; stream-error.
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
Signals: type-error if STREAM is no stream; stream-error.
Example: (with-output-to-string (s) (terpri s)) => "
"
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.output(or_nil(stream)).put('\n');
  return nil();
}

DEFUN(fresh_line, "fresh-line", "(&optional stream)", R"doc(
End the line of output unless it is empty; return T if it was not.
Signals: type-error if STREAM is no stream; stream-error.
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
Signals: type-error; stream-error.
Example: (with-output-to-string (s) (write-string "abc" s :start 1)) => "bc"
)doc", (Interpreter& lisp, StringArg string, MaybeStream stream, Key<Value> start, Key<Value> end)) {
  return write_text(lisp, "write-string", string, stream, start, end, false);
}

DEFUN(write_line, "write-line", "(string &optional stream &key start end)", R"doc(
Write the characters of STRING from START to END and end the line; return STRING.
Signals: type-error; stream-error.
Example: (with-output-to-string (s) (write-line "a" s)) => "a
"
)doc", (Interpreter& lisp, StringArg string, MaybeStream stream, Key<Value> start, Key<Value> end)) {
  return write_text(lisp, "write-line", string, stream, start, end, true);
}

DEFUN(write_char, "write-char", "(character &optional stream)", R"doc(
Write CHARACTER, and return it.
Signals: type-error; stream-error.
Example: (with-output-to-string (s) (write-char #\a s)) => "a"
)doc", (Interpreter& lisp, Character character, MaybeStream stream)) {
  lisp.output(or_nil(stream)).put(character);
  return Value::from_character(character);
}

DEFUN(finish_output, "finish-output", "(&optional stream)", R"doc(
Send what was written so far on its way; return NIL.
Signals: type-error if STREAM is no stream; stream-error.
Example: (finish-output) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.output(or_nil(stream)).flush();
  return nil();
}

DEFUN(force_output, "force-output", "(&optional stream)", R"doc(
Send what was written so far on its way; return NIL.
Signals: type-error if STREAM is no stream; stream-error.
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
  if (is_function(control))
    signal_wrong_type(lisp.heap, "format", control, {"a control string", "(OR STRING FUNCTION)"});
  if (!is_string(control))
    signal_wrong_type(lisp.heap, "format", control, {"a control string", "(OR STRING FUNCTION)"});
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

}  // namespace

}  // namespace winnow
