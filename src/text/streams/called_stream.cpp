#include "text/streams/called_stream.hpp"

#include <string>

#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/upcalls.hpp"

namespace winnow {

Value CalledStream::call(Function function, Value argument) const {
  if (is_nil(object())) return nil();  // closed
  auto* parts = as<StreamObject>(object());
  Value called = as<Vector>(parts->second)->data[function];
  return argument == kAbsent ? heap_.upcalls->call_function(called, {parts->first})
                             : heap_.upcalls->call_function(called, {parts->first, argument});
}

std::int32_t CalledStream::get_slowly() {
  std::int32_t c = character(call(ReadChar));
  if (c == '\n') ++line_;
  return c;
}

bool CalledStream::unget(char32_t c) {
  if (c == '\n') --line_;
  call(UnreadChar, Value::from_character(c));
  return true;
}

bool CalledStream::ready() { return !is_nil(call(Listen)); }

void CalledStream::put(char32_t c) {
  call(WriteChar, Value::from_character(c));
  advance_column(c);
}

void CalledStream::write(std::string_view utf8) {
  call(WriteString, make_string(heap_, utf8));
  advance_column(utf8);
}

std::size_t CalledStream::column() const {
  Value column = call(LineColumn);
  return column.is_fixnum() ? static_cast<std::size_t>(column.fixnum()) : Stream::column();
}

bool CalledStream::get_byte(std::uint8_t& byte) {
  Value v = call(ReadByte);
  if (!v.is_fixnum()) return false;
  byte = static_cast<std::uint8_t>(v.fixnum());
  return true;
}

int CalledStream::close(bool abort) {
  call(Close, truth(abort));
  return 0;
}

}  // namespace winnow
