// Output of objects, characters and strings.
#include <cmath>

#include "builtins/sequence_arguments.hpp"
#include "builtins/stream_arguments.hpp"
#include "text/decimal.hpp"
#include "text/print_limits.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

DEFUN(prin1, "prin1", "(object &optional stream)", R"doc(
Print OBJECT so that READ can read it back, and return it.
STREAM: an output stream; NIL (default) for *STANDARD-OUTPUT*, T for the terminal.
Signals: type-error unless STREAM is a stream; stream-error.
Example: (prin1-to-string "a") => "\"a\""
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  lisp.print(object, *lisp.output(or_nil(stream)), true);
  return object;
}

DEFUN(princ, "princ", "(object &optional stream)", R"doc(
Print OBJECT without escape characters, strings and characters as their text, and return it.
Signals: type-error unless STREAM is a stream; stream-error.
Example: (princ-to-string "a") => "a"
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  lisp.print(object, *lisp.output(or_nil(stream)), false);
  return object;
}

DEFUN(print_, "print", "(object &optional stream)", R"doc(
Begin a new line, print OBJECT as PRIN1 does, then a space; return OBJECT.
Signals: type-error unless STREAM is a stream; stream-error.
Example: (with-output-to-string (s) (print 1 s)) => "
1 "
)doc", (Interpreter& lisp, Value object, MaybeStream stream)) {
  StreamUse out = lisp.output(or_nil(stream));
  out->put('\n');
  lisp.print(object, *out, true);
  out->put(' ');
  return object;
}

// Prints OBJECT with the printer variables bound as the keyword arguments of WRITE specify.
Value write_as(Interpreter& lisp, const char* name, Value object, Rest keywords, Stream* out) {
  Heap& heap = lisp.heap;
  Value stream = kAbsent;
  std::size_t bound = 0;
  Value lenient = heap.symbols->symbol(Sym::k_allow_other_keys);
  if (keywords.size() % 2 != 0)
    signal_error(heap, ConditionKind::program_error, "~A: expected a value after ~S",
                 {operation_named(heap, name), keywords[keywords.size() - 1]});
  bool allow = false;
  for (std::size_t i = keywords.size(); i > 0;
       i -= 2)  // backwards, so that the first of equal keywords takes effect
    if (keywords[i - 2] == lenient) allow = !is_nil(keywords[i - 1]);
  for (std::size_t i = keywords.size(); i > 0; i -= 2) {
    Value keyword = keywords[i - 2];
    if (out == nullptr && keyword == heap.symbols->symbol(Sym::k_stream)) {
      stream = keywords[i - 1];
    } else if (Value variable = print_variable_for(heap, keyword); variable != kAbsent) {
      lisp.vm.bind_special(variable, keywords[i - 1]);
      ++bound;
    } else if (keyword != lenient && !allow) {
      signal_error(heap, ConditionKind::program_error,
                   "~A: expected a keyword argument (see (help '~(~A~))), got ~S",
                   {operation_named(heap, name), make_string(heap, name), keyword});
    }
  }
  PrintVariables how(lisp.text);
  if (out != nullptr)
    print(lisp.text, *out, object, how);
  else
    print(lisp.text, *lisp.output(stream == kAbsent ? nil() : stream), object, how);
  lisp.vm.undo_records(bound);
  return object;
}

DEFUN(write_, "write", "(object &rest keywords)", R"doc(
Print OBJECT as the printer variables specify, and return it.
KEYWORDS: :STREAM (default *STANDARD-OUTPUT*), and for each variable *PRINT-X* the keyword :X, which binds it for this call.
Signals: type-error unless :STREAM is a stream and the other keywords have values of their variables' types;
print-not-readable; stream-error.
Example: (with-output-to-string (s) (write "a" :escape nil :stream s)) => "a"
)doc", (Interpreter& lisp, Value object, Rest keywords)) {
  return write_as(lisp, "write", object, keywords, nullptr);
}

DEFUN(write_to_string, "write-to-string", "(object &rest keywords)", R"doc(
Return the text that WRITE prints for OBJECT, as a string.
KEYWORDS: as for WRITE.
Signals: type-error unless the keywords have values of their variables' types; print-not-readable.
Example: (write-to-string 10 :base 2 :radix t) => "#b1010"
)doc", (Interpreter& lisp, Value object, Rest keywords)) {
  StringOutput out;
  write_as(lisp, "write-to-string", object, keywords, &out);
  return make_string(lisp.heap, out.take());
}

DEFUN(print_shortened_, "print-shortened", "(object stream limit)", R"doc(
Print OBJECT on STREAM as the prompt prints a value when *PROMPT-LIMIT* is LIMIT. Return T if the text was shortened, else NIL.
)doc", (Interpreter& lisp, Value object, Value stream, Value limit)) {
  StreamUse out = lisp.output(stream);
  if (limit.is_fixnum() && limit.fixnum() > 0)
    return truth(
        print_shortened(lisp.text, *out, object, static_cast<std::size_t>(limit.fixnum())));
  lisp.print(object, *out, true);
  return nil();
}

