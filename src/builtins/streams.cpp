// Streams: construction, queries, closing.
#include "builtins/sequence_arguments.hpp"
#include "builtins/stream_arguments.hpp"
#include "text/streams/called_stream.hpp"
#include "text/streams/composite_streams.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

constexpr unsigned kIn = StreamObject::kInput;
constexpr unsigned kOut = StreamObject::kOutput;

DEFUN(make_string_input_stream, "make-string-input-stream", "(string &optional start end)", R"doc(
Return an input stream of the characters of STRING from START to END.
Signals: type-error unless STRING is a string, and START and END are a range within it.
Example: (read (make-string-input-stream "42")) => 42
)doc", (Interpreter& lisp, StringArg string, MaybeValue start, MaybeValue end)) {
  StringView s = string_view_of(lisp.heap, string);
  auto [from, to] = checked_range(lisp.heap, "make-string-input-stream", s.length,
                                  start.value_or(fixnum(0)), end.value_or(nil()));
  s.offset += from;
  s.length = to - from;
  return lisp.text.streams.add(std::make_unique<StringInput>(utf8_of(s), "string"),
                               StreamObject::String, kIn);
}

DEFUN(make_string_output_stream, "make-string-output-stream", "(&key element-type)", R"doc(
Return an output stream that collects its output, which GET-OUTPUT-STREAM-STRING returns.
ELEMENT-TYPE: a subtype of CHARACTER, the default.
Signals: type-error unless ELEMENT-TYPE is such a type.
Example: (get-output-stream-string (make-string-output-stream)) => ""
)doc", (Interpreter& lisp, Key<Value> element_type)) {
  Value character = lisp.symbols.symbol(Sym::character);
  if (element_type && *element_type != character &&
      is_nil(lisp.vm.call(lisp.symbols.intern("SUBTYPEP"), {*element_type, character})))
    signal_wrong_type(lisp.heap, "make-string-output-stream", *element_type,
                      {"a subtype of CHARACTER", "(MEMBER CHARACTER BASE-CHAR STANDARD-CHAR)"});
  return lisp.text.streams.add(std::make_unique<StringOutput>(), StreamObject::String, kOut);
}

DEFUN(make_string_filler, "make-string-filler", "(string)", R"doc(
Return an output stream that appends its output to STRING, which must have a fill pointer.
Signals: type-error.
)doc", (Interpreter& lisp, StringArg string)) {
  if (!has_type(string, Type::Array) || is_nil(as<Array>(string)->fill_pointer))
    signal_wrong_type(
        lisp.heap, "with-output-to-string", string,
        {"a string with a fill pointer", "(AND STRING (SATISFIES ARRAY-HAS-FILL-POINTER-P))"});
  return lisp.text.streams.add(std::make_unique<StringFiller>(lisp.heap), StreamObject::String,
                               StreamObject::kOutput, string,
                               lisp.vm.function_of(lisp.symbols.intern("VECTOR-PUSH-EXTEND")));
}

DEFUN(get_output_stream_string, "get-output-stream-string", "(stream)", R"doc(
Return the text written to STREAM since the last call, as a string.
STREAM: a stream that MAKE-STRING-OUTPUT-STREAM returned.
Signals: type-error unless STREAM is a string output stream.
Example: (let ((s (make-string-output-stream))) (princ 1 s) (get-output-stream-string s)) => "1"
)doc", (Interpreter& lisp, Value stream)) {
  StreamObject* object = lisp.text.streams.checked("get-output-stream-string", stream);
  auto* out = dynamic_cast<StringOutput*>(object->stream);
  if (out == nullptr)
    signal_wrong_type(lisp.heap, "get-output-stream-string", stream,
                      {"a string output stream", "STRING-STREAM"});
  return make_string(lisp.heap, out->take());
}

// Tests whether STREAM, or the target of a synonym stream, has the direction WAY.
Value goes(Interpreter& lisp, const char* name, Value stream, StreamObject::Flag way) {
  StreamObject* object = lisp.text.streams.checked(name, stream);
  if (object->kind() == StreamObject::Synonym)
    object = as<StreamObject>(lisp.text.streams.resolve(stream, way));
  return truth(object->has(way));
}

// ---- composite streams

