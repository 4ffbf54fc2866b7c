#include "text/streams/string_streams.hpp"

#include <algorithm>

namespace winnow {

namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::uint64_t characters_in(const char* from, const char* to) {
  return static_cast<std::uint64_t>(std::count_if(from, to, begins_character));
}

}  // namespace

std::optional<std::uint64_t> StringInput::position() { return characters_in(begin(), next_); }

bool StringInput::set_position(std::uint64_t characters) {
  const char* at = begin();
  for (; characters > 0 && at != end_; --characters)
    for (++at; at != end_ && !begins_character(*at);) ++at;
  if (characters == 0) next_ = at;
  return characters == 0;
}

std::optional<std::uint64_t> StringInput::length() { return characters_in(begin(), end_); }

std::optional<std::uint64_t> StringOutput::position() {
  return characters_in(text_.data(), text_.data() + text_.size());
}

void StringFiller::put(char32_t c) {
  if (is_nil(object())) return;  // closed
  auto* parts = as<StreamObject>(object());
  caller_.call_function(parts->second, {Value::from_character(c), parts->first});
  advance_column(c);
}

}  // namespace winnow
