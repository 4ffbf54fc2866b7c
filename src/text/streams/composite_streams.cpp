#include "text/streams/composite_streams.hpp"

#include "heap/list.hpp"

namespace winnow {

namespace {
constexpr auto kBytes = StreamTable::Content::Bytes;
constexpr auto kAny = StreamTable::Content::Any;
}  // namespace

// ---- echo

std::int32_t EchoStream::get_slowly() {
  std::int32_t c = in()->get();
  if (echoed_already_ > 0)
    --echoed_already_;
  else if (c != kEnd)
    out()->put(static_cast<char32_t>(c));
  return c;
}

bool EchoStream::unget(char32_t c) {
  if (!in()->unget(c)) return false;
  ++echoed_already_;
  return true;
}

Stream::Element EchoStream::element() const {
  return streams_.input(parts()->first, kBytes)->element();
}

bool EchoStream::get_byte(std::uint8_t& byte) {
  if (!streams_.input(parts()->first, kBytes)->get_byte(byte)) return false;
  put_byte(byte);
  return true;
}

// ---- broadcast

template <class F>
void BroadcastStream::for_each(StreamTable::Content content, F f) {
  for (Value s = as<StreamObject>(object())->first; is_cons(s); s = cdr(s))
    f(*streams_.output(car(s), content));
}

Value BroadcastStream::last() const {
  Value s = as<StreamObject>(object())->first;
  while (is_cons(cdr(s))) s = cdr(s);
  return car(s);
}

void BroadcastStream::put(char32_t c) {
  for_each(StreamTable::Content::Characters, [c](Stream& s) { s.put(c); });
}
void BroadcastStream::fresh_line() {
  for_each(StreamTable::Content::Characters, [](Stream& s) { s.fresh_line(); });
}
void BroadcastStream::put_byte(std::uint8_t byte) {
  for_each(kBytes, [byte](Stream& s) { s.put_byte(byte); });
}
void BroadcastStream::flush() {
  for_each(kAny, [](Stream& s) { s.flush(); });
}
void BroadcastStream::drop_output() {
  for_each(kAny, [](Stream& s) { s.drop_output(); });
}

Stream::Element BroadcastStream::element() const {
  Value s = last();
  return is_nil(s) ? Element{} : streams_.output(s, kBytes)->element();
}

std::size_t BroadcastStream::column() const {
  Value s = last();
  return is_nil(s) ? 0 : streams_.output(s)->column();
}

std::optional<std::uint64_t> BroadcastStream::position() {
  Value s = last();
  return is_nil(s) ? 0 : streams_.output(s, kAny)->position();
}

std::optional<std::uint64_t> BroadcastStream::length() {
  Value s = last();
  return is_nil(s) ? 0 : streams_.output(s, kAny)->length();
}

// ---- concatenated: each stream is removed from the list when it has ended

std::int32_t ConcatenatedStream::peek_slowly() {
  for (; is_cons(rest()); drop_first())
    if (std::int32_t c = streams_.input(car(rest()))->peek(); c != kEnd) return c;
  return kEnd;
}

std::int32_t ConcatenatedStream::get_slowly() {
  for (; is_cons(rest()); drop_first())
    if (std::int32_t c = streams_.input(car(rest()))->get(); c != kEnd) return c;
  return kEnd;
}

bool ConcatenatedStream::get_byte(std::uint8_t& byte) {
  for (; is_cons(rest()); drop_first())
    if (streams_.input(car(rest()), kBytes)->get_byte(byte)) return true;
  return false;
}

Stream::Element ConcatenatedStream::element() const {
  return is_cons(rest()) ? streams_.input(car(rest()), kBytes)->element() : Element{};
}

bool ConcatenatedStream::unget(char32_t c) {
  return is_cons(rest()) && streams_.input(car(rest()))->unget(c);
}

bool ConcatenatedStream::ready() {
  for (Value s = rest(); is_cons(s); s = cdr(s))
    if (streams_.input(car(s))->ready()) return true;
  return false;
}

bool ConcatenatedStream::must_wait() {
  for (Value s = rest(); is_cons(s); s = cdr(s)) {
    StreamUse in = streams_.input(car(s));
    if (in->must_wait()) return true;
    if (in->ready()) return false;
  }
  return false;
}

bool ConcatenatedStream::take_invalid() {
  return is_cons(rest()) && streams_.input(car(rest()))->take_invalid();
}

// ---- CaseStream

char32_t CaseStream::converted(char32_t c) {
  bool letter = unicode::is_alphabetic(c) || unicode::is_numeric(c);
  bool begins_word = letter && !inside_word_;
  bool up = case_ == Case::Up || (begins_word && (case_ == Case::Capitalized ||
                                                  (case_ == Case::FirstCapitalized && !had_word_)));
  inside_word_ = letter;
  had_word_ = had_word_ || letter;
  return up ? unicode::upcase(c) : unicode::downcase(c);
}

void CaseStream::write(std::string_view utf8) {
  std::string text;
  for (char32_t c : unicode::decode_all(utf8)) unicode::append_utf8(text, converted(c));
  out()->write(text);
}

}  // namespace winnow