Value checked_stream(Interpreter& lisp, const char* name, Value stream, StreamObject::Flag way) {
  StreamObject* object = lisp.text.streams.checked(name, stream);
  // The variable of a synonym stream may get its stream later.
  bool later = object->kind() == StreamObject::Synonym &&
               is_nil(lisp.text.streams.stream_of(as_symbol(object->first)->value));
  bool input = way == StreamObject::kInput;
  if (!later && is_nil(goes(lisp, name, stream, way)))
    signal_error(
        lisp.heap, ConditionKind::type_error, "~A: expected an ~A stream, got ~S",
        {operation_named(lisp.heap, name), make_string(lisp.heap, input ? "input" : "output"),
         stream},
        {stream,
         list_of(lisp.heap, {lisp.symbols.intern("SATISFIES"),
                             lisp.symbols.intern(input ? "INPUT-STREAM-P" : "OUTPUT-STREAM-P")})});
  return stream;
}

Value checked_streams(Interpreter& lisp, const char* name, const Rest& streams,
                      StreamObject::Flag way) {
  for (Value s : streams) checked_stream(lisp, name, s, way);
  return list_of(lisp.heap, streams.begin(), streams.size());
}

DEFUN(make_two_way_stream, "make-two-way-stream", "(input output)", R"doc(
Return a stream that reads from INPUT and writes to OUTPUT.
Signals: type-error unless INPUT is an input stream and OUTPUT is an output stream.
Example: (with-input-from-string (s "a") (read (make-two-way-stream s *standard-output*))) => A
)doc", (Interpreter& lisp, Value input, Value output)) {
  checked_stream(lisp, "make-two-way-stream", input, StreamObject::kInput);
  checked_stream(lisp, "make-two-way-stream", output, StreamObject::kOutput);
  return lisp.text.streams.add(nullptr, StreamObject::TwoWay, kIn | kOut, input, output);
}

DEFUN(make_echo_stream, "make-echo-stream", "(input output)", R"doc(
Return a stream that reads from INPUT, writes to OUTPUT, and copies all input to OUTPUT.
Signals: type-error unless INPUT is an input stream and OUTPUT is an output stream.
Example: (with-output-to-string (o) (with-input-from-string (i "a b") (read-char (make-echo-stream i o)))) => "a"
)doc", (Interpreter& lisp, Value input, Value output)) {
  checked_stream(lisp, "make-echo-stream", input, StreamObject::kInput);
  checked_stream(lisp, "make-echo-stream", output, StreamObject::kOutput);
  return lisp.text.streams.add(std::make_unique<EchoStream>(lisp.text.streams), StreamObject::Echo,
                               kIn | kOut, input, output);
}

DEFUN(make_case_stream, "make-case-stream", "(output kind)", R"doc(
Return a stream that writes to OUTPUT with its letters in another case.
KIND: :UPCASE, :DOWNCASE, :CAPITALIZE (each word), or :CAPITALIZE-FIRST (the first word; the rest in lower case).
Signals: type-error unless OUTPUT is an output stream.
)doc", (Interpreter& lisp, Value output, SymbolArg kind)) {
  checked_stream(lisp, "make-case-stream", output, StreamObject::kOutput);
  std::string name = utf8_of(as<String>(as_symbol(kind)->name));
  using Case = CaseStream::Case;
  Case to = name == "UPCASE"             ? Case::Up
            : name == "CAPITALIZE"       ? Case::Capitalized
            : name == "CAPITALIZE-FIRST" ? Case::FirstCapitalized
                                         : Case::Down;
  return lisp.text.streams.add(std::make_unique<CaseStream>(lisp.text.streams, to),
                               StreamObject::Other, kOut, nil(), output);
}

DEFUN(make_broadcast_stream, "make-broadcast-stream", "(&rest streams)", R"doc(
Return an output stream that writes to each of STREAMS. Without STREAMS, all output is discarded.
Signals: type-error unless every argument is an output stream.
Example: (with-output-to-string (s) (princ 'ha (make-broadcast-stream s s))) => "HHAA"
)doc", (Interpreter& lisp, Rest streams)) {
  Value all = checked_streams(lisp, "make-broadcast-stream", streams, StreamObject::kOutput);
  return lisp.text.streams.add(std::make_unique<BroadcastStream>(lisp.text.streams),
                               StreamObject::Broadcast, kOut, all);
}

DEFUN(make_concatenated_stream, "make-concatenated-stream", "(&rest streams)", R"doc(
Return an input stream that reads from each of STREAMS in turn.
Signals: type-error unless every argument is an input stream.
Example: (read-line (make-concatenated-stream (make-string-input-stream "ab") (make-string-input-stream "cd"))) => "abcd"
)doc", (Interpreter& lisp, Rest streams)) {
  Value all = checked_streams(lisp, "make-concatenated-stream", streams, StreamObject::kInput);
  return lisp.text.streams.add(std::make_unique<ConcatenatedStream>(lisp.text.streams),
                               StreamObject::Concatenated, kIn, all);
}