DEFUN(identity_text, "identity-text", "(object)", R"doc(
Return a string that identifies OBJECT: no other object has the same string during the lifetime of OBJECT.
)doc", (Heap& heap, Value object)) {
  char text[24];
  std::snprintf(text, sizeof text, "{%llX}", static_cast<unsigned long long>(object.bits));
  return make_string(heap, text);
}

DEFUN(standard_syntax, "standard-syntax", "()", R"doc(
Return a list of the variables that WITH-STANDARD-IO-SYNTAX binds, and a list of their values.
)doc", (Interpreter& lisp)) {
  Value names = standard_variables(lisp.text);
  return lisp.vm.return_values({names, standard_values(lisp.text)});
}

DEFUN(prin1_to_string, "prin1-to-string", "(object)", R"doc(
Return the text that PRIN1 prints for OBJECT, as a string.
Example: (prin1-to-string '(a "b")) => "(A \"b\")"
)doc", (Interpreter& lisp, Value object)) {
  return make_string(lisp.heap, lisp.to_text(object, true));
}

DEFUN(princ_to_string, "princ-to-string", "(object)", R"doc(
Return the text that PRINC prints for OBJECT, as a string.
Example: (princ-to-string '(a "b")) => "(A b)"
)doc", (Interpreter& lisp, Value object)) {
  return make_string(lisp.heap, lisp.to_text(object, false));
}

DEFUN(terpri, "terpri", "(&optional stream)", R"doc(
Write a newline; return NIL.
Signals: type-error unless STREAM is a stream; stream-error.
Example: (with-output-to-string (s) (terpri s)) => "
"
)doc", (Interpreter& lisp, MaybeStream stream)) {
  StreamUse out = lisp.output(or_nil(stream));
  if (is_instance_stream(stream))
    call_for_instance(lisp, "BREAK-INSTANCE-LINE", {*stream});
  else
    out->put('\n');
  return nil();
}

DEFUN(fresh_line, "fresh-line", "(&optional stream)", R"doc(
Write a newline unless the output is at the beginning of a line; return T if a newline was written, else NIL.
Signals: type-error unless STREAM is a stream; stream-error.
Example: (with-output-to-string (s) (fresh-line s)) => ""
)doc", (Interpreter& lisp, MaybeStream stream)) {
  StreamUse out = lisp.output(or_nil(stream));
  bool needed = out->column() != 0;
  out->fresh_line();
  return truth(needed);
}

}  // namespace

void write_characters(Heap& heap, Stream& out, const StringView& s, std::size_t from,
                      std::size_t to) {
  constexpr std::size_t kPiece = 4096;  // characters written between two polls for interrupts
  while (from < to && !s.data->is_wide()) {
    heap.upcalls->poll();
    std::size_t count = std::min(to - from, kPiece);
    out.write_latin1(s.data->narrow + s.offset + from, count);
    from += count;
  }
  for (; from < to; ++from) {
    heap.poll_at(from);
    out.put(s.at(from));
  }
}

namespace {

DEFUN(line_column, "line-column", "(&optional stream)", R"doc(
Return the number of characters on the current output line of STREAM.
Signals: type-error.
Example: (with-output-to-string (s) (format s "ab~%abc") (print (line-column s) s)) => "ab
abc
3 "
)doc", (Interpreter& lisp, MaybeStream stream)) {
  return fixnum(lisp.output(or_nil(stream))->column());
}

Value write_text(Interpreter& lisp, const char* name, Value string, const MaybeStream& stream,
                 const Key<Value>& start, const Key<Value>& end, bool newline) {
  StringView s = string_view_of(lisp.heap, string);
  auto [from, to] = checked_range(lisp.heap, name, s.length, start, end);
  StreamUse out = lisp.output(or_nil(stream));
  if (is_instance_stream(stream)) {
    call_for_instance(lisp, "WRITE-INSTANCE-STRING", {string, *stream, fixnum(from), fixnum(to)});
    if (newline) call_for_instance(lisp, "BREAK-INSTANCE-LINE", {*stream});
    return string;
  }
  write_characters(lisp.heap, *out, s, from, to);
  if (newline) out->put('\n');
  return string;
}

DEFUN(write_string, "write-string", "(string &optional stream &key start end)", R"doc(
Write the characters of STRING from START to END, and return STRING.
Signals: type-error unless STRING is a string, STREAM is a stream, and START and END are a range within STRING; stream-error.
Example: (with-output-to-string (s) (write-string "abc" s :start 1)) => "bc"
)doc", (Interpreter& lisp, StringArg string, MaybeStream stream, Key<Value> start, Key<Value> end)) {
  return write_text(lisp, "write-string", string, stream, start, end, false);
}

