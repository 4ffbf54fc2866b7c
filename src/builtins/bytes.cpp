// Byte streams, READ-SEQUENCE and WRITE-SEQUENCE.
#include <cstring>

#include "builtins/sequence_arguments.hpp"
#include "builtins/stream_arguments.hpp"

namespace winnow {

namespace {

constexpr auto kBytes = StreamTable::Content::Bytes;

// Reads an integer from a binary file, least significant byte first; returns kAbsent at the end.
Value read_element(Heap& heap, Stream& in) {
  Stream::Element element = in.element();
  if (element.is_octet()) {
    std::uint8_t byte;
    return in.get_byte(byte) ? fixnum(byte) : kAbsent;
  }
  std::uint32_t count = element.bytes();
  std::string bytes(count, '\0');
  for (char& b : bytes) {
    std::uint8_t byte;
    if (!in.get_byte(byte)) return kAbsent;
    b = static_cast<char>(byte);
  }
  bool negative = element.is_signed && (bytes.back() & 0x80) != 0;
  if (count < 8) {
    std::int64_t n = negative ? -1 : 0;
    for (std::size_t i = count; i-- > 0;) n = n * 256 + static_cast<unsigned char>(bytes[i]);
    return Value::from_fixnum(n);
  }
  std::string digits;
  static constexpr char kDigits[] = "0123456789ABCDEF";
  for (std::size_t i = count; i-- > 0;) {
    digits += kDigits[static_cast<unsigned char>(bytes[i]) >> 4];
    digits += kDigits[bytes[i] & 15];
  }
  Value n = integer_from_string(heap, digits, 16);
  Value range = integer_shift(heap, Value::from_fixnum(1), 8 * static_cast<std::int64_t>(count));
  return negative ? integer_subtract(heap, n, range) : n;
}

void write_element(Heap& heap, Stream& out, Value n) {
  Stream::Element element = out.element();
  if (element.is_octet() && is_octet(n)) return out.put_byte(static_cast<std::uint8_t>(n.fixnum()));
  bool fits = is_integer(n) && (element.is_signed || integer_sign(n) >= 0) &&
              integer_length(n) + (element.is_signed ? 1 : 0) <= element.bits;
  if (!fits)
    signal_error(
        heap, ConditionKind::type_error,
        "WRITE-BYTE: expected an integer of ~D bits~:[~; and a sign~], got ~S",
        {fixnum(element.bits), truth(element.is_signed), n},
        {n,
         list_of(heap, {heap.symbols->intern(element.is_signed ? "SIGNED-BYTE" : "UNSIGNED-BYTE"),
                        fixnum(element.bits)})});
  for (std::uint32_t i = 0; i < element.bytes(); ++i) {
    Value byte = integer_logic(heap, Logic::And, n, Value::from_fixnum(255));
    out.put_byte(static_cast<std::uint8_t>(byte.fixnum()));
    n = integer_shift(heap, n, -8);
  }
}

DEFUN(read_byte, "read-byte", "(stream &optional eof-error-p eof-value)", R"doc(
Read one element, an integer, from the binary stream STREAM and return it.
EOF-ERROR-P: default T; if NIL, return EOF-VALUE at the end of STREAM.
Signals: type-error unless STREAM is a binary input stream; end-of-file; stream-error.
Example: (with-open-file (s "/dev/zero" :element-type '(unsigned-byte 8)) (read-byte s)) => 0
)doc", (Interpreter& lisp, Value stream, MaybeValue error_p, MaybeValue value)) {
  lisp.text.streams.checked("read-byte", stream);
  StreamUse in = lisp.input(stream, kBytes);
  Value n = read_element(lisp.heap, *in);
  if (n != kAbsent) return n;
  if (error_p && is_nil(*error_p)) return or_nil(value);
  signal_error(lisp.heap, ConditionKind::end_of_file, "~A: the end is reached",
               {make_string(lisp.heap, in->name())}, {stream});
}

DEFUN(write_byte, "write-byte", "(byte stream)", R"doc(
Write BYTE, an integer of the element type of STREAM, and return it.
Signals: type-error unless BYTE is an integer of the type of STREAM's elements; stream-error.
Example: (write-byte 7 (make-broadcast-stream)) => 7
)doc", (Interpreter& lisp, Value byte, Value stream)) {
  lisp.text.streams.checked("write-byte", stream);
  write_element(lisp.heap, *lisp.output(stream, kBytes), byte);
  return byte;
}

// ---- sequences

std::size_t sequence_length(Value sequence) {
  return is_vector(sequence) ? vector_length(sequence) : list_length(sequence);
}

// Reads into the elements of OCTETS from FROM to TO what a stream with a buffer has; returns the index
// of the first element that was not replaced.
std::size_t read_octets(Heap& heap, Stream& in, OctetVector* octets, std::size_t from,
                        std::size_t to) {
  while (from < to) {
    const std::string_view bytes = in.bytes_ahead().substr(0, to - from);
    if (bytes.empty()) break;
    std::memcpy(octets->data + from, bytes.data(), bytes.size());
    in.take_up_to(bytes.data() + bytes.size());
    from += bytes.size();
    heap.upcalls->poll();
  }
  return from;
}

// Are the elements of SEQUENCE those of a stream of octets?
bool are_octets(Value sequence, Stream& stream) {
  return has_type(sequence, Type::OctetVector) && stream.element().is_octet();
}

DEFUN(read_sequence, "read-sequence", "(sequence stream &key start end)", R"doc(
Replace the elements of SEQUENCE from START to END by elements read from STREAM.
Return the index of the first element that was not replaced.
Signals: type-error unless SEQUENCE is a sequence, STREAM is a stream, and START and END are a range within SEQUENCE;
stream-error.
Example: (let ((v (make-string 4 :initial-element #\-))) (with-input-from-string (s "ab") (list (read-sequence v s) v))) => (2 "ab--")
)doc", (Interpreter& lisp, Sequence sequence, Value stream, Key<Value> start, Key<Value> end)) {
  Heap& heap = lisp.heap;
  lisp.text.streams.checked("read-sequence", stream);
  auto [from, to] = checked_range(heap, "read-sequence", sequence_length(sequence), start, end);
  if (is_instance_stream(stream))
    return call_for_instance(lisp, "READ-INSTANCE-SEQUENCE",
                             {sequence, stream, fixnum(from), fixnum(to)});
  bool binary = lisp.text.streams.is_binary(stream, StreamObject::kInput);
  StreamUse in = lisp.input(stream, binary ? kBytes : StreamTable::Content::Characters);
  Value rest = is_vector(sequence) ? nil() : nth_rest(sequence, from);
  std::size_t i = from;
  if (binary && are_octets(sequence, *in))
    i = read_octets(heap, *in, as<OctetVector>(sequence), from, to);
  for (; i < to; ++i) {
    heap.poll_at(i);
    Value v;
    if (binary) {
      v = read_element(heap, *in);
      if (v == kAbsent) break;
    } else {
      std::int32_t c = in->get();
      if (c == Stream::kEnd) break;
      v = Value::from_character(static_cast<char32_t>(c));
    }
    if (is_vector(sequence)) {
      set_array_ref(heap, sequence, i, v);
    } else if (is_cons(rest)) {
      heap.store(as_pair(rest)->car, v);
      rest = cdr(rest);
    }
  }
  return fixnum(i);
}

DEFUN(write_sequence, "write-sequence", "(sequence stream &key start end)", R"doc(
Write the elements of SEQUENCE from START to END to STREAM; return SEQUENCE.
Signals: type-error unless SEQUENCE is a sequence, STREAM is a stream, and START and END are a range within SEQUENCE;
stream-error.
Example: (with-output-to-string (s) (write-sequence '(#\a #\b) s)) => "ab"
)doc", (Interpreter& lisp, Sequence sequence, Value stream, Key<Value> start, Key<Value> end)) {
  Heap& heap = lisp.heap;
  lisp.text.streams.checked("write-sequence", stream);
  auto [from, to] = checked_range(heap, "write-sequence", sequence_length(sequence), start, end);
  if (is_instance_stream(stream))
    return call_for_instance(lisp, "WRITE-INSTANCE-SEQUENCE",
                             {sequence, stream, fixnum(from), fixnum(to)});
  bool binary = lisp.text.streams.is_binary(stream, StreamObject::kOutput);
  StreamUse out = lisp.output(stream, binary ? kBytes : StreamTable::Content::Characters);
  const bool is_list = is_cons(sequence);
  if (!binary && !is_list && is_string(sequence)) {
    write_characters(heap, *out, string_view_of(heap, sequence), from, to);
    return sequence;
  }
  if (binary && are_octets(sequence, *out)) {
    const auto* octets = reinterpret_cast<const char*>(as<OctetVector>(sequence)->data);
    out->put_bytes({octets + from, to - from});
    return sequence;
  }
  Value rest = is_list ? nth_rest(sequence, from) : nil();
  for (std::size_t i = from; i < to; ++i) {
    heap.poll_at(i);
    Value v = is_list ? car(rest) : array_ref(heap, sequence, i);
    rest = cdr(rest);
    if (binary)
      write_element(heap, *out, v);
    else if (v.is_character())
      out->put(v.character());
    else
      signal_wrong_type(heap, "write-sequence", v, "a character");
  }
  return sequence;
}

}  // namespace

}  // namespace winnow