DEFUN(make_synonym_stream, "make-synonym-stream", "(symbol)", R"doc(
Return a stream that forwards each operation to the stream that is the value of SYMBOL at that time.
Signals: type-error unless SYMBOL is a symbol.
Example: (with-output-to-string (*standard-output*) (princ 1 (make-synonym-stream '*standard-output*))) => "1"
)doc", (Interpreter& lisp, SymbolArg symbol)) {
  return lisp.text.streams.add(nullptr, StreamObject::Synonym, kIn | kOut, symbol);
}

DEFUN(make_called_stream, "make-called-stream", "(target functions input output binary)", R"doc(
Return a stream that calls FUNCTIONS, a vector in the order of gray-streams.lisp, with TARGET as the first argument.
INPUT, OUTPUT: its directions.  BINARY: true if its elements are integers.
Signals: type-error.
)doc", (Interpreter& lisp, Value target, Value functions, Value input, Value output, Value binary)) {
  if (!has_type(functions, Type::Vector))
    signal_wrong_type(lisp.heap, "make-called-stream", functions, "a simple vector");
  return lisp.text.streams.add(std::make_unique<CalledStream>(lisp.heap), StreamObject::Other,
                               (is_nil(input) ? 0 : kIn) | (is_nil(output) ? 0 : kOut) |
                                   (is_nil(binary) ? 0 : unsigned{StreamObject::kBinary}),
                               target, functions);
}

DEFUN(stream_kind, "stream-kind", "(stream)", R"doc(
Return the type of STREAM as a symbol, such as STRING-STREAM, or NIL if STREAM is not a stream.
Example: (stream-kind (make-string-output-stream)) => STRING-STREAM
)doc", (Heap& heap, Value stream)) {
  static constexpr const char* kNames[] = {
      "FILE-STREAM",      "STRING-STREAM",       "TWO-WAY-STREAM", "ECHO-STREAM",
      "BROADCAST-STREAM", "CONCATENATED-STREAM", "SYNONYM-STREAM", "STREAM"};
  if (!has_type(stream, Type::Stream)) return nil();
  return heap.symbols->intern(kNames[as<StreamObject>(stream)->kind()]);
}

DEFUN(stream_part, "stream-part", "(name stream kind second)", R"doc(
Return the first component of STREAM, a composite stream of the type KIND, or the second if SECOND is true.
NAME: the operator to name in an error.
Signals: type-error.
)doc", (Interpreter& lisp, SymbolArg name, Value stream, SymbolArg kind, Value second)) {
  std::string asking = utf8_of(as<String>(as_symbol(name)->name));
  StreamObject* object = lisp.text.streams.checked(asking.c_str(), stream);
  if (stream_kind(lisp.heap, stream) != kind)
    signal_error(lisp.heap, ConditionKind::type_error, "~A: expected a stream of type ~A, got ~S",
                 {name, kind, stream}, {stream, kind});
  return is_nil(second) ? object->first : object->second;
}

// ---- queries

DEFUN(streamp, "streamp", "(object)", R"doc(
Return T if OBJECT is a stream, else NIL.
Example: (streamp *standard-output*) => T
)doc", (Interpreter& lisp, Value object)) {
  return truth(!is_nil(lisp.text.streams.stream_of(object)));
}

DEFUN(interactive_stream_p, "interactive-stream-p", "(stream)", R"doc(
Return T if STREAM is a terminal, else NIL.
Signals: type-error unless STREAM is a stream.
Example: (with-input-from-string (s "a") (interactive-stream-p s)) => NIL
)doc", (Interpreter& lisp, Value stream)) {
  lisp.text.streams.checked("interactive-stream-p", stream);
  auto* object = as<StreamObject>(lisp.text.streams.resolve(stream, StreamObject::kInput));
  return truth(object->stream != nullptr && object->stream->is_terminal());
}