DEFUN(write_line, "write-line", "(string &optional stream &key start end)", R"doc(
Write the characters of STRING from START to END and a newline; return STRING.
Signals: type-error unless STRING is a string, STREAM is a stream, and START and END are a range within STRING; stream-error.
Example: (with-output-to-string (s) (write-line "a" s)) => "a
"
)doc", (Interpreter& lisp, StringArg string, MaybeStream stream, Key<Value> start, Key<Value> end)) {
  return write_text(lisp, "write-line", string, stream, start, end, true);
}

DEFUN(write_char, "write-char", "(character &optional stream)", R"doc(
Write CHARACTER, and return it.
Signals: type-error unless CHARACTER is a character and STREAM is an output stream; stream-error.
Example: (with-output-to-string (s) (write-char #\a s)) => "a"
)doc", (Interpreter& lisp, Character character, MaybeStream stream)) {
  lisp.output(or_nil(stream))->put(character);
  return Value::from_character(character);
}

DEFUN(finish_output, "finish-output", "(&optional stream)", R"doc(
Write all buffered output to its destination; return NIL.
Signals: type-error unless STREAM is a stream; stream-error.
Example: (finish-output) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  lisp.output(or_nil(stream), Interpreter::Content::Any)->flush();
  return nil();
}

DEFUN(clear_output, "clear-output", "(&optional stream)", R"doc(
Discard buffered output to a terminal; return NIL. Output to other destinations is kept.
Signals: type-error unless STREAM is a stream.
Example: (clear-output) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  StreamUse out = lisp.output(or_nil(stream), Interpreter::Content::Any);
  if (is_instance_stream(stream) || out->is_terminal()) out->drop_output();
  return nil();
}

DEFUN(force_output, "force-output", "(&optional stream)", R"doc(
Write all buffered output to its destination; return NIL.
Signals: type-error unless STREAM is a stream; stream-error.
Example: (force-output) => NIL
)doc", (Interpreter& lisp, MaybeStream stream)) {
  StreamUse out = lisp.output(or_nil(stream), Interpreter::Content::Any);
  if (is_instance_stream(stream))
    call_for_instance(lisp, "FORCE-INSTANCE-OUTPUT", {*stream});
  else
    out->flush();
  return nil();
}

// ---- primitives of FORMAT (lib/io/format.lisp)

DEFUN(output_stream, "output-stream", "(stream)", R"doc(
Return the stream to which output to STREAM goes: itself or, for a synonym or two-way stream, its target.
Signals: type-error unless STREAM is an output stream of characters; stream-error if it is closed.
)doc", (Interpreter& lisp, Value stream)) {
  lisp.output(stream);
  return is_instance_stream(stream) ? stream
                                    : lisp.text.streams.resolve(stream, StreamObject::kOutput);
}

DEFUN(stream_line_width, "stream-line-width", "(stream)", R"doc(
Return the number of columns of a line of STREAM, which is 80 unless it is a terminal.
Signals: type-error.
)doc", (Interpreter& lisp, Value stream)) {
  return fixnum(lisp.output(stream)->line_width());
}

DEFUN(write_repeated, "write-repeated", "(character count stream)", R"doc(
Write CHARACTER to STREAM COUNT times, unless COUNT is negative; return NIL.
Signals: type-error; stream-error.
)doc", (Interpreter& lisp, Character character, Fixnum count, Value stream)) {
  StreamUse out = lisp.output(stream);
  for (std::int64_t i = 0; i < count; ++i) {
    lisp.heap.poll_at(static_cast<std::size_t>(i + 1));
    out->put(character);
  }
  return nil();
}

DEFUN(integer_digits, "integer-digits", "(n base)", R"doc(
Return the digits of the integer N, after a sign if it is negative, as a string.
BASE: an integer from 2 to 36.
Signals: type-error.
)doc", (Heap& heap, Integer n, Index base)) {
  if (base.n < 2 || base.n > 36)
    signal_wrong_type(heap, "integer-digits", fixnum(base.n),
                      {"an integer from 2 to 36", "(INTEGER 2 36)"});
  return make_string(heap, integer_to_string(heap, n, static_cast<int>(base.n)));
}

DEFUN(shortest_digits, "shortest-digits", "(real)", R"doc(
Return a string of digits, an integer P, and whether REAL has a minus sign: the absolute value of REAL is 0.DIGITS times 10 to the
power P. There are as few digits as identify a float; none for zero.
REAL: an integer or a float.
Signals: type-error.
)doc", (Interpreter& lisp, Value real)) {
  if (!is_integer(real) && !is_float(real))
    signal_wrong_type(lisp.heap, "shortest-digits", real,
                      {"an integer or a float", "(OR INTEGER FLOAT)"});
  Decimal d = shortest_decimal(lisp.heap, real);
  bool negative = is_integer(real) ? integer_sign(real) < 0 : std::signbit(float_value(real));
  return lisp.vm.return_values(
      {make_string(lisp.heap, d.digits), fixnum(d.point), truth(negative)});
}

}  // namespace

}  // namespace winnow
