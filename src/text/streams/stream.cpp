#include "text/streams/stream.hpp"

#include <algorithm>

#include "text/streams/stream_table.hpp"

namespace winnow {

Stream::~Stream() {
  if (table_ != nullptr) table_->forget(*this);
}

void Stream::write(std::string_view utf8) {
  while (!utf8.empty()) {
    auto d = unicode::decode_utf8(utf8);
    put(d.c);
    utf8.remove_prefix(d.bytes);
  }
}

void Stream::write_latin1(const std::uint8_t* characters, std::size_t count) {
  const std::uint8_t* end = characters + count;
  while (characters != end) {
    const std::uint8_t* run =
        std::find_if(characters, end, [](std::uint8_t c) { return c >= 0x80; });
    if (run != characters)
      write(
          {reinterpret_cast<const char*>(characters), static_cast<std::size_t>(run - characters)});
    for (characters = run; characters != end && *characters >= 0x80; ++characters) put(*characters);
  }
}

void Stream::advance_column(std::string_view utf8) {
  while (!utf8.empty()) {
    auto d = unicode::decode_utf8(utf8);
    advance_column(d.c);
    utf8.remove_prefix(d.bytes);
  }
}

void Stream::advance_column_slowly(char32_t c) {
  if (c == '\n' || c == '\r')
    column_ = 0;
  else if (c == '\t')
    column_ += 8 - column_ % 8;
  else
    column_ += static_cast<std::size_t>(std::max(0, unicode::width(c)));
}

int Stream::input_column() {
  if (known_ == nullptr || known_ > next_) {  // a newline was put back
    before_known_ = 0;
  } else {
    auto passed = static_cast<std::size_t>(next_ - known_);
    before_known_ += static_cast<int>(unicode::count_characters({known_, passed}));
  }
  known_ = next_;
  return before_known_ + 1;
}

// ---- input from bytes

// Decodes the character at next_, where there must be at least one byte.
unicode::Decoded ByteInput::decode_next() {
  if (encoding_ == Encoding::Latin1) return {static_cast<unsigned char>(*next_), 1, true};
  while (end_ - next_ < 4 && static_cast<signed char>(*next_) < 0 && fill()) {
  }
  return unicode::decode_utf8({next_, static_cast<std::size_t>(end_ - next_)});
}

std::int32_t ByteInput::get_slowly() {
  if (next_ == end_ && !fill()) return kEnd;
  unicode::Decoded d = decode_next();
  invalid_ = invalid_ || !d.valid;
  next_ += d.bytes;
  if (d.c == '\n') begin_line(next_);
  return static_cast<std::int32_t>(d.c);
}

std::int32_t ByteInput::peek_slowly() {
  if (next_ == end_ && !fill()) return kEnd;
  return static_cast<std::int32_t>(decode_next().c);
}

bool ByteInput::unget(char32_t c) {
  const char* from = next_;
  const char* first = begin();
  if (from == nullptr || from == first) return false;  // nothing has been read
  do {
    --from;
  } while (encoding_ != Encoding::Latin1 && from > first && next_ - from < 4 &&
           !unicode::begins_character(*from));
  char32_t before = static_cast<unsigned char>(*from);
  if (encoding_ != Encoding::Latin1) {
    unicode::Decoded d = unicode::decode_utf8({from, static_cast<std::size_t>(next_ - from)});
    if (from + d.bytes != next_) {  // invalid bytes are read one by one
      from = next_ - 1;
      d.c = unicode::kReplacement;
    }
    before = d.c;
  }
  if (before != c) return false;
  next_ = from;
  if (c == '\n') --line_;
  return true;
}

}  // namespace winnow