DEFUN(input_stream_p, "input-stream-p", "(stream)", R"doc(
Return T if STREAM can be read from, else NIL.
Signals: type-error unless STREAM is a stream.
Example: (input-stream-p *standard-output*) => NIL
)doc", (Interpreter& lisp, Value stream)) {
  return goes(lisp, "input-stream-p", stream, StreamObject::kInput);
}

DEFUN(output_stream_p, "output-stream-p", "(stream)", R"doc(
Return T if STREAM can be written to, else NIL.
Signals: type-error unless STREAM is a stream.
Example: (output-stream-p *standard-output*) => T
)doc", (Interpreter& lisp, Value stream)) {
  return goes(lisp, "output-stream-p", stream, StreamObject::kOutput);
}

DEFUN(open_stream_p, "open-stream-p", "(stream)", R"doc(
Return T if STREAM is open, NIL if it is closed.
Signals: type-error unless STREAM is a stream.
Example: (open-stream-p *standard-output*) => T
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.text.streams.checked("open-stream-p", stream)->has(StreamObject::kOpen));
}

DEFUN(byte_stream_p, "byte-stream-p", "(stream)", R"doc(
Return T if the elements of STREAM are integers, NIL if they are characters.
Signals: type-error.
Example: (byte-stream-p *standard-output*) => NIL
)doc", (Interpreter& lisp, Value stream)) {
  StreamObject* object = lisp.text.streams.checked("%stream", stream);
  return truth(lisp.text.streams.is_binary(
      stream, object->has(StreamObject::kInput) ? StreamObject::kInput : StreamObject::kOutput));
}

DEFUN(character_stream_p, "character-stream-p", "(stream)", R"doc(
Return T if the elements of STREAM are characters, NIL if they are integers.
Signals: type-error.
Example: (character-stream-p *standard-output*) => T
)doc", (Interpreter& lisp, Value stream)) {
  return truth(is_nil(byte_stream_p(lisp, stream)));
}

DEFUN(stream_element_type, "stream-element-type", "(stream)", R"doc(
Return the type of the elements of STREAM.
Signals: type-error unless STREAM is a stream.
Example: (stream-element-type *standard-output*) => CHARACTER
)doc", (Interpreter& lisp, Value stream)) {
  lisp.text.streams.checked("stream-element-type", stream);
  for (std::size_t links = 0;; ++links) {
    lisp.heap.poll_at(links);
    stream = lisp.text.streams.resolve(stream, StreamObject::kInput);
    auto* object = as<StreamObject>(stream);
    switch (object->kind()) {
      case StreamObject::File: return object->second;
      case StreamObject::TwoWay:
      case StreamObject::Echo: stream = object->first; break;
      case StreamObject::Broadcast:
        if (is_nil(object->first)) return t();
        stream = object->first;
        while (is_cons(cdr(stream))) stream = cdr(stream);
        stream = car(stream);
        break;
      case StreamObject::Concatenated:
        if (is_cons(object->first)) {
          stream = car(object->first);
          break;
        }
        return nil();
      default: return lisp.symbols.symbol(Sym::character);
    }
  }
}

DEFUN(string_stream_index, "string-stream-index", "(stream)", R"doc(
Return the number of characters read from STREAM, which MAKE-STRING-INPUT-STREAM returned.
Signals: type-error.
Example: (with-input-from-string (s "abc") (read-char s) (string-stream-index s)) => 1
)doc", (Interpreter& lisp, Value stream)) {
  return fixnum(lisp.input(stream)->position().value_or(0));
}

// ---- closing

DEFUN(close_, "close", "(stream &key abort)", R"doc(
Close STREAM; return T.
ABORT: true to discard buffered output, to delete a file that was created for STREAM, and to leave a file that STREAM would
replace unchanged.
Signals: type-error unless STREAM is a stream; stream-error if buffered output cannot be written.
Example: (close (make-string-output-stream)) => T
)doc", (Interpreter& lisp, Value stream, Key<Value> abort)) {
  StreamTable& streams = lisp.text.streams;
  if (lisp.standard.contains(stream))
    signal_error(lisp.heap, ConditionKind::stream_error,
                 "CLOSE: the standard streams cannot be closed", {}, {stream});
  // A program that exits keeps the new files that it was writing.
  Stream* file = streams.checked("close", stream)->stream;
  bool keeps = lisp.quitting && file != nullptr && !file->replaces_file();
  streams.close(stream, is_true(abort) && !keeps);
  return t();
}

}  // namespace

}  // namespace winnow
