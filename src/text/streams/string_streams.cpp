#include "text/streams/string_streams.hpp"

namespace winnow {

std::optional<std::uint64_t> StringInput::position() {
  return unicode::count_characters(std::string_view(begin(), next_));
}

bool StringInput::set_position(std::uint64_t characters) {
  const char* at = begin();
  for (; characters > 0 && at != end_; --characters)
    for (++at; at != end_ && !unicode::begins_character(*at);) ++at;
  if (characters == 0) next_ = at;
  return characters == 0;
}

std::optional<std::uint64_t> StringInput::length() {
  return unicode::count_characters(std::string_view(begin(), end_));
}

std::optional<std::uint64_t> StringOutput::position() { return unicode::count_characters(text_); }

void StringFiller::put(char32_t c) {
  if (is_nil(object())) return;  // closed
  auto* parts = as<StreamObject>(object());
  heap_.upcalls->call_function(parts->second, {Value::from_character(c), parts->first});
  advance_column(c);
}

}  // namespace winnow
